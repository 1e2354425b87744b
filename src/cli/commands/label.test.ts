import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../data/scratch-folder.ts';
import { labelCommand, type LabelContext } from './label.ts';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let out: string;
let err: string;

const config = {
  datasets: {
    answers: { files: 'answers.jsonl', map: { id: 'id', output: 'answer', gold: 'label', language: 'lang' } },
    rated: { files: 'rated.jsonl', raters: { consensus: 'majority' } },
  },
  judges: { strict: { kind: 'recorded', column: 'verdict', verdict: { kind: 'binary' } } },
};

beforeEach(async () => {
  scratch = await scratchFolder();
  [out, err] = ['', ''];
  await scratch.put('assize.yaml', JSON.stringify(config));
  await scratch.put(
    'answers.jsonl',
    ['a', 'b', 'c']
      .map((id) => `${JSON.stringify({ id, answer: `text ${id}`, label: 'off the menu', lang: 'EN', verdict: 'HIDDEN' })}\n`)
      .join(''),
  );
});
afterEach(async () => scratch.remove());

function sink(write: (text: string) => void): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      write(String(chunk));
      done();
    },
  });
}

function contextWith(stdin: NodeJS.ReadableStream): LabelContext {
  return { stdout: sink((text) => (out += text)), stderr: sink((text) => (err += text)), env: {}, cwd: scratch.path, stdin };
}

const given = { config: 'assize.yaml', json: true, rationale: 'fail' };

async function byLines(answers: readonly unknown[], options: object = {}, set = 'answers'): Promise<Record<string, unknown>[]> {
  out = '';
  const code = await labelCommand(
    set,
    { ...given, as: 'Ann', ...options },
    contextWith(Readable.from(answers.map((answer) => `${typeof answer === 'string' ? answer : JSON.stringify(answer)}\n`))),
  );
  expect(code).toBe(0);
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function linesOf(name: string): Promise<Record<string, unknown>[]> {
  return (await readFile(join(scratch.path, name), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('assize label --json', () => {
  it('labels, skips, goes back and resumes; a fail needs a reason; gold and verdicts are not shown', async () => {
    const first = await byLines([
      { label: 'maybe' },
      { label: 'fail' },
      { label: 'fail', rationale: 'It is off.' },
      { do: 'skip' },
      { label: true },
      { do: 'back' },
    ]);
    expect(first.map(({ type, item, label, message }) => [type, item ?? label ?? message])).toEqual(
      [
        ['item', 'a'],
        ['refused', expect.stringContaining('maybe')],
        ['refused', 'rationale: expected a reason for "fail", got none. Say what is wrong.'],
        ['labelled', 'a'],
        ['item', 'b'],
        ['item', 'c'],
        ['labelled', 'c'],
        ['ended', undefined],
      ].map(([type, of]) => [type, of]),
    );
    expect(first[0]).toMatchObject({
      place: 0,
      items: 3,
      labelled: 0,
      language: 'en',
      output: 'text a',
      labels: ['fail', 'pass'],
    });
    expect(first.at(-1)).toEqual({ type: 'ended', end: 'done', labelled: 2, left: 1, out: join('labels', 'answers.Ann.jsonl') });
    expect(out + err).not.toMatch(/HIDDEN|off the menu/u);

    const second = await byLines([{ do: 'back' }, { label: 'pass' }, { label: 'pass' }]);
    // The only one left, then back to the first, whose label is changed.
    expect(second.map(({ type, item, yours }) => [type, item, yours])).toEqual([
      ['item', 'b', undefined],
      ['item', 'a', 'fail'],
      ['labelled', 'a', undefined],
      ['item', 'b', undefined],
      ['labelled', 'b', undefined],
      ['ended', undefined, undefined],
    ]);
    const kept = await linesOf('labels/answers.Ann.jsonl');
    expect(kept.map(({ id, rater, gold, rationale }) => [id, rater, gold, rationale])).toEqual([
      ['a', 'Ann', 'fail', 'It is off.'],
      ['c', 'Ann', 'pass', undefined],
      ['a', 'Ann', 'pass', undefined],
      ['b', 'Ann', 'pass', undefined],
    ]);
    expect((await byLines([])).map(({ type }) => type)).toEqual(['ended']);
  });

  it('refuses answers that are none, and goes on', async () => {
    const got = await byLines(['{', '[]', { label: 'pass', rationale: 7 }, { do: 'jump' }, { do: 'back' }, { do: 'quit' }], {
      limit: 1,
    });
    expect(got.map(({ type }) => type)).toEqual(['item', 'refused', 'refused', 'refused', 'refused', 'refused', 'ended']);
    expect(got.at(-1)).toMatchObject({ end: 'quit', left: 1 });
  });

  it('a label is on the disk when it is said to be', async () => {
    const stdin = new PassThrough();
    const done = labelCommand('answers', { ...given, as: 'Ann' }, contextWith(stdin));
    stdin.write('{"label":"pass"}\n');
    while (!out.includes('"labelled","item"') && !out.includes('"type":"labelled"'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await linesOf('labels/answers.Ann.jsonl')).map(({ id }) => id)).toEqual(['a']);
    stdin.end();
    expect(await done).toBe(0);
  });

  it('a text that changed under its id is not labelled on', async () => {
    await byLines([{ label: 'pass' }]);
    await scratch.put('answers.jsonl', `${JSON.stringify({ id: 'a', answer: 'another text', label: 'x', lang: 'en' })}\n`);
    await expect(byLines([])).rejects.toThrow(
      'got one of item "a" when its text was another. Label into another file with --out.',
    );
  });

  it('names that could leave the folder stay in it', async () => {
    const got = await byLines([{ label: 'pass' }], { as: '../../Ann.jsonl' });
    expect(got.at(-1)?.['out']).toBe(join('labels', 'answers.%2E%2E%2F%2E%2E%2FAnn%2Ejsonl.jsonl'));
    await expect(byLines([], { as: 'A\u202Enn' })).rejects.toThrow('--as: expected your name as rater');
    await expect(byLines([], { as: undefined })).rejects.toThrow('got nothing. Give one.');
  });

  it('needs a terminal without --json', async () => {
    await expect(labelCommand('answers', { ...given, as: 'Ann', json: false }, contextWith(Readable.from([])))).rejects.toThrow(
      'label: expected a terminal, got none.',
    );
  });

  it('another judge’s space: typed and checked', async () => {
    await scratch.put(
      'assize.yaml',
      JSON.stringify({
        ...config,
        judges: {
          ...config.judges,
          score: { kind: 'recorded', column: 'v', verdict: { kind: 'interval', min: 0, max: 100, better: 'higher' } },
        },
      }),
    );
    await expect(byLines([])).rejects.toThrow(
      '--judge: expected the judge whose verdict space and rubric to label by (strict, score), got none.',
    );
    const got = await byLines([{ label: 101 }, { label: 42.5 }], { judge: 'score' });
    expect(got.map(({ type }) => type)).toEqual(['item', 'refused', 'labelled', 'item', 'ended']);
  });
});

describe('assize label --agreement', () => {
  it('reads the raters’ files: α, percent, κ, and the items on which they differ most', async () => {
    await byLines([{ label: 'pass' }, { label: 'pass' }, { label: 'fail', rationale: 'x' }]);
    await byLines([{ label: 'pass' }, { label: 'fail', rationale: 'y' }, { label: 'fail', rationale: 'z' }], { as: 'Bo' });
    out = '';
    expect(await labelCommand('answers', { ...given, agreement: true }, contextWith(Readable.from([])))).toBe(0);
    const got = JSON.parse(out) as { percent: object; alpha: object; pairs: { kappa: object }[]; difficult: object[] };
    expect(got.percent).toMatchObject({ status: 'ok', value: expect.closeTo(2 / 3, 12) as number, n: 3 });
    expect(got.alpha).toMatchObject({ status: 'ok', n: 3 });
    // κ: (2/3 − (2/3 · 1/3 + 1/3 · 2/3)) / (1 − 4/9) = (2/9)/(5/9).
    expect(got.pairs[0]?.kappa).toMatchObject({ value: expect.closeTo(0.4, 12) as number });
    expect(got.difficult).toEqual([
      {
        item: 'b',
        disagreement: 1,
        labels: [
          { rater: 'Ann', label: 'pass' },
          { rater: 'Bo', label: 'fail' },
        ],
      },
    ]);
    out = '';
    await labelCommand('answers', { ...given, json: false, agreement: true }, contextWith(Readable.from([])));
    expect(out).toContain('Krippendorff’s α (nominal)');
    expect(out).toMatch(/same label +67% \(/u);
    expect(out).toMatch(/b +100% +Ann: pass, Bo: fail/u);
  });

  it('of a set with raters its own rows; without labels it says where they would be', async () => {
    const row = (id: string, rater: string, gold: string): string => `${JSON.stringify({ id, output: id, rater, gold })}\n`;
    await scratch.put('rated.jsonl', [row('a', 'X', 'pass'), row('a', 'Y', 'pass'), row('b', 'X', 'fail')].join(''));
    await labelCommand('rated', { ...given, agreement: true }, contextWith(Readable.from([])));
    expect(JSON.parse(out)).toMatchObject({
      raters: [
        { name: 'X', labels: 2 },
        { name: 'Y', labels: 1 },
      ],
      items: 2,
    });
    await expect(labelCommand('answers', { ...given, agreement: true }, contextWith(Readable.from([])))).rejects.toThrow(
      'label answers: expected labels of raters, got none in',
    );
    await expect(
      labelCommand('answers', { ...given, agreement: true, as: 'Ann' }, contextWith(Readable.from([]))),
    ).rejects.toThrow('--as: expected it without --agreement');
    // A set of several raters is labelled by item.
    expect((await byLines([{ label: 'pass' }], { as: 'Z' }, 'rated')).map(({ type, item }) => [type, item])).toEqual([
      ['item', 'a'],
      ['labelled', 'a'],
      ['item', 'b'],
      ['ended', undefined],
    ]);
  });
});
