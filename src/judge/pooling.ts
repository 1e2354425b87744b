import type { SpaceView } from '../core/space-view.ts';
import type { Failed, Verdict, VerdictValue } from '../core/verdict.ts';

/** What some voters said, with the weight of each (1 where none is given). */
export type Ballot = { readonly verdict: Verdict; readonly weight?: number };

/**
 * The value with more than half of *all* weight, non-verdicts included in the whole.
 *
 * Where no value has it: `failed` if failed voters could still have given one a majority (a resume tries them again); the first voter's among values that
 * share the top, under `ties: first`; `unreadable` if nobody could be read; else `abstained`.
 */
export function poolMajority(ballots: readonly Ballot[], ties: 'abstain' | 'first' = 'abstain'): Verdict {
  const whole = sum(ballots.map(weightOf));
  const byValue = new Map<VerdictValue, number>();
  for (const ballot of ballots) {
    if (ballot.verdict.status === 'scored')
      byValue.set(ballot.verdict.value, (byValue.get(ballot.verdict.value) ?? 0) + weightOf(ballot));
  }
  const top = Math.max(0, ...byValue.values());
  const leaders = [...byValue].filter(([, weight]) => same(weight, top)).map(([value]) => value);
  if (leaders.length === 1 && moreThanHalf(top, whole)) return { status: 'scored', value: leaders[0] as VerdictValue };
  const failures = ballots.filter(({ verdict }) => verdict.status === 'failed');
  if (failures.length > 0 && moreThanHalf(top + sum(failures.map(weightOf)), whole)) return firstFailure(failures);
  if (ties === 'first' && leaders.length > 1) return { status: 'scored', value: leaders[0] as VerdictValue };
  const unreadable = ballots.map(({ verdict }) => verdict).filter(({ status }) => status === 'unreadable');
  if (unreadable.length === ballots.length && unreadable[0] !== undefined) return unreadable[0];
  return { status: 'abstained', reason: `No majority: ${countText(ballots)}.` };
}

/**
 * The mean (weighted) or the median of numbers, over the voters that were scored if these are more than half of the weight. A failed voter makes it
 * failed (a resume tries it again); too few scored make it abstained, or unreadable where nobody could be read.
 */
export function poolNumbers(ballots: readonly Ballot[], how: 'mean' | 'median', space: SpaceView): Verdict {
  const missing = missingVerdict(ballots);
  if (missing !== undefined) return missing;
  const scored = ballots.flatMap(({ verdict, weight }) =>
    verdict.status === 'scored' ? [{ value: verdict.value, weight: weight ?? 1 }] : [],
  );
  if (how === 'mean') {
    const whole = sum(scored.map(({ weight }) => weight));
    return { status: 'scored', value: sum(scored.map(({ value, weight }) => Number(value) * weight)) / whole };
  }
  const ordered = scored.map(({ value }) => value).sort((a, b) => (space.rank(a) ?? 0) - (space.rank(b) ?? 0));
  const low = ordered[Math.floor((ordered.length - 1) / 2)] as VerdictValue;
  const high = ordered[Math.ceil((ordered.length - 1) / 2)] as VerdictValue;
  // Between two levels there is none: the lower one speaks, so that a median never promises more than half of the voters do.
  return { status: 'scored', value: space.scale === 'interval' ? (Number(low) + Number(high)) / 2 : low };
}

/**
 * The worst verdict. A missing one could have been worse, so only the worst possible value is certain while any is missing: otherwise it is failed, or
 * abstained.
 */
export function poolMinimum(ballots: readonly Ballot[], space: SpaceView): Verdict {
  const values = ballots.flatMap(({ verdict }) => (verdict.status === 'scored' ? [verdict.value] : []));
  const worst = values.reduce<VerdictValue | undefined>(
    (low, value) => (low === undefined || (space.rank(value) ?? 0) < (space.rank(low) ?? 0) ? value : low),
    undefined,
  );
  if (worst !== undefined && (values.length === ballots.length || isBottom(worst, space)))
    return { status: 'scored', value: worst };
  const failures = ballots.filter(({ verdict }) => verdict.status === 'failed');
  if (failures.length > 0) return firstFailure(failures);
  if (worst === undefined) return missingVerdict(ballots) ?? { status: 'abstained', reason: 'Nobody was asked.' };
  return {
    status: 'abstained',
    reason: `The minimum of ${values.length} of ${ballots.length} is not the minimum of all: ${countText(ballots)}.`,
  };
}

/**
 * Draws of one judge as a distribution: the share of each value among those that were scored, if these are more than half of all (else as `poolNumbers`). On an interval the
 * value is their mean; elsewhere the commonest (of equals the first on the menu, which runs from worst to best), with `expected` where levels are numbers.
 */
export function poolFrequencies(ballots: readonly Ballot[], space: SpaceView): Verdict {
  const missing = missingVerdict(ballots);
  if (missing !== undefined) return missing;
  const values = ballots.flatMap(({ verdict }) => (verdict.status === 'scored' ? [verdict.value] : []));
  const mean = sum(values.map(Number)) / values.length;
  if (space.scale === 'interval') return { status: 'scored', value: mean };
  const shares = (space.classes ?? []).map((value) => ({
    value,
    share: values.filter((other) => other === value).length / values.length,
  }));
  const top = shares.reduce((best, one) => (one.share > best.share ? one : best));
  return {
    status: 'scored',
    value: top.value,
    distribution: Object.fromEntries(shares.map(({ value, share }) => [String(value), share])),
    ...(space.numeric && { expected: mean }),
  };
}

function missingVerdict(ballots: readonly Ballot[]): Verdict | undefined {
  const failures = ballots.filter(({ verdict }) => verdict.status === 'failed');
  if (failures.length > 0) return firstFailure(failures);
  const present = sum(ballots.filter(({ verdict }) => verdict.status === 'scored').map(weightOf));
  if (moreThanHalf(present, sum(ballots.map(weightOf)))) return undefined;
  const verdicts = ballots.map(({ verdict }) => verdict);
  const unreadable = verdicts.filter(({ status }) => status === 'unreadable');
  if (present === 0 && unreadable.length === ballots.length && unreadable[0] !== undefined) return unreadable[0];
  return { status: 'abstained', reason: `Half or less could be pooled: ${countText(ballots)}.` };
}

function isBottom(value: VerdictValue, space: SpaceView): boolean {
  const bottom = space.classes?.[0] ?? (space.rank(space.range?.[0] ?? 0) === undefined ? undefined : bottomOfRange(space));
  return value === bottom;
}

function bottomOfRange(space: SpaceView): number | undefined {
  if (space.range === undefined) return undefined;
  const [min, max] = space.range;
  return (space.rank(min) ?? 0) < (space.rank(max) ?? 0) ? min : max;
}

function firstFailure(failures: readonly Ballot[]): Failed {
  return failures[0]?.verdict as Failed;
}

function countText(ballots: readonly Ballot[]): string {
  const counts = new Map<string, number>();
  for (const { verdict } of ballots) {
    const name = verdict.status === 'scored' ? String(verdict.value) : verdict.status;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return `${[...counts].map(([name, count]) => `${count} ${name}`).join(', ')} of ${ballots.length}`;
}

function weightOf(ballot: Ballot): number {
  return ballot.weight ?? 1;
}

/** Weights such as 0.1 + 0.2 and 0.3 are the same half, whatever floating point says. */
function moreThanHalf(part: number, whole: number): boolean {
  return 2 * part > whole * (1 + 1e-9);
}

function same(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
