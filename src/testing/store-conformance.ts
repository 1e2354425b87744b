import { deepStrictEqual, rejects, strictEqual, throws } from 'node:assert/strict';
import { AssizeError } from '../core/errors.ts';
import type { JudgmentKey, JudgmentRecord, Owner, RunEvent, RunItem, RunRecord, Store } from '../run/ports.ts';
import { call, judgment, newRun, owner, sampleCalls, sampleItems, sampleJudgments } from './store-samples.ts';

/** One promise of the store's ports: `run` rejects where a store does not keep it. For any test runner. */
export type StoreCheck = { readonly name: string; readonly run: () => Promise<void> };

/** How the suite gets at the store under test. Every check opens its own, empty one. */
export type StoreHarness = {
  readonly open: () => Store | Promise<Store>;
  /** Opens once more what another store has open, as a second process would. Left out where there is no such thing (a store in memory). */
  readonly openAgain?: (store: Store) => Store | Promise<Store>;
};

/** What every store must do, as checks by name. An adapter is accepted when all pass. */
export function storeConformance(harness: StoreHarness): StoreCheck[] {
  const alone = Object.entries(checks).map(([name, check]) => ({
    name,
    run: async () => {
      const store = await harness.open();
      try {
        await check(store);
      } finally {
        await store.close();
      }
    },
  }));
  const { openAgain } = harness;
  if (openAgain === undefined) return alone;
  const shared = Object.entries(sharedChecks).map(([name, check]) => ({
    name,
    run: async () => {
      const store = await harness.open();
      const other = await openAgain(store);
      try {
        await check(store, other);
      } finally {
        await other.close();
        await store.close();
      }
    },
  }));
  return [...alone, ...shared];
}

const checks: Readonly<Record<string, (store: Store) => Promise<void>>> = {
  'a call comes back as it was put': async ({ calls }) => {
    for (const record of sampleCalls) await calls.put(record);
    deepStrictEqual(
      sampleCalls.map(({ id }) => calls.get(id)),
      sampleCalls,
    );
    strictEqual(calls.get('never put'), undefined);
  },
  'calls that share long texts keep each its own': async ({ calls }) => {
    const records = Array.from({ length: 30 }, (_, index) =>
      call(`shared-${index}`, `${'The same rubric. '.repeat(20)}${index % 3}`),
    );
    await Promise.all(records.map((record) => calls.put(record)));
    deepStrictEqual(
      records.map(({ id }) => calls.get(id)),
      records,
    );
  },
  'who paid for calls can be asked, and what is not known is said': async ({ calls }) => {
    await Promise.all([
      calls.put({ ...call('one', 'text'), run: 'r1', costUsd: 0.25 }),
      calls.put({ ...call('two', 'text'), run: 'r1', costUsd: 0.5 }),
      calls.put({ ...call('three', 'text'), run: 'r2', costUsd: 1 }),
      calls.put({ ...call('four', 'text'), run: 'r2' }),
      calls.put({ ...call('five', 'text'), costUsd: 4 }),
    ]);
    deepStrictEqual(
      ['r1', 'r2', 'r3'].map((payer) => calls.paidBy(payer)),
      [
        { calls: 2, usd: 0.75, atLeast: false },
        { calls: 2, usd: 1, atLeast: true },
        { calls: 0, usd: 0, atLeast: false },
      ],
    );
  },
  'a later record of a key takes the place of the earlier': async (store) => {
    const later = { ...call('key', 'again'), costUsd: 2 };
    await Promise.all([store.calls.put(call('key', 'first')), store.calls.put(later)]);
    deepStrictEqual(store.calls.get('key'), later);
    await store.artifacts.put('key', [1]);
    await store.artifacts.put('key', [2]);
    deepStrictEqual(store.artifacts.get('key'), [2]);
    store.facts.put('key', 1);
    store.facts.put('key', null);
    strictEqual(store.facts.get('key'), null);
  },
  'artifacts and facts have keys of their own': async ({ artifacts, facts }) => {
    const value = { text: 'a\u0000b\ud800 नमस्ते', list: [1.5, -2e300, true, null, ''], nested: { '': {} } };
    await artifacts.put('one', value);
    facts.put('two', value);
    deepStrictEqual([artifacts.get('one'), artifacts.get('two')], [value, undefined]);
    deepStrictEqual([facts.get('one'), facts.get('two')], [undefined, value]);
  },
  'a run begins as running, and what is changed of it changes alone': async ({ runs }) => {
    runs.create(newRun('r1'));
    const created = runs.get('r1');
    deepStrictEqual(created, { ...newRun('r1'), state: 'running', updatedAt: created?.updatedAt });
    runs.update('r1', { state: 'incomplete', cost: { usd: 0.1, atLeast: true } });
    runs.update('r1', { seconds: 2.5, warnings: ['seed dropped'], skipped: 0, items: 7 });
    const changed = runs.get('r1');
    deepStrictEqual(changed, {
      ...newRun('r1'),
      state: 'incomplete',
      cost: { usd: 0.1, atLeast: true },
      seconds: 2.5,
      warnings: ['seed dropped'],
      skipped: 0,
      items: 7,
      updatedAt: changed?.updatedAt,
    });
    strictEqual(runs.get('r2'), undefined);
  },
  'runs are listed newest first, and the newest of an identity is found': async ({ runs }) => {
    for (const [id, identityHash] of [
      ['r1', 'x'],
      ['r2', 'y'],
      ['r3', 'x'],
    ] as const)
      runs.create({ ...newRun(id), identityHash });
    deepStrictEqual(
      runs.list().map(({ id }) => id),
      ['r3', 'r2', 'r1'],
    );
    deepStrictEqual(
      ['x', 'y', 'z'].map((hash) => runs.latest(hash)?.id),
      ['r3', 'r2', undefined],
    );
  },
  'a run cannot be begun twice under one id': async ({ runs }) => {
    runs.create(newRun('r1'));
    throws(() => runs.create(newRun('r1')), AssizeError);
    strictEqual(runs.list().length, 1);
  },
  'a run begun with an owner is held from the start': async ({ runs }) => {
    const [mine, other] = [1, 2].map((pid) => ({ pid, host: 'here', startedAt: '2026-01-01T00:00:00Z' })) as [Owner, Owner];
    runs.create(newRun('r1'), mine);
    runs.create(newRun('r2'));
    deepStrictEqual(
      [runs.acquire('r1', other, () => true), runs.acquire('r2', other, () => true)],
      [{ heldBy: mine }, { held: true }],
    );
    runs.release('r1', mine);
    deepStrictEqual(
      runs.acquire('r1', other, () => true),
      { held: true },
    );
  },
  'items come back in order of row, replaced where put again': async ({ runs }) => {
    runs.create(newRun('r1'));
    runs.create(newRun('r2'));
    runs.putItems('r1', [...sampleItems].reverse());
    runs.putItems('r2', sampleItems.slice(0, 1));
    const changed: RunItem = { row: 1, id: 'other', itemHash: 'h', group: 'g' };
    runs.putItems('r1', [changed]);
    deepStrictEqual(
      [...runs.items('r1')],
      sampleItems.map((item) => (item.row === 1 ? changed : item)),
    );
    deepStrictEqual([...runs.items('r2')], sampleItems.slice(0, 1));
    deepStrictEqual([...runs.items('r3')], []);
  },
  'a judgment comes back as it was put, numbers as numbers and texts as texts': async ({ runs }) => {
    runs.create(newRun('r1'));
    await Promise.all(sampleJudgments.map((record) => runs.putJudgment('r1', record)));
    deepStrictEqual([...runs.judgments('r1')], sampleJudgments);
    deepStrictEqual(
      sampleJudgments.map((key) => runs.getJudgment('r1', key)),
      sampleJudgments,
    );
    deepStrictEqual([...runs.summaries('r1')], sampleJudgments.map(summaryOf));
    strictEqual(runs.getJudgment('r1', { row: 0, draw: 700, judge: 0 }), undefined);
    strictEqual(runs.getJudgment('r2', { row: 0, draw: 0, judge: 0 }), undefined);
  },
  'a judgment put again takes the place of the earlier': async ({ runs }) => {
    runs.create(newRun('r1'));
    const key = { row: 0, draw: 0, judge: 0 };
    const failed: JudgmentRecord = { ...judgment(key), verdict: { status: 'failed', code: 'timeout', message: 'took 60 s' } };
    const later: JudgmentRecord = { ...judgment(key), retries: 1 };
    await Promise.all([runs.putJudgment('r1', failed), runs.putJudgment('r1', later)]);
    deepStrictEqual([[...runs.judgments('r1')], [...runs.summaries('r1')]], [[later], [summaryOf(later)]]);
  },
  'judgments are read in order of row, draw and judge, however they came': async ({ runs }) => {
    runs.create(newRun('r1'));
    const keys = Array.from({ length: 2_400 }, (_, index) => ({ row: index >> 3, draw: (index >> 1) & 3, judge: index & 1 }));
    const mixed = keys.map((key, index) => ({ key, place: (index * 7_919) % keys.length })).sort((a, b) => a.place - b.place);
    await Promise.all(mixed.map(({ key }) => runs.putJudgment('r1', judgment(key))));
    deepStrictEqual([...runs.judgments('r1')].map(keyOf), keys);
    deepStrictEqual([...runs.summaries('r1')].map(keyOf), keys);
  },
  'reading goes on while others read and write': async ({ runs }) => {
    runs.create(newRun('r1'));
    for (let row = 0; row < 300; row += 1) await runs.putJudgment('r1', judgment({ row, draw: 0, judge: 0 }));
    const rows: number[] = [];
    for (const { row } of runs.judgments('r1')) {
      rows.push(row);
      if (row % 100 === 0) {
        await runs.putJudgment('r1', judgment({ row, draw: 0, judge: 0 }));
        strictEqual([...runs.summaries('r1')].length, 300);
      }
    }
    deepStrictEqual(
      rows,
      Array.from({ length: 300 }, (_, row) => row),
    );
  },
  'events come back in the order of appending, apart by run': async (store) => {
    store.runs.create(newRun('r1'));
    store.runs.create(newRun('r2'));
    const events = Array.from({ length: 1_100 }, (_, index): RunEvent => ({
      type: 'judgment-made',
      at: '2026-01-01T00:00:00.000Z',
      details: { index },
    }));
    for (const event of events) store.runs.append('r1', event);
    store.runs.append('r2', { type: 'run-ended', at: '2026-01-01T00:00:01.000Z', details: { text: '\u0000\ud800' } });
    deepStrictEqual([...store.runs.events('r1')], events);
    deepStrictEqual(
      [...store.runs.events('r2')],
      [{ type: 'run-ended', at: '2026-01-01T00:00:01.000Z', details: { text: '\u0000\ud800' } }],
    );
    await store.flush();
  },
  'a run is taken by one owner at a time, and released by that owner alone': async ({ runs }) => {
    runs.create(newRun('r1'));
    const alive = () => true;
    deepStrictEqual(runs.acquire('r1', owner(1), alive), { held: true });
    deepStrictEqual(runs.acquire('r1', owner(2), alive), { heldBy: owner(1) });
    deepStrictEqual(runs.acquire('r1', owner(1), alive), { heldBy: owner(1) });
    runs.release('r1', owner(2));
    runs.release('r1', { ...owner(1), startedAt: 'another life' });
    deepStrictEqual(runs.acquire('r1', owner(2), alive), { heldBy: owner(1) });
    runs.release('r1', owner(1));
    deepStrictEqual(runs.acquire('r1', owner(2), alive), { held: true });
  },
  'a dead owner is taken over, and cannot release what is no longer its own': async ({ runs }) => {
    runs.create(newRun('r1'));
    runs.acquire('r1', owner(1), () => true);
    const asked: Owner[] = [];
    const dead = (who: Owner) => {
      asked.push(who);
      return false;
    };
    deepStrictEqual(runs.acquire('r1', owner(2), dead), { held: true });
    deepStrictEqual(asked, [owner(1)]);
    runs.release('r1', owner(1));
    deepStrictEqual(
      runs.acquire('r1', owner(3), () => true),
      { heldBy: owner(2) },
    );
  },
  'a deleted run is gone with all that was its own; its calls stay': async (store) => {
    for (const id of ['r1', 'r2']) {
      store.runs.create(newRun(id));
      store.runs.putItems(id, sampleItems);
      await store.runs.putJudgment(id, judgment({ row: 0, draw: 0, judge: 0 }));
      store.runs.append(id, { type: 'run-started', at: '2026-01-01T00:00:00.000Z', details: {} });
    }
    await store.calls.put({ ...call('kept', 'text'), run: 'r1' });
    store.runs.delete('r1');
    store.runs.delete('never there');
    deepStrictEqual(contentOf(store, 'r1'), [undefined, [], [], [], []]);
    deepStrictEqual(
      contentOf(store, 'r2').map((content) => (Array.isArray(content) ? content.length : content?.id)),
      ['r2', 5, 1, 1, 1],
    );
    deepStrictEqual(store.calls.get('kept'), { ...call('kept', 'text'), run: 'r1' });
    store.runs.create(newRun('r1'));
    deepStrictEqual(contentOf(store, 'r1').slice(1), [[], [], [], []]);
  },
  'a write to a run that is not there is refused, and nothing else with it': async (store) => {
    store.runs.create(newRun('r1'));
    const good = store.runs.putJudgment('r1', judgment({ row: 0, draw: 0, judge: 0 }));
    const bad = store.runs.putJudgment('r2', judgment({ row: 0, draw: 0, judge: 0 }));
    const call1 = store.calls.put(call('beside', 'text'));
    await rejects(bad, { name: 'AssizeError', code: 'store' });
    await Promise.all([good, call1]);
    throws(() => store.runs.update('r2', { seconds: 1 }), { name: 'AssizeError', code: 'store' });
    throws(() => store.runs.putItems('r2', sampleItems), { name: 'AssizeError', code: 'store' });
    throws(() => store.runs.acquire('r2', owner(1), () => true), { name: 'AssizeError', code: 'store' });
    store.runs.append('r2', { type: 'run-ended', at: '2026-01-01T00:00:00.000Z', details: {} });
    await rejects(store.flush(), { name: 'AssizeError', code: 'store' });
    deepStrictEqual([[...store.runs.judgments('r1')].length, store.calls.get('beside')?.id], [1, 'beside']);
  },
  'a closed store refuses, and closes again without complaint': async (store) => {
    await store.close();
    await store.close();
    throws(() => store.calls.get('key'), { name: 'AssizeError', code: 'store' });
    await rejects(store.calls.put(call('key', 'text')), { name: 'AssizeError', code: 'store' });
  },
};

const sharedChecks: Readonly<Record<string, (store: Store, other: Store) => Promise<void>>> = {
  'what one has written the other reads': async (store, other) => {
    store.runs.create(newRun('r1'));
    store.runs.putItems('r1', sampleItems);
    await store.runs.putJudgment('r1', judgment({ row: 0, draw: 0, judge: 0 }));
    await store.calls.put(call('key', 'The same rubric, long enough to be shared between calls. '.repeat(4)));
    await other.calls.put(call('key2', 'The same rubric, long enough to be shared between calls. '.repeat(4)));
    store.facts.put('fact', 1);
    deepStrictEqual(contentOf(other, 'r1'), contentOf(store, 'r1'));
    deepStrictEqual([other.calls.get('key'), other.facts.get('fact')], [store.calls.get('key'), 1]);
    deepStrictEqual(store.calls.get('key2'), other.calls.get('key2'));
  },
  'a run taken through one is held for the other': async (store, other) => {
    store.runs.create(newRun('r1'));
    store.runs.acquire('r1', owner(1), () => true);
    deepStrictEqual(
      other.runs.acquire('r1', owner(2), () => true),
      { heldBy: owner(1) },
    );
    store.runs.release('r1', owner(1));
    deepStrictEqual(
      other.runs.acquire('r1', owner(2), () => true),
      { held: true },
    );
  },
  'both write at once and nothing is lost': async (store, other) => {
    store.runs.create(newRun('r1'));
    const rows = Array.from({ length: 400 }, (_, row) => row);
    await Promise.all(
      rows.map((row) => (row % 2 === 0 ? store : other).runs.putJudgment('r1', judgment({ row, draw: 0, judge: 0 }))),
    );
    deepStrictEqual(
      [...store.runs.summaries('r1')].map(({ row }) => row),
      rows,
    );
  },
  'a run deleted through one refuses the judgments of the other': async (store, other) => {
    store.runs.create(newRun('r1'));
    await other.runs.putJudgment('r1', judgment({ row: 0, draw: 0, judge: 0 }));
    store.runs.delete('r1');
    await rejects(other.runs.putJudgment('r1', judgment({ row: 1, draw: 0, judge: 0 })), { name: 'AssizeError', code: 'store' });
  },
};

function keyOf({ row, draw, judge }: JudgmentKey): JudgmentKey {
  return { row, draw, judge };
}

function summaryOf({ row, draw, judge, verdict, retries, spend }: JudgmentRecord): unknown {
  const { status } = verdict;
  const cause = status === 'unreadable' ? verdict.problem : status === 'failed' ? verdict.code : undefined;
  return {
    row,
    draw,
    judge,
    status,
    ...(status === 'scored' && { value: verdict.value }),
    ...(cause && { cause }),
    retries,
    spend,
  };
}

function contentOf({ runs }: Store, id: string): [RunRecord | undefined, ...unknown[][]] {
  return [runs.get(id), [...runs.items(id)], [...runs.judgments(id)], [...runs.summaries(id)], [...runs.events(id)]];
}
