import { expect, test } from 'vitest';
import { preferenceView } from './preference.ts';

test('with and without ties', () => {
  const ties = preferenceView({ kind: 'preference', ties: true });
  const none = preferenceView({ kind: 'preference', ties: false });
  expect(['a', ' B ', 'TIE', 'C', 'A or B', true, 0].map((raw) => ties.admit(raw))).toMatchObject([
    { ok: 'A' },
    { ok: 'B' },
    { ok: 'tie' },
    { problem: 'off-menu' },
    { problem: 'off-menu' },
    { problem: 'off-menu' },
    { problem: 'off-menu' },
  ]);
  expect(none.admit('tie')).toHaveProperty('problem', 'off-menu');
  expect({ ties: ties.sentence(), none: none.sentence(), pairwise: ties.pairwise }).toEqual({
    ties: 'one of: A, B, tie',
    none: 'one of: A, B',
    pairwise: true,
  });
});

test('swapping the candidates swaps A and B and nothing else', () => {
  const { mirror, rank } = preferenceView({ kind: 'preference', ties: true });
  expect(['A', 'B', 'tie', 3].map(mirror)).toEqual(['B', 'A', 'tie', 3]);
  expect(rank('A')).toBeUndefined();
});
