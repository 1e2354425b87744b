import type { ArtifactStore } from '../core/artifact-store.ts';
import { checkShape } from '../core/check-shape.ts';
import { AssizeError } from '../core/errors.ts';
import { hashOf, type JudgeHash } from '../core/hash.ts';
import { itemHash, type Item } from '../core/item.ts';
import type { JsonObject } from '../core/json.ts';
import { viewOf, type SpaceView } from '../core/space-view.ts';
import type { CallObserver, Invoke } from '../model/middleware/call.ts';
import { readsParallelItems, strategyOf } from './catalogue.ts';
import { NotBegun, type Judge, type JudgeCall, type Judgment } from './judge.ts';
import { promptVersion } from './prompt/render.ts';
import { parseTemplate } from './prompt/template.ts';
import { boundReader, type BoundReader } from './bound-reader.ts';
import type { JudgeSpec, ModelSpec } from './spec.ts';
import type { Outcome, Strategy } from './strategy.ts';
import { judgeDepsSchema, judgeSpecSchema } from './spec-schema.ts';
import { CallFailed } from './call-failed.ts';
import { JudgmentTurn } from './turn.ts';

/** A model with its middleware around it. `identity` is hashed into every call's key. */
export type BoundModel = { readonly id: string; readonly identity: JsonObject; readonly invoke: Invoke };

/** What a judge needs of the world. */
export type JudgeDeps = {
  /** The model behind `ENDPOINT:MODEL`, ready to call. Throws an AssizeError where there is none. */
  model(id: string): Promise<BoundModel>;
  readonly artifacts: ArtifactStore;
  readonly observer: CallObserver;
  /** Mixed into every call's key: the run's id under `--no-cache`, so that its calls are its own. Asked at each call. */
  readonly keySalt?: () => string | undefined;
  /** Who pays for the calls; asked at each call. */
  readonly payer?: () => string | undefined;
  /** Milliseconds of a steady clock. */
  readonly clock: () => number;
  /** Strategies beside the built-in ones. */
  readonly strategies?: readonly Strategy[];
};

/** Everything a turn needs of its judge. */
export type BuiltJudge = {
  readonly hash: JudgeHash;
  readonly spec: JudgeSpec;
  readonly space: SpaceView;
  readonly reader: BoundReader;
  readonly model: BoundModel | undefined;
  readonly members: ReadonlyMap<JudgeSpec, Judge>;
  readonly deps: JudgeDeps;
};

/**
 * Makes a judge of its specification: checks it whole, resolves its model and those of its members, and gives it its identity.
 *
 * @param place Where the specification stands (`judges.faithful`), for messages.
 * @throws AssizeError `config` on what is no specification, an unknown strategy or reader, impossible options, a strategy that cannot decide in the verdict space (with its
 *   reason), a template with anything but known placeholders, or a missing model.
 */
export async function buildJudge(spec: JudgeSpec, deps: JudgeDeps, place = 'judge'): Promise<Judge> {
  checkShape(judgeSpecSchema, spec, { place, code: 'config' });
  checkShape(judgeDepsSchema, deps, { place: 'buildJudge' });
  const space = viewOf(spec.verdict);
  const strategy = strategyOf(spec.harness.strategy, deps.strategies ?? [], `${place}.harness.strategy`);
  const options = strategy.parse(spec.harness.strategy);
  const reader = boundReader(spec.harness.reader, space, `${place}.harness.reader`);
  const refusal = strategy.refuses(space, options, spec);
  if (refusal !== undefined) throw new AssizeError('config', `${place}.harness.strategy: ${refusal}`);
  parseTemplate(spec.prompt.system ?? '', `${place}.prompt.system`);
  parseTemplate(spec.prompt.template ?? '', `${place}.prompt.template`);
  if (spec.model === undefined && strategy.needsModel)
    throw new AssizeError(
      'config',
      `${place}.model: expected a model like local:qwen2.5-coder-1.5b-instruct, got nothing. Name one: ${strategy.kind} makes calls of its own.`,
    );

  const decoding = spec.model && { ...spec.model, temperature: spec.model.temperature ?? strategy.defaultTemperature };
  const model = decoding && (await modelAt(place, decoding.id, deps));
  for (const { id } of strategy.models?.(options) ?? []) await modelAt(`${place}.harness.strategy`, id, deps);
  const members = new Map<JudgeSpec, Judge>();
  for (const [index, member] of strategy.members(options).entries()) {
    if (!members.has(member)) members.set(member, await buildJudge(member, deps, `${place}.member ${index}`));
  }
  const resolved: JudgeSpec = decoding ? { ...spec, model: decoding } : spec;
  const hash = identityOf(resolved, { strategy, options, reader, model, members });
  const built: BuiltJudge = { hash, spec: resolved, space, reader, model, members, deps };
  const shown = readsParallelItems(spec) ? (item: Item) => item : withoutParallel;
  const inner = (member: JudgeSpec): number => members.get(member)?.maxCalls ?? 0;
  return {
    hash,
    spec: resolved,
    space: spec.verdict,
    maxCalls: strategy.maxCalls(resolved, options, inner) * (strategy.needsModel ? 1 + spec.harness.reask : 1),
    judge: (item, call) => judgeItem(built, shown(item), call, (turn) => strategy.decide(turn, options)),
  };
}

async function judgeItem(
  built: BuiltJudge,
  item: Parameters<Judge['judge']>[0],
  call: JudgeCall,
  decide: (turn: JudgmentTurn) => Promise<Outcome>,
): Promise<Judgment> {
  const startedMs = built.deps.clock();
  const turn = new JudgmentTurn(built, item, call);
  let outcome: Outcome;
  try {
    outcome = await decide(turn);
  } catch (error) {
    if (call.signal.aborted || !(error instanceof CallFailed)) throw error;
    outcome = { verdict: error.verdict };
  }
  call.signal.throwIfAborted();
  if (outcome.verdict.status === 'failed' && outcome.verdict.code === 'budget' && !turn.begun) throw new NotBegun();
  return {
    judge: built.hash,
    item: itemHash(item),
    draw: call.draw,
    ...outcome,
    parts: turn.parts(),
    spend: turn.spend(),
    latencyMs: built.deps.clock() - startedMs,
  };
}

const stripped = new WeakMap<Item, Item>();

/** What another judge of the run reads must not change the calls of this one. */
function withoutParallel(item: Item): Item {
  if (item.parallel === undefined) return item;
  const known = stripped.get(item);
  if (known !== undefined) return known;
  const { parallel: _parallel, ...rest } = item;
  stripped.set(item, rest);
  return rest;
}

type Bound = {
  strategy: { kind: string; version: number };
  options: unknown;
  reader: BoundReader;
  model: BoundModel | undefined;
  members: ReadonlyMap<JudgeSpec, Judge>;
};

/** Hash of the five coordinates, of the versions that interpret them, and of the model behind its name (so that a renamed endpoint is the same judge). */
function identityOf(spec: JudgeSpec, bound: Bound): JudgeHash {
  const { id: _id, ...decoding }: ModelSpec | { id?: undefined } = spec.model ?? {};
  return hashOf({
    model: bound.model && { identity: bound.model.identity, decoding },
    prompt: { ...spec.prompt, version: promptVersion },
    rubric: spec.rubric,
    harness: {
      strategy: {
        kind: bound.strategy.kind,
        version: bound.strategy.version,
        options: withMemberHashes(bound.options, bound.members),
      },
      reader: { kind: bound.reader.kind, version: bound.reader.version, options: bound.reader.options },
      reask: spec.harness.reask,
    },
    verdict: spec.verdict,
  });
}

/** Member specifications stand in their judge's identity as their own identities. */
function withMemberHashes(options: unknown, members: ReadonlyMap<JudgeSpec, Judge>): unknown {
  if (typeof options !== 'object' || options === null) return options;
  const member = members.get(options as JudgeSpec);
  if (member !== undefined) return { judge: member.hash };
  if (Array.isArray(options)) return options.map((entry) => withMemberHashes(entry, members));
  return Object.fromEntries(Object.entries(options).map(([key, value]) => [key, withMemberHashes(value, members)]));
}

/** A judge's model; what is wrong with its id is told with the judge's place. */
async function modelAt(place: string, id: string, deps: JudgeDeps): Promise<BoundModel> {
  try {
    return await deps.model(id);
  } catch (error) {
    if (!(error instanceof AssizeError) || !error.message.startsWith('model: ')) throw error;
    throw new AssizeError(error.code, `${place}.${error.message}`, { cause: error, details: error.details });
  }
}
