import { CtxError, DEMOTING_SIGNALS, SIGNALS, type Signal, type Weights } from '../index.ts';

/** One way to run the engine: weights that replace the learned ones. */
export interface Variant {
  readonly name: string;
  readonly weights: Weights;
}

/** The engine as it is. */
export const BASE_VARIANT = 'ctx';

export interface VariantOptions {
  /** Each is one variant: signals, comma-separated, that count nothing. */
  readonly without: readonly string[];
  /** Each is one variant: of the signals that speak for a candidate only these count; penalties stay. */
  readonly only: readonly string[];
  /** Each is one variant: `signal=weight` pairs, comma-separated, after `name:` where it is to have one. */
  readonly set: readonly string[];
}

/** The engine as it is, then the variants. Fails with USAGE on a name that is no signal. */
export function readVariants({ without, only, set }: VariantOptions): readonly Variant[] {
  const variants = [
    { name: BASE_VARIANT, weights: {} },
    ...without.map((text) => ({ name: `without ${text}`, weights: zeros(signalsIn(text)) })),
    ...only.map((text) => ({ name: `only ${text}`, weights: zeros(othersThan(signalsIn(text))) })),
    ...set.map(namedWeights),
  ];
  return [...new Map(variants.map((variant) => [variant.name, variant])).values()];
}

/** The name of a variant as that of a file. */
export function fileNameOf({ name }: Variant): string {
  return `${name.replace(/[^\w.=+-]+/g, '-')}.jsonl`;
}

function zeros(signals: readonly Signal[]): Weights {
  return Object.fromEntries(signals.map((signal) => [signal, 0]));
}

function othersThan(signals: readonly Signal[]): readonly Signal[] {
  const penalties: readonly Signal[] = DEMOTING_SIGNALS;
  return SIGNALS.filter((signal) => !signals.includes(signal) && !penalties.includes(signal));
}

function signalsIn(text: string): readonly Signal[] {
  return text.split(',').map(signalNamed);
}

function signalNamed(text: string): Signal {
  const signal = SIGNALS.find((known) => known === text.trim());
  if (signal === undefined)
    throw new CtxError('USAGE', `"${text}" is no signal. Signals: ${SIGNALS.join(', ')}.`);
  return signal;
}

function namedWeights(text: string): Variant {
  const at = text.indexOf(':');
  return { name: `with ${at < 0 ? text : text.slice(0, at)}`, weights: readWeights(text.slice(at + 1)) };
}

function readWeights(text: string): Weights {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      const weight = Number(value);
      if (value.trim() === '' || !Number.isFinite(weight))
        throw new CtxError('USAGE', `--set ${pair}: give weights as signal=number.`);
      return [signalNamed(name), weight];
    }),
  );
}
