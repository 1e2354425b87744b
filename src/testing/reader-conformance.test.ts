import { expect, test } from 'vitest';
import { viewOf } from '../core/space-view.ts';
import { jsonReader } from '../judge/readers/json.ts';
import { readers } from '../judge/readers/readers.ts';
import type { Reader } from '../judge/reader.ts';
import { checkReadResult, readerConformance } from './reader-conformance.ts';

/** The names of the checks that a reader does not pass. */
function missed(reader: Reader): string[] {
  return readerConformance(reader).flatMap((check) => {
    try {
      check.run();
      return [];
    } catch (error) {
      expect(error).toHaveProperty('name', 'AssertionError');
      return [check.name];
    }
  });
}

const json = jsonReader as Reader;

test('our readers miss nothing', () => {
  expect(readers.map(missed)).toEqual(readers.map(() => []));
});

test('a reader that takes the first number or label in the text is found out', () => {
  const naive: Reader = {
    ...json,
    read: ({ text }, space) => {
      const number = /\d+/u.exec(text)?.[0];
      const entry = space.menu?.find(({ label }) => text.includes(label));
      const value = entry?.value ?? (number === undefined ? (space.menu?.[0]?.value ?? 0) : Number(number));
      return { verdict: { status: 'scored', value, reading: 'strict' } };
    },
  };
  expect(missed(naive)).toEqual([
    'reads its own examples',
    'reads nothing where nothing was answered',
    'makes no score of a reply without a label',
    'makes no score of an answer off the menu',
  ]);
});

test('a reader that forgets, changes its mind or takes any option is found out', () => {
  let count = 0;
  const fickle: Reader = {
    ...json,
    version: 0,
    parse: (spec, space) => json.parse({ kind: spec.kind }, space),
    outputForm: () => 'Answer in JSON.',
    request: () => ({ maxTokens: 0.5 }),
    read: (reply, space, options) => {
      count += 1;
      return count % 2 === 0
        ? { verdict: { status: 'unreadable', problem: 'malformed', message: 'no' } }
        : json.read(reply, space, options);
    },
  };
  expect(missed(fickle)).toEqual([
    'has a kind, a version and a schema of its options',
    'refuses an unknown option',
    'tells the form of the answer',
    'asks for plain data',
    'reads its own examples',
    'takes any text without throwing, and always in the same way',
  ]);
});

test('results that no reader may give', () => {
  const space = viewOf({ kind: 'preference', ties: false });
  const scored = { status: 'scored', value: 'A' } as const;
  expect(() =>
    checkReadResult({ verdict: { ...scored, distribution: { A: 0.5, B: 0.5 }, coverage: 1 }, rationale: 'so' }, space),
  ).not.toThrow();
  for (const result of [
    { verdict: { ...scored, value: 'tie' } },
    { verdict: { ...scored, value: 'a' } },
    { verdict: { ...scored, distribution: { A: 1 } } },
    { verdict: { ...scored, distribution: { A: 0.5, B: 0.4 } } },
    { verdict: { ...scored, coverage: 1.1 } },
    { verdict: scored, rationale: ' ' },
    { verdict: { status: 'unreadable', problem: 'empty', message: 'two\nlines' } as const },
    { verdict: { status: 'failed', code: 'timeout', message: 'late' } as const },
  ])
    expect(() => checkReadResult(result, space)).toThrow();
});
