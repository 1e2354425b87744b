import type { Estimate } from '../stats/estimate.ts';
import { clusteredMean } from '../stats/means/clustered-mean.ts';
import type { Figures } from './class-figures.ts';

/** Scored judgments with gold on a real scale. */
export type JudgedNumbers = {
  readonly gold: Float64Array;
  readonly verdicts: Float64Array;
  readonly clusters: Int32Array;
  readonly missing: number;
};

/**
 * Mean absolute error, and beside it that of two judges that look at nothing, in the same unit (lower is better): one that always says the
 * median of gold, the best that a constant can do, and one that draws from the whole scale evenly,
 *
 *     E|U − g| = ((g − min)² + (max − g)²) / (2 (max − min)).
 */
export function numberFigures(
  { gold, verdicts, clusters, missing }: JudgedNumbers,
  range: readonly [number, number],
  level: number,
): Figures {
  const [min, max] = range;
  const mean = (error: (gold: number, index: number) => number): Estimate =>
    clusteredMean(gold.map(error), clusters, { level, missing, range: [0, max - min] });
  const middle = median(gold);
  return [
    ['mae', mean((of, index) => Math.abs((verdicts[index] as number) - of))],
    ['constant-mae', mean((of) => Math.abs(middle - of))],
    ['random-mae', mean((of) => ((of - min) ** 2 + (max - of) ** 2) / (2 * (max - min)))],
  ];
}

function median(values: Float64Array): number {
  const sorted = values.toSorted();
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
}
