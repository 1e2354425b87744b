import { expect, test } from 'vitest';
import { unlessAborted } from './unless-aborted.ts';

test('gives the outcome of the promise, or the reason of an abort that comes first', async () => {
  const caller = new AbortController();
  await expect(unlessAborted(Promise.resolve(7), caller.signal)).resolves.toBe(7);
  await expect(unlessAborted(Promise.reject(new Error('own')), caller.signal)).rejects.toThrow('own');
  const cut = unlessAborted(new Promise(() => undefined), caller.signal);
  caller.abort(new Error('reason'));
  await expect(cut).rejects.toThrow('reason');
  await expect(unlessAborted(Promise.reject(new Error('unseen')), caller.signal)).rejects.toThrow('reason');
});
