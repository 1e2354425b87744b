/** 1/(1 + exp(−x)), without overflow. */
export function logistic(x: number): number {
  if (x >= 0) return 1 / (1 + Math.exp(-x));
  const e = Math.exp(x);
  return e / (1 + e);
}

/**
 * log(p/(1 − p)) of a probability cut to [clip, 1 − clip]: 0 and 1 have no finite logit, so what stands for them is named by the caller.
 *
 * @param clip in (0, ½).
 */
export function logit(probability: number, clip: number): number {
  const p = Math.min(1 - clip, Math.max(clip, probability));
  return Math.log(p) - Math.log1p(-p);
}
