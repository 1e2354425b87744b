/** Places of the values in ascending order. */
export function ascendingOrder(values: ArrayLike<number>): Uint32Array {
  const order = Uint32Array.from({ length: values.length }, (_, index) => index);
  return order.sort((a, b) => (values[a] as number) - (values[b] as number));
}

/** Ranks from 1; equal values have the mean of their ranks. O(n log n). */
export function midRanks(values: ArrayLike<number>): Float64Array {
  const order = ascendingOrder(values);
  const ranks = new Float64Array(values.length);
  for (let start = 0; start < order.length;) {
    const end = tieEnd(values, order, start);
    for (let place = start; place < end; place += 1) ranks[order[place] as number] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}

/** Where the run of values equal to the one at `start` ends. */
export function tieEnd(values: ArrayLike<number>, order: Uint32Array, start: number): number {
  const value = values[order[start] as number];
  let end = start + 1;
  while (end < order.length && values[order[end] as number] === value) end += 1;
  return end;
}
