/** A judge's verdicts on one kind of items: 1 positive, 0 negative, one an observation, with the cluster of each. */
export type JudgedSample = { readonly verdicts: ArrayLike<number>; readonly clusters: ArrayLike<number> };

/** What a prevalence from an imperfect judge is made of; no item is in two of them. */
export type PrevalenceSamples = {
  /** Items of unknown truth, whose prevalence is asked. */
  readonly target: JudgedSample;
  /** Validation items that are positive: the share called positive is the sensitivity. */
  readonly positives: JudgedSample;
  /** Validation items that are negative: the share called negative is the specificity. */
  readonly negatives: JudgedSample;
};
