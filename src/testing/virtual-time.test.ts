import { expect, test } from 'vitest';
import { virtualTime } from './virtual-time.ts';

const never = new AbortController().signal;

test('sleepers wake in order of time, then of setting, and no real time passes', async () => {
  const time = virtualTime();
  const woke: string[] = [];
  const sleeper = async (name: string, ms: number) => {
    await time.sleep(ms, never);
    woke.push(`${name} at ${time.now()}`);
  };
  const chained = sleeper('day', 86_400_000).then(() => sleeper('after it', 5));
  await time.run(Promise.all([chained, sleeper('b', 20), sleeper('c', 10), sleeper('d', 20), sleeper('at once', -1)]));
  expect(woke).toEqual(['at once at 0', 'c at 10', 'b at 20', 'd at 20', 'day at 86400000', 'after it at 86400005']);
});

test('an abort wakes a sleeper with its reason', async () => {
  const time = virtualTime();
  const caller = new AbortController();
  const cut = time.sleep(10, caller.signal);
  caller.abort(new Error('enough'));
  await expect(time.run(cut)).rejects.toThrow('enough');
  await expect(time.sleep(1, caller.signal)).rejects.toThrow('enough');
});

test('a promise that nothing can settle any more is told', async () => {
  await expect(virtualTime().run(new Promise(() => undefined))).rejects.toThrow('The promise would never settle');
});
