/**
 * Lower factor L of a symmetric matrix, A = L Lᵀ, row by row. Pivots that are nothing beside the greatest diagonal are taken for 0, with
 * their column: the factor of a semidefinite matrix. O(k³).
 */
export function choleskyFactor(matrix: ArrayLike<number>, k: number): Float64Array {
  const factor = new Float64Array(k * k);
  let largest = 0;
  for (let i = 0; i < k; i += 1) largest = Math.max(largest, matrix[i * k + i] as number);
  for (let j = 0; j < k; j += 1) {
    const pivot = (matrix[j * k + j] as number) - dot(factor, { i: j, j, k });
    if (!(pivot > 1e-13 * largest)) continue;
    const root = Math.sqrt(pivot);
    factor[j * k + j] = root;
    for (let i = j + 1; i < k; i += 1) {
      factor[i * k + j] = ((matrix[i * k + j] as number) - dot(factor, { i, j, k })) / root;
    }
  }
  return factor;
}

/** The x with L Lᵀ x = b; L must have no column of 0. O(k²). */
export function choleskySolve(factor: Float64Array, b: ArrayLike<number>): Float64Array {
  const k = b.length;
  const x = Float64Array.from(b);
  for (let i = 0; i < k; i += 1) {
    for (let j = 0; j < i; j += 1) x[i] = (x[i] as number) - (factor[i * k + j] as number) * (x[j] as number);
    x[i] = (x[i] as number) / (factor[i * k + i] as number);
  }
  for (let i = k - 1; i >= 0; i -= 1) {
    for (let j = i + 1; j < k; j += 1) x[i] = (x[i] as number) - (factor[j * k + i] as number) * (x[j] as number);
    x[i] = (x[i] as number) / (factor[i * k + i] as number);
  }
  return x;
}

/** Sum of products of rows i and j before column j. */
function dot(factor: Float64Array, { i, j, k }: { readonly i: number; readonly j: number; readonly k: number }): number {
  let sum = 0;
  for (let column = 0; column < j; column += 1) sum += (factor[i * k + column] as number) * (factor[j * k + column] as number);
  return sum;
}
