import { once } from 'node:events';
import { currentOwner, isAlive } from '../store/process-owner.ts';
import { openStore } from '../store/open-store.ts';
import { call, judgment, newRun } from './store-samples.ts';

/**
 * A process that works on a store, for tests: `open FILE`, `acquire FILE RUN` (prints the outcome and waits to be ended), or
 * `write FILE RUN FIRST COUNT` (a call and a judgment each, sixteen at once; a line `FIRST…` for each pair that was acknowledged).
 */
const [verb, file = '', run = '', first = '0', count = '0'] = process.argv.slice(2);
const store = openStore(file, { now: () => '2026-01-02T00:00:00.000Z' });

if (verb === 'acquire') {
  await told('ready');
  await once(process.stdin, 'data');
  await told(JSON.stringify(store.runs.acquire(run, currentOwner(), isAlive)));
  await once(process.stdin, 'data');
} else if (verb === 'write') {
  if (store.runs.get(run) === undefined) store.runs.create(newRun(run));
  const end = Number(first) + Number(count);
  let next = Number(first);
  const worker = async () => {
    while (next < end) {
      const index = next;
      next += 1;
      await store.calls.put({ ...call(`call-${index}`, `${index} `.repeat(200)), run, costUsd: 1 });
      await store.runs.putJudgment(run, judgment({ row: index, draw: 0, judge: 0 }));
      store.runs.append(run, { type: 'judgment-made', at: '2026-01-01T00:00:00.000Z', details: { row: index } });
      await told(String(index));
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
await store.close();
process.exit();

function told(line: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${line}\n`, () => resolve());
  });
}
