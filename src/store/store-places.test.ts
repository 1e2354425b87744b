import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { AssizeError } from '../core/errors.ts';
import { call, judgment, newRun } from '../testing/store-samples.ts';
import { openStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'assize-places-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const now = () => '2026-01-02T00:00:00.000Z';
const moveIt = 'Choose another place with store: in assize.yaml or ASSIZE_STORE.';

/** The line that opening, or work on the opened store, ends with. */
function complaintOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AssizeError && error.code === 'store') return error.message;
    throw error;
  }
  return 'no complaint';
}

/** Runs `work` as somebody to whom permissions apply. */
function asUser<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

function ownFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  if (process.geteuid?.() === 0) {
    chmodSync(folder, 0o755);
    chownSync(path, 65_534, 65_534);
  }
  return path;
}

describe('openStore on a place that will not do', () => {
  it('makes the folders above a new file', async () => {
    const file = join(folder, 'a b', 'ü%20?mode=ro#x', 'store.db');
    const store = openStore(file, { now });
    store.facts.put('key', 1);
    await store.close();
    expect(existsSync(file)).toBe(true);
    const again = openStore(file, { now });
    expect(again.facts.get('key')).toBe(1);
    await again.close();
  });

  it('refuses a folder', () => {
    const file = join(folder, 'is-a-folder');
    mkdirSync(file);
    expect(complaintOf(() => openStore(file, { now }))).toBe(`${file}: expected a file, got a folder. Name a file.`);
  });

  it('refuses a place below a file', () => {
    writeFileSync(join(folder, 'plain'), '');
    const file = join(folder, 'plain', 'below', 'store.db');
    expect(complaintOf(() => openStore(file, { now }))).toMatch(
      /store\.db: expected a folder above it, got a file \(E\w+: .*\)\. Choose another place/u,
    );
  });

  it('refuses a file that is no database, and leaves it as it was', () => {
    const file = join(folder, 'notes.txt');
    writeFileSync(file, 'not a database '.repeat(100));
    expect(complaintOf(() => openStore(file, { now }))).toBe(
      `${file}: expected a store of assize, got another kind of file (SQLITE_NOTADB: file is not a database). Move it away, and a new store is made. ${moveIt}`,
    );
    expect(readFileSync(file, 'utf8')).toBe('not a database '.repeat(100));
  });

  it('refuses another program’s database, and leaves it as it was', () => {
    const file = join(folder, 'other.db');
    const other = new Database(file);
    other.exec('create table theirs (a)');
    other.close();
    const before = readFileSync(file);
    expect(complaintOf(() => openStore(file, { now }))).toBe(
      `${file}: expected a store of assize, got a database of another program. ${moveIt}`,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('refuses a newer format with both numbers, and leaves it as it was', async () => {
    const file = join(folder, 'newer.db');
    const store = openStore(file, { now });
    store.facts.put('key', 1);
    await store.close();
    const later = new Database(file);
    later.exec('pragma user_version = 7');
    later.close();
    expect(complaintOf(() => openStore(file, { now }))).toBe(
      `${file}: expected a store of format 2 or older, got format 7. Update assize, or choose another place with store: in assize.yaml or ASSIZE_STORE.`,
    );
    const same = new Database(file);
    expect(same.prepare('pragma user_version').raw().all([])).toEqual([[7]]);
    same.close();
  });

  it('takes an empty file for a new store', async () => {
    const file = join(folder, 'empty.db');
    writeFileSync(file, '');
    const store = openStore(file, { now });
    expect(store.runs.list()).toEqual([]);
    await store.close();
  });

  it('refuses a file cut short', async () => {
    const file = join(folder, 'cut.db');
    const store = openStore(file, { now });
    store.facts.put('key', 1);
    await store.close();
    writeFileSync(file, readFileSync(file).subarray(0, 5_000));
    rmSync(`${file}-wal`, { force: true });
    rmSync(`${file}-shm`, { force: true });
    expect(complaintOf(() => openStore(file, { now }).facts.get('key'))).toBe(
      `${file}: expected a sound file, got a damaged one (SQLITE_CORRUPT: database disk image is malformed). Put back a copy, or move the file away, and a new store is made.`,
    );
  });

  it('says so when it meets a damaged page later', async () => {
    const file = join(folder, 'damaged.db');
    const store = openStore(file, { now });
    store.runs.create(newRun('r1'));
    await Promise.all(
      Array.from({ length: 500 }, (_, row) => store.runs.putJudgment('r1', judgment({ row, draw: 0, judge: 0 }))),
    );
    await store.close();
    const descriptor = openSync(file, 'r+');
    for (let place = 4096 * 20; place < statSync(file).size; place += 4096)
      writeSync(descriptor, Buffer.alloc(200, 0xff), 0, 200, place);
    closeSync(descriptor);
    const again = openStore(file, { now });
    expect(again.runs.list().map(({ id }) => id)).toEqual(['r1']);
    expect(complaintOf(() => [...again.runs.judgments('r1')])).toMatch(
      /expected a sound file, got a damaged one \(SQLITE_CORRUPT.*\)\. Put back a copy/u,
    );
    await again.close();
  });

  it('refuses a folder that is read-only', () => {
    const place = ownFolder('read-only');
    chmodSync(place, 0o555);
    const file = join(place, 'store.db');
    expect(complaintOf(() => asUser(() => openStore(file, { now })))).toBe(
      `${file}: expected a file to read and write, got no leave to open it (SQLITE_CANTOPEN). Make the file and its folder readable and writable. ${moveIt}`,
    );
  });

  it('refuses a file that is read-only, and one that cannot be read', async () => {
    const place = ownFolder('locked');
    const file = join(place, 'store.db');
    const store = asUser(() => openStore(file, { now }));
    await store.close();
    chmodSync(file, 0o444);
    expect(complaintOf(() => asUser(() => openStore(file, { now })))).toBe(
      `${file}: expected a writable file, got one that is read-only (SQLITE_READONLY: attempt to write a readonly database). Make the file and its folder writable. ${moveIt}`,
    );
    chmodSync(file, 0o222);
    expect(complaintOf(() => asUser(() => openStore(file, { now })))).toBe(
      `${file}: expected a file to read and write, got no leave to open it (SQLITE_CANTOPEN). Make the file and its folder readable and writable. ${moveIt}`,
    );
    chmodSync(file, 0o644);
    chmodSync(place, 0o555);
    expect(complaintOf(() => asUser(() => openStore(file, { now })))).toMatch(
      /^[^:]+: expected .* got .* \(SQLITE_(CANTOPEN|READONLY).*\)\. Make the file and its folder/u,
    );
  });
});

describe('a store whose disk is full', () => {
  it('refuses what it cannot keep, keeps what it acknowledged, and goes on when there is room', async () => {
    const file = join(folder, 'full.db');
    const store = openStore(file, { now, largestBytes: 400_000 });
    const put = (index: number) => store.calls.put(call(`call-${index}`, `${index} ${'long '.repeat(1_000)}`));
    const outcomes = new Map<number, string>();
    for (let from = 0; from < 200; from += 10) {
      const group = Array.from({ length: 10 }, (_, offset) => from + offset);
      await Promise.all(
        group.map((index) =>
          put(index).then(
            () => outcomes.set(index, 'kept'),
            (error: Error) => outcomes.set(index, error.message),
          ),
        ),
      );
    }
    const kept = [...outcomes].filter(([, outcome]) => outcome === 'kept').map(([index]) => index);
    expect([...new Set(outcomes.values())]).toEqual([
      'kept',
      `${file}: expected room to write, got a full disk (SQLITE_FULL: database or disk is full). Free some space and run again; all that was finished is kept.`,
    ]);
    expect(complaintOf(() => store.facts.put('key', 'long '.repeat(100_000)))).toMatch(/got a full disk/u);
    await store.close();
    const again = openStore(file, { now });
    expect(kept.filter((index) => again.calls.get(`call-${index}`) === undefined)).toEqual([]);
    await again.calls.put(call('after', 'text'));
    expect(again.calls.get('after')).toEqual(call('after', 'text'));
    await again.close();
  });
});
