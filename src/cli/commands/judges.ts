import { presetJudge, presetJudgeNames } from '../../config/presets.ts';
import { resolveJudge } from '../../config/resolve-judge.ts';
import { strategies, strategySchema } from '../../judge/catalogue.ts';
import type { CliContext } from '../main.ts';
import { jsonText } from '../output/json-text.ts';
import { table } from '../output/table.ts';
import { configOf, printJson, type SharedOptions } from './options.ts';

/** `assize judges list`: the configured judges, and the presets. */
export async function listJudges(given: unknown, context: CliContext): Promise<number> {
  const options = given as SharedOptions;
  const loaded = await configOf(options, context);
  const judges = await Promise.all(
    Object.keys(loaded.config.judges).map(async (name) => {
      const { spec } = await resolveJudge(loaded, name);
      return {
        name,
        model: spec.model?.id ?? null,
        strategy: spec.harness.strategy.kind,
        reader: spec.harness.reader.kind,
        verdict: spec.verdict.kind,
      };
    }),
  );
  const presets = await Promise.all(
    presetJudgeNames().map(async (name) => ({ name, summary: (await presetJudge(name, 'preset')).summary })),
  );
  if (options.json === true) printJson({ judges, presets }, context);
  else {
    context.stdout.write(
      `${table(
        ['judge', 'model', 'strategy', 'reader', 'verdict'],
        judges.map((judge) => [judge.name, judge.model ?? '–', judge.strategy, judge.reader, judge.verdict]),
        context.stdout,
      )}\n`,
    );
    context.stdout.write(
      `\nPresets (judge by name, or preset: NAME in the configuration):\n${presets.map(({ name, summary }) => `  ${name}: ${summary}`).join('\n')}\n`,
    );
  }
  return 0;
}

/** `assize judges show`: the five coordinates as they will be used. */
export async function showJudge(name: string, given: unknown, context: CliContext): Promise<number> {
  const options = given as SharedOptions;
  const loaded = await configOf(options, context);
  const { spec } = await resolveJudge(loaded, name);
  context.stdout.write(`${jsonText({ name, ...spec }, 2)}\n`);
  return 0;
}

/** `assize judges strategies`: each strategy with its options, their defaults and what they mean. */
export async function listStrategies(given: unknown, context: CliContext): Promise<number> {
  const { json } = given as SharedOptions;
  const list = strategies.map((strategy) => ({
    kind: strategy.kind,
    summary: strategy.summary,
    options: strategySchema(strategy),
  }));
  if (json === true) {
    printJson({ strategies: list }, context);
    return 0;
  }
  for (const { kind, summary, options } of list) {
    context.stdout.write(`${kind}: ${summary}\n`);
    const properties = options['properties'] as Record<string, { default?: unknown; description?: string; enum?: unknown[] }>;
    for (const [name, option] of Object.entries(properties)) {
      if (name === 'kind') continue;
      const shown = [
        option.enum?.join(' | '),
        option.default === undefined ? undefined : `default ${JSON.stringify(option.default)}`,
      ]
        .filter((part) => part !== undefined)
        .join('; ');
      context.stdout.write(`  ${name}${shown === '' ? '' : ` (${shown})`}: ${option.description ?? ''}\n`);
    }
  }
  return 0;
}
