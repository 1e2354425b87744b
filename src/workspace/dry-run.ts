import { AssizeError } from '../core/errors.ts';
import type { Judge } from '../judge/judge.ts';
import type { ModelMessage, ModelRequest } from '../model/language-model.ts';
import type { BoundModel } from '../judge/build.ts';
import { buildJudge } from '../judge/build.ts';
import type { PreparedJudging } from './judging.ts';
import { modelIdsOf } from './load-data.ts';
import type { Workspace } from './workspace.ts';

/** What one judge's part of a run would take. Tokens are estimated from a sample of prompts; `seconds` is a guess from rates of such models. */
export type DryRunJudge = {
  readonly judge: string;
  /** At most, over all items and draws; re-asks included. */
  readonly calls: number;
  /** Of the sampled items' calls, the share found in the cache, over all calls. */
  readonly cached: number;
  readonly inputTokens: number;
  readonly outputTokensAtMost: number;
  /** `null` where no price is known. */
  readonly costUsdAtMost: number | null;
  readonly seconds: number;
};

/** What a command would do. `prompt` is the first one that would be sent. */
export type DryRun = {
  readonly items: number;
  readonly judges: readonly DryRunJudge[];
  readonly prompt: { readonly judge: string; readonly item: string; readonly messages: readonly ModelMessage[] } | null;
};

/** So many items are rendered to estimate tokens. */
const sampledItems = 50;
/** UTF-8 bytes a token, about what tokenizers make of mixed text. */
const bytesPerToken = 3.5;
/** Seconds a call takes, where nothing is known: an endpoint's round trip, a local model's prefill rate. */
const endpointSeconds = 1.5;
const localTokensPerSecond = 130;

/** Thrown in place of sending: a dry run makes no call. */
class Rehearsed extends Error {}

/**
 * Rehearses a run: renders the prompts of the first items through the judges themselves, with a model that takes them and answers nothing.
 */
export async function dryRun(workspace: Workspace, { session, world, data, resolved }: PreparedJudging): Promise<DryRun> {
  const models = await workspace.models();
  const judges: DryRunJudge[] = [];
  let prompt: DryRun['prompt'] = null;
  for (const [index, { name, judge }] of session.judges.entries()) {
    const spec = resolved[index]?.spec;
    if (spec === undefined)
      throw new AssizeError('internal', `dry run: expected the specification of ${name}, got none. Report this.`);
    const seen: { request: ModelRequest; key: string }[] = [];
    const rehearsal = await buildJudge(spec, {
      model: async (id): Promise<BoundModel> => ({
        id,
        identity: (await models.resolve(id)).identity,
        invoke: async (request, { key }) => {
          seen.push({ request, key });
          throw new Rehearsed();
        },
      }),
      artifacts: { get: () => undefined, put: async () => undefined },
      observer: {},
      clock: () => 0,
    });
    const facts = await rehearse(rehearsal, { data, seed: session.seed });
    prompt ??= seen[0] === undefined ? null : { judge: name, item: facts.firstItem ?? '', messages: seen[0].request.messages };
    const items = data.runData.items * session.draws;
    const calls = judge.maxCalls * items;
    const bytes = seen.reduce(
      (total, { request }) => total + request.messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
      0,
    );
    const inputTokens = seen.length === 0 ? 0 : Math.ceil((bytes / seen.length / bytesPerToken) * calls);
    const outputTokensAtMost = Math.max(0, ...seen.map(({ request }) => request.maxTokens)) * calls;
    const hits = session.noCache ? 0 : seen.filter(({ key }) => world.store.calls.get(key) !== undefined).length;
    const ids = modelIdsOf(spec);
    const resolvedModels = await Promise.all(ids.map((id) => models.resolve(id)));
    const prices = resolvedModels.map(({ traits }) => traits.price);
    const known = prices.every((price) => price !== undefined);
    const dearest = {
      input: Math.max(0, ...prices.map((price) => price?.input ?? 0)),
      output: Math.max(0, ...prices.map((price) => price?.output ?? 0)),
    };
    const local = ids.some((id) => id.startsWith('local:'));
    judges.push({
      judge: name,
      calls,
      cached: seen.length === 0 ? 0 : Math.round((hits / seen.length) * calls),
      inputTokens,
      outputTokensAtMost,
      costUsdAtMost: known ? (inputTokens * dearest.input + outputTokensAtMost * dearest.output) / 1e6 : null,
      seconds: local ? inputTokens / localTokensPerSecond : (calls * endpointSeconds) / Math.max(1, session.width),
    });
  }
  return { items: data.runData.items, judges, prompt };
}

async function rehearse(
  judge: Judge,
  { data, seed }: { data: PreparedJudging['data']; seed: number },
): Promise<{ firstItem: string | undefined }> {
  let count = 0;
  let firstItem: string | undefined;
  for await (const { item } of data.runData.rows()) {
    firstItem ??= item.id;
    try {
      await judge.judge(item, { draw: 0, seed, signal: new AbortController().signal });
    } catch (error) {
      if (!(error instanceof Rehearsed)) throw error;
    }
    count += 1;
    if (count === sampledItems) break;
  }
  return { firstItem };
}
