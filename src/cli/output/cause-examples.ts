import type { RunStore } from '../../run/ports.ts';

/** What a cause looked like once: which judge, which item, in whose words. */
export type CauseExample = { readonly judge: number; readonly cause: string; readonly item: string; readonly message: string };

/** Records that are read for them at most: examples, not a census. */
const mostRecords = 2000;
const mostCharacters = 300;

/** The first judgment of each judge and cause that has no verdict, of the first 2,000 of a run: counts alone say what happened, and not why. */
export function causeExamples(runs: RunStore, runId: string): CauseExample[] {
  const found = new Map<string, CauseExample & { readonly row: number }>();
  let read = 0;
  for (const { row, judge, verdict } of runs.judgments(runId)) {
    if ((read += 1) > mostRecords) break;
    if (verdict.status !== 'failed' && verdict.status !== 'unreadable') continue;
    const cause = verdict.status === 'failed' ? verdict.code : verdict.problem;
    const key = `${judge} ${cause}`;
    if (found.has(key)) continue;
    found.set(key, { judge, cause, row, item: '', message: shown(verdict.message) });
  }
  const items = new Map<number, string>();
  const rows = new Set([...found.values()].map(({ row }) => row));
  for (const { row, id } of rows.size === 0 ? [] : runs.items(runId)) {
    if (rows.has(row)) items.set(row, id);
    if (items.size === rows.size) break;
  }
  return [...found.values()].map(({ row, ...example }) => ({ ...example, item: items.get(row) ?? String(row) }));
}

/** One line that a terminal takes as text, whatever a model or an endpoint wrote. */
function shown(message: string): string {
  const line = message.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters).toWellFormed()}…`;
}
