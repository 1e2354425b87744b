import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { presetRows } from '../../data/presets/preset-rows.fixture.ts';
import { scratchFolder } from '../../data/scratch-folder.ts';
import type { CliContext } from '../main.ts';
import { compareCommand } from './compare.ts';
import { judgeCommand } from './judge.ts';
import { exportRun } from './runs.ts';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let out: string;
let context: CliContext;

const recorded = (column: string, verdict: object): object => ({ kind: 'recorded', column, rationaleColumn: 'why', verdict });
const binary = { kind: 'binary', pass: 'supported', fail: 'not supported' };
const config = {
  datasets: {
    items: { files: 'items.jsonl', map: { id: 'id', output: 'text', language: 'lang' } },
    golden: { files: 'items.jsonl', map: { id: 'id', output: 'text', gold: 'gold' } },
    pairs: { files: 'pairs.jsonl', map: { id: 'id', outputA: 'a', outputB: 'b' } },
  },
  judges: {
    strict: recorded('strict', binary),
    lax: recorded('lax', binary),
    score: recorded('score', { kind: 'interval', min: 0, max: 10, better: 'higher' }),
    tone: recorded('tone', { kind: 'categorical', labels: ['warm', 'cold'] }),
    pair: recorded('pair', { kind: 'preference', ties: true }),
  },
};
const flags = { config: 'assize.yaml', quiet: true, cache: true, min: [], max: [] };

beforeEach(async () => {
  scratch = await scratchFolder();
  out = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      out += String(chunk);
      done();
    },
  });
  context = { stdout: stream, stderr: new Writable({ write: (_chunk, _encoding, done) => done() }), env: {}, cwd: scratch.path };
  await scratch.put('assize.yaml', JSON.stringify(config));
  const rows = [
    {
      id: 't1',
      text: 'x',
      gold: 'supported',
      lang: 'hi',
      strict: 'supported',
      lax: 'not supported',
      score: 7.5,
      tone: 'warm',
      why: 'All "there".\nYes',
    },
    { id: 't2', text: 'y', gold: 'not supported', strict: 'off the menu', lax: 'supported', score: -1, tone: 'grey' },
    { id: 't3', text: 'z', strict: 'not supported', lax: 'supported', score: 0, tone: 'cold' },
  ];
  await scratch.put('items.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await scratch.put(
    'pairs.jsonl',
    ['A', 'B', 'tie', 'C']
      .map(
        (pair, index) => `${JSON.stringify({ id: index === 3 ? 'own' : `8${index}/2/m1/m2`, a: 'x', b: 'y', pair, why: 'w' })}\n`,
      )
      .join(''),
  );
});
afterEach(async () => scratch.remove());

async function exported(judges: readonly string[], format: string, data = 'items'): Promise<string> {
  if (judges.length > 1) await compareCommand([...judges], { ...flags, data }, context);
  else await judgeCommand([...judges], { ...flags, data }, context);
  out = '';
  expect(await exportRun('last', { config: 'assize.yaml', out: 'file', format, json: true }, context)).toBe(0);
  return readFile(join(scratch.path, 'file'), 'utf8');
}

const lines = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const counts = (): unknown => {
  const { rows, withoutVerdict } = JSON.parse(out) as { rows: number; withoutVerdict: number };
  return { rows, withoutVerdict };
};

describe('assize runs export --format', () => {
  it('langfuse: a score a verdict, none for what is no verdict; back in by the preset', async () => {
    const scores = lines(await exported(['strict'], 'langfuse'));
    expect(scores.map(({ traceId, name, value, dataType, comment }) => [traceId, name, value, dataType, comment])).toEqual([
      ['t1', 'strict', 1, 'BOOLEAN', 'All "there".\nYes'],
      ['t3', 'strict', 0, 'BOOLEAN', undefined],
    ]);
    expect(counts()).toEqual({ rows: 2, withoutVerdict: 1 });
    expect(new Set(scores.map(({ id }) => id)).size).toBe(2);
    const traces = ['t1', 't2', 't3'].map((id) => ({
      id,
      output: id,
      scores: scores.filter(({ traceId }) => traceId === id).map((score) => ({ ...score, source: 'API' })),
    }));
    const { rows } = await presetRows('langfuse', { 't.jsonl': traces }, { recorded: ['scores'] });
    expect(Object.values(rows).map(({ item, gold }) => [item.recorded?.['scores'], gold])).toEqual([
      [{ strict: true }, undefined],
      [{}, undefined],
      [{ strict: false }, undefined],
    ]);
  });

  it('langfuse: numbers and labels keep their kind', async () => {
    expect(
      lines(await exported(['score'], 'langfuse')).map(({ traceId, value, dataType }) => [traceId, value, dataType]),
    ).toEqual([
      ['t1', 7.5, 'NUMERIC'],
      ['t3', 0, 'NUMERIC'],
    ]);
    expect(lines(await exported(['tone'], 'langfuse')).map(({ value, dataType }) => [value, dataType])).toEqual([
      ['warm', 'CATEGORICAL'],
      ['cold', 'CATEGORICAL'],
    ]);
  });

  it('langsmith: feedback of a model; back in by the preset', async () => {
    const feedback = lines(await exported(['strict', 'score', 'tone'], 'langsmith'));
    expect(feedback.map(({ run_id: run, key, score, value }) => [run, key, score, value])).toEqual([
      ['t1', 'strict', 1, 'supported'],
      ['t1', 'score', 7.5, undefined],
      ['t1', 'tone', undefined, 'warm'],
      ['t3', 'strict', 0, 'not supported'],
      ['t3', 'score', 0, undefined],
      ['t3', 'tone', undefined, 'cold'],
    ]);
    const runs = ['t1', 't2', 't3'].map((id) => ({
      id,
      inputs: {},
      outputs: { output: id },
      feedback: feedback.filter(({ run_id: run }) => run === id),
    }));
    const { rows } = await presetRows('langsmith', { 'r.jsonl': runs }, { recorded: ['scores'] });
    expect(Object.values(rows).map(({ item }) => item.recorded?.['scores'])).toEqual([
      { strict: 'supported', score: 7.5, tone: 'warm' },
      {},
      { strict: 'not supported', score: 0, tone: 'cold' },
    ]);
  });

  it('inspect: a sample an item, a score a judge that has a verdict; back in by the preset', async () => {
    const text = await exported(['strict', 'score'], 'inspect');
    const { samples } = JSON.parse(text) as {
      samples: { id: string; target: string; scores: Record<string, { value: unknown }> }[];
    };
    expect(
      samples.map(({ id, target, scores }) => [id, target, Object.entries(scores).map(([name, { value }]) => [name, value])]),
    ).toEqual([
      [
        't1',
        '',
        [
          ['strict', 'C'],
          ['score', 7.5],
        ],
      ],
      [
        't3',
        '',
        [
          ['strict', 'I'],
          ['score', 0],
        ],
      ],
    ]);
    expect(counts()).toEqual({ rows: 4, withoutVerdict: 2 });
    expect(await exported(['strict'], 'inspect', 'golden')).toContain(
      '"id":"t1","epoch":1,"input":"Item t1 of golden","target":"supported"',
    );
    const { rows } = await presetRows('inspect', { 'log.json': text }, { recorded: ['scores'] });
    expect(Object.entries(rows).map(([id, { item }]) => [id, item.recorded?.['scores']])).toEqual([
      ['t1', { strict: true, score: 7.5 }],
      ['t3', { strict: false, score: 0 }],
    ]);
  });

  it('promptfoo: results of tests and judges; back in by the preset; only pass and fail have a place', async () => {
    const text = await exported(['strict', 'lax'], 'promptfoo');
    const { results } = JSON.parse(text) as { results: { version: number; stats: unknown; prompts: unknown[] } };
    expect([results.version, results.stats, results.prompts.length]).toEqual([3, { successes: 3, failures: 2, errors: 0 }, 2]);
    const { rows } = await presetRows('promptfoo', { 'out.json': text }, { recorded: ['vars', 'pass', 'provider'] });
    expect(
      Object.values(rows).map(({ item }) => [
        (item.recorded?.['vars'] as { item: string } | undefined)?.item,
        item.recorded?.['provider'],
        item.recorded?.['pass'],
      ]),
    ).toEqual([
      ['t1', 'strict', true],
      ['t1', 'lax', false],
      ['t2', 'lax', true],
      ['t3', 'strict', false],
      ['t3', 'lax', true],
    ]);
    await expect(exported(['score'], 'promptfoo')).rejects.toThrow(
      '--format promptfoo: expected judges of a binary space, since its results pass or fail, got score',
    );
  });

  it('mt-bench: scores and winners, ids taken apart; labels have no place', async () => {
    expect(
      lines(await exported(['score'], 'mt-bench')).map(({ question_id: question, turn, model, score }) => [
        question,
        turn,
        model,
        score,
      ]),
    ).toEqual([
      ['t1', 1, 'unknown', 7.5],
      ['t3', 1, 'unknown', 0],
    ]);
    const pairs = lines(await exported(['pair'], 'mt-bench', 'pairs'));
    expect(
      pairs.map(({ question_id: question, turn, model_a: a, model_b: b, winner }) => [question, turn, a, b, winner]),
    ).toEqual([
      [80, 2, 'm1', 'm2', 'model_a'],
      [81, 2, 'm1', 'm2', 'model_b'],
      [82, 2, 'm1', 'm2', 'tie'],
    ]);
    const talk = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'a' },
    ];
    const { rows } = await presetRows('mt-bench-judgments', {
      'h.jsonl': pairs.map((pair) => ({ ...pair, conversation_a: talk, conversation_b: talk })),
    });
    expect(Object.entries(rows).map(([id, { gold }]) => [id, gold])).toEqual([
      ['80/2/m1/m2', 'A'],
      ['81/2/m1/m2', 'B'],
      ['82/2/m1/m2', 'tie'],
    ]);
    await expect(exported(['tone'], 'mt-bench')).rejects.toThrow(
      '--format mt-bench: expected judges of preferences or numbers, got tone',
    );
  });

  it('another format is told', async () => {
    await expect(exported(['strict'], 'langsmth')).rejects.toThrow(
      '--format: expected one of promptfoo, langfuse, langsmith, inspect, mt-bench, got "langsmth". Did you mean langsmith?',
    );
  });
});
