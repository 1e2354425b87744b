import { expect } from 'vitest';
import { bench, numbered, type Bench, type BenchOptions, type Ended } from '../cases/cli.ts';
import type { Script, ScriptedAnswer, ScriptedRequest } from '../../src/testing/scripted-endpoint.ts';

/** A verdict in the form that the `json` reader asks for. */
export function verdict(value: string | number = 'pass'): string {
  return JSON.stringify({ reason: 'As the rubric has it.', verdict: value });
}

/** A configuration as JSON; what is left out is as in `plainConfig`. */
export type ConfigObject = Record<string, unknown> & {
  endpoints: Record<string, object>;
  judges: Record<string, object>;
  datasets: Record<string, object>;
};

/** A sound configuration to spoil: judge `j` asks `desk:judge` about the items `items`. */
export function plainConfig(baseUrl: string): ConfigObject {
  return {
    endpoints: { desk: { kind: 'openai-compatible', baseUrl, structured: 'none', retries: 0 } },
    judges: { j: { model: 'desk:judge', verdict: { kind: 'binary' } } },
    datasets: { items: { files: 'items.jsonl', map: { id: 'id', output: 'output', gold: 'gold' } } },
  };
}

/** Items with a gold label each, `pass` and `fail` by turns. */
export function withGold(count: number): { id: string; output: string; gold: string }[] {
  return numbered(count, (number) => ({ gold: number % 2 === 1 ? 'pass' : 'fail' })) as {
    id: string;
    output: string;
    gold: string;
  }[];
}

/** A folder with the plain configuration, so many items and an endpoint that passes everything. */
export function desk(count: number, options: Partial<BenchOptions> = {}): Promise<Bench> {
  return bench({
    judges: { j: { verdict: { kind: 'binary' } } },
    items: withGold(count),
    script: () => verdict(),
    ...options,
  });
}

/** Looks for what every refusal has: its exit code, one line on stderr in the product's form, nothing on stdout, no stack trace. */
export function expectRefusal(
  { code, stdout, stderr }: Pick<Ended, 'code' | 'stdout' | 'stderr'>,
  says: readonly string[],
  exit = 2,
): void {
  const lines = stderr.trimEnd().split('\n');
  // Lines that are set in belong to the first: the rows or faults that it counts.
  const own = lines.filter((line) => !line.startsWith('  '));
  expect({ code, stdout, lines: own.length, stderr }).toEqual({ code: exit, stdout: '', lines: 1, stderr });
  expect(own[0]).toMatch(/^\S.*: expected .+, got:? .+\. \S.*[.?)]$/u);
  expect(stderr).not.toMatch(/^\s+at .+:\d+:\d+\)?$/mu);
  expect(stderr).not.toContain('fault of ours');
  for (const text of says) expect(stderr).toContain(text);
}

/** A script that counts how often each item was asked about, and answers through another. */
export function counted(answer: (item: number, time: number) => ScriptedAnswer | Promise<ScriptedAnswer>): {
  readonly script: Script;
  readonly times: Map<number, number>;
} {
  const times = new Map<number, number>();
  const script = (request: ScriptedRequest): ScriptedAnswer | Promise<ScriptedAnswer> => {
    const item = Number(/#(\d+) /u.exec(request.text)?.[1]);
    const time = (times.get(item) ?? 0) + 1;
    times.set(item, time);
    return answer(item, time);
  };
  return { script, times };
}
