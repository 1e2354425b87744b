import { expect, test } from 'vitest';
import { JudgedColumns } from '../measure/judged-columns.ts';
import type { JudgmentSummary, RunItem, RunRecord, RunStore } from '../run/ports.ts';
import { tallyRun } from '../measure/judge-summary.ts';
import { soleVerdictSentence } from './judge-answer.ts';

/** What a run that gave these values counts. */
function countsOf(values: readonly (string | undefined)[]) {
  const items = values.map((_, row): RunItem => ({ row, id: String(row), itemHash: String(row), group: String(row) }) as RunItem);
  const summaries = values.map(
    (value, row) =>
      ({
        row,
        draw: 0,
        judge: 0,
        status: value === undefined ? 'abstained' : 'scored',
        ...(value !== undefined && { value }),
        spend: { calls: 1 },
        retries: 0,
      }) as JudgmentSummary,
  );
  const runs = { items: () => items, summaries: () => summaries } as unknown as RunStore;
  const run = { id: 'r', items: items.length, judges: [{ spec: { verdict: { kind: 'preference', ties: false } } }] };
  const [tally] = tallyRun(runs, run as unknown as RunRecord, 1);
  expect(tally?.columns).toBeInstanceOf(JudgedColumns);
  return tally?.counts as NonNullable<typeof tally>['counts'];
}
const sentence = (values: readonly (string | undefined)[]): string =>
  soleVerdictSentence(countsOf(values) as Parameters<typeof soleVerdictSentence>[0]);

test('a judge that always says the same is told, with how often it said it', () => {
  expect(sentence(['A', 'A', undefined, 'A', 'A', 'A'])).toBe('Each of its 5 verdicts is A: what it read made no difference.');
});

test.each([
  ['one other verdict', ['A', 'A', 'A', 'A', 'B', 'A']],
  ['too few to say', ['A', 'A', 'A', 'A', undefined]],
  ['none', [undefined, undefined]],
])('%s: nothing is said', (_name, values) => {
  expect(sentence(values)).toBe('');
});
