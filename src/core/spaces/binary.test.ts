import { expect, test } from 'vitest';
import { binaryView } from './binary.ts';

const plain = binaryView({
  kind: 'binary',
  pass: { label: 'supported' },
  fail: { label: 'not supported', synonyms: ['unsupported', '0'] },
});

test.each([
  [true, 'supported'],
  [false, 'not supported'],
  ['Supported', 'supported'],
  ['NOT  SUPPORTED', 'not supported'],
  ['unsupported', 'not supported'],
  [0, 'not supported'],
])('%j is %j', (raw, value) => {
  expect(plain.admit(raw)).toEqual({ ok: value });
});

test.each(['true', 'false', 'support', 'supported, mostly', 'yes', 1])('%j is off the menu', (raw) => {
  expect(plain.admit(raw)).toHaveProperty('problem', 'off-menu');
});

test('a label that is itself true or false decides what a boolean is', () => {
  const hasFault = binaryView({ kind: 'binary', pass: { label: 'false' }, fail: { label: 'true' } });
  expect([hasFault.admit(true), hasFault.admit(false)]).toEqual([{ ok: 'true' }, { ok: 'false' }]);
  const half = binaryView({ kind: 'binary', pass: { label: 'clean' }, fail: { label: 'true' } });
  expect([half.admit(true), half.admit(false)]).toMatchObject([{ ok: 'true' }, { problem: 'off-menu' }]);
});

test('its view', () => {
  expect({
    ...plain,
    schema: plain.schema(),
    sentence: plain.sentence(),
    ranks: [plain.rank('supported'), plain.rank('not supported'), plain.rank('x')],
  }).toMatchObject({
    scale: 'nominal',
    classes: ['not supported', 'supported'],
    positive: 'supported',
    schema: { enum: ['supported', 'not supported'], type: 'string' },
    sentence: 'one of: supported, not supported',
    ranks: [1, 0, undefined],
  });
});

test('labels with commas are quoted in the sentence', () => {
  const view = binaryView({ kind: 'binary', pass: { label: 'yes, fully' }, fail: { label: 'no' } });
  expect(view.sentence()).toBe('one of: "yes, fully", "no"');
});
