/** Mean distance of two ratings drawn from the shares, Σ δ(k,l) π(k) π(l), and its slopes 2 Σ δ(k,l) π(l). O(classes²). */
export function expectedDistance(
  distances: Float64Array,
  shares: Float64Array,
): { readonly expected: number; readonly expectedSlopes: Float64Array } {
  const classes = shares.length;
  const expectedSlopes = new Float64Array(classes);
  let expected = 0;
  for (let k = 0; k < classes; k += 1) {
    let mean = 0;
    for (let l = 0; l < classes; l += 1) mean += (distances[k * classes + l] as number) * (shares[l] as number);
    expectedSlopes[k] = 2 * mean;
    expected += (shares[k] as number) * mean;
  }
  return { expected, expectedSlopes };
}
