import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import type { Store } from '../run/ports.ts';
import { storeConformance } from '../testing/store-conformance.ts';
import { openMemoryStore, openStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'assize-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const now = () => '2026-01-02T00:00:00.000Z';
const files = new Map<Store, string>();
const onFile = {
  open: () => {
    const file = join(folder, `${files.size}.db`);
    const store = openStore(file, { now });
    files.set(store, file);
    return store;
  },
  openAgain: (store: Store) => openStore(files.get(store) ?? '', { now }),
};

describe('a store in a file', () => {
  for (const { name, run } of storeConformance(onFile)) test(name, run);
});

describe('a store in memory', () => {
  for (const { name, run } of storeConformance({ open: () => openMemoryStore({ now }) })) test(name, run);
});
