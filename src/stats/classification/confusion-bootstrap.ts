import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions } from '../interval.ts';
import { bootstrapTallies, defaultDraws, percentileInterval } from '../resampling/cluster-bootstrap.ts';
import { pseudoClusters } from '../resampling/pseudo-clusters.ts';
import type { ClusterPattern } from '../resampling/cluster-patterns.ts';
import { tablesOf, type ClassSample } from './class-observations.ts';
import { goldCount, type Confusion } from './confusion.ts';

/** A figure of one or two confusion tables (one a judge) that has no variance formula worth trusting. */
export type ConfusionStatistic = {
  /** Lowest and highest possible value. */
  readonly range: readonly [number, number];
  /**
   * Looks at the data once and gives the figure as a function of tables over the same classes: what is decided by the data (which classes a
   * mean runs over) stays the same in every replicate.
   */
  readonly on: (sample: ClassSample) => (tables: readonly Confusion[]) => number | undefined;
  /** Why the figure is undefined on these data. */
  readonly reason: (sample: ClassSample) => string;
};

export type BootstrapEstimateOptions = EstimateOptions & { readonly draws?: number; readonly random: () => number };

/**
 * Figures of confusion tables with intervals from the cluster bootstrap: percentile, seeded, smoothed by `pseudoClusters`, expanded for few
 * clusters where observations are clustered (`percentileInterval`). All figures share the replicates.
 *
 * Undefined: where the figure is, with the statistic's reason; no observation; one cluster (its own variance cannot be seen, and these
 * figures have no bound on it that would say anything); and where over half of the replicates are undefined.
 *
 * Assumes independent clusters. O(n) once, then O(draws · (patterns + statistics · classes²)).
 */
export function confusionEstimates(
  sample: ClassSample,
  statistics: readonly ConfusionStatistic[],
  { level = defaultLevel, missing = 0, draws = defaultDraws, random }: BootstrapEstimateOptions,
): Estimate[] {
  const { n } = sample;
  const groups = sample.clusters.count;
  const figures = statistics.map((statistic) => {
    const evaluate = n === 0 ? () => undefined : statistic.on(sample);
    return { statistic, evaluate, value: evaluate(sample.tables), replicates: new Float64Array(draws), defined: 0 };
  });
  if (groups > 1 && figures.some(({ value }) => value !== undefined)) {
    bootstrapTallies(smoothed(sample, level), { clusters: groups, cells: cellCount(sample), draws, random }, (tally) => {
      const tables = tablesOf(tally, sample);
      for (const figure of figures) {
        const value = figure.value === undefined ? undefined : figure.evaluate(tables);
        if (value !== undefined) figure.replicates[figure.defined++] = value;
      }
    });
  }
  return figures.map(({ statistic, value, replicates, defined }) => {
    if (n === 0) return { status: 'undefined', reason: 'no observation', n, missing };
    if (value === undefined) return { status: 'undefined', reason: statistic.reason(sample), n, missing };
    if (groups === 1) return { status: 'undefined', reason: 'one independent group only, so no interval', n, missing };
    const clustered = groups < n;
    const interval =
      defined * 2 < draws
        ? undefined
        : percentileInterval(replicates.subarray(0, defined), level, clustered ? groups : undefined);
    if (interval === undefined)
      return { status: 'undefined', reason: 'too few observations of a class for an interval', n, missing };
    const method = clustered ? 'bootstrap-clustered' : 'bootstrap';
    const ends = within(interval, value, statistic.range);
    return { status: 'ok', value, ...ends, level, method, n, missing, ...(clustered && { groups }) };
  });
}

/** Cells of a tally of the sample. */
export function cellCount({ seen, tables }: ClassSample): number {
  return tables.length * seen.length ** 2;
}

function smoothed(sample: ClassSample, level: number): readonly ClusterPattern[] {
  const { seen, tables, patterns, designEffect: size } = sample;
  if (seen.length < 2) return patterns;
  const table = tables[0] as Confusion;
  const gold = seen.map((_, of) => goldCount(table, of));
  return [...patterns, ...pseudoClusters(gold, { size, judges: tables.length, level })];
}
