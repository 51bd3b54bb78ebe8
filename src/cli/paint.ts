/** Terminal colours, or none. */
export interface Paint {
  readonly strong: (text: string) => string;
  readonly path: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

export function createPaint(enabled: boolean): Paint {
  const style = (code: number) => (text: string) => (enabled ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { strong: style(1), path: style(36), dim: style(2), good: style(32), bad: style(31) };
}
