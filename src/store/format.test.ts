import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { bringToFormat, migrations } from './format.ts';
import type { Migration } from './migrations/migration.ts';

const folder = mkdtempSync(join(tmpdir(), 'assize-format-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (name: string) => new Connection(join(folder, name), { busyTimeoutMs: 100, survives: 'kill' });
const second: Migration = { number: 2, statements: ({ schema }) => [schema.alterTable('facts').addColumn('note', 'text')] };
const broken: Migration = {
  number: 3,
  statements: ({ schema }) => [
    schema.createTable('third').addColumn('a', 'text'),
    schema.alterTable('nowhere').addColumn('b', sql`text`),
  ],
};

describe('bringToFormat', () => {
  it('has steps numbered from 1 without gaps', () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_step, index) => index + 1));
  });

  it('makes an empty file a store, and finds it done the next time', () => {
    const connection = open('new.db');
    bringToFormat(connection);
    const tables = connection.count('sqlite_master');
    bringToFormat(connection);
    expect([connection.pragma('user_version'), connection.pragma('journal_mode'), connection.count('sqlite_master')]).toEqual([
      migrations.length,
      'wal',
      tables,
    ]);
    connection.close();
  });

  it('takes the missing steps alone, and keeps what is there', () => {
    const connection = open('older.db');
    bringToFormat(connection, migrations.slice(0, 1));
    connection.exec("insert into facts (key, value) values ('k', '1')");
    bringToFormat(connection, [...migrations.slice(0, 1), second]);
    connection.exec("update facts set note = 'kept' where key = 'k'");
    expect([connection.pragma('user_version'), connection.count('facts')]).toEqual([2, 1]);
    connection.close();
  });

  it('undoes all of an upgrade of which one step fails', () => {
    const connection = open('fails.db');
    bringToFormat(connection, migrations.slice(0, 1));
    const tables = connection.count('sqlite_master');
    expect(() => bringToFormat(connection, [...migrations.slice(0, 1), second, broken])).toThrow('no such table: nowhere');
    expect([connection.pragma('user_version'), connection.count('sqlite_master'), connection.inTransaction]).toEqual([
      1,
      tables,
      false,
    ]);
    expect(() => connection.exec('select note from facts')).toThrow('no such column');
    connection.close();
  });
});
