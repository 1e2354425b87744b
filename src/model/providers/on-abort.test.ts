import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { onAbort } from './on-abort.ts';

test('many reactions are one listener, each called once, those taken back not at all', () => {
  const controller = new AbortController();
  const called: number[] = [];
  const back = Array.from({ length: 20 }, (_, index) => onAbort(controller.signal, () => called.push(index)));
  expect(getEventListeners(controller.signal, 'abort').length).toBe(1);
  for (const take of back.slice(0, 18)) take();
  controller.abort();
  expect(called).toEqual([18, 19]);
});

test('a reaction that takes back another while they are called', () => {
  const controller = new AbortController();
  const called: string[] = [];
  onAbort(controller.signal, () => {
    called.push('first');
    second();
  });
  const second = onAbort(controller.signal, () => called.push('second'));
  controller.abort();
  expect(called).toEqual(['first']);
});
