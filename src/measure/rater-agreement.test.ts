import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { viewOf, type SpaceView } from '../core/space-view.ts';
import type { RunItem } from '../run/ports.ts';
import { JudgedColumns } from './judged-columns.ts';
import { raterAgreement } from './rater-agreement.ts';
import { Ratings } from './ratings.ts';
import { spaceColumns } from './space-columns.ts';

const binary = viewOf({ kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } });
const interval = viewOf({ kind: 'interval', min: 0, max: 10, better: 'higher' });

type Row = { readonly value?: string | number; readonly labels?: RunItem['labels']; readonly content?: string };

function agreementOf(view: SpaceView, rows: readonly Row[]) {
  const columns = new JudgedColumns();
  const ratings = new Ratings(view);
  for (const [row, { value, labels, content = `c${row}` }] of rows.entries()) {
    columns.add({ row, draw: 0, status: value === undefined ? 'failed' : 'scored', group: content, value });
    ratings.add({ row, id: String(row), itemHash: content, group: content, ...(labels && { labels }) });
  }
  return raterAgreement(spaceColumns(columns, view), ratings, { seed: 0, draws: 50 });
}

const told = (estimate: { status: string; value?: number; n: number; missing: number } | undefined) =>
  estimate && [estimate.status === 'ok' ? Number(estimate.value?.toFixed(6)) : estimate.status, estimate.n, estimate.missing];

describe('agreement with raters', () => {
  it('sets a judge against each, and people against each other on the same items', () => {
    const found = agreementOf(binary, [
      { value: 'pass', labels: { anna: 'pass', bo: 'pass' } },
      { value: 'fail', labels: { anna: 'pass', bo: 'fail' } },
      { value: 'fail', labels: { anna: 'fail', bo: 'fail' } },
      { value: 'pass', labels: { anna: 'fail' } },
      { labels: { anna: 'pass', bo: 'pass' } },
      { value: 'pass' },
    ]);
    // anna: right on rows 0 and 2 of 0, 1, 2, 3. bo: on 0, 1, 2. Pairs agree on rows 0 and 2 of 0, 1, 2; the judge with a rater on 1, ½, 1.
    expect(found?.raters.map(({ rater, agreement }) => [rater, told(agreement)])).toEqual([
      ['anna', [0.5, 4, 1]],
      ['bo', [1, 3, 1]],
    ]);
    expect([told(found?.people?.agreement), told(found?.people?.judge)]).toEqual([
      [0.666667, 3, 1],
      [0.833333, 3, 1],
    ]);
    expect(found?.people?.alpha.n).toBe(3);
    expect(found?.raters.every(({ kappa }) => kappa !== undefined)).toBe(true);
  });

  it('takes rows of one content, each with one rater’s label, for one item; a second label of a rater is not taken', () => {
    const found = agreementOf(binary, [
      { value: 'pass', labels: { anna: 'pass' }, content: 'same' },
      { value: 'pass', labels: { bo: 'fail' }, content: 'same' },
      { value: 'pass', labels: { bo: 'pass' }, content: 'same' },
      { value: 'pass', labels: { anna: 'pass' }, content: 'other' },
      { value: 'pass', labels: { bo: 'pass' }, content: 'other' },
    ]);
    expect([told(found?.people?.agreement), told(found?.people?.judge)]).toEqual([
      [0.5, 2, 0],
      [0.75, 2, 0],
    ]);
  });

  it('is of distances on intervals', () => {
    const found = agreementOf(interval, [
      { value: 5, labels: { anna: 5, bo: 7 } },
      { value: 1, labels: { anna: 2, bo: 2 } },
    ]);
    expect(found?.metric).toBe('mae');
    expect(found?.raters.map(({ agreement }) => told(agreement))).toEqual([
      [0.5, 2, 0],
      [1.5, 2, 0],
    ]);
    // Between people: 2 and 0. From the judge: (0 + 2)/2 and 1.
    expect([told(found?.people?.agreement), told(found?.people?.judge)]).toEqual([
      [1, 2, 0],
      [1, 2, 0],
    ]);
  });

  it('says what it cannot say: nobody rated, no two rated one item, labels off the menu, nothing scored', () => {
    expect(agreementOf(binary, [{ value: 'pass' }])).toBeUndefined();
    expect(agreementOf(binary, [{ value: 'pass', labels: { anna: 'maybe' } }])).toBeUndefined();
    expect(
      agreementOf(binary, [
        { value: 'pass', labels: { anna: 'pass' } },
        { value: 'pass', labels: { bo: 'pass' } },
      ])?.people,
    ).toBeUndefined();
    const unscored = agreementOf(binary, [{ labels: { anna: 'pass', bo: 'pass' } }]);
    expect(unscored?.raters.map(({ agreement }) => told(agreement))).toEqual([
      ['undefined', 0, 1],
      ['undefined', 0, 1],
    ]);
    expect(told(unscored?.people?.judge)).toEqual(['undefined', 0, 1]);
  });

  it('finds a judge that is as good as a rater to be so', () => {
    const random = seededRandom(3);
    const noisy = (truth: string): string => (random() < 0.9 ? truth : truth === 'pass' ? 'fail' : 'pass');
    const found = agreementOf(
      binary,
      Array.from({ length: 2000 }, () => {
        const truth = random() < 0.5 ? 'pass' : 'fail';
        return { value: noisy(truth), labels: { anna: noisy(truth), bo: noisy(truth) } };
      }),
    );
    // Two that are right in .9 agree in .9² + .1² = .82.
    for (const estimate of [found?.people?.agreement, found?.people?.judge]) {
      expect(estimate?.status === 'ok' && estimate.low < 0.82 && estimate.high > 0.82).toBe(true);
      expect(estimate?.status === 'ok' && estimate.high - estimate.low < 0.05).toBe(true);
    }
  });
});
