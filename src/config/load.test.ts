import { describe, expect, it } from 'vitest';
import { AssizeError } from '../core/errors.ts';
import { parseConfig } from './load.ts';

function faultsOf(text: string): string[] {
  try {
    parseConfig(text, 'assize.yaml');
  } catch (error) {
    if (error instanceof AssizeError) return (error.details['faults'] as string[] | undefined) ?? [error.message];
    throw error;
  }
  return [];
}

describe('parseConfig', () => {
  it('accepts the smallest configuration and fills in the defaults', () => {
    expect(parseConfig('judges: {}', 'assize.yaml').config).toEqual({
      version: 1,
      endpoints: {},
      judges: {},
      datasets: {},
      rubrics: {},
      defaults: {},
    });
  });

  it.each([
    [
      'judges:\n  a:\n    promt: { system: x }',
      'assize.yaml:3:5: judges.a.promt: expected one of kind, preset, model, prompt, rubric, harness, verdict, column, rationaleColumn, got the unknown key "promt". Did you mean prompt?',
    ],
    [
      'judges:\n  a:\n    harness: { straegy: single }',
      'assize.yaml:3:16: judges.a.harness.straegy: expected one of strategy, reader, reask, got the unknown key "straegy". Did you mean strategy?',
    ],
    [
      'judges:\n  a:\n    strategy: vote',
      'assize.yaml:3:5: judges.a.strategy: expected one of kind, preset, model, prompt, rubric, harness, verdict, column, rationaleColumn, got the unknown key "strategy". Did you mean harness.strategy?',
    ],
    [
      'judgs: {}',
      'assize.yaml:1:1: judgs: expected one of version, store, endpoints, judges, datasets, rubrics, audit, defaults, got the unknown key "judgs". Did you mean judges?',
    ],
    [
      'judges: {}\njudges: {}',
      'assize.yaml:2:1: expected valid YAML with each key once, got: Map keys must be unique. Correct it.',
    ],
    [
      'endpoints:\n  g: { kind: openai-compatible, baseUrl: "http://x/v1", timeoutMs: fast }',
      'assize.yaml:2:57: endpoints.g.timeoutMs: expected number, got "fast" (string). Correct it.',
    ],
    [
      'judges:\n  a: { verdict: { kind: binry } }',
      'assize.yaml:2:19: judges.a.verdict.kind: expected one of binary, ordinal, interval, preference, categorical, got "binry" (string). Did you mean binary?',
    ],
    ['datasets:\n  d: { files: 3 }', 'assize.yaml:2:8: datasets.d.files: expected string or array, got 3. Correct it.'],
  ])('tells the fault of %j', (text, message) => {
    expect(faultsOf(text)[0]).toBe(message);
  });

  it('refuses a literal key without repeating it', () => {
    const faults = faultsOf('endpoints:\n  g: { kind: openai, key: sk-secret-123, headers: { Authorization: Bearer abc } }');
    expect(faults).toEqual([
      'assize.yaml:2:22: endpoints.g.key: expected $NAME of an environment variable, got a literal value. Put the key in the environment and name the variable.',
      'assize.yaml:2:53: endpoints.g.headers.Authorization: expected $NAME of an environment variable, got a literal value. Put the secret in the environment and name the variable.',
    ]);
  });

  it('refuses alias bombs', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x,x]',
      ...'bcdefg'
        .split('')
        .map((key, index) => `${key}: &${key} [${Array.from({ length: 10 }, () => `*${'abcdefg'[index]}`).join(',')}]`),
    ].join('\n');
    expect(faultsOf(bomb)[0]).toContain('expected at most 100 uses of aliases');
  });
});
