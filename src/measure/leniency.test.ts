import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { viewOf } from '../core/space-view.ts';
import type { VerdictSpace } from '../core/verdict-space.ts';
import { JudgedColumns, type JudgedObservation } from './judged-columns.ts';
import { leniency, leniencyClaims, leniencyUnit } from './leniency.ts';
import { spaceColumns } from './space-columns.ts';

const binary: VerdictSpace = { kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } };
const levels: VerdictSpace = { kind: 'ordinal', levels: [1, 2, 3, 4].map((label) => ({ label })) };
const fewer: VerdictSpace = { kind: 'interval', min: 0, max: 10, better: 'lower' };

function judged(space: VerdictSpace, observations: readonly Partial<JudgedObservation>[]) {
  const columns = new JudgedColumns();
  for (const [row, one] of observations.entries())
    columns.add({ row, draw: 0, status: one.value === undefined ? 'unreadable' : 'scored', group: String(row), ...one });
  return { columns: spaceColumns(columns, viewOf(space)), languages: columns.languages };
}

const valuesOf = (space: VerdictSpace, observations: readonly Partial<JudgedObservation>[]) => {
  const { columns, languages } = judged(space, observations);
  return leniency(columns, languages).map((one) => [one.group, one.status === 'ok' ? one.value : one.reason, one.n, one.missing]);
};

describe('leniency', () => {
  it('of two classes is the pass rate of verdicts less that of gold', () => {
    // All: verdicts pass 2 of 4, gold 3 of 4. Hindi: 0 of 2 against 2 of 2.
    expect(
      valuesOf(binary, [
        { language: 'hi', gold: 'pass', value: 'fail' },
        { language: 'hi', gold: 'pass', value: 'fail' },
        { language: 'en', gold: 'pass', value: 'pass' },
        { language: 'en', gold: 'fail', value: 'pass' },
        { language: 'en', gold: 'fail' },
        { language: 'fr', value: 'pass' },
      ]),
    ).toEqual([
      [null, -0.25, 4, 1],
      ['en', 0.5, 2, 1],
      ['fr', 'no scored judgment with gold', 0, 0],
      ['hi', -1, 2, 0],
    ]);
  });

  it('counts levels as one apart, and turns a range on which lower is better', () => {
    expect(
      valuesOf(levels, [
        { gold: 1, value: 4 },
        { gold: 2, value: 1 },
      ]),
    ).toEqual([[null, 1, 2, 0]]);
    expect(
      valuesOf(fewer, [
        { gold: 5, value: 2 },
        { gold: 1, value: 0 },
      ]),
    ).toEqual([[null, 2, 2, 0]]);
  });

  it('is nothing where verdicts have no order', () => {
    expect(valuesOf({ kind: 'categorical', labels: [{ label: 'a' }, { label: 'b' }] }, [{ gold: 'a', value: 'b' }])).toEqual([]);
    expect(valuesOf({ kind: 'preference', ties: true }, [{ gold: 'A', value: 'B' }])).toEqual([]);
    expect([binary, levels, fewer].map((space) => leniencyUnit(viewOf(space)))).toEqual(['share', 'levels', 'points']);
  });
});

describe('languages in which a judge is called stricter or kinder', () => {
  /** Gold even; each verdict is gold, but for a share of the passes of one language that it fails. */
  const run = (random: () => number, strictOn: string | undefined) =>
    judged(
      binary,
      Array.from({ length: 400 }, (_, row) => {
        const language = ['en', 'hi', 'ja', 'ar', 'de', 'fr', 'sw', 'th'][row % 8] as string;
        const gold = random() < 0.5 ? 'pass' : 'fail';
        const turned = gold === 'pass' ? 'fail' : 'pass';
        const value = language === strictOn && gold === 'pass' && random() < 0.6 ? 'fail' : random() < 0.15 ? turned : gold;
        return { language, gold, value };
      }),
    );

  it('finds the one where it was planted', () => {
    const { columns, languages } = run(seededRandom(5), 'hi');
    expect(leniencyClaims(columns, languages).map(({ group, value }) => [group, value < 0])).toEqual([['hi', true]]);
  });

  it('names one of a fair judge’s eight in at most 5% of runs', () => {
    const random = seededRandom(11);
    let named = 0;
    for (let time = 0; time < 1000; time += 1) {
      const { columns, languages } = run(random, undefined);
      if (leniencyClaims(columns, languages).length > 0) named += 1;
    }
    expect(named / 1000).toBeLessThan(0.06);
  });
});
