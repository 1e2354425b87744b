/** Quantile of sorted numbers, linear between order statistics (type 7 of Hyndman and Fan); there must be one number or more. */
export function sortedQuantile(sorted: Float64Array, probability: number): number {
  const place = Math.min(1, Math.max(0, probability)) * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (place - below) * (high - low);
}
