import Database from 'libsql';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { batch, type BatchEnd } from './batch.ts';
import { launch, until, type Bench } from '../cases/cli.ts';
import { desk, expectRefusal, verdict } from './desk.ts';
import { mayMount, mountMemory } from './mounts.ts';

const probe = mkdtempSync(path.join(tmpdir(), 'assize-mount-'));
const mounts = mayMount(probe);
rmSync(probe, { recursive: true, force: true });
if (!mounts) process.stderr.write('store faults: full and read-only disks are left out, because they need leave to mount.\n');

const timeout = 120_000;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function opened(...args: Parameters<typeof desk>): Promise<Bench> {
  const own = await desk(...args);
  cleanups.push(() => own.close());
  return own;
}

describe('a store that cannot serve', () => {
  const faults: [name: string, spoil: (file: string, folder: string) => void, says: string[]][] = [
    [
      'of a newer format',
      (file) => {
        const database = new Database(file);
        database.exec('pragma user_version = 999');
        database.close();
      },
      ['format 999', 'Update assize'],
    ],
    ['that is another kind of file', (file) => writeFileSync(file, 'My notes.\n'.repeat(1000)), ['assize.db', 'Move it away']],
    [
      'of another program',
      (file) => {
        rmSync(file);
        const database = new Database(file);
        database.exec('create table mine (x)');
        database.close();
      },
      ['another program'],
    ],
    [
      'whose pages are damaged',
      (file) => {
        const bytes = readFileSync(file);
        bytes.fill(0xa5, 4096);
        writeFileSync(file, bytes);
      },
      ['damaged'],
    ],
    ['that was cut', (file) => truncateSync(file, 4096 * 2), ['damaged']],
    [
      'that is a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
      ['a folder'],
    ],
    [
      'whose folder is a file',
      (_file, folder) => {
        rmSync(path.join(folder, '.assize'), { recursive: true });
        writeFileSync(path.join(folder, '.assize'), '');
      },
      ['.assize'],
    ],
  ];
  let shared: Bench;
  const ends = new Map<string, BatchEnd[]>();
  // The first page may tell of an opening; what is kept lies behind it.
  const kept = (name: string): Buffer => readFileSync(path.join(shared.folder, name, '.assize/assize.db')).subarray(4096);
  const before = new Map<string, Buffer>();

  beforeAll(async () => {
    shared = await desk(3);
    expect((await shared.judge('j')).code).toBe(0);
    for (const [name, spoil] of faults) {
      const folder = path.join(shared.folder, name);
      for (const part of ['assize.yaml', 'items.jsonl', '.assize'])
        cpSync(path.join(shared.folder, part), path.join(folder, part), { recursive: true });
      spoil(path.join(folder, '.assize/assize.db'), folder);
      if (existsSync(path.join(folder, '.assize/assize.db')) && !name.includes('folder')) before.set(name, kept(name));
    }
    const commands = faults.flatMap(([name]) => {
      const folder = path.join(shared.folder, name);
      return [
        { folder, args: ['judge', 'j', '--data', 'items', '--json', '--fresh', '--no-cache'] },
        { folder, args: ['runs', 'list', '--json'] },
      ];
    });
    const all = await batch(commands);
    for (const [index, [name]] of faults.entries()) ends.set(name, all.slice(2 * index, 2 * index + 2));
  }, timeout);
  afterAll(() => shared.close());

  test.each(faults)('%s', (name, _spoil, says) => {
    for (const end of ends.get(name) ?? []) expectRefusal(end, says);
    const bytes = before.get(name);
    if (bytes !== undefined) expect(kept(name).equals(bytes)).toBe(true);
  });

  test('no call was made, and each was tried', () => {
    expect([shared.endpoint.count, ends.size]).toEqual([3, faults.length]);
  });

  test.runIf(mounts)(
    'on a disk that is read-only',
    async () => {
      const own = await opened(3);
      const disk = mountMemory(path.join(own.folder, '.assize'), 8192);
      cleanups.push(() => disk.unmount());
      expect((await own.judge('j')).code).toBe(0);
      disk.remount('ro');
      expectRefusal(await own.judge('j', '--fresh', '--no-cache'), ['writable']);
      expect(own.endpoint.count).toBe(3);
      disk.remount('rw');
      const again = await own.judge('j');
      expect([again.code, again.summary.calls.made, again.rows.length]).toEqual([0, 0, 3]);
    },
    timeout,
  );

  test.runIf(mounts)(
    'on a disk that fills up in the middle: told once, and what was finished is kept',
    async () => {
      const reason = 'long '.repeat(4000);
      const count = 120;
      const own = await opened(count, { script: () => JSON.stringify({ reason, verdict: 'pass' }) });
      const disk = mountMemory(path.join(own.folder, '.assize'), 1200);
      cleanups.push(() => disk.unmount());
      const full = await own.judge('j', '--quiet', '--concurrency', '4');
      expectRefusal(full, ['a full disk', 'Free some space']);
      const paid = own.endpoint.count;
      expect(paid).toBeGreaterThan(8);
      expect(paid).toBeLessThan(count);
      disk.remount('size=65536k');
      const again = await own.judge('j', '--concurrency', '4');
      expect([again.code, again.summary.state, again.rows.length]).toEqual([0, 'complete', count]);
      // Those in flight when the disk was full may be made again, and no other.
      expect(own.endpoint.count).toBeLessThanOrEqual(count + 4);
    },
    timeout,
  );

  test.runIf(mounts)(
    'on a disk that is full from the start',
    async () => {
      const own = await opened(3);
      const disk = mountMemory(path.join(own.folder, '.assize'), 16);
      cleanups.push(() => disk.unmount());
      expectRefusal(await own.judge('j', '--quiet'), ['free space']);
      expect(own.endpoint.count).toBe(0);
    },
    timeout,
  );
});

describe('results that cannot be written', () => {
  test.runIf(mounts)(
    'to a full disk: the judgments stay in the store',
    async () => {
      const reason = 'long '.repeat(4000);
      const own = await opened(20, { script: () => JSON.stringify({ reason, verdict: 'pass' }) });
      const disk = mountMemory(path.join(own.folder, 'full'), 64);
      cleanups.push(() => disk.unmount());
      writeFileSync(path.join(own.folder, 'full', 'rows.jsonl'), 'before\n');
      const first = await own.run('judge', 'j', '--data', 'items', '--json', '--quiet', '--out', 'full/rows.jsonl');
      expectRefusal(first, ['full/rows.jsonl', 'a full disk']);
      // The old file is there, whole.
      expect(own.read('full/rows.jsonl')).toBe('before\n');
      const again = await own.judge('j');
      expect([again.code, again.summary.calls.made, again.rows.length, own.endpoint.count]).toEqual([0, 0, 20, 20]);
    },
    timeout,
  );

  test(
    'to a standard output that is full: told, and printed whole the next time',
    async () => {
      const own = await opened(3);
      const full = await launch(['judge', 'j', '--data', 'items', '--json', '--quiet'], own.folder, {
        outputs: { stdout: '/dev/full' },
      }).ended;
      expectRefusal(full, ['stdout', 'ENOSPC']);
      const again = await own.judge('j');
      expect([again.code, again.summary.calls.made, own.endpoint.count]).toEqual([0, 0, 3]);
    },
    timeout,
  );

  test(
    'progress that nobody can read does not end a run',
    async () => {
      const own = await opened(3);
      const { code, summary } = await launch(['judge', 'j', '--data', 'items', '--json'], own.folder, {
        outputs: { stderr: '/dev/full' },
      }).ended;
      expect([code, summary.state, summary.scored]).toEqual([0, 'complete', 3]);
    },
    timeout,
  );
});

describe('two processes on one store', () => {
  test(
    'the same run is refused, naming the process; another goes on beside it',
    async () => {
      let release = (): void => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      const own = await opened(4, {
        judges: { j: { verdict: { kind: 'binary' } }, k: { model: 'desk:other', verdict: { kind: 'binary' } } },
        script: async (request) => {
          if (request.body?.['model'] === 'judge') await gate;
          return verdict();
        },
      });
      const first = own.start('judge', 'j', '--data', 'items', '--json');
      await until(() => own.endpoint.count > 0);
      const second = await own.judge('j');
      expectRefusal(second, [`process ${first.process.pid}`]);
      const other = await own.judge('k');
      expect([other.code, other.summary.state]).toEqual([0, 'complete']);
      release();
      const ended = await first.ended;
      expect([ended.code, ended.summary.state, ended.summary.calls.made]).toEqual([0, 'complete', 4]);
      expect(own.endpoint.count).toBe(8);
      const third = await own.judge('j');
      expect([third.code, third.summary.run, third.summary.calls.made]).toEqual([0, ended.summary.run, 0]);
    },
    timeout,
  );

  test(
    'many at once begin different runs on a new store',
    async () => {
      const names = ['a', 'b', 'c', 'd', 'e'];
      const own = await opened(20, {
        judges: Object.fromEntries(names.map((name) => [name, { model: `desk:${name}`, verdict: { kind: 'binary' } }])),
      });
      const ended = await Promise.all(names.map((name) => own.run('judge', name, '--data', 'items', '--json')));
      expect(ended.map(({ code, summary }) => [code, summary?.state, summary?.calls.made])).toEqual(
        names.map(() => [0, 'complete', 20]),
      );
      const list = JSON.parse((await own.run('runs', 'list', '--json')).stdout) as { runs: { judges: string[] }[] };
      expect(list.runs.map(({ judges }) => judges[0]).sort()).toEqual(names);
    },
    timeout,
  );

  test(
    'many at once begin the same run: one makes it, the others are refused',
    async () => {
      let release = (): void => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      const own = await opened(6, {
        script: async () => {
          await gate;
          return verdict();
        },
      });
      const starts = Array.from({ length: 4 }, () => own.start('judge', 'j', '--data', 'items', '--json'));
      let over = 0;
      for (const { ended } of starts) void ended.then(() => (over += 1));
      await until(() => over === 3 && own.endpoint.count > 0);
      release();
      const ended = await Promise.all(starts.map((one) => one.ended));
      expect(ended.map(({ code }) => code).sort()).toEqual([0, 2, 2, 2]);
      for (const one of ended) if (one.code === 2) expectRefusal(one, ['process']);
      expect(own.endpoint.count).toBe(6);
    },
    timeout,
  );
});
