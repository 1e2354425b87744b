import { expect, test } from 'vitest';
import { WaitQueue } from './wait-queue.ts';

const never = new AbortController().signal;

test('admits and refuses in order of arrival', async () => {
  const queue = new WaitQueue<string>(() => undefined);
  const ends: string[] = [];
  for (const name of ['a', 'b', 'c'])
    void queue.wait(name, never).then(
      () => ends.push(`${name} admitted`),
      (error: Error) => ends.push(`${name} ${error.message}`),
    );
  expect(queue.first?.value).toBe('a');
  queue.admit();
  queue.refuse(new Error('refused'));
  await Promise.resolve();
  await Promise.resolve();
  expect(ends).toEqual(['a admitted', 'b refused']);
  expect([queue.size, queue.first?.value]).toEqual([1, 'c']);
});

test('an aborted waiter leaves with its reason, and the owner is told afterwards', async () => {
  const sizes: number[] = [];
  const queue = new WaitQueue<number>(() => sizes.push(queue.size));
  const caller = new AbortController();
  const left = queue.wait(1, caller.signal);
  const stays = queue.wait(2, never);
  caller.abort(new Error('enough'));
  await expect(left).rejects.toThrow('enough');
  expect([sizes, queue.first?.value]).toEqual([[1], 2]);
  queue.admit();
  await stays;
});

test('an abort after admission changes nothing; one before arrival never enters', async () => {
  let leaves = 0;
  const queue = new WaitQueue<number>(() => (leaves += 1));
  const caller = new AbortController();
  const admitted = queue.wait(1, caller.signal);
  queue.admit();
  caller.abort(new Error('late'));
  await admitted;
  await expect(queue.wait(2, caller.signal)).rejects.toThrow('late');
  expect([leaves, queue.size]).toEqual([0, 0]);
});

test('admitting from an empty queue does nothing', () => {
  const queue = new WaitQueue<number>(() => undefined);
  queue.admit();
  queue.refuse(new Error('nobody'));
  expect(queue.first).toBeUndefined();
});
