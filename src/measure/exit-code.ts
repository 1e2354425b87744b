import type { JudgeSummary } from './judge-summary.ts';

/** What a user tolerates before a run counts as incomplete. */
export type Tolerance = { readonly maxUnreadable: number; readonly maxFailed: number };
export const defaultTolerance: Tolerance = { maxUnreadable: 0.2, maxFailed: 0 };

/** Why a summary is incomplete, in one line; `undefined` where it is not. */
export function incompleteReason(summary: JudgeSummary, { maxUnreadable, maxFailed }: Tolerance): string | undefined {
  const { judge, expected, scored, abstained, unreadable, failed } = summary;
  const notMade = expected - scored - abstained - unreadable - failed;
  if (failed + notMade > maxFailed)
    return `${judge}: ${scored + abstained + unreadable} of ${expected} judged, incomplete: ${failed} failed, ${notMade} not made (at most ${maxFailed} allowed).`;
  const made = scored + abstained + unreadable + failed;
  if (made > 0 && unreadable / made > maxUnreadable)
    return `${judge}: ${unreadable} of ${made} unreadable, more than the share ${maxUnreadable} allowed.`;
  if (scored === 0) return `${judge}: expected at least one verdict, got none of ${expected}.`;
  return undefined;
}

/** Exit code of a judging command: 130 interrupted, 3 incomplete, 1 a threshold missed, 0 done. The worst of the judges counts. */
export function judgingExitCode(
  summaries: readonly JudgeSummary[],
  facts: { readonly tolerance: Tolerance; readonly missed: number },
): number {
  if (summaries.some(({ state }) => state === 'interrupted')) return 130;
  if (summaries.some((summary) => incompleteReason(summary, facts.tolerance) !== undefined)) return 3;
  return facts.missed > 0 ? 1 : 0;
}
