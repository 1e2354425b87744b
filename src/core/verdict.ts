/** A label as text, or a number where the levels are numbers or the space is an interval. */
export type VerdictValue = string | number;

/** Why a reply that came could not be read as a verdict. */
export type Problem = 'no-answer' | 'off-menu' | 'malformed' | 'truncated' | 'refusal' | 'empty' | 'ambiguous';

/** Why no reply came, or none that counts. */
export type FailureCode =
  | 'timeout'
  | 'rate-limit'
  | 'transport'
  | 'server'
  | 'auth'
  | 'quota'
  | 'bad-request'
  | 'content-filter'
  | 'context-overflow'
  | 'budget'
  | 'model';

export const problems: readonly Problem[] = ['no-answer', 'off-menu', 'malformed', 'truncated', 'refusal', 'empty', 'ambiguous'];
export const failureCodes: readonly FailureCode[] = [
  'timeout',
  'rate-limit',
  'transport',
  'server',
  'auth',
  'quota',
  'bad-request',
  'content-filter',
  'context-overflow',
  'budget',
  'model',
];

/** How a scored reply was read. `repaired`: the JSON was broken and mended before it was read. */
export type Reading = 'strict' | 'repaired' | 'tagged' | 'logprobs';

/** A scored verdict. `distribution` sums to 1 over the menu; `coverage` is the menu's mass before that, in 0–1. */
export type Scored = {
  readonly status: 'scored';
  readonly value: VerdictValue;
  readonly reading?: Reading;
  /** Probability by label. */
  readonly distribution?: Readonly<Record<string, number>>;
  readonly coverage?: number;
  /** Mean of the distribution on numeric levels. */
  readonly expected?: number;
};
export type Abstained = { readonly status: 'abstained'; readonly reason: string };
export type Unreadable = { readonly status: 'unreadable'; readonly problem: Problem; readonly message: string };
export type Failed = { readonly status: 'failed'; readonly code: FailureCode; readonly message: string };

/** How a judgment ended. Only a scored one has a value; nothing turns the other three into one. */
export type Verdict = Scored | Abstained | Unreadable | Failed;
export type VerdictStatus = Verdict['status'];
