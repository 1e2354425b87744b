import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AssizeError } from '../core/errors.ts';
import type { Store } from '../run/ports.ts';
import { SqlCallStore } from './calls.ts';
import { Connection } from './connection.ts';
import type { ConnectionOptions } from './connection.ts';
import { bringToFormat } from './format.ts';
import { GroupCommit } from './group-commit.ts';
import { sqlJudgments } from './judgments.ts';
import { sqlArtifactStore, sqlFactStore } from './key-values.ts';
import { sqlRunEvents } from './run-events.ts';
import { sqlRunItems } from './run-items.ts';
import { sqlRunRecords } from './run-records.ts';
import { SharedTexts } from './shared-texts.ts';
import { storeError } from './store-error.ts';

/** How a store is opened. */
export type StoreOptions = {
  /** The time, ISO 8601 in UTC, for `updatedAt` of runs. */
  readonly now: () => string;
} & Partial<ConnectionOptions>;

/**
 * Opens the store in a file, which is made with its folder where there is none. Several processes may have it open at once.
 *
 * Writes that return promises are collected while the event loop turns and committed together; their promises resolve when a `kill -9` can no
 * longer undo them (`survives: 'power-loss'`: nor a power cut). The others are durable when they return, but for events, which go with the next
 * commit.
 *
 * - `busyTimeoutMs` (10,000): how long one try for the lock waits for another process's transaction. Collected writes try six times.
 * - `largestBytes`: the size that the file may grow to; beyond it a write is refused as on a full disk.
 *
 * @throws AssizeError `store`, in one line with what to do, for a file that is no store, is damaged, is of a newer format, or cannot be opened,
 * read or written. No such file is changed.
 */
export function openStore(path: string, { now, ...options }: StoreOptions): Store {
  const file = resolve(path);
  checkPlace(file);
  return storeOn(file, now, options);
}

/** A store that lasts as long as it is open: the same code over a database in memory. */
export function openMemoryStore({ now, ...options }: StoreOptions): Store {
  return storeOn(':memory:', now, options);
}

function storeOn(
  file: string,
  now: () => string,
  { busyTimeoutMs = 10_000, survives = 'kill', ...limits }: Partial<ConnectionOptions>,
): Store {
  const connection = new Connection(file, { busyTimeoutMs, survives, ...limits });
  try {
    bringToFormat(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  const texts = new SharedTexts(connection);
  const group = new GroupCommit(connection, () => texts.forget());
  return {
    calls: new SqlCallStore(connection, group, texts),
    runs: {
      ...sqlRunRecords(connection, group, now),
      ...sqlRunItems(connection, group),
      ...sqlJudgments(connection, group),
      ...sqlRunEvents(connection, group),
    },
    facts: sqlFactStore(connection, group),
    artifacts: sqlArtifactStore(connection, group),
    flush: () => group.flush(),
    close: async () => {
      try {
        if (connection.isOpen) await group.flush();
      } finally {
        connection.close();
      }
    },
  };
}

/** Says what is wrong with a place better than the database would. The file itself is not opened here: closing it would drop the locks of other connections. */
function checkPlace(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const found = statSync(file, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) {
      throw new AssizeError(
        'store',
        `${file}: expected a file, got ${found.isDirectory() ? 'a folder' : 'something else'}. Name a file.`,
        {
          details: { file },
        },
      );
    }
  } catch (error) {
    throw storeError(error, file);
  }
}
