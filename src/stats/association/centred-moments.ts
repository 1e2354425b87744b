export type CentredMoments = {
  readonly meanX: number;
  readonly meanY: number;
  /** Root mean square deviations (divisor n), both above 0. */
  readonly deviationX: number;
  readonly deviationY: number;
  /** Pearson's r, cut to −1…1, which rounding can leave by 1e-16. */
  readonly correlation: number;
};

/** Means, deviations and correlation; undefined with fewer than two pairs or where a side varies by rounding alone. O(n). */
export function centredMoments(x: ArrayLike<number>, y: ArrayLike<number>): CentredMoments | undefined {
  const n = x.length;
  if (n < 2) return undefined;
  let totalX = 0;
  let totalY = 0;
  for (let index = 0; index < n; index += 1) {
    totalX += x[index] as number;
    totalY += y[index] as number;
  }
  const meanX = totalX / n;
  const meanY = totalY / n;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let index = 0; index < n; index += 1) {
    const u = (x[index] as number) - meanX;
    const v = (y[index] as number) - meanY;
    xx += u * u;
    yy += v * v;
    xy += u * v;
  }
  const deviationX = Math.sqrt(xx / n);
  const deviationY = Math.sqrt(yy / n);
  if (!varies(deviationX, meanX) || !varies(deviationY, meanY)) return undefined;
  return { meanX, meanY, deviationX, deviationY, correlation: Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))) };
}

/** 0.1 added ten times is not 1: a constant series has a deviation of rounding alone. */
function varies(deviation: number, mean: number): boolean {
  return deviation > 1e-13 * Math.abs(mean);
}
