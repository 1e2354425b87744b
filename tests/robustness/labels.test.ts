import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { until, type Bench } from '../cases/cli.ts';
import { desk } from './desk.ts';

const program = fileURLToPath(new URL('../../bin/assize.js', import.meta.url));
const timeout = 120_000;
let own: Bench | undefined;
afterEach(async () => own?.close());

/** Labels so many items as a program would, and is killed at once when it is told that the last is kept. */
async function labelAndKill(folder: string, count: number): Promise<number> {
  const child = spawn(process.execPath, [program, 'label', 'items', '--as', 'ann', '--json', '--quiet'], { cwd: folder });
  let kept = 0;
  child.stdin.on('error', () => undefined);
  for await (const line of createInterface({ input: child.stdout })) {
    const { type } = JSON.parse(line) as { type: string };
    if (type === 'labelled') kept += 1;
    if (type === 'labelled' && kept === count) {
      child.kill('SIGKILL');
      break;
    }
    if (type === 'item') child.stdin.write('{"label":"pass"}\n');
    if (type === 'ended') break;
  }
  await until(() => child.exitCode !== null || child.signalCode !== null);
  return kept;
}

test(
  'kill -9 loses no label that was said to be kept; a torn line is taken away, and labelling goes on after it',
  async () => {
    own = await desk(12);
    const file = path.join(own.folder, 'labels', 'items.ann.jsonl');
    const ids = (): string[] =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { id: string }).id);
    let said = 0;
    for (const count of [1, 3, 4]) {
      said += await labelAndKill(own.folder, count);
      // One more may be there: written, and not yet said.
      expect([said, said + 1]).toContain(new Set(ids()).size);
      said = ids().length;
      writeFileSync(file, `${readFileSync(file, 'utf8')}{"id":"torn","rater":"an`);
    }
    await labelAndKill(own.folder, 100);
    expect(ids()).toHaveLength(12);
    expect(new Set(ids()).size).toBe(12);
  },
  timeout,
);
