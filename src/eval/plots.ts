/** Plots as inline SVG: no script, no font and no file from outside. */

export interface Bar {
  readonly label: string;
  /** In [0, 1]. */
  readonly value: number;
  readonly interval: readonly [number, number] | null;
}

export interface Line {
  readonly label: string;
  readonly points: readonly (readonly [number, number])[];
}

const WIDTH = 640;
const ROW = 22;
const LEFT = 220;
const RIGHT = 70;
const COLORS = ['#2563eb', '#d97706', '#059669', '#dc2626', '#7c3aed', '#0891b2', '#64748b', '#be185d'];

export function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => names[sign] ?? sign);
}

/** Horizontal bars of shares, with whiskers where there is an interval. */
export function barPlot(title: string, bars: readonly Bar[]): string {
  const height = ROW * bars.length + 20;
  const x = (share: number): number => LEFT + (WIDTH - LEFT - RIGHT) * Math.min(1, Math.max(0, share));
  const rows = bars.map(({ label, value, interval }, index) => {
    const y = 10 + ROW * index;
    const middle = y + ROW / 2 - 2;
    const whisker =
      interval === null
        ? ''
        : `<line x1="${fixed(x(interval[0]))}" x2="${fixed(x(interval[1]))}" y1="${middle}" y2="${middle}" stroke="#0f172a"/>`;
    return [
      `<text x="${LEFT - 8}" y="${middle + 4}" text-anchor="end">${escapeHtml(label)}</text>`,
      `<rect x="${LEFT}" y="${y}" width="${fixed(x(value) - LEFT)}" height="${ROW - 6}" fill="${COLORS[0]}" opacity="0.75"/>`,
      whisker,
      `<text x="${WIDTH - RIGHT + 8}" y="${middle + 4}">${(100 * value).toFixed(1)}</text>`,
    ].join('');
  });
  return svg(title, height, rows.join(''));
}

/** Shares over a positive scale that doubles at equal steps. */
export function linePlot(title: string, lines: readonly Line[], unit: string): string {
  const height = 300;
  const xs = lines.flatMap(({ points }) => points.map(([at]) => at));
  const [low, high] = [Math.log2(Math.min(...xs)), Math.log2(Math.max(...xs))];
  const most = Math.max(0.1, ...lines.flatMap(({ points }) => points.map(([, value]) => value)));
  const x = (at: number): number =>
    high > low ? 60 + ((Math.log2(at) - low) / (high - low)) * (WIDTH - 260) : 60;
  const y = (value: number): number => height - 40 - (value / most) * (height - 70);
  const ticks = [...new Set(xs)]
    .map((at) => `<text x="${fixed(x(at))}" y="${height - 18}" text-anchor="middle">${at}</text>`)
    .join('');
  const grid = [0, 0.25, 0.5, 0.75, 1]
    .map((share) => {
      const at = fixed(y(share * most));
      return `<line x1="60" x2="${WIDTH - 200}" y1="${at}" y2="${at}" stroke="#e2e8f0"/><text x="52" y="${at}" text-anchor="end">${(100 * share * most).toFixed(0)}</text>`;
    })
    .join('');
  const drawn = lines.map(({ label, points }, index) => {
    const color = COLORS[index % COLORS.length] ?? '#000';
    const path = points.map(([at, value]) => `${fixed(x(at))},${fixed(y(value))}`).join(' ');
    const key = 24 + 18 * index;
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/><rect x="${WIDTH - 190}" y="${key - 9}" width="10" height="10" fill="${color}"/><text x="${WIDTH - 174}" y="${key}">${escapeHtml(label)}</text>`;
  });
  const axis = `<text x="${(WIDTH - 140) / 2}" y="${height - 2}" text-anchor="middle">${escapeHtml(unit)}</text>`;
  return svg(title, height, grid + ticks + axis + drawn.join(''));
}

function svg(title: string, height: number, inside: string): string {
  return `<figure><figcaption>${escapeHtml(title)}</figcaption><svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">${inside}</svg></figure>`;
}

function fixed(value: number): string {
  return value.toFixed(1);
}
