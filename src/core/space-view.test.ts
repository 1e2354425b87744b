import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AssizeError } from './errors.ts';
import { spaceFaults, viewOf } from './space-view.ts';
import type { VerdictSpace } from './verdict-space.ts';

const spaces: readonly VerdictSpace[] = [
  { kind: 'binary', pass: { label: 'yes' }, fail: { label: 'no' } },
  { kind: 'ordinal', levels: [{ label: 1 }, { label: 2 }, { label: 5 }] },
  { kind: 'ordinal', levels: [{ label: 'low' }, { label: 'high' }], better: 'lower' },
  { kind: 'interval', min: 0, max: 100, better: 'higher', unit: 'percent' },
  { kind: 'interval', min: -0.5, max: 0.5, better: 'lower' },
  { kind: 'preference', ties: true },
  { kind: 'preference', ties: false },
  { kind: 'categorical', labels: [{ label: 'a' }, { label: 7 }] },
];

describe.each(spaces)('$kind %#', (space) => {
  const view = viewOf(space);

  test('is built once', () => {
    expect(viewOf(space)).toBe(view);
  });

  test('admits its own menu, mirrors twice to the same, ranks by its order', () => {
    const values = (view.menu ?? []).map(({ value }) => value);
    expect(values.map((value) => view.admit(value))).toEqual(values.map((value) => ({ ok: value })));
    expect(values.map((value) => view.admit(String(value)))).toEqual(values.map((value) => ({ ok: value })));
    expect(values.map((value) => view.mirror(view.mirror(value)))).toEqual(values);
    const ranks = values.map((value) => view.rank(value));
    if (ranks.every((rank) => rank !== undefined)) expect(ranks).toEqual(ranks.toSorted((a, b) => Number(a) - Number(b)));
  });

  test('has no answer in what holds none', () => {
    for (const raw of [null, undefined, '', ' \n', '\u{200B}']) expect(view.admit(raw)).toMatchObject({ problem: 'no-answer' });
  });

  test('admits no container and nothing that is not JSON', () => {
    const strange = [[], {}, [1], { label: 'yes' }, Number.NaN, Number.POSITIVE_INFINITY, 10n, Symbol('x').description];
    for (const raw of strange) expect(view.admit(raw)).toHaveProperty('problem', 'off-menu');
  });

  test('what it admits, it admits again as the same value', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.integer(), fc.stringMatching(/^[-+\d./%, a-z]{1,8}$/u)),
        (raw) => {
          const admitted = view.admit(raw);
          if ('ok' in admitted) expect(view.admit(admitted.ok)).toEqual(admitted);
          else expect(admitted.message).toMatch(/^expected [^\n]+\.$/u);
        },
      ),
    );
  });
});

describe('faults', () => {
  test.each<[VerdictSpace, string]>([
    [{ kind: 'binary', pass: { label: 'OK' }, fail: { label: 'ＯＫ' } }, 'fail'],
    [{ kind: 'binary', pass: { label: 'OK' }, fail: { label: '\u{200B}' } }, 'fail'],
    [{ kind: 'binary', pass: { label: 'y', synonyms: ['1'] }, fail: { label: 'n', synonyms: [' １ '] } }, 'fail'],
    [{ kind: 'ordinal', levels: [{ label: 1 }] }, 'levels'],
    [{ kind: 'ordinal', levels: [{ label: 1 }, { label: '1' }] }, 'levels[1]'],
    [{ kind: 'ordinal', levels: [{ label: 1 }, { label: Number.NaN }] }, 'levels[1]'],
    [{ kind: 'ordinal', levels: [{ label: 1 }, { label: '01' }] }, 'levels[1]'],
    [{ kind: 'ordinal', levels: [{ label: '2.0' }, { label: 2 }] }, 'levels[1]'],
    [{ kind: 'interval', min: 1, max: 1, better: 'higher' }, 'max'],
    [{ kind: 'interval', min: 0, max: Number.POSITIVE_INFINITY, better: 'higher' }, 'max'],
    [{ kind: 'interval', min: Number.NaN, max: 1, better: 'higher' }, 'min'],
    [{ kind: 'categorical', labels: [] }, 'labels'],
    [{ kind: 'categorical', labels: [{ label: 'Straße' }, { label: 'STRASSE' }] }, 'labels[1]'],
  ])('%j has one at %s', (space, path) => {
    const faults = spaceFaults(space);
    expect(faults.map((fault) => fault.path)).toEqual([path]);
    expect(faults[0]?.message).toMatch(/^expected .+, got .+\. .+\.$/u);
    expect(() => viewOf(space)).toThrow(new AssizeError('config', `verdict.${path}: ${faults[0]?.message}`));
  });

  test('codes that are texts may look alike as numbers: only a number may be written either way', () => {
    expect(spaceFaults({ kind: 'categorical', labels: [{ label: '7' }, { label: '007' }] })).toEqual([]);
  });

  test('a label may have itself as a synonym', () => {
    expect(spaceFaults({ kind: 'binary', pass: { label: 'yes', synonyms: ['YES', 'yes'] }, fail: { label: 'no' } })).toEqual([]);
  });
});
