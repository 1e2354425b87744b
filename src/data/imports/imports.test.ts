import { describe, expect, it } from 'vitest';
import { presetRows } from '../presets/preset-rows.fixture.ts';

type Rows = Awaited<ReturnType<typeof presetRows>>['rows'];
const seen = (rows: Rows): unknown[] =>
  Object.entries(rows).map(([id, { item, gold, rater, rationale, group, system }]) => [
    id,
    item.input ?? null,
    item.output ?? [item.outputA, item.outputB],
    gold ?? null,
    ...[rater, rationale, group, system].map((text) => text ?? null),
  ]);
const recordedOf = (rows: Rows): unknown[] => Object.values(rows).map(({ item }) => Object.values(item.recorded ?? {}));

describe('promptfoo', () => {
  const result = (testIdx: number, more: object): object => ({
    testIdx,
    promptIdx: 0,
    provider: { id: 'p:one', label: 'one' },
    prompt: { raw: `Ask ${testIdx}`, label: 'l' },
    vars: { topic: 't' },
    response: { output: `Out ${testIdx}` },
    success: true,
    score: 0.9,
    namedScores: {},
    ...more,
  });
  const part = (type: string, pass: boolean): object => ({ pass, score: pass ? 1 : 0, reason: 'r', assertion: { type } });
  const results = [
    result(0, { gradingResult: { pass: true, score: 0.9, reason: 'All passed', componentResults: [part('llm-rubric', true)] } }),
    result(1, {
      gradingResult: {
        pass: false,
        score: 0,
        reason: 'Manual',
        comment: 'Not so.',
        componentResults: [part('llm-rubric', true), part('human', false)],
      },
      success: false,
    }),
    result(2, { response: { error: 'no' }, error: 'no', success: false }),
    result(3, { response: { output: { a: 1 } }, id: 'own-id' }),
  ];
  const file = JSON.stringify({
    evalId: 'eval-1',
    results: { version: 3, prompts: [{ raw: 'x' }], results, stats: { successes: 1, list: [{ a: 1 }] } },
    config: { tests: [{ vars: {} }] },
  });
  it('outputs are items, a person’s mark is gold, the tool’s verdict is for recorded judges, an error is left out', async () => {
    const { rows, bad, leftOut } = await presetRows('promptfoo', { 'out.json': file }, { recorded: ['pass', 'score'] });
    expect(seen(rows)).toEqual([
      ['test 0/0/one', 'Ask 0', 'Out 0', null, null, null, 'test 0', 'one'],
      ['test 1/0/one', 'Ask 1', 'Out 1', false, null, 'Not so.', 'test 1', 'one'],
      ['own-id', 'Ask 3', '{\n  "a": 1\n}', null, null, null, 'test 3', 'one'],
    ]);
    expect(recordedOf(rows)).toEqual([
      [true, 0.9],
      [true, null],
      [true, 0.9],
    ]);
    expect([bad, leftOut]).toEqual([[], ['1: no output (an error of the provider)']]);
  });

  it('JSON Lines are read too; another file is told', async () => {
    expect(Object.keys((await presetRows('promptfoo', { 'out.jsonl': results as object[] })).rows)).toHaveLength(3);
    await expect(presetRows('promptfoo', { 'x.json': '{"results":{"outputs":[{"a":1}]}}' })).rejects.toThrow(
      'expected rows under results.results, got an object without (its keys: results, outputs). Is this the file that the preset reads?',
    );
    expect((await presetRows('promptfoo', { 'x.jsonl': [{ a: 1 }] })).bad).toEqual([
      expect.stringContaining('success: expected true or false, got nothing'),
    ]);
  });
});

describe('langfuse', () => {
  const score = (name: string, source: string, value: unknown, more: object = {}): object => ({ name, source, value, ...more });
  const trace = (id: string, scores: unknown, more: object = {}): object => ({
    id,
    input: { question: 'Why?' },
    output: { content: `Because ${id}` },
    scores,
    ...more,
  });
  const files = {
    't.jsonl': [
      trace('t1', [
        score('correct', 'ANNOTATION', 1, { dataType: 'BOOLEAN', stringValue: 'True', authorUserId: 'u1', comment: 'Yes.' }),
        score('judge', 'EVAL', 0.25, { dataType: 'NUMERIC' }),
        score('broken', 'EVAL', null, { dataType: 'NUMERIC' }),
      ]),
      trace('t2', JSON.stringify([score('tone', 'ANNOTATION', null, { dataType: 'CATEGORICAL', stringValue: 'warm' })]), {
        sessionId: 's',
      }),
      trace('t3', []),
      { id: 't4', input: 'x', output: null, scores: [] },
    ],
  };
  it('annotations are gold with their author, other scores are for recorded judges', async () => {
    const { rows, leftOut, bad } = await presetRows('langfuse', files, { recorded: ['scores'] });
    expect(seen(rows)).toEqual([
      ['t1', 'Why?', 'Because t1', true, 'u1', 'Yes.', null, null],
      ['t2', 'Why?', 'Because t2', 'warm', 'annotator', null, 's', null],
      ['t3', 'Why?', 'Because t3', null, null, null, null, null],
    ]);
    expect(recordedOf(rows)).toEqual([[{ judge: 0.25 }], [{}], [{}]]);
    expect([leftOut, bad]).toEqual([['4: no output'], []]);
  });

  it('several annotators of a trace are raters of one item', async () => {
    const both = [
      score('c', 'ANNOTATION', true, { authorUserId: 'a' }),
      score('c', 'ANNOTATION', true, { authorUserId: 'b' }),
      score('d', 'ANNOTATION', false, { authorUserId: 'b' }),
    ];
    const { rows } = await presetRows(
      'langfuse',
      { 't.jsonl': [trace('t', both, { sessionId: 's' })] },
      { raters: { consensus: 'unanimous' }, filter: { score: 'c' } },
    );
    expect(Object.values(rows).map(({ gold, labels }) => [gold, labels])).toEqual([
      [
        true,
        [
          { rater: 'a', label: true },
          { rater: 'b', label: true },
        ],
      ],
    ]);
  });
});

describe('langsmith', () => {
  const given = (key: string, type: string, more: object): object => ({ key, feedback_source: { type, user_id: 'u1' }, ...more });
  it('people’s feedback is gold, models’ is for recorded judges', async () => {
    const run = (id: string, more: object): object => ({
      id,
      name: 'chain',
      inputs: { question: 'Why?' },
      outputs: { output: `B ${id}`, tokens: 3 },
      feedback: [],
      ...more,
    });
    const { rows, leftOut, bad } = await presetRows(
      'langsmith',
      {
        'r.jsonl': [
          run('r1', {
            feedback: [
              given('ok', 'app', { score: 1, comment: 'Yes.' }),
              given('llm', 'model', { score: 0.4 }),
              given('llm2', 'model', { score: 1, error: true }),
            ],
          }),
          run('r2', { feedback: [given('ok', 'app', { score: 0, value: 'poor' })], reference_example_id: 'e' }),
          run('r3', {
            inputs: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] }),
            feedback_stats: { ok: { n: 2, avg: 0.5 } },
          }),
          run('r4', { outputs: null, error: 'boom' }),
        ],
      },
      { recorded: ['scores', 'averages'] },
    );
    expect(seen(rows)).toEqual([
      ['r1', 'Why?', 'B r1', 1, 'u1', 'Yes.', null, null],
      ['r2', 'Why?', 'B r2', 'poor', 'u1', null, 'e', null],
      ['r3', 'Hi', 'B r3', null, null, null, null, null],
    ]);
    expect(recordedOf(rows)).toEqual([
      [{ llm: 0.4 }, {}],
      [{}, {}],
      [{}, { ok: 0.5 }],
    ]);
    expect([leftOut, bad]).toEqual([['4: no output (the run failed)'], []]);
  });
});

describe('inspect', () => {
  const sample = (id: string | number, more: object): object => ({
    id,
    epoch: 1,
    input: [
      { role: 'system', content: 's' },
      { role: 'user', content: 'Why?' },
    ],
    target: ['yes', 'yep'],
    output: { model: 'm', choices: [{ message: { role: 'assistant', content: 'because' } }], completion: 'because' },
    scores: { match: { value: 'C' } },
    ...more,
  });
  it('samples are items; a person’s edit is gold; N is no score; errors are left out', async () => {
    const edits = [
      { value: 'C', answer: 'a' },
      { value: 'I', provenance: { author: 'ann', reason: 'Wrong.', timestamp: '2026-01-01T00:00:00Z' } },
    ];
    const file = JSON.stringify({
      version: 2,
      status: 'success',
      eval: { task: 't', dataset: {} },
      plan: { steps: [{ solver: 'generate' }] },
      results: { scores: [{ name: 'match' }] },
      samples: [
        sample(1, {}),
        sample(1, { epoch: 2, scores: { match: { value: 'I', history: edits }, other: { value: 0.5 } } }),
        sample('x', {
          scores: { match: { value: 'N' } },
          output: { model: 'm', choices: [{ message: { content: [{ type: 'text', text: 'parts' }] } }] },
        }),
        sample('e', { output: { model: 'm', choices: [] }, error: { message: 'boom' } }),
      ],
      reductions: [{ scorer: 'match', samples: [{ value: 1 }] }],
    });
    const { rows, leftOut, bad } = await presetRows('inspect', { 'log.json': file }, { recorded: ['scores'] });
    expect(seen(rows)).toEqual([
      ['1', 'Why?', 'because', null, null, null, '1', 'm'],
      ['1#2', 'Why?', 'because', false, 'ann', 'Wrong.', '1', 'm'],
      ['x', 'Why?', 'parts', null, null, null, 'x', 'm'],
    ]);
    expect(rows['1']?.item.reference).toBe('yes\n\nyep');
    expect(recordedOf(rows)).toEqual([[{ match: true }], [{ match: true, other: 0.5 }], [{ match: null }]]);
    expect([leftOut, bad]).toEqual([['1: no output (the sample ended with an error)'], []]);
  });
});

describe('mt-bench', () => {
  const talk = (side: string): object[] => [
    { role: 'user', content: 'Q1' },
    { role: 'assistant', content: `${side}1` },
    { role: 'user', content: 'Q2' },
    { role: 'assistant', content: `${side}2` },
  ];
  const human = (more: object): object => ({
    question_id: 81,
    model_a: 'm',
    model_b: 'n',
    winner: 'model_a',
    judge: 'expert_1',
    conversation_a: talk('m'),
    conversation_b: talk('n'),
    turn: 1,
    ...more,
  });
  it('people’s pairs: one id and one side, whichever order was seen', async () => {
    const swapped = human({
      model_a: 'n',
      model_b: 'm',
      conversation_a: talk('n'),
      conversation_b: talk('m'),
      winner: 'model_b',
      judge: 'expert_2',
    });
    const { rows, bad } = await presetRows(
      'mt-bench-judgments',
      { 'h.jsonl': [human({}), swapped, human({ turn: 2, winner: 'tie (inconsistent)' })] },
      { raters: { consensus: 'majority' } },
    );
    expect(
      Object.entries(rows).map(([id, { item, gold, labels, group }]) => [
        id,
        item.input,
        item.outputA,
        item.outputB,
        gold,
        labels?.length,
        group,
      ]),
    ).toEqual([
      ['81/1/m/n', 'Q1', 'm1', 'n1', 'A', 2, '81'],
      ['81/2/m/n', 'Q1\n\nQ2', 'm1\n\nm2', 'n1\n\nn2', 'tie', 1, '81'],
    ]);
    expect(bad).toEqual([]);
  });

  it('a model’s pairs: verdicts of both orders for recorded judges, an error is none', async () => {
    const pair = (model: string, g1: string, g2: string, turn = 1): object => ({
      question_id: 82,
      model_1: model,
      model_2: 'n',
      g1_winner: g1,
      g2_winner: g2,
      judge: ['gpt-4', 'pair-v2'],
      turn,
      g1_user_prompt:
        turn === 1
          ? "[User Question]\nQ?\n\n[The Start of Assistant A's Answer]\none\n[The End of Assistant A's Answer]\n\n[The Start of Assistant B's Answer]\ntwo\n[The End of Assistant B's Answer]"
          : "<|The Start of Assistant A's Conversation with User|>\n\none one\n\n<|The End of Assistant A's Conversation with User|>\n\n\n<|The Start of Assistant B's Conversation with User|>\n\ntwo two\n\n<|The End of Assistant B's Conversation with User|>",
    });
    const { rows, bad } = await presetRows(
      'mt-bench-judgments',
      {
        'p.jsonl': [
          pair('a', 'model_1', 'model_1'),
          pair('b', 'model_1', 'model_2'),
          pair('c', 'error', 'tie'),
          pair('d', 'n', 'model_2', 2),
          pair('e', 'C', 'tie'),
        ],
        'h.jsonl': [human({})],
      },
      { recorded: ['g1', 'g2', 'both'] },
    );
    expect(
      Object.entries(rows)
        .slice(0, 4)
        .map(([id, { item }]) => [id, item.input ?? null, item.outputA, item.outputB]),
    ).toEqual([
      ['82/1/a/n', 'Q?', 'one', 'two'],
      ['82/1/b/n', 'Q?', 'one', 'two'],
      ['82/1/c/n', 'Q?', 'one', 'two'],
      ['82/2/d/n', null, 'one one', 'two two'],
    ]);
    expect(recordedOf(rows).slice(0, 4)).toEqual([
      ['A', 'A', 'A'],
      ['A', 'B', 'tie'],
      [null, 'tie', null],
      ['B', 'B', 'B'],
    ]);
    expect(bad).toEqual([expect.stringContaining('g1_winner: expected model_1, model_2, tie or error, got "C"')]);
  });

  it('scores: −1 is none', async () => {
    const single = (model: string, score: unknown): object => ({
      question_id: 83,
      model,
      judge: ['gpt-4', 'single-v1'],
      score,
      turn: 1,
      judgment: `Rating: [[${score}]]`,
      user_prompt: "[Question]\nQ?\n\n[The Start of Assistant's Answer]\nanswer\n[The End of Assistant's Answer]",
    });
    const { rows, bad } = await presetRows(
      'mt-bench-scores',
      { 's.jsonl': [single('m', 7), single('n', -1), single('o', null)] },
      { recorded: ['score', 'judge'] },
    );
    expect(seen(rows)).toEqual([
      ['83/1/m', 'Q?', 'answer', null, null, null, '83', 'm'],
      ['83/1/n', 'Q?', 'answer', null, null, null, '83', 'n'],
    ]);
    expect(recordedOf(rows)).toEqual([
      [7, 'gpt-4/single-v1'],
      [null, 'gpt-4/single-v1'],
    ]);
    expect(bad).toEqual([expect.stringContaining('score: expected a number, got null')]);
  });
});
