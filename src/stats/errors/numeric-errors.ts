/** Numbers against gold, with the cluster of each; NaN on a side is missing. */
export type NumericPairs = {
  readonly gold: ArrayLike<number>;
  readonly verdicts: ArrayLike<number>;
  readonly clusters: ArrayLike<number>;
};

/** Errors of the pairs that are whole, in the unit of the numbers. */
export type NumericErrors = {
  /** Verdict − gold: positive is too high. */
  readonly errors: Float64Array;
  readonly clusters: Int32Array;
  /** Pairs with a NaN on a side. */
  readonly missing: number;
};

/** Signed errors, without the pairs that lack a side. O(n). */
export function numericErrors({ gold, verdicts, clusters }: NumericPairs): NumericErrors {
  const differences = Float64Array.from(
    { length: gold.length },
    (_, index) => (verdicts[index] as number) - (gold[index] as number),
  );
  const places = Array.from(differences.keys()).filter((index) => !Number.isNaN(differences[index]));
  return {
    errors: Float64Array.from(places, (index) => differences[index] as number),
    clusters: Int32Array.from(places, (index) => clusters[index] as number),
    missing: differences.length - places.length,
  };
}
