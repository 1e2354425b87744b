import { expect, test } from 'vitest';
import { criteriaDifferences, criteriaSetHash, criteriaSetSchema } from './criteria-set.ts';

const written = {
  version: 1,
  task: 'Judge answers.',
  made: { by: 'desk:m', how: 'joint' },
  concepts: [
    { name: 'accuracy', description: 'Facts hold.', criteria: [{ id: 'accuracy-1', text: 'Are the facts right?' }] },
    {
      name: 'focus',
      criteria: [
        { id: 'focus-1', text: 'Is it to the point?' },
        { id: 'focus-2', text: 'Is it short?' },
      ],
    },
  ],
};
const set = criteriaSetSchema.parse(written);

test('a set is scored from 1 to 10, and its hash is of what it asks alone', () => {
  expect(set.scale).toEqual({ min: 1, max: 10 });
  const { task: _task, made: _made, ...bare } = written;
  expect(criteriaSetHash(criteriaSetSchema.parse(bare))).toBe(criteriaSetHash(set));
  expect(criteriaSetHash({ ...set, scale: { min: 1, max: 5 } })).not.toBe(criteriaSetHash(set));
});

test.each([
  [
    'an id twice',
    { concepts: [...written.concepts, { name: 'tone', criteria: [{ id: 'ACCURACY-1', text: 'x' }] }] },
    'criterions that differ',
  ],
  [
    'a concept twice',
    { concepts: [...written.concepts, { name: 'Focus', criteria: [{ id: 'f', text: 'x' }] }] },
    'concepts that differ',
  ],
  ['no concept', { concepts: [] }, '>=1'],
  ['a concept without criteria', { concepts: [{ name: 'tone', criteria: [] }] }, '>=1'],
  ['a scale that falls', { scale: { min: 10, max: 1 } }, 'max above min'],
  ['an unknown key', { concept: [] }, 'Unrecognized key'],
  ['an id with a blank', { concepts: [{ name: 'tone', criteria: [{ id: 'a b', text: 'x' }] }] }, 'match pattern'],
])('refuses %s', (_name, change, message) => {
  const parsed = criteriaSetSchema.safeParse({ ...written, ...change });
  expect(parsed.success ? '' : JSON.stringify(parsed.error.issues)).toContain(message);
});

test('differences: added, removed, changed, moved, by id and concept', () => {
  const after = criteriaSetSchema.parse({
    version: 1,
    concepts: [
      {
        name: 'accuracy',
        description: 'All facts hold.',
        criteria: [
          { id: 'accuracy-1', text: 'Is every fact right?' },
          { id: 'focus-2', text: 'Is it short?' },
        ],
      },
      { name: 'tone', criteria: [{ id: 'tone-1', text: 'Is it kind?' }] },
    ],
  });
  expect(criteriaDifferences(set, after)).toEqual([
    { concept: 'accuracy', change: 'changed', before: 'Facts hold.', after: 'All facts hold.' },
    {
      concept: 'accuracy',
      criterion: 'accuracy-1',
      change: 'changed',
      before: 'Are the facts right?',
      after: 'Is every fact right?',
    },
    { concept: 'accuracy', criterion: 'focus-2', change: 'moved', before: 'focus', after: 'accuracy' },
    { concept: 'tone', change: 'added' },
    { concept: 'tone', criterion: 'tone-1', change: 'added', after: 'Is it kind?' },
    { concept: 'focus', change: 'removed' },
    { concept: 'focus', criterion: 'focus-1', change: 'removed', before: 'Is it to the point?' },
  ]);
  expect(criteriaDifferences(set, set)).toEqual([]);
});
