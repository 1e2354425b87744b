import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '../store/open-store.ts';
import { putSampleRun } from '../testing/sample-run.ts';
import { judgeDetails } from './judge-details.ts';
import { measureStoredRun } from './stored-run.ts';

const open = () => openMemoryStore({ now: () => '2026-01-01T00:00:00.000Z' });

describe('the details of a stored run', () => {
  it('agree with its summary, and tell causes, usage and calibration', async () => {
    const store = open();
    const run = await putSampleRun(store, { items: 400 });
    const [details] = judgeDetails(store.runs, run);
    const [summary] = measureStoredRun(run, store).judges;
    expect(summary).toMatchObject({ state: 'incomplete', expected: 400, scored: 376, abstained: 8, unreadable: 8, failed: 8 });
    const table = details?.table;
    expect(table?.verdicts.reduce((sum, count) => sum + count, 0)).toBe(376);
    const accuracy = summary?.metrics.find(({ name, group }) => name === 'accuracy' && group === null);
    const right = (table?.counts.get(0) ?? 0) + (table?.counts.get(3) ?? 0);
    expect(accuracy?.status === 'ok' && accuracy.value).toBeCloseTo(right / 376, 12);
    expect(details?.causes.map(({ status, cause, count, example }) => [status, cause, count, example.item])).toEqual([
      ['unreadable', 'off-menu', 8, 'item-8'],
      ['abstained', null, 8, 'item-24'],
      ['failed', 'timeout', 8, 'item-42'],
    ]);
    expect(details?.usage).toMatchObject({
      judgments: 400,
      calls: 400,
      inputTokens: { sum: 48_000, unknown: 0 },
      outputTokens: { sum: 12_000, unknown: 0 },
    });
    expect(details?.calibration?.curve.reduce((sum, { n }) => sum + n, 0)).toBe(376);
    expect(details?.calibration?.brier.missing).toBe(24);
    expect(details?.leniencyClaims.map(({ group, value }) => [group, value < 0])).toEqual([['hi', true]]);
    expect(details?.raters?.raters.map(({ rater }) => rater)).toEqual(['anna', 'بدر']);
    await store.close();
  });

  it('pair the judges of a comparison, and take each one’s cost from its own calls', async () => {
    const store = open();
    const run = await putSampleRun(store, { items: 100, judges: ['a', 'b', 'c'] });
    const { judges, differences } = measureStoredRun(run, store);
    expect([...new Set(differences.map(({ a, b }) => `${b} − ${a}`))]).toEqual(['b − a', 'c − a']);
    expect(judges.map(({ cost }) => Number(cost.usd.toFixed(6)))).toEqual([0.01, 0.01, 0.01]);
    await store.close();
  });

  it('are there for a run in which nothing was judged', async () => {
    const store = open();
    const run = await putSampleRun(store, { items: 0 });
    const [details] = judgeDetails(store.runs, run);
    expect(details).toMatchObject({
      causes: [],
      calibration: undefined,
      raters: undefined,
      usage: { judgments: 0, latencyMs: undefined },
    });
    expect(measureStoredRun(run, store).judges[0]?.metrics.every(({ status }) => status === 'undefined')).toBe(true);
    await store.close();
  });
});
