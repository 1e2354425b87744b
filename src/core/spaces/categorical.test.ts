import { expect, test } from 'vitest';
import { categoricalView } from './categorical.ts';

test('labels of any script and kind, without an order', () => {
  const view = categoricalView({
    kind: 'categorical',
    labels: [{ label: '不明' }, { label: 'très bien', synonyms: ['👍'] }, { label: 3 }],
  });
  expect(
    ['不明', 'TRE\u{300}S BIEN', '👍\u{FE0F}', '３', 3, '3.0', 'bien', 'constructor'].map((raw) => view.admit(raw)),
  ).toMatchObject([
    { ok: '不明' },
    { ok: 'très bien' },
    { ok: 'très bien' },
    { ok: 3 },
    { ok: 3 },
    { problem: 'off-menu' },
    { problem: 'off-menu' },
    { problem: 'off-menu' },
  ]);
  expect({
    sentence: view.sentence(),
    schema: view.schema(),
    rank: view.rank('不明'),
    scale: view.scale,
    numeric: view.numeric,
  }).toEqual({
    sentence: 'one of: 不明, très bien, 3',
    schema: { enum: ['不明', 'très bien', 3], type: ['string', 'number'] },
    rank: undefined,
    scale: 'nominal',
    numeric: false,
  });
});
