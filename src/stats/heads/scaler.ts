import type { Rows } from './training-set.ts';

/** Means and standard deviations (divisor n) of the features of training rows. A feature without variance has scale 1, so that it becomes 0 and nothing else. */
export type Scaler = { readonly means: readonly number[]; readonly scales: readonly number[] };

/** Fits a scaler to training rows, and to no others: what a head is applied to must not move it. O(n p). */
export function fitScaler(rows: Rows): Scaler {
  const features = rows[0]?.length ?? 0;
  const means = Array.from(
    { length: features },
    (_, feature) => rows.reduce((sum, row) => sum + (row[feature] as number), 0) / rows.length,
  );
  const scales = means.map((mean, feature) => {
    const variance = rows.reduce((sum, row) => sum + ((row[feature] as number) - mean) ** 2, 0) / rows.length;
    return variance > 1e-24 * Math.max(1, mean * mean) ? Math.sqrt(variance) : 1;
  });
  return { means, scales };
}

/** Rows in standard units. */
export function scaledRows(rows: Rows, { means, scales }: Scaler): Float64Array[] {
  return rows.map((row) =>
    Float64Array.from(means, (mean, feature) => ((row[feature] as number) - mean) / (scales[feature] as number)),
  );
}
