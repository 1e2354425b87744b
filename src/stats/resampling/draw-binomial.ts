/**
 * A draw from a binomial distribution: exact, not a normal approximation.
 *
 * Inversion where the mean is small; above it the transformed rejection BTRS of Hörmann (1993, J. Stat. Comput. Simul. 46), which takes
 * about 1.2 tries whatever n is.
 *
 * @param trials 0 or more, an integer.
 * @param probability in 0–1.
 * @param random uniform numbers in [0, 1).
 * @returns 0 to `trials`.
 */
export function drawBinomial(trials: number, probability: number, random: () => number): number {
  if (trials <= 0 || probability <= 0) return 0;
  if (probability >= 1) return trials;
  if (probability > 0.5) return trials - drawBinomial(trials, 1 - probability, random);
  return trials * probability < 10 ? byInversion(trials, probability, random) : byRejection(trials, probability, random);
}

function byInversion(trials: number, probability: number, random: () => number): number {
  const odds = probability / (1 - probability);
  let mass = Math.exp(trials * Math.log1p(-probability));
  let left = random();
  let count = 0;
  while (left >= mass && count < trials) {
    left -= mass;
    count += 1;
    mass *= (odds * (trials - count + 1)) / count;
    // Beyond the last mass that a double can hold, what is left of the uniform number is rounding.
    if (mass === 0) break;
  }
  return count;
}

/** Symbols as in the paper: m the mode, r the odds, us the distance from the wedge's edge. */
function byRejection(n: number, p: number, random: () => number): number {
  const spread = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const c = n * p + 0.5;
  const vr = 0.92 - 4.2 / b;
  const alpha = (2.83 + 5.1 / b) * spread;
  const m = Math.floor((n + 1) * p);
  const r = p / (1 - p);
  for (;;) {
    const u = random() - 0.5;
    const v = random();
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + c);
    if (us >= 0.07 && v <= vr) return k;
    if (k < 0 || k > n) continue;
    const bound =
      (m + 0.5) * Math.log((m + 1) / (r * (n - m + 1))) +
      (n + 1) * Math.log((n - m + 1) / (n - k + 1)) +
      (k + 0.5) * Math.log((r * (n - k + 1)) / (k + 1)) +
      (stirlingTail(m) + stirlingTail(n - m) - stirlingTail(k) - stirlingTail(n - k));
    if (Math.log((v * alpha) / (a / (us * us) + b)) <= bound) return k;
  }
}

/** ln k! minus Stirling's (k + ½) ln(k + 1) − (k + 1) + ½ ln 2π. */
function stirlingTail(k: number): number {
  const known = smallTails[k];
  if (known !== undefined) return known;
  const inverse = 1 / (k + 1);
  const square = inverse * inverse;
  return (1 / 12 - (1 / 360 - square / 1260) * square) * inverse;
}

const smallTails: readonly number[] = Array.from({ length: 10 }, (_, k) => {
  let logFactorial = 0;
  for (let factor = 2; factor <= k; factor += 1) logFactorial += Math.log(factor);
  return logFactorial - ((k + 0.5) * Math.log(k + 1) - (k + 1) + 0.5 * Math.log(2 * Math.PI));
});
