import { clusterMoments, designEffect, tallyClusters, type ClusterTally } from '../clusters.ts';
import { studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions } from '../interval.ts';
import { clusteredMean } from '../means/clustered-mean.ts';
import { clusteredProportion } from '../proportions/clustered-proportion.ts';
import { pairedTally, type PairedTally } from './paired-tally.ts';

/** Few items with a person's label and the judge's verdict, many with the verdict alone; all drawn from one population, no item in both. */
export type PoweredSamples = {
  readonly labelled: {
    readonly truths: ArrayLike<number>;
    readonly predictions: ArrayLike<number>;
    readonly clusters: ArrayLike<number>;
  };
  readonly unlabelled: { readonly predictions: ArrayLike<number>; readonly clusters: ArrayLike<number> };
};

export type PoweredOptions = EstimateOptions & {
  /** λ: how far the judge is used. `power` (default) takes the λ of least variance, cut to 0–1; 1 is plain prediction-powered inference. */
  readonly tuning?: 'power' | number;
};

/** The estimate, the λ it took, and the baseline: labelled items alone. */
export type PoweredResult = { readonly powered: Estimate; readonly lambda: number | undefined; readonly labelledOnly: Estimate };

/**
 * A mean by prediction-powered inference: the judge's mean over many items, corrected by what it gets wrong on the labelled ones.
 *
 *     θ = λ f̄(unlabelled) + ȳ − λ f̄(labelled)
 *     SE² = λ² Var f̄(unlabelled) + Var(ȳ − λ f̄(labelled)),   θ ± t(ν) SE
 *     λ = Cov(ȳ, f̄) / (Var f̄(unlabelled) + Var f̄(labelled)), cut to 0–1          the minimum of SE²
 *
 * Right whatever the judge is worth: with a useless one λ goes to 0 and θ to the labelled mean, which is shown beside it.
 * Variances are of ratio means over clusters, G/(G − 1) Σ (S − ȳ m)²/n²; ν is Satterthwaite's, of the two parts.
 *
 * Assumes labelled and unlabelled items from one population (labels given at random), and independent clusters. Undefined: no
 * labelled or no unlabelled item; one cluster of either; no variance between labelled clusters (of y − λf). λ is chosen on the
 * data that it serves, which costs some coverage with few labels: docs/methods/prevalence.md has it measured. O(n).
 *
 * Reference: numpy, as published; ppi_py 0.2.3 for the estimate at a given λ. Source: Angelopoulos et al. 2023, Science 382;
 * Angelopoulos, Duchi and Zrnic 2023, arXiv:2311.01453 (power tuning).
 */
export function predictionPoweredMean(samples: PoweredSamples, options: PoweredOptions = {}): PoweredResult {
  const { truths, clusters } = samples.labelled;
  const labelledOnly = clusteredMean(truths, clusters, options);
  return { ...poweredEstimate(samples, options, { extremes: [] }), labelledOnly };
}

/**
 * A proportion by prediction-powered inference: `predictionPoweredMean` for truths and verdicts of 0 and 1.
 *
 * Two pseudo-clusters join the labelled ones in the interval, (y, f) = (1, 0) and (0, 1): one error each way, as Bonett and Price
 * add to a paired difference, of as many observations as tell as much as one (the design effect of y − f; 1 for singletons). A
 * judge that was never wrong on 30 items may yet be, and without them SE would not know. The value, and λ, are of the data alone.
 * The interval is cut to 0–1.
 */
export function predictionPoweredProportion(samples: PoweredSamples, options: PoweredOptions = {}): PoweredResult {
  const { truths, predictions, clusters } = samples.labelled;
  const labelledOnly = clusteredProportion(truths, clusters, options);
  const errors = Float64Array.from(truths, (truth, index) => truth - (predictions[index] as number));
  const size = errors.length === 0 ? 1 : designEffect(clusterMoments(tallyClusters(errors, clusters)));
  const extremes = [{ size, truth: size, prediction: 0 }, { size, truth: 0, prediction: size }]; // prettier-ignore
  return { ...poweredEstimate(samples, options, { extremes, range: [0, 1] }), labelledOnly };
}

type Bounds = {
  /** Pseudo-clusters: size and sums. */
  readonly extremes: readonly { readonly size: number; readonly truth: number; readonly prediction: number }[];
  readonly range?: readonly [number, number];
};

function poweredEstimate(
  { labelled, unlabelled }: PoweredSamples,
  { level = defaultLevel, missing = 0, tuning = 'power' }: PoweredOptions,
  { extremes, range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] }: Bounds,
): Omit<PoweredResult, 'labelledOnly'> {
  const n = labelled.truths.length + unlabelled.predictions.length;
  const small = pairedTally(labelled.truths, labelled.predictions, labelled.clusters);
  const large = tallyClusters(unlabelled.predictions, unlabelled.clusters);
  const reason = countReason(small, large);
  if (reason !== undefined) return { powered: { status: 'undefined', reason, n, missing }, lambda: undefined };
  const truths = ratioPart(small.sizes, small.truths);
  const predictions = ratioPart(small.sizes, small.predictions);
  const judged = ratioPart(large.sizes, large.sums);
  const lambda = tuning === 'power' ? bestLambda(truths, predictions, judged) : tuning;
  const padded = withExtremes(small, extremes);
  const rectifier = ratioPart(padded.sizes, combined(padded, lambda));
  const value = lambda * judged.mean + truths.mean - lambda * predictions.mean;
  const errors = [lambda ** 2 * productOf(judged, judged), productOf(rectifier, rectifier)] as const;
  const variance = errors[0] + errors[1];
  if (Math.sqrt(errors[1]) <= 1e-12 * Math.max(1, Math.abs(value)))
    return { powered: { status: 'undefined', reason: 'no variance between labelled clusters', n, missing }, lambda };
  const degrees = variance ** 2 / (errors[0] ** 2 / (judged.groups - 1) + errors[1] ** 2 / (rectifier.groups - 1));
  const centre = lambda * judged.mean + rectifier.mean;
  const half = studentCritical(level, degrees) * Math.sqrt(variance);
  const shown = Math.min(range[1], Math.max(range[0], value));
  const ends = within({ low: centre - half, high: centre + half }, shown, range);
  const groups = small.sizes.length + large.sizes.length;
  const method = groups < n ? 'prediction-powered-clustered' : 'prediction-powered';
  return { powered: { status: 'ok', value: shown, ...ends, level, method, n, missing, ...(groups < n && { groups }) }, lambda };
}

function countReason(small: PairedTally, large: ClusterTally): string | undefined {
  const [labelled, unlabelled] = [small.sizes.length, large.sizes.length];
  if (labelled === 0) return 'no labelled observation';
  if (unlabelled === 0) return 'no unlabelled observation';
  return labelled === 1 || unlabelled === 1 ? 'one cluster only' : undefined;
}

/** A ratio mean and each cluster's part of its error. */
type RatioPart = { readonly mean: number; readonly residuals: Float64Array; readonly n: number; readonly groups: number };

function ratioPart(sizes: Float64Array, sums: Float64Array): RatioPart {
  const n = sizes.reduce((total, size) => total + size, 0);
  const mean = sums.reduce((total, sum) => total + sum, 0) / n;
  return { mean, residuals: sums.map((sum, place) => sum - mean * (sizes[place] as number)), n, groups: sizes.length };
}

/** The covariance of two ratio means over the same clusters; with itself, the variance. */
function productOf(first: RatioPart, second: RatioPart): number {
  const { groups, n } = first;
  const sum = first.residuals.reduce((total, residual, place) => total + residual * (second.residuals[place] as number), 0);
  return ((groups / (groups - 1)) * sum) / (n * n);
}

/** 0 where the judge never varies, and tells nothing. */
function bestLambda(truths: RatioPart, predictions: RatioPart, judged: RatioPart): number {
  const spread = productOf(judged, judged) + productOf(predictions, predictions);
  return spread > 0 ? Math.min(1, Math.max(0, productOf(truths, predictions) / spread)) : 0;
}

function combined({ truths, predictions }: PairedTally, lambda: number): Float64Array {
  return truths.map((truth, place) => truth - lambda * (predictions[place] as number));
}

function withExtremes({ sizes, truths, predictions }: PairedTally, extremes: Bounds['extremes']): PairedTally {
  return {
    sizes: Float64Array.from([...sizes, ...extremes.map(({ size }) => size)]),
    truths: Float64Array.from([...truths, ...extremes.map(({ truth }) => truth)]),
    predictions: Float64Array.from([...predictions, ...extremes.map(({ prediction }) => prediction)]),
  };
}
