import type { LlamaGrammar, Token } from 'node-llama-cpp';
import { ModelError, type ModelReply, type ModelRequest, type TokenProbabilities } from '../../language-model.ts';
import { decode } from './decode.ts';
import type { Distribution } from './distribution.ts';
import { UnsupportedSchema } from './json-grammar.ts';
import type { Lane } from './lane.ts';
import type { LoadedModel } from './loaded-model.ts';
import { walkMenu } from './menu-walk.ts';
import { ReplyText } from './reply-text.ts';

/** A reply but for the time it took. */
export type LocalReply = Omit<ModelReply, 'latencyMs'>;

/** So many alternatives of a token are given. */
const topCount = 20;
/** Below this mass on the menu the model meant to say something else, which is then written out so far that a person sees what. */
const leastCoverage = 0.5;
const mostOffMenuTokens = 16;

/**
 * Makes a reply on a loaded model.
 *
 * Questions that want a label's probabilities go one at a time: their cost is the prompt's evaluation, which gains nothing from company, and one
 * sequence then holds the prefix they share. Replies that are written out go several at a time.
 *
 * @throws ModelError `context-overflow` before anything is evaluated; the signal's reason when aborted; whatever the runtime throws.
 */
export async function makeReply(loaded: LoadedModel, request: ModelRequest, signal: AbortSignal): Promise<LocalReply> {
  const prompt = loaded.prompter.prompt(request.messages);
  const { contextTokens } = loaded;
  if (prompt.tokens.length + request.maxTokens > contextTokens) {
    throw new ModelError(
      'context-overflow',
      `the prompt: expected prompt and reply within ${contextTokens} tokens, got a prompt of ${prompt.tokens.length} and maxTokens ${request.maxTokens}. Shorten the item, lower maxTokens, or take a model with a larger window.`,
    );
  }
  loaded.counters.calls += 1;
  const work = (): Promise<LocalReply> =>
    loaded.lanes.use(prompt, signal, async (lane) => {
      const { last, reused } = await lane.begin(prompt, signal);
      const reply = new ReplyText(loaded.model, prompt.tokens);
      const job: Job = { loaded, request, signal, lane, reply };
      const { outputTokens, ...made } =
        request.logprobs === undefined ? await writtenReply(job, last) : await menuReply(job, last, request.logprobs);
      return {
        ...made,
        usage: { inputTokens: prompt.tokens.length, outputTokens, cachedInputTokens: reused },
        warnings: [...warningsOf(request), ...made.warnings],
      };
    });
  const isShort = request.logprobs !== undefined && request.logprobs.after === undefined;
  return isShort ? loaded.short.run(signal, work) : work();
}

type Job = {
  readonly loaded: LoadedModel;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly lane: Lane;
  readonly reply: ReplyText;
};
type Made = Omit<LocalReply, 'usage'> & { readonly outputTokens: number };

async function writtenReply({ loaded, request, signal, lane, reply }: Job, first: readonly Token[]): Promise<Made> {
  const { grammar, warning } = await grammarFor(loaded, request);
  const { finish, stop } = await decode(loaded, { lane, first, reply, request, maxTokens: request.maxTokens, grammar, signal });
  return {
    text: stop === undefined ? reply.text : reply.text.slice(0, stop.at),
    finish: finish === 'length' ? 'length' : 'stop',
    ...(request.schema !== undefined && { structured: grammar === undefined ? 'none' : 'json-schema' }),
    warnings: warning === undefined ? [] : [warning],
    outputTokens: reply.tokenCount,
  };
}

/** Reads the menu's probabilities where the reply begins, or where `after` ends once the reply has been written so far. */
async function menuReply(
  job: Job,
  last: readonly Token[],
  { menu, after }: NonNullable<ModelRequest['logprobs']>,
): Promise<Made> {
  const { loaded, request, signal, lane, reply } = job;
  let first = last;
  let begun = '';
  if (after !== undefined && after !== '') {
    const mark = new RegExp(after.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&'), 'iu');
    const until = (): boolean => mark.test(reply.text);
    const { finish, stop } = await decode(loaded, {
      lane,
      first: last,
      reply,
      request,
      maxTokens: request.maxTokens,
      until,
      signal,
    });
    const found = finish === 'until' ? mark.exec(reply.text) : null;
    if (found === null) {
      const text = stop === undefined ? reply.text : reply.text.slice(0, stop.at);
      return { text, finish: finish === 'length' ? 'length' : 'stop', warnings: [], outputTokens: reply.tokenCount };
    }
    begun = reply.text.slice(found.index + found[0].length);
    first = [reply.lastToken as Token];
  }
  const root = await lane.distributionAfter(first, signal);
  const lookAhead = (path: readonly Token[]): Promise<Distribution> => lane.lookAhead(path, signal);
  const { probabilities, passes } = await walkMenu(root, { labels: menu, vocabulary: loaded.vocabulary, begun, lookAhead });
  loaded.counters.menuPasses += passes;
  const known = { menuProbabilities: probabilities, logprobs: [topOf(root, loaded)], warnings: [] };
  const [label] = Object.entries(probabilities).reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', -1]);
  const coverage = Object.values(probabilities).reduce((sum, probability) => sum + probability, 0);
  if (coverage >= leastCoverage) {
    const gap = reply.tokenCount > 0 && !/\s$/u.test(reply.text) ? ' ' : '';
    const before = begun.trim() === '' ? `${reply.text}${gap}` : reply.text.slice(0, reply.text.length - begun.length);
    return { text: `${before}${label}`, finish: 'stop', ...known, outputTokens: reply.tokenCount + 1 };
  }
  const finish = await writeOut(job, root);
  return { text: reply.text, finish, ...known, outputTokens: reply.tokenCount };
}

/** Goes on from the most probable token. */
async function writeOut({ loaded, request, signal, lane, reply }: Job, root: Distribution): Promise<'stop' | 'length'> {
  const { value: token } = root.keys().next() as IteratorResult<Token, undefined>;
  if (token === undefined || loaded.model.isEogToken(token)) return 'stop';
  const maxTokens = Math.min(request.maxTokens - reply.tokenCount, mostOffMenuTokens) - 1;
  reply.push(token);
  loaded.counters.decodedTokens += 1;
  if (maxTokens < 1) return 'length';
  const { finish } = await decode(loaded, { lane, first: [token], reply, request: {}, maxTokens, signal });
  return finish === 'length' ? 'length' : 'stop';
}

function topOf(distribution: Distribution, { model }: LoadedModel): TokenProbabilities {
  const top: TokenProbabilities['top'][number][] = [];
  for (const [token, probability] of distribution) {
    // The logarithm of 0 is no JSON.
    if (top.length === topCount || probability === 0) break;
    top.push({ token: model.detokenize([token], true), logprob: Math.log(probability) });
  }
  const first = top[0] ?? { token: '', logprob: 0 };
  return { ...first, top };
}

async function grammarFor(
  loaded: LoadedModel,
  { schema }: ModelRequest,
): Promise<{ readonly grammar?: LlamaGrammar; readonly warning?: string }> {
  if (schema === undefined) return {};
  try {
    return { grammar: await loaded.grammarOf(schema.schema) };
  } catch (error) {
    if (!(error instanceof UnsupportedSchema)) throw error;
    return {
      warning: `local models cannot hold a reply to the schema ${schema.name}: ${error.message} It is left to the prompt.`,
    };
  }
}

function warningsOf({ reasoningEffort }: ModelRequest): string[] {
  return reasoningEffort === undefined ? [] : ['local models have no reasoningEffort: it is left out.'];
}
