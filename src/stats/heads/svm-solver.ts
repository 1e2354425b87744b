/** A kernel between rows: a product, or exp(−γ‖a − b‖²). */
export type Kernel = { readonly kind: 'linear' } | { readonly kind: 'rbf'; readonly gamma: number };

export function kernelOf(kernel: Kernel, a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  if (kernel.kind === 'linear')
    for (let feature = 0; feature < a.length; feature += 1) sum += (a[feature] as number) * (b[feature] as number);
  else for (let feature = 0; feature < a.length; feature += 1) sum += ((a[feature] as number) - (b[feature] as number)) ** 2;
  return kernel.kind === 'linear' ? sum : Math.exp(-kernel.gamma * sum);
}

/** How far from the optimum's conditions the solver ends; LIBSVM's default is 1e-3, which leaves decisions good to two places. */
const tolerance = 1e-5;

/**
 * The dual of a soft-margin support vector machine, min ½ αᵀQα − Σα with 0 ≤ α ≤ c and yᵀα = 0, by sequential minimal optimisation with second-order choice of the pair
 * (Fan, Chen and Lin 2005, J. Mach. Learn. Res. 6). `signs` are ±1, `gram` the kernel of rows i and j at i · n + j. Gives y α and the offset ρ of the decision Σ y α K(x) − ρ. O(n²) and more.
 */
export function solveSvm(
  gram: Float64Array,
  signs: Int8Array,
  c: number,
): { readonly duals: Float64Array; readonly offset: number } {
  const n = signs.length;
  const alpha = new Float64Array(n);
  const gradient = new Float64Array(n).fill(-1);
  const q = (i: number, j: number): number => (signs[i] as number) * (signs[j] as number) * (gram[i * n + j] as number);
  const isUp = (t: number): boolean => ((signs[t] as number) > 0 ? (alpha[t] as number) < c : (alpha[t] as number) > 0);
  const isLow = (t: number): boolean => ((signs[t] as number) > 0 ? (alpha[t] as number) > 0 : (alpha[t] as number) < c);
  const most = Math.max(10_000_000, 100 * n);
  for (let iteration = 0; iteration < most; iteration += 1) {
    let [i, top] = [-1, -Infinity];
    for (let t = 0; t < n; t += 1)
      if (isUp(t) && -(signs[t] as number) * (gradient[t] as number) >= top)
        [i, top] = [t, -(signs[t] as number) * (gradient[t] as number)];
    let [j, bottom, bestGain] = [-1, Infinity, Infinity];
    for (let t = 0; t < n; t += 1) {
      if (!isLow(t)) continue;
      const score = -(signs[t] as number) * (gradient[t] as number);
      bottom = Math.min(bottom, score);
      const difference = top - score;
      if (difference <= 0) continue;
      const curvature = Math.max(
        (gram[i * n + i] as number) + (gram[t * n + t] as number) - 2 * (gram[i * n + t] as number),
        1e-12,
      );
      const gain = -(difference * difference) / curvature;
      if (gain <= bestGain) [j, bestGain] = [t, gain];
    }
    if (i < 0 || j < 0 || top - bottom < tolerance) break;
    const [oldI, oldJ] = [alpha[i] as number, alpha[j] as number];
    const curvature = Math.max(
      (gram[i * n + i] as number) + (gram[j * n + j] as number) - 2 * (gram[i * n + j] as number),
      1e-12,
    );
    if (signs[i] !== signs[j]) {
      const step = (-(gradient[i] as number) - (gradient[j] as number)) / curvature;
      const difference = oldI - oldJ;
      let [nextI, nextJ] = [oldI + step, oldJ + step];
      if (difference > 0 && nextJ < 0) [nextI, nextJ] = [difference, 0];
      if (difference <= 0 && nextI < 0) [nextI, nextJ] = [0, -difference];
      if (difference > 0 && nextI > c) [nextI, nextJ] = [c, c - difference];
      if (difference <= 0 && nextJ > c) [nextI, nextJ] = [c + difference, c];
      [alpha[i], alpha[j]] = [nextI, nextJ];
    } else {
      const step = ((gradient[i] as number) - (gradient[j] as number)) / curvature;
      const sum = oldI + oldJ;
      let [nextI, nextJ] = [oldI - step, oldJ + step];
      if (sum > c && nextI > c) [nextI, nextJ] = [c, sum - c];
      if (sum <= c && nextJ < 0) [nextI, nextJ] = [sum, 0];
      if (sum > c && nextJ > c) [nextI, nextJ] = [sum - c, c];
      if (sum <= c && nextI < 0) [nextI, nextJ] = [0, sum];
      [alpha[i], alpha[j]] = [nextI, nextJ];
    }
    const [moveI, moveJ] = [(alpha[i] as number) - oldI, (alpha[j] as number) - oldJ];
    for (let t = 0; t < n; t += 1) gradient[t] = (gradient[t] as number) + q(t, i) * moveI + q(t, j) * moveJ;
  }
  return { duals: alpha.map((one, t) => one * (signs[t] as number)), offset: offsetOf(alpha, gradient, signs, c) };
}

function offsetOf(alpha: Float64Array, gradient: Float64Array, signs: Int8Array, c: number): number {
  let [low, high, sum, free] = [-Infinity, Infinity, 0, 0];
  for (let t = 0; t < alpha.length; t += 1) {
    const sign = signs[t] as number;
    const value = sign * (gradient[t] as number);
    const [empty, full] = [(alpha[t] as number) <= 0, (alpha[t] as number) >= c];
    // What may still grow bounds the offset from one side, what may only shrink from the other.
    if (empty || full) {
      if (empty === sign > 0) high = Math.min(high, value);
      else low = Math.max(low, value);
    } else {
      sum += value;
      free += 1;
    }
  }
  return free > 0 ? sum / free : (low + high) / 2;
}
