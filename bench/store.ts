/**
 * Speed of the store, as ratios within one run against the bare driver. Never a timed test: machines differ, ratios less so.
 *
 * Prints one line a measurement: rate, CPU time (which a busy machine disturbs less than the clock), and what it is compared with.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import type { CallRecord } from '../src/model/call-store.ts';
import type { JudgmentRecord, RunItem, Store } from '../src/run/ports.ts';
import { openStore } from '../src/store/open-store.ts';
import { newRun } from '../src/testing/store-samples.ts';

const pairCount = Number(process.argv[2] ?? 100_000);
const inFlight = 64;
const folder = mkdtempSync(join(process.argv[3] ?? tmpdir(), 'assize-bench-'));
const now = () => new Date().toISOString();
const rubric = 'Say whether the answer is supported by the passage, and nothing else. '.repeat(8);

type Measured = { readonly name: string; readonly count: number; readonly seconds: number; readonly cpuSeconds: number };

async function measure(name: string, count: number, work: () => void | Promise<void>): Promise<Measured> {
  const cpu = process.cpuUsage();
  const begin = process.hrtime.bigint();
  await work();
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  const { user, system } = process.cpuUsage(cpu);
  const measured = { name, count, seconds, cpuSeconds: (user + system) / 1e6 };
  console.log(
    [
      name.padEnd(58),
      `${Math.round(count / seconds)}/s`.padStart(10),
      `${seconds.toFixed(2)} s`.padStart(9),
      `${((1e6 * measured.cpuSeconds) / count).toFixed(1)} µs CPU each`.padStart(20),
      `${Math.round(process.memoryUsage().rss / 1e6)} MB`.padStart(8),
    ].join(' '),
  );
  return measured;
}

function ratio(what: string, one: Measured, other: Measured): void {
  const rates = one.count / one.seconds / (other.count / other.seconds);
  console.log(`  ${what}: ${rates.toFixed(1)} times`);
}

function callOf(index: number): CallRecord {
  const item = `Item ${index}. ${`The passage of item ${index} says something of its own. `.repeat(5)}`;
  return {
    id: createHash('sha256').update(String(index)).digest('hex'),
    model: 'gateway:small',
    request: {
      messages: [
        { role: 'system', content: rubric },
        { role: 'user', content: item },
      ],
      maxTokens: 1024,
      temperature: 0,
      seed: index,
    },
    reply: {
      text: `{"reason": "The passage of item ${index} says so.", "verdict": "supported"}`,
      finish: 'stop',
      usage: { inputTokens: 300, outputTokens: 20 },
      warnings: [],
      latencyMs: 100.5,
    },
    costUsd: 0.00012,
    madeAt: '2026-01-01T00:00:00.000Z',
    run: 'r1',
  };
}

function judgmentOf(row: number, { id, reply }: CallRecord): JudgmentRecord {
  const rationale = `The passage of item ${row} says so.`;
  return {
    row,
    draw: 0,
    judge: 0,
    verdict: { status: 'scored', value: 'supported', reading: 'strict' },
    rationale,
    reply: reply.text,
    parts: [{ path: 'ask', role: 'ask', text: reply.text, rationale, calls: [id], children: [] }],
    spend: { calls: 1, inputTokens: 300, outputTokens: 20, costUsd: 0.00012 },
    latencyMs: 100.5,
    retries: 0,
  };
}

async function makePairs(store: Store, { from, to, run }: { from: number; to: number; run: string }): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < to) {
      const index = next;
      next += 1;
      const record = callOf(index);
      await store.calls.put(record);
      await store.runs.putJudgment(run, judgmentOf(index, record));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

/** What a user of the bare driver would write: each record its own commit, forced to the disk as is the driver's default, or not. */
function bareSingles(synchronous: 'full' | 'normal', count: number): void {
  const database = new Database(join(folder, `bare-${synchronous}.db`));
  database.exec(`pragma journal_mode = wal`);
  database.exec(`pragma synchronous = ${synchronous}`);
  database.exec('create table calls (id text primary key, request text, reply text)');
  database.exec('create table judgments (row integer primary key, body text)');
  const call = database.prepare('insert into calls values (?, ?, ?)');
  const judgment = database.prepare('insert into judgments values (?, ?)');
  for (let index = 0; index < count; index += 1) {
    const record = callOf(index);
    call.run([record.id, JSON.stringify(record.request), JSON.stringify(record.reply)]);
    judgment.run([index, JSON.stringify(judgmentOf(index, record))]);
  }
  database.close();
}

const bareFull = await measure('bare driver, single inserts, forced to disk: pairs', 2_000, () => bareSingles('full', 2_000));
const bareNormal = await measure('bare driver, single inserts, not forced: pairs', 10_000, () => bareSingles('normal', 10_000));
await measure('making the records alone: pairs', 20_000, () => {
  for (let index = 0; index < 20_000; index += 1) JSON.stringify(judgmentOf(index, callOf(index)));
});

for (const survives of ['kill', 'power-loss'] as const) {
  const file = join(folder, `${survives}.db`);
  const store = openStore(file, { now, survives });
  store.runs.create(newRun('r1'));
  const count = survives === 'kill' ? pairCount : Math.min(pairCount, 20_000);
  const pairs = await measure(`store, ${inFlight} in flight, survives ${survives}: pairs`, count, () =>
    makePairs(store, { from: 0, to: count, run: 'r1' }),
  );
  ratio('against single inserts, forced to disk', pairs, bareFull);
  ratio('against single inserts, not forced', pairs, bareNormal);
  if (survives === 'kill') {
    const items = Array.from({ length: 100_000 }, (_, row): RunItem => {
      const id = `item-${row}`;
      return { row, id, itemHash: createHash('sha256').update(id).digest('hex'), language: 'en', group: id, gold: 'supported' };
    });
    await measure('run_items in batches of 1,000', items.length, () => {
      for (let from = 0; from < items.length; from += 1_000) store.runs.putItems('r1', items.slice(from, from + 1_000));
    });
    await measure('reading items', items.length, () => drain(store.runs.items('r1')));
    await measure('summaries', count, () => drain(store.runs.summaries('r1')));
    await measure('judgments', count, () => drain(store.runs.judgments('r1')));
    await measure('cached calls by key', count, () => {
      for (let index = 0; index < count; index += 1) store.calls.get(callOf(index).id);
    });
  }
  await store.close();
  console.log(`  file: ${Math.round(statSync(file).size / count)} bytes a pair`);
}
rmSync(folder, { recursive: true });

function drain(rows: Iterable<unknown>): void {
  for (const _row of rows);
}
