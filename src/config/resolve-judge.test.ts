import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from './load.ts';
import { resolveJudge } from './resolve-judge.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assize-config-'));
  mkdirSync(path.join(folder, 'rubrics'));
  writeFileSync(path.join(folder, 'rubrics', 'r.yaml'), 'criteria:\n  - { id: clear, text: It is clear. }\n');
  writeFileSync(path.join(folder, 'prompt.md'), 'Look: {{ output }}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const resolve = (text: string, name: string) => resolveJudge(parseConfig(text, path.join(folder, 'assize.yaml')), name);
const binary = 'verdict: { kind: binary, pass: good, fail: bad }';

describe('resolveJudge', () => {
  it('fills in the defaults of the five coordinates', async () => {
    const { spec } = await resolve(`judges: { j: { ${binary} } }`, 'j');
    expect(spec).toEqual({
      model: { id: 'local:qwen2.5-coder-1.5b-instruct', maxTokens: 1024 },
      prompt: { layout: 'item-last' },
      harness: { strategy: { kind: 'single' }, reader: { kind: 'json' }, reask: 0 },
      verdict: { kind: 'binary', pass: { label: 'good' }, fail: { label: 'bad' } },
    });
  });

  it('reads files, and rubrics by name', async () => {
    const { spec } = await resolve(`judges: { j: { prompt: prompt.md, rubric: rubrics/r.yaml, ${binary} } }`, 'j');
    expect([spec.prompt.template, spec.rubric]).toEqual([
      'Look: {{ output }}',
      { criteria: [{ id: 'clear', text: 'It is clear.', weight: 1 }] },
    ]);
    const named = await resolve(`rubrics: { house: Be kind. }\njudges: { j: { rubric: house, ${binary} } }`, 'j');
    expect(named.spec.rubric).toEqual({ text: 'Be kind.' });
  });

  it('gives reasoning models more room', async () => {
    const { spec } = await resolve(`judges: { j: { model: { id: "openai:o", reasoningEffort: low }, ${binary} } }`, 'j');
    expect(spec.model?.maxTokens).toBe(8192);
  });

  it('resolves members, and gives a panel their verdict space and no model', async () => {
    const { spec } = await resolve(
      `judges:\n  a: { ${binary} }\n  p: { harness: { strategy: { kind: panel, members: [a, a] } } }`,
      'p',
    );
    expect(spec.model).toBeUndefined();
    expect(spec.verdict.kind).toBe('binary');
    expect((spec.harness.strategy['members'] as unknown[]).length).toBe(2);
  });

  it('expands min and max to levels, and lays a preset under a judge', async () => {
    const { spec } = await resolve('judges: { j: { verdict: { kind: ordinal, min: 1, max: 3 } } }', 'j');
    expect(spec.verdict).toEqual({ kind: 'ordinal', levels: [{ label: 1 }, { label: 2 }, { label: 3 }] });
    const preset = await resolve('judges: { j: { preset: faithfulness, model: "openai:m" } }', 'j');
    expect([preset.spec.model?.id, preset.spec.rubric !== undefined]).toEqual(['openai:m', true]);
    expect((await resolve('judges: {}', 'faithfulness')).spec.rubric).toBeDefined();
  });

  it.each([
    [`judges: { j: { ${binary} } }`, 'k', 'expected one of the judges j or a preset'],
    [`judges: { helpful: { ${binary} } }`, 'helpfull', 'Did you mean helpful?'],
    [
      'judges: { p: { harness: { strategy: { kind: panel, members: [p] } } } }',
      'p',
      'p → p: expected judges that do not contain themselves',
    ],
    [`judges: { j: { prompt: gone.md, ${binary} } }`, 'j', 'expected a readable text file at gone.md, got no such file'],
    [`judges: { j: { prompt: rubrics.md/, ${binary} } }`, 'j', undefined],
    ['judges: { j: { model: "openai:m" } }', 'j', 'expected a verdict space, got nothing'],
    ['judges: { j: { verdict: { kind: binary, pass: "Yes", fail: "ｙｅｓ" } } }', 'j', 'expected labels that differ'],
    [
      'judges: { j: { verdict: { kind: ordinal, levels: [1, 2], min: 1, max: 2 } } }',
      'j',
      'expected either levels, or min and max',
    ],
    ['judges: { j: { verdict: { kind: interval, min: 5, max: 1 } } }', 'j', 'expected a number above min'],
    ['judges: { j: { preset: faithfullness } }', 'j', 'Did you mean faithfulness?'],
  ])('tells the fault of %j', async (text, name, message) => {
    const resolved = resolve(text, name);
    if (message === undefined) await expect(resolved).resolves.toBeDefined();
    else await expect(resolved).rejects.toThrow(message);
  });
});
