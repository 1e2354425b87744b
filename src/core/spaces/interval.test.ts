import { expect, test } from 'vitest';
import { intervalView } from './interval.ts';

const five = intervalView({ kind: 'interval', min: 0, max: 5, better: 'higher' });
const percent = intervalView({ kind: 'interval', min: 0, max: 100, better: 'lower', unit: 'percent' });

test.each([
  [4, 4],
  [4.25, 4.25],
  ['4', 4],
  ['4/5', 4],
  ['4 / 5', 4],
  ['4 out of 5', 4],
  ['４／５', 4],
  ['٤', 4],
  ['-0', 0],
  [-0, 0],
])('%j is %j on 0–5', (raw, value) => {
  expect(five.admit(raw)).toEqual({ ok: value });
});

test.each([
  5.01,
  -0.01,
  98_989,
  7,
  '6',
  '4/10',
  '40/50',
  '80%',
  'four',
  '4 stars',
  true,
  '4,5',
  '4²',
  '⅘',
  '½',
  '4½',
  '4…',
  '<4',
  '~4',
  '4/5/5',
])('%j is off the scale 0–5, never clamped', (raw) => {
  expect(five.admit(raw)).toHaveProperty('problem', 'off-menu');
});

test.each(['3-4', '3–4', '3 — 4', '3 to 4', '3..4', '3～4', '3 or 4', 'between 3 and 4', '3-4/5', '٣-٤', '7-8'])(
  '%j is an ambiguous range',
  (raw) => {
    expect(five.admit(raw)).toHaveProperty('problem', 'ambiguous');
  },
);

test('a percentage is a number only where the unit is percent', () => {
  expect(['80%', '80 ％', '٨٠٪', '80'].map((raw) => percent.admit(raw))).toEqual([
    { ok: 80 },
    { ok: 80 },
    { ok: 80 },
    { ok: 80 },
  ]);
  expect(percent.admit('180%')).toHaveProperty('problem', 'off-menu');
  expect(percent.admit('80-90%')).toHaveProperty('problem', 'ambiguous');
});

test('its view', () => {
  expect({
    ...percent,
    schema: percent.schema(),
    sentence: percent.sentence(),
    ranks: [percent.rank(10), percent.rank('x')],
  }).toMatchObject({
    scale: 'interval',
    classes: undefined,
    numeric: true,
    range: [0, 100],
    schema: { type: 'number', minimum: 0, maximum: 100 },
    sentence: 'a number from 0 to 100 (lower is better)',
    ranks: [-10, undefined],
  });
  expect(percent.menu).toHaveLength(101);
});

test('there is a menu only for at most 101 whole numbers', () => {
  expect(intervalView({ kind: 'interval', min: 0, max: 101, better: 'higher' }).menu).toBeUndefined();
  expect(intervalView({ kind: 'interval', min: 0, max: 1.5, better: 'higher' }).menu).toBeUndefined();
});
