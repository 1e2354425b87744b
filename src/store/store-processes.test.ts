import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../run/ports.ts';
import { call, judgment, newRun } from '../testing/store-samples.ts';
import { openStore } from './open-store.ts';
import { isAlive } from './process-owner.ts';

const folder = mkdtempSync(join(tmpdir(), 'assize-processes-'));
/** Inside the project, so that the program finds the project's packages. */
const programs = fileURLToPath(new URL(`../../.test-results/store-${process.pid}/`, import.meta.url));
const now = () => '2026-01-02T00:00:00.000Z';

beforeAll(async () => {
  await build({
    config: false,
    entry: { writer: fileURLToPath(new URL('../testing/store-writer.ts', import.meta.url)) },
    outDir: programs,
    platform: 'node',
    dts: false,
    fixedExtension: true,
    logLevel: 'silent',
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(programs, { recursive: true, force: true });
});

function start(...words: (string | number)[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [join(programs, 'writer.mjs'), ...words.map(String)]);
}

/** Its lines, until it ends or `enough` says so; then it is killed. */
async function linesOf(
  child: ChildProcessWithoutNullStreams,
  enough: (lines: readonly string[]) => boolean = () => false,
): Promise<string[]> {
  const lines: string[] = [];
  let complaint = '';
  child.stderr.on('data', (text) => (complaint += String(text)));
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (enough(lines)) child.kill('SIGKILL');
  }
  await ended;
  expect(complaint).toBe('');
  return lines;
}

function content(store: Store, count: number): { calls: number[]; judgments: number[]; events: number; paid: number } {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return {
    calls: indexes.filter((index) => store.calls.get(`call-${index}`) !== undefined),
    judgments: [...store.runs.summaries('r1')].map(({ row }) => row),
    events: [...store.runs.events('r1')].length,
    paid: store.calls.paidBy('r1').usd,
  };
}

describe('kill -9', () => {
  it.each([1, 40, 700, 2_500])('after %i acknowledged pairs loses none of them, and the work can go on', async (killedAfter) => {
    const file = join(folder, `killed-${killedAfter}.db`);
    const count = 3_000;
    const acknowledged = (await linesOf(start('write', file, 'r1', 0, count), (lines) => lines.length >= killedAfter)).map(
      Number,
    );
    expect(acknowledged.length).toBeGreaterThanOrEqual(killedAfter);

    const store = openStore(file, { now });
    const found = content(store, count);
    const kept = { calls: new Set(found.calls), judgments: new Set(found.judgments) };
    expect(acknowledged.filter((index) => !kept.calls.has(index) || !kept.judgments.has(index))).toEqual([]);
    expect(found.judgments.filter((row) => !kept.calls.has(row))).toEqual([]);
    expect(found.paid).toBe(found.calls.length);
    for (const index of found.calls)
      expect(store.calls.get(`call-${index}`)).toEqual({
        ...call(`call-${index}`, `${index} `.repeat(200)),
        run: 'r1',
        costUsd: 1,
      });
    expect([...store.runs.judgments('r1')]).toEqual(found.judgments.map((row) => judgment({ row, draw: 0, judge: 0 })));
    await store.close();

    expect(await linesOf(start('write', file, 'r1', 0, count))).toHaveLength(count);
    const after = openStore(file, { now });
    expect(content(after, count).judgments).toHaveLength(count);
    await after.close();
  });
});

describe('several processes at once', () => {
  it('make one new store together', async () => {
    const file = join(folder, 'made-together.db');
    expect(await Promise.all([0, 1, 2, 3].map(() => linesOf(start('open', file))))).toEqual([[], [], [], []]);
  });

  it('write into one run and lose nothing', async () => {
    const file = join(folder, 'shared.db');
    const store = openStore(file, { now });
    store.runs.create(newRun('r1'));
    const lines = await Promise.all([0, 1, 2].map((part) => linesOf(start('write', file, 'r1', part * 1_000, 1_000))));
    const all = Array.from({ length: 3_000 }, (_, index) => index);
    expect(
      lines
        .flat()
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(all);
    expect(content(store, 3_000)).toEqual({ calls: all, judgments: all, events: 3_000, paid: 3_000 });
    await store.close();
  });

  it('take one run: one has it, the others are told who, and a killed owner is taken over', async () => {
    const file = join(folder, 'taken.db');
    const store = openStore(file, { now });
    store.runs.create(newRun('r1'));
    const children = [0, 1, 2, 3].map(() => start('acquire', file, 'r1'));
    const readers = children.map((child) => createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    const next = () => Promise.all(readers.map(async (reader) => String((await reader.next()).value)));
    expect(await next()).toEqual(['ready', 'ready', 'ready', 'ready']);
    for (const child of children) child.stdin.write('go\n');
    const outcomes = (await next()).map((line) => JSON.parse(line) as { held?: true; heldBy?: { pid: number } });
    const holder = children[outcomes.findIndex(({ held }) => held === true)];
    expect(outcomes.map(({ held, heldBy }) => (held === true ? 'held' : heldBy?.pid)).sort()).toEqual([
      holder?.pid,
      holder?.pid,
      holder?.pid,
      'held',
    ]);
    const self = { pid: process.pid, host: 'elsewhere', startedAt: 'now' };
    expect(store.runs.acquire('r1', self, isAlive)).toMatchObject({ heldBy: { pid: holder?.pid } });
    holder?.kill('SIGKILL');
    if (holder !== undefined) await once(holder, 'exit');
    expect(store.runs.acquire('r1', self, isAlive)).toEqual({ held: true });
    for (const child of children) child.kill('SIGKILL');
    await store.close();
  });
});
