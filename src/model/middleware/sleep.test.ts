import { expect, test, vi } from 'vitest';
import { timerSleep } from './sleep.ts';

test('sleeps by the timer, and an abort ends it with its reason and leaves no timer behind', async () => {
  vi.useFakeTimers();
  try {
    const caller = new AbortController();
    const ends: string[] = [];
    void timerSleep(100, caller.signal).then(() => ends.push('woke'));
    const cut = timerSleep(1e6, caller.signal).catch((error: Error) => ends.push(error.message));
    await vi.advanceTimersByTimeAsync(99);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(['woke']);
    caller.abort(new Error('enough'));
    await cut;
    expect([ends, vi.getTimerCount()]).toEqual([['woke', 'enough'], 0]);
    await expect(timerSleep(1, caller.signal)).rejects.toThrow('enough');
  } finally {
    vi.useRealTimers();
  }
});

test('a wait longer than a timer can hold does not end at once', async () => {
  vi.useFakeTimers();
  try {
    let woke = false;
    void timerSleep(2 ** 40, new AbortController().signal).then(() => (woke = true));
    await vi.advanceTimersByTimeAsync(1e9);
    expect(woke).toBe(false);
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(woke).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
