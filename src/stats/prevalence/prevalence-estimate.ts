import { clusterMoments, tallyClusters } from '../clusters.ts';
import { normalCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions } from '../interval.ts';
import { effectiveNumber } from '../proportions/clustered-proportion.ts';
import { wilsonInterval } from '../proportions/wilson.ts';
import type { JudgedSample, PrevalenceSamples } from './judged-sample.ts';
import { roganGladen } from './rogan-gladen.ts';

/**
 * The prevalence behind an imperfect judge's verdicts, with Lang and Reiczigel's interval, which carries the uncertainty of
 * sensitivity and specificity as well as of the share called positive.
 *
 *     p' = (n p + z²/2)/(n + z²),   Se' = (n₁ Se + 1)/(n₁ + 2),   Sp' = (n₀ Sp + 1)/(n₀ + 2)
 *     π' = (p' + Sp' − 1)/J',   J' = Se' + Sp' − 1
 *     δ  = 2z² (π' Se'(1 − Se')/(n₁ + 2) − (1 − π') Sp'(1 − Sp')/(n₀ + 2))
 *     SE = √(p'(1 − p')/(n + z²) + π'² Se'(1 − Se')/(n₁ + 2) + (1 − π')² Sp'(1 − Sp')/(n₀ + 2)) / J'
 *     π' + δ ± z SE, cut to 0–1
 *
 * The value is Rogan and Gladen's estimate cut to 0–1. In clusters each n is the effective number of `clusteredProportion`
 * (ours); with singletons the interval is the published one.
 *
 * Undefined: an empty sample; a judge for which sensitivity + specificity ≤ 1 is not excluded, at the interval's level
 * (Newcombe's lower end for a sum of two proportions, from their Wilson intervals): its verdicts may then say nothing, and every
 * prevalence fits them.
 *
 * Assumes that the judge errs on the target as it does on the validation items, independent clusters, and that no cluster is in
 * two samples. O(n). The naive baseline is `clusteredProportion` of the target's verdicts.
 *
 * Reference: numpy, as published (scripts/reference/prevalence.py). Source: Lang and Reiczigel 2014, Prev. Vet. Med. 113;
 * Newcombe 1998, Statist. Med. 17.
 */
export function prevalenceEstimate(
  { target, positives, negatives }: PrevalenceSamples,
  { level = defaultLevel, missing = 0 }: EstimateOptions = {},
): Estimate {
  const [apparent, sensitivity, falsePositive] = [target, positives, negatives].map((sample) => shareOf(sample, level)) as [
    Share,
    Share,
    Share,
  ];
  const specificity = { ...falsePositive, rate: 1 - falsePositive.rate };
  const n = target.verdicts.length;
  const reason = emptyReason({ target, positives, negatives }) ?? blindReason(sensitivity, specificity, level);
  const value = roganGladen(apparent.rate, { sensitivity: sensitivity.rate, specificity: specificity.rate });
  if (reason !== undefined || value === undefined) return { status: 'undefined', reason: reason ?? blind, n, missing };
  const z2 = normalCritical(level) ** 2;
  const p = padded(apparent, z2);
  const se = padded(sensitivity, 2);
  const sp = padded(specificity, 2);
  const youden = se.rate + sp.rate - 1;
  const centre = (p.rate + sp.rate - 1) / youden;
  const shift = 2 * z2 * (centre * variance(se) - (1 - centre) * variance(sp));
  const spread = variance(p) + centre ** 2 * variance(se) + (1 - centre) ** 2 * variance(sp);
  const half = Math.sqrt(z2 * spread) / youden;
  const estimate = Math.min(1, Math.max(0, value));
  const ends = within({ low: centre + shift - half, high: centre + shift + half }, estimate, [0, 1]);
  const groups = apparent.groups + sensitivity.groups + falsePositive.groups;
  const clustered = groups < n + positives.verdicts.length + negatives.verdicts.length;
  const shared = { status: 'ok', value: estimate, ...ends, level, n, missing } as const;
  return clustered
    ? { ...shared, method: 'lang-reiczigel-clustered', groups: apparent.groups }
    : { ...shared, method: 'lang-reiczigel' };
}

const blind = 'sensitivity + specificity ≤ 1 is not excluded, so the verdicts may say nothing';

type Share = { readonly rate: number; readonly n: number; readonly groups: number };

function shareOf({ verdicts, clusters }: JudgedSample, level: number): Share {
  const moments = clusterMoments(tallyClusters(verdicts, clusters));
  return { rate: moments.mean, n: moments.n === 0 ? 0 : effectiveNumber(moments, level), groups: moments.groups };
}

function emptyReason(samples: PrevalenceSamples): string | undefined {
  if (samples.target.verdicts.length === 0) return 'no observation';
  if (samples.positives.verdicts.length === 0) return 'no positive validation item, so no sensitivity';
  return samples.negatives.verdicts.length === 0 ? 'no negative validation item, so no specificity' : undefined;
}

function blindReason(sensitivity: Share, specificity: Share, level: number): string | undefined {
  const [se, sp] = [sensitivity, specificity].map(({ rate, n }) => rate - wilsonInterval(rate, n, level).low) as [number, number];
  return sensitivity.rate + specificity.rate - 1 - Math.hypot(se, sp) > 0 ? undefined : blind;
}

/** `added` pseudo-observations, half of them events. */
function padded({ rate, n, groups }: Share, added: number): Share {
  return { rate: (n * rate + added / 2) / (n + added), n: n + added, groups };
}

function variance({ rate, n }: Share): number {
  return (rate * (1 - rate)) / n;
}
