import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  AssizeError,
  buildJudge,
  compare,
  judge,
  loadConfig,
  openJudge,
  parseConfig,
  viewOf,
  type ConfigInput,
  type JudgeDeps,
  type JudgeSpec,
  type VerdictSpace,
} from '../index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'assize-library-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(
  path.join(folder, 'items.jsonl'),
  '{"id":1,"o":"x","v":"good","g":"good"}\n{"id":2,"o":"y","v":"bad","g":"good"}\n',
);
const verdict = { kind: 'binary', pass: 'good', fail: 'bad' } as const;
const config: ConfigInput = {
  judges: { r: { kind: 'recorded', column: 'v', verdict }, s: { kind: 'recorded', column: 'g', verdict } },
  datasets: { d: { files: 'items.jsonl', map: { id: 'id', output: 'o', gold: 'g' } } },
};
const source = { config, folder, store: 'memory' } as const;

async function fault(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AssizeError)) throw error;
    expect(error.message).toMatch(/^\S.*: expected .+, got .+[.?]$/u);
    return `${error.code} ${error.message}`;
  }
  throw new Error('expected a refusal, got none.');
}

describe('options of judge', () => {
  test.each<[object, string]>([
    [{ draws: 0 }, 'draws: expected a whole number of 1 or more, got 0 (number). Correct it.'],
    [{ draws: 1.5 }, 'draws: expected a whole number of 1 or more, got 1.5 (number). Correct it.'],
    [{ draws: -1 }, 'draws: expected a whole number of 1 or more, got -1 (number). Correct it.'],
    [{ draws: '3' }, 'draws: expected a whole number of 1 or more, got "3" (string). Correct it.'],
    [{ seed: Number.NaN }, 'seed: expected a whole number of 0 or more, got NaN (number). Correct it.'],
    [{ seed: 1.5 }, 'seed: expected a whole number of 0 or more, got 1.5 (number). Correct it.'],
    [{ seed: 2 ** 60 }, 'seed: expected a whole number of 0 or more, got 1152921504606847000 (number). Correct it.'],
    [{ budgetUsd: -1 }, 'budgetUsd: expected an amount of USD of 0 or more, got -1 (number). Correct it.'],
    [
      { budgetUsd: Number.POSITIVE_INFINITY },
      'budgetUsd: expected an amount of USD of 0 or more, got Infinity (number). Correct it.',
    ],
    [{ concurrency: 0 }, 'concurrency: expected a whole number of 1 or more, got 0 (number). Correct it.'],
    [{ sample: 0 }, 'sample: expected a whole number of 1 or more, got 0 (number). Correct it.'],
    [{ sample: 1.5 }, 'sample: expected a whole number of 1 or more, got 1.5 (number). Correct it.'],
    [{ limit: 0 }, 'limit: expected a whole number of 1 or more, got 0 (number). Correct it.'],
    [{ limit: null }, 'limit: expected a whole number of 1 or more, got null. Correct it.'],
    [{ timeLimitMs: 0 }, 'timeLimitMs: expected a number of milliseconds above 0, got 0 (number). Correct it.'],
    [{ fresh: 'yes' }, 'fresh: expected boolean, got "yes" (string). Correct it.'],
    [{ data: undefined }, 'data: expected string, got nothing. Add it.'],
    [{ judge: 7 }, 'judge: expected string, got 7 (number). Correct it.'],
    [{ config: undefined }, 'config: expected the path of a configuration, or a configuration, got nothing. Correct it.'],
    [{ store: 'file' }, 'store: expected memory, got "file" (string). Use it.'],
    [{ signal: {} }, 'signal: expected an AbortSignal, got {} (object). Correct it.'],
    [{ stdin: 'x' }, 'stdin: expected an async iterable of bytes or text, got "x" (string). Correct it.'],
    [{ progress: { note: 1 } }, 'progress.note: expected a function, got 1 (number). Correct it.'],
    [{ env: { KEY: 1 } }, 'env: expected an object of texts by name, got {"KEY":1} (object). Correct it.'],
  ])('%j', async (options, line) => {
    expect(await fault(() => judge({ ...source, judge: 'r', data: 'd', ...options } as never))).toBe(
      `usage judge options.${line}`,
    );
  });

  test('a misspelt option is told with the nearest; every fault is in the details', async () => {
    expect(await fault(() => judge({ ...source, judge: 'r', data: 'd', sampl: 5 } as never))).toMatch(
      /^usage judge options\.sampl: expected one of .*, got the unknown key "sampl"\. Did you mean sample\?$/u,
    );
    expect(await fault(() => judge({ ...source, judge: 'r', data: 'd', maxUnreadable: 5 } as never))).toContain(
      'the unknown key "maxUnreadable"',
    );
    await expect(judge({ ...source, judge: 'r', data: 'd', draws: 0, limit: 0 })).rejects.toMatchObject({
      details: { faults: [expect.stringContaining('limit'), expect.stringContaining('draws')] },
    });
    expect(await fault(() => judge(undefined as never))).toBe('usage judge options: expected object, got nothing. Add it.');
  });

  test('good ones judge; an option set to undefined is left out', async () => {
    const summary = await judge({ ...source, judge: 'r', data: 'd', draws: 2, limit: undefined, progress: {} } as never);
    expect([summary.state, summary.scored]).toEqual(['complete', 4]);
  });
});

test('a time limit that no timer holds ends nothing', async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', onWarning);
  try {
    const summary = await judge({ ...source, judge: 'r', data: 'd', timeLimitMs: 1e12 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([summary.state, warnings]).toEqual(['complete', []]);
  } finally {
    process.off('warning', onWarning);
  }
});

test('compare needs two judges, each once', async () => {
  const compared = (judges: unknown) => fault(() => compare({ ...source, judges, data: 'd' } as never));
  expect(await compared([])).toBe(
    'usage compare options.judges: expected a list with a length of at least 2, got [] (list). Add to it.',
  );
  expect(await compared(['r'])).toContain('a length of at least 2');
  expect(await compared(['r', 3])).toBe('usage compare options.judges[1]: expected string, got 3 (number). Correct it.');
  expect(await compared(['r', 'r'])).toContain('each judge once');
  expect(await fault(() => compare({ ...source, judge: 'r', data: 'd' } as never))).toContain('judges: expected');
});

test('openJudge: its options, an item, a call', async () => {
  expect(await fault(() => openJudge({ ...source, judge: 'r', draws: 2 } as never))).toContain('the unknown key "draws"');
  expect(await fault(() => openJudge({ ...source, judge: 'r', concurrency: 0.5 }))).toContain('concurrency: expected a whole');
  const open = await openJudge({ ...source, judge: 'r' });
  try {
    const given = (item: unknown, call?: unknown) => fault(() => open.judge(item as never, call as never));
    expect(await given({ ouput: 'x' })).toMatch(/^usage item\.ouput: .* Did you mean output\?$/u);
    expect(await given({ output: 5 })).toBe('usage item.output: expected string, got 5 (number). Correct it.');
    expect(await given({ output: 'x', gold: 'good' })).toContain('the unknown key "gold"');
    expect(await given('x')).toBe('usage item: expected object, got "x" (string). Correct it.');
    expect(await given({ output: 'x' }, { draw: -1 })).toContain('draw: expected a whole number of 0 or more, got -1');
    expect(await given({ output: 'x' }, { sed: 1 })).toContain('Did you mean seed?');
    const { verdict: read } = await open.judge({ recorded: { v: 'good' } });
    expect(read).toMatchObject({ status: 'scored', value: 'good' });
  } finally {
    await open.close();
  }
});

describe('configurations', () => {
  const judged = (given: unknown) => fault(() => judge({ ...source, config: given as ConfigInput, judge: 'r', data: 'd' }));

  test('in code: as in a file, with the nearest key', async () => {
    expect(await judged({ ...config, judgs: {} })).toMatch(/^config configuration: judgs: .* Did you mean judges\?$/u);
    expect(await judged({ judges: { r: { model: 'a:b', harnes: {} } } })).toMatch(
      /^config configuration: judges\.r\.harnes: .* Did you mean harness\?$/u,
    );
    const secret = await judged({ endpoints: { e: { kind: 'openai', key: 'sk-very-secret' } } });
    expect([secret.includes('endpoints.e.key'), secret.includes('sk-very')]).toEqual([true, false]);
  });

  test('in a file or a text', async () => {
    expect(await fault(() => loadConfig(undefined as never))).toBe(
      'usage loadConfig: expected the path of a configuration, got nothing. Give it.',
    );
    expect(await fault(() => parseConfig({} as never, 'assize.yaml'))).toContain('parseConfig: expected the text');
    expect(await fault(() => parseConfig('{}', 1 as never))).toContain('parseConfig: expected the path');
  });
});

test('viewOf refuses what is no verdict space', async () => {
  const viewed = (space: unknown) => fault(() => viewOf(space as VerdictSpace));
  expect(await viewed({ kind: 'ternary' })).toBe(
    'config verdict.kind: expected one of binary, ordinal, interval, preference, categorical, got "ternary" (string). Correct it.',
  );
  expect(await viewed(undefined)).toContain('verdict: expected');
  expect(await viewed({ kind: 'binary', pass: 'good', fail: 'bad' })).toBe(
    'config verdict.pass: expected object, got "good" (string). Correct it.',
  );
  expect(await viewed({ kind: 'ordinal', levels: [{ label: 1, descripton: '' }, { label: 2 }] })).toMatch(
    /^config verdict\.levels\[0\]\.descripton: .* Did you mean description\?$/u,
  );
});

test('buildJudge refuses what is no specification, and surroundings that lack a part', async () => {
  const spec: JudgeSpec = {
    model: { id: 'scripted:model', maxTokens: 16 },
    prompt: { layout: 'item-last' },
    harness: { strategy: { kind: 'single' }, reader: { kind: 'json' }, reask: 0 },
    verdict: { kind: 'preference', ties: false },
  };
  const deps: JudgeDeps = {
    model: async (id) => ({ id, identity: {}, invoke: async () => Promise.reject(new Error('never called')) }),
    artifacts: { get: () => undefined, put: async () => undefined },
    observer: {},
    clock: () => 0,
  };
  const built = (given: object, around: object = {}) =>
    fault(() => buildJudge({ ...spec, ...given } as JudgeSpec, { ...deps, ...around } as JudgeDeps));
  expect(await built({ rubic: {} })).toMatch(/^config judge\.rubic: .* Did you mean rubric\?$/u);
  expect(await built({ model: { id: 'scripted', maxTokens: 16 } })).toContain('judge.model.id: expected ENDPOINT:MODEL');
  expect(await built({ harness: { ...spec.harness, reask: -1 } })).toContain(
    'judge.harness.reask: expected a number of at least 0',
  );
  expect(await built({ harness: { ...spec.harness, reader: 'json' } })).toContain('judge.harness.reader: expected object');
  expect(await built({ harness: { ...spec.harness, reader: { kind: 'json', verdictkey: 'v' } } })).toContain('verdictKey');
  expect(await built({}, { clock: undefined })).toBe('usage buildJudge.clock: expected a function, got nothing. Correct it.');
  expect(await built({}, { strategies: [{ kind: 'own' }] })).toContain('buildJudge.strategies[0].');
});
