import { expect, test } from 'vitest';
import { wouldMatch } from './glob.ts';

test.each([
  ['data/*.jsonl', '/b/data/o.jsonl', true],
  ['data/*.jsonl', '/b/data/o.csv', false],
  ['data/*.jsonl', '/b/data/in/o.jsonl', false],
  ['data/**/*.jsonl', '/b/data/o.jsonl', true],
  ['data/**/*.jsonl', '/b/data/in/deep/o.jsonl', true],
  ['data/**/*.jsonl', '/b/data/.in/o.jsonl', false],
  ['{a,b}.{csv,tsv}', '/b/b.tsv', true],
  ['*.jsonl', '/b/.o.jsonl', false],
  ['/c/?.csv', '/c/x.csv', true],
  ['**', '/b/x', true],
])('%s would find %s: %s', (pattern, path, found) => {
  expect(wouldMatch(pattern, '/b', path)).toBe(found);
});
