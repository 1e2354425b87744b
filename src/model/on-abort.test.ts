import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { onAbort } from './on-abort.ts';

test('reacts once to an abort, unless taken away', () => {
  const caller = new AbortController();
  const seen: string[] = [];
  onAbort(caller.signal, () => seen.push('kept'));
  onAbort(caller.signal, () => seen.push('taken away'))();
  caller.abort(new Error('enough'));
  caller.abort(new Error('again'));
  onAbort(caller.signal, () => seen.push('too late'));
  expect(seen).toEqual(['kept']);
});

test('hundreds of reactions to one signal are not warned of', async () => {
  const warnings: string[] = [];
  const hear = (warning: Error) => warnings.push(warning.name);
  process.on('warning', hear);
  try {
    const caller = new AbortController();
    for (let index = 0; index < 300; index += 1) onAbort(caller.signal, () => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', hear);
  }
});

test('many reactions are one listener; one that takes back another while they are called is heeded', () => {
  const controller = new AbortController();
  const called: string[] = [];
  onAbort(controller.signal, () => {
    called.push('first');
    second();
  });
  const second = onAbort(controller.signal, () => called.push('second'));
  expect(getEventListeners(controller.signal, 'abort').length).toBe(1);
  controller.abort();
  expect(called).toEqual(['first']);
});
