import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { call, newRun } from '../testing/store-samples.ts';
import { Connection } from './connection.ts';
import { GroupCommit } from './group-commit.ts';
import { openStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'assize-groups-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function groupOn(undone?: () => void): { connection: Connection; group: GroupCommit; transactions: string[] } {
  const connection = new Connection(':memory:', { busyTimeoutMs: 10, survives: 'kill' });
  connection.exec('create table facts (key text primary key not null, value text not null)');
  const transactions: string[] = [];
  const exec = connection.exec.bind(connection);
  connection.exec = (text) => {
    transactions.push(text);
    exec(text);
  };
  return { connection, group: new GroupCommit(connection, undone), transactions };
}

describe('GroupCommit', () => {
  it('writes all that a turn of the event loop brought in one transaction, in order', async () => {
    const { connection, group, transactions } = groupOn();
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((number) => group.put(() => order.push(number))));
    expect([order, transactions]).toEqual([
      [1, 2, 3],
      ['begin immediate', 'commit'],
    ]);
    connection.close();
  });

  it('fails a write alone that fails alone', async () => {
    const { connection, group } = groupOn();
    const insert = (key: string | null) => () =>
      connection.exec(`insert into facts values (${key === null ? 'null' : `'${key}'`}, 'v')`);
    const outcomes = await Promise.allSettled([group.put(insert('a')), group.put(insert(null)), group.put(insert('b'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(connection.count('facts')).toBe(2);
    connection.close();
  });

  it('fails the whole group when its transaction is lost, and says so to what remembers rows', async () => {
    let undone = 0;
    const { connection, group } = groupOn(() => (undone += 1));
    const outcomes = await Promise.allSettled([
      group.put(() => connection.exec("insert into facts values ('a', 'v')")),
      group.put(() => {
        connection.exec('rollback');
        throw new Error('the disk is gone');
      }),
    ]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as Error).message)).toEqual([
      'the disk is gone',
      'the disk is gone',
    ]);
    expect([undone, connection.count('facts')]).toEqual([1, 0]);
    await group.put(() => connection.exec("insert into facts values ('b', 'v')"));
    expect(connection.count('facts')).toBe(1);
    connection.close();
  });

  it('commits what was collected before a write that is made at once', async () => {
    const { connection, group } = groupOn();
    const order: string[] = [];
    const collected = group.put(() => order.push('collected'));
    expect(group.now(() => order.push('at once'))).toBe(2);
    expect(order).toEqual(['collected', 'at once']);
    await collected;
    connection.close();
  });

  it('tells the error of a write that nobody waited for at the next flush, once', async () => {
    const { connection, group } = groupOn();
    group.post(() => {
      throw new Error('lost');
    });
    await expect(group.flush()).rejects.toThrow('lost');
    await group.flush();
    connection.close();
  });
});

describe('a store while another process writes', () => {
  const busy = (file: string) =>
    `${file}: expected its turn to write, got another process writing all the while (SQLITE_BUSY: database is locked). Run again when that process has ended; all that was finished is kept.`;

  it('waits, and writes when its turn comes', async () => {
    const file = join(folder, 'waits.db');
    const store = openStore(file, { now: () => '2026-01-02T00:00:00.000Z', busyTimeoutMs: 20 });
    const other = new Database(file);
    other.exec('begin immediate');
    const put = store.calls.put(call('key', 'text'));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(store.calls.get('key')).toBe(undefined);
    other.exec('commit');
    await put;
    expect(store.calls.get('key')).toEqual(call('key', 'text'));
    other.close();
    await store.close();
  });

  it('gives up in the end, in one line, and can be used again', async () => {
    const file = join(folder, 'gives-up.db');
    const store = openStore(file, { now: () => '2026-01-02T00:00:00.000Z', busyTimeoutMs: 5 });
    const other = new Database(file);
    other.exec('begin immediate');
    await expect(store.calls.put(call('key', 'text'))).rejects.toThrow(busy(file));
    expect(() => store.runs.create(newRun('r1'))).toThrow(busy(file));
    other.exec('commit');
    other.close();
    await store.calls.put(call('key', 'text'));
    store.runs.create(newRun('r1'));
    expect([store.calls.get('key')?.id, store.runs.list().map(({ id }) => id)]).toEqual(['key', ['r1']]);
    await store.close();
  });
});
