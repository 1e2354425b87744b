import path from 'node:path';
import type { z } from 'zod';
import { AssizeError, describe } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import { schemaFault } from '../core/schema-fault.ts';
import { spaceFaults } from '../core/space-view.ts';
import type { Level, VerdictSpace } from '../core/verdict-space.ts';
import type { JudgeSpec, ModelSpec, PromptSpec, ReaderSpec, Rubric, StrategySpec } from '../judge/spec.ts';
import type { LoadedConfig } from './load.ts';
import { knownKeysAt } from './known-keys.ts';
import { presetJudge, presetJudgeNames } from './presets.ts';
import { promptObjectSchema, rubricSchema, type JudgeConfig, modelSchema, verdictSchema } from './schema.ts';
import { readCriteriaFile } from './criteria-file.ts';
import { readHeadFile } from './head-file.ts';
import { isTextPath, readTextFile } from './text-file.ts';
import { yamlObject } from './yaml-object.ts';

/** The model of judges that name none, where the defaults name none either. */
export const defaultModel = 'local:qwen2.5-coder-1.5b-instruct';

/** Few-shot examples still to be drawn. */
export type ExamplesWish = { readonly data: string; readonly n: number; readonly seed: number };

/** A judge's specification as the configuration gives it. */
export type ResolvedJudge = {
  readonly name: string;
  readonly spec: JudgeSpec;
  readonly examples?: ExamplesWish;
  readonly recordedColumns: readonly string[];
};

type Input = Exclude<JudgeConfig, { kind: 'recorded' }>;
type ModelConfig = z.output<typeof modelSchema>;

/**
 * The specification of a configured judge: files read, presets and defaults merged, members resolved.
 *
 * @throws AssizeError `config` on an unknown judge (naming the nearest), a panel that contains itself, a file that cannot be read, an impossible space.
 */
export async function resolveJudge(loaded: LoadedConfig, name: string, inside: readonly string[] = []): Promise<ResolvedJudge> {
  const place = `judges.${name}`;
  if (inside.includes(name))
    throw new AssizeError(
      'config',
      `${loaded.where(['judges', inside[0] ?? name])}: ${[...inside, name].join(' → ')}: expected judges that do not contain themselves, got a circle. Take one of them out.`,
    );
  const own = Object.hasOwn(loaded.config.judges, name) ? loaded.config.judges[name] : undefined;
  if (own === undefined) {
    if (presetJudgeNames().includes(name)) return modelJudge(loaded, name, { preset: name }, inside);
    throw unknownJudge(loaded, name);
  }
  if (own.kind === 'recorded') {
    const verdict = await spaceOf(own.verdict, loaded, `${place}.verdict`);
    const { column, rationaleColumn } = own;
    const strategy: StrategySpec = { kind: 'recorded', column, ...(rationaleColumn !== undefined && { rationaleColumn }) };
    const spec: JudgeSpec = {
      prompt: { layout: 'item-last' },
      harness: { strategy, reader: { kind: 'json' }, reask: 0 },
      verdict,
    };
    return { name, spec, recordedColumns: [column, ...(rationaleColumn === undefined ? [] : [rationaleColumn])] };
  }
  return modelJudge(loaded, name, own, inside);
}

async function modelJudge(loaded: LoadedConfig, name: string, own: Input, inside: readonly string[]): Promise<ResolvedJudge> {
  const place = `judges.${name}`;
  const preset =
    own.preset === undefined
      ? undefined
      : await presetJudge(own.preset, `${loaded.where(['judges', name, 'preset'])}: ${place}.preset`);
  const { members, columns, strategy } = await strategyOf(
    own.harness?.strategy ?? preset?.harness?.strategy ?? 'single',
    loaded,
    name,
    inside,
  );
  const verdict = own.verdict ?? preset?.verdict;
  const inherited = members[0]?.spec.verdict;
  if (verdict === undefined && inherited === undefined)
    throw new AssizeError(
      'config',
      `${loaded.where(['judges', name])}: ${place}.verdict: expected a verdict space, got nothing. Add e.g. verdict: { kind: binary, pass: good, fail: bad }.`,
    );
  const prompt = await promptOf(
    own.prompt ?? preset?.prompt,
    loaded,
    place,
    own.prompt === undefined ? preset?.folder : undefined,
  );
  const rubric = await rubricOf(
    own.rubric ?? preset?.rubric,
    loaded,
    place,
    own.rubric === undefined ? preset?.folder : undefined,
  );
  const needsNoModel = members.length > 0 && own.model === undefined;
  const spec: JudgeSpec = {
    ...(needsNoModel ? {} : { model: modelOf(own.model ?? preset?.model ?? loaded.config.defaults.model ?? defaultModel) }),
    prompt: prompt.spec,
    ...(rubric !== undefined && { rubric }),
    harness: {
      strategy,
      reader: kindOf(own.harness?.reader ?? preset?.harness?.reader ?? 'json') as ReaderSpec,
      reask: own.harness?.reask ?? preset?.harness?.reask ?? 0,
    },
    verdict: verdict === undefined ? (inherited as VerdictSpace) : await spaceOf(verdict, loaded, `${place}.verdict`),
  };
  return { name, spec, recordedColumns: columns, ...(prompt.examples !== undefined && { examples: prompt.examples }) };
}

/** A model with the decoding that the configuration names; the temperature stays open, because its default is the strategy's. */
export function modelOf(config: ModelConfig): ModelSpec {
  if (typeof config === 'string') return { id: config, maxTokens: 1024 };
  const { maxTokens, ...rest } = config;
  return {
    ...(withoutUndefined(rest) as Omit<ModelSpec, 'maxTokens'>),
    maxTokens: maxTokens ?? (config.reasoningEffort === undefined ? 1024 : 8192),
  };
}

async function strategyOf(config: string | { kind: string }, loaded: LoadedConfig, name: string, inside: readonly string[]) {
  const given = kindOf(config);
  const place = ['judges', name, 'harness', 'strategy'];
  const named = async (member: unknown, keys: readonly (string | number)[]): Promise<ResolvedJudge> => {
    if (typeof member === 'string') return resolveJudge(loaded, member, [...inside, name]);
    const at = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    throw new AssizeError(
      'config',
      `${loaded.where([...place, ...keys])}: ${place.join('.')}${at}: expected the name of a judge, got ${describe(member)}. Name one.`,
    );
  };
  const members: ResolvedJudge[] = [];
  if (Array.isArray(given['members'])) {
    for (const [index, member] of given['members'].entries()) members.push(await named(member, ['members', index]));
  }
  const judge = given['judge'] === undefined ? undefined : await named(given['judge'], ['judge']);
  const items = given['items'];
  const criteria = given['criteria'];
  const head = given['head'];
  const strategy: StrategySpec = {
    ...given,
    ...(members.length > 0 && { members: members.map(({ spec }) => spec) }),
    ...(judge !== undefined && { judge: judge.spec }),
    ...(typeof items === 'string' &&
      isTextPath(items) && { items: await readTextFile(items, loaded.folder, `${place.join('.')}.items`) }),
    ...(typeof head === 'string' &&
      /\.json$/iu.test(head) && { head: await readHeadFile(head, loaded.folder, `${place.join('.')}.head`) }),
    ...(typeof criteria === 'string' && {
      criteria: await readCriteriaFile(criteria, loaded.folder, `${place.join('.')}.criteria`),
    }),
  };
  const within = judge === undefined ? members : [...members, judge];
  return { strategy, members: within, columns: within.flatMap(({ recordedColumns }) => recordedColumns) };
}

async function promptOf(
  config: Input['prompt'],
  loaded: LoadedConfig,
  place: string,
  folder = loaded.folder,
): Promise<{ spec: PromptSpec; examples?: ExamplesWish }> {
  if (config === undefined) return { spec: { layout: 'item-last' } };
  if (typeof config === 'string') {
    if (!isTextPath(config)) return { spec: { template: config, layout: 'item-last' } };
    const text = await readTextFile(config, folder, `${place}.prompt`);
    if (!/\.ya?ml$/iu.test(config.trim())) return { spec: { template: text, layout: 'item-last' } };
    const at = `${place}.prompt (${config})`;
    const parsed = promptObjectSchema.safeParse(yamlObject(text, at), { reportInput: true });
    if (!parsed.success) throw new AssizeError('config', schemaFault(parsed.error, at, Object.keys(promptObjectSchema.shape)));
    return promptOf(parsed.data, loaded, place, path.dirname(path.resolve(folder, config)));
  }
  const { system, template, layout, reasoning, examples } = config;
  const read = async (value: string | undefined, key: string): Promise<string | undefined> =>
    value !== undefined && isTextPath(value) ? readTextFile(value, folder, `${place}.prompt.${key}`) : value;
  const texts = { system: await read(system, 'system'), template: await read(template, 'template') };
  return {
    spec: {
      ...(withoutUndefined(texts) as { system?: string; template?: string }),
      layout: layout ?? 'item-last',
      ...(reasoning === 'shown' && { reasoning }),
    },
    ...(examples !== undefined && { examples }),
  };
}

async function rubricOf(
  config: Input['rubric'],
  loaded: LoadedConfig,
  place: string,
  folder = loaded.folder,
): Promise<Rubric | undefined> {
  if (config === undefined) return undefined;
  if (typeof config !== 'string') return withoutUndefined(config) as Rubric;
  const named = Object.hasOwn(loaded.config.rubrics, config) ? loaded.config.rubrics[config] : undefined;
  if (named !== undefined && named !== config) return rubricOf(named, loaded, `rubrics.${config}`);
  if (!isTextPath(config)) return { text: config };
  const text = await readTextFile(config, folder, `${place}.rubric`);
  if (!/\.ya?ml$/iu.test(config.trim())) return { text };
  const at = `${place}.rubric (${config})`;
  const parsed = rubricSchema.safeParse(yamlObject(text, at), { reportInput: true });
  if (!parsed.success) throw new AssizeError('config', schemaFault(parsed.error, at, knownKeysAt(['rubrics', 'x'])));
  return withoutUndefined(parsed.data as object) as Rubric;
}

async function spaceOf(config: z.output<typeof verdictSchema>, loaded: LoadedConfig, place: string): Promise<VerdictSpace> {
  const space = plainSpace(config, place);
  const keys = place.split('.');
  const fault = spaceFaults(space)[0];
  if (fault !== undefined)
    throw new AssizeError(
      'config',
      `${loaded.where([...keys, ...fault.path.split(/[.[\]]/u).filter(Boolean)])}: ${place}.${fault.path}: ${fault.message}`,
    );
  return space;
}

function plainSpace(config: z.output<typeof verdictSchema>, place: string): VerdictSpace {
  switch (config.kind) {
    case 'binary':
      return { kind: 'binary', pass: levelOf(config.pass), fail: levelOf(config.fail) };
    case 'categorical':
      return { kind: 'categorical', labels: config.labels.map(levelOf) };
    case 'ordinal': {
      const { levels, min, max, better, unit } = config;
      if ((levels === undefined) === (min === undefined || max === undefined))
        throw new AssizeError(
          'config',
          `${place}: expected either levels, or min and max, got ${levels === undefined ? 'neither' : 'both'}. Write one of the two.`,
        );
      if (levels === undefined && Number(max) - Number(min) > 1000)
        throw new AssizeError(
          'config',
          `${place}.max: expected at most 1,001 levels, got ${Number(max) - Number(min) + 1}. Use kind: interval.`,
        );
      const all =
        levels?.map(levelOf) ??
        Array.from({ length: Math.max(0, Number(max) - Number(min) + 1) }, (_, index) => ({ label: Number(min) + index }));
      return { kind: 'ordinal', levels: all, ...(better === 'lower' && { better }), ...(unit !== undefined && { unit }) };
    }
    case 'interval':
      return withoutUndefined(config) as VerdictSpace;
    case 'preference':
      return config;
  }
}

function levelOf(level: string | number | { label: string | number }): Level {
  return typeof level === 'object' ? (withoutUndefined(level) as Level) : { label: level };
}

function kindOf(config: string | { kind: string }): StrategySpec {
  return typeof config === 'string' ? { kind: config } : config;
}

function unknownJudge(loaded: LoadedConfig, name: string): AssizeError {
  const names = Object.keys(loaded.config.judges);
  const near = nearest(name, [...names, ...presetJudgeNames()]);
  const known = names.length > 0 ? `one of the judges ${names.join(', ')}` : 'a judge of the configuration';
  return new AssizeError(
    'config',
    `${loaded.file}: judge "${name}": expected ${known} or a preset (${presetJudgeNames().join(', ')}), got an unknown name. ${near === undefined ? 'Add it under judges.' : `Did you mean ${near}?`}`,
  );
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
