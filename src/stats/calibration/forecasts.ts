/** Probabilities in 0–1 of an event (NaN where missing), what came of it (1 or 0), and the cluster of each. */
export type Forecasts = {
  readonly probabilities: ArrayLike<number>;
  readonly outcomes: ArrayLike<number>;
  readonly clusters: ArrayLike<number>;
};

/** Forecasts without the missing ones. */
export type KnownForecasts = {
  readonly n: number;
  readonly probabilities: Float64Array;
  readonly outcomes: Float64Array;
  readonly clusters: Int32Array;
  /** Forecasts whose probability or outcome was NaN. */
  readonly missing: number;
};

/** Leaves out forecasts without a probability or an outcome. O(n). */
export function knownForecasts({ probabilities, outcomes, clusters }: Forecasts): KnownForecasts {
  const places: number[] = [];
  for (let index = 0; index < probabilities.length; index += 1) {
    if (!Number.isNaN(probabilities[index]) && !Number.isNaN(outcomes[index])) places.push(index);
  }
  return {
    n: places.length,
    probabilities: Float64Array.from(places, (index) => probabilities[index] as number),
    outcomes: Float64Array.from(places, (index) => outcomes[index] as number),
    clusters: Int32Array.from(places, (index) => clusters[index] as number),
    missing: probabilities.length - places.length,
  };
}
