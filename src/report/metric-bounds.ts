import type { Metric } from '../measure/headline.ts';
import { valueText } from './figure.ts';
import type { Scale } from './dot-whisker.ts';

/** The figure that says whether a judge is right, and the baseline that stands beside it. */
export const agreementFigures = [
  { name: 'accuracy', baseline: 'constant-baseline' },
  { name: 'mae', baseline: 'constant-mae' },
] as const;

const lowest: Readonly<Record<string, number>> = { kappa: -1, 'weighted-kappa': -1 };
const errors = new Set(['mae', 'constant-mae', 'random-mae', 'mean-score']);

/** The scale that pictures of a figure share: all that it can be, or on scores what the run shows. */
export function scaleOf(name: string, metrics: readonly Metric[]): Scale {
  if (!errors.has(name)) return { from: lowest[name] ?? 0, to: 1 };
  const known = metrics.filter((metric) => metric.status === 'ok');
  const [low, high] = [Math.min(...known.map((metric) => metric.low)), Math.max(...known.map((metric) => metric.high))];
  if (known.length === 0) return { from: 0, to: 1 };
  return name === 'mean-score' ? { from: low, to: high } : { from: 0, to: high };
}

/** The ends of a scale as text. */
export function endsOf(name: string, { from, to }: Scale): readonly [string, string] {
  return [valueText(name, from), valueText(name, to)];
}
