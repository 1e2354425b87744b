import { totalmem } from 'node:os';
import { AssizeError, describe } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { ModelError, type LanguageModel, type ModelMessage, type ModelRequest } from '../language-model.ts';
import { noCounts, type LocalCounters } from './runtime/counters.ts';
import type { LoadedModel } from './runtime/loaded-model.ts';
import { memoryPlan } from './runtime/memory-plan.ts';
import { ModelPool, type Loadable } from './runtime/model-pool.ts';
import { runtimeVersion } from './runtime/runtime-version.ts';
import type { Environment } from './weights/environment.ts';
import type { FetchEvent } from './weights/fetch-weights.ts';
import { resolveWeights, type Weights } from './weights/resolve-weights.ts';

/** A model on this machine. */
export interface LocalModel extends LanguageModel {
  /** The file, its sum and licence. */
  readonly weights: Weights;
  countTokens(messages: readonly ModelMessage[]): Promise<number>;
  /** What it has done so far; all 0 before the first call. */
  counters(): Readonly<LocalCounters>;
  /** Unloads it, after the calls under way. A later call loads it again. */
  dispose(): Promise<void>;
}

export type LocalModelOptions = {
  /** `ASSIZE_CACHE`, `ASSIZE_MODEL_PATH_<NAME>`, `ASSIZE_THREADS`, `ASSIZE_SEQUENCES`, `ASSIZE_GPU`, and those of the sources of models. */
  readonly env: Environment;
  /** What a relative path is relative to. */
  readonly folder: string;
  /** The endpoint's name; `local` by default. */
  readonly endpoint?: string;
  /** Prompt and reply together; 8192 by default, the trained context at most. */
  readonly contextTokens?: number | undefined;
  /** Whether a model that is not on this machine is fetched (default), or an error. */
  readonly fetch?: boolean;
  readonly onEvent?: (event: FetchEvent) => void;
  /** Stops the search for the file; calls have signals of their own. */
  readonly signal?: AbortSignal;
  /** A running clock in milliseconds, for latencies. */
  readonly now?: () => number;
  /** Where it is loaded; one for the process by default. */
  readonly pool?: ModelPool;
};

const defaultContextTokens = 8192;
const defaultSequences = 4;
/** Raised whenever the same weights, runtime and request could give another reply by a change of ours. */
const evaluationVersion = 1;

const processPool = new ModelPool();

/**
 * The model of `local:REF` (`NAME`, `PATH.gguf` or `hf:ORG/REPO/FILE`; `ref` is what follows the colon). The file is found and its sum checked; the
 * runtime is loaded by the first call or count of tokens, the model too, once for the process.
 *
 * The same request gets the same reply, bit for bit, on the same machine: prompts are evaluated in the same pieces whatever came before, never together
 * with others, and sampling is seeded. Replies that are written out several at a time (`ASSIZE_SEQUENCES` above 1) are the exception: rounding depends on
 * how many there are, which can turn a near-tie of two tokens.
 *
 * @throws AssizeError `model` where the model cannot be had, `config` on an impossible setting.
 */
export async function localModel(ref: string, options: LocalModelOptions): Promise<LocalModel> {
  const { env, folder, endpoint = 'local', pool = processPool, now = () => performance.now() } = options;
  const settings = settingsOf(env);
  const weights = await resolveWeights(ref, {
    env,
    base: folder,
    fetch: options.fetch ?? true,
    signal: options.signal ?? new AbortController().signal,
    onEvent: options.onEvent,
  });
  const { trainTokens, contextBytesPerToken } = weights.header;
  const wished = options.contextTokens ?? defaultContextTokens;
  const contextTokens = Math.min(wished, trainTokens ?? wished);
  const loadable = loadableOf(weights, { contextTokens, contextBytesPerToken, ...settings });
  let counters: LocalCounters = noCounts();
  const use = <T>(signal: AbortSignal, work: (loaded: LoadedModel) => Promise<T>): Promise<T> =>
    pool.use(loadable, signal, (loaded) => {
      ({ counters } = loaded);
      return work(loaded);
    });

  return {
    id: `${endpoint}:${ref}`,
    endpoint,
    identity: identityOf(weights, settings.gpu),
    traits: { contextTokens, price: { input: 0, output: 0, cachedInput: 0 } },
    weights,
    async generate(request: ModelRequest, { signal }: { readonly signal: AbortSignal }) {
      signal.throwIfAborted();
      try {
        const { makeReply } = await import('./runtime/reply.ts');
        return await use(signal, async (loaded) => {
          // Loading and waiting are the machine's doing, not the model's.
          const startedMs = now();
          const reply = await makeReply(loaded, request, signal);
          return { ...reply, latencyMs: now() - startedMs };
        });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw callError(error, `${endpoint}:${ref}`);
      }
    },
    countTokens: (messages) => use(new AbortController().signal, async ({ prompter }) => prompter.prompt(messages).tokens.length),
    counters: () => ({ ...counters }),
    dispose: () => pool.unload(loadable.key),
  };
}

type Settings = { readonly gpu: false | 'auto'; readonly threads: number | undefined; readonly sequences: number };

function settingsOf(env: Environment): Settings {
  const gpu = env['ASSIZE_GPU'] ?? '';
  if (gpu !== '' && gpu !== 'auto' && gpu !== 'off') {
    throw new AssizeError('config', `ASSIZE_GPU: expected auto or off, got ${describe(gpu)}. Unset it to use the processor.`);
  }
  return {
    gpu: gpu === 'auto' ? 'auto' : false,
    threads: countIn(env, 'ASSIZE_THREADS'),
    sequences: countIn(env, 'ASSIZE_SEQUENCES') ?? defaultSequences,
  };
}

function countIn(env: Environment, name: string): number | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (/^[1-9]\d{0,2}$/u.test(text)) return Number(text);
  throw new AssizeError(
    'config',
    `${name}: expected a whole number from 1 to 999, got ${describe(text)}. Unset it to use the default.`,
  );
}

function loadableOf(
  { path, sha256, bytes }: Weights,
  options: Settings & { readonly contextTokens: number; readonly contextBytesPerToken: number | undefined },
): Loadable {
  const { gpu, threads, contextTokens } = options;
  const plan = memoryPlan({ ...options, weightsBytes: bytes, totalBytes: totalmem() });
  return {
    key: JSON.stringify([sha256, path, contextTokens, plan.sequences, gpu, threads ?? null]),
    bytes: plan.bytes,
    async load() {
      const { loadModel } = await import('./runtime/loaded-model.ts');
      return loadModel({ path, contextTokens, sequences: plan.sequences, gpu, threads });
    },
  };
}

/** The context's size is not in it: what fits gets the same reply in any. */
function identityOf({ sha256 }: Weights, gpu: Settings['gpu']): { readonly [key: string]: Json } {
  return { kind: 'local', weights: sha256, runtime: runtimeVersion(), evaluation: evaluationVersion, gpu };
}

function callError(error: unknown, place: string): ModelError {
  if (error instanceof ModelError)
    return new ModelError(error.code, error.message.replace(/^the prompt:/u, `${place}:`), { cause: error });
  if (error instanceof AssizeError) return new ModelError('model', error.message, { terminal: true, cause: error });
  const reason = error instanceof Error ? error.message : String(error);
  return new ModelError('model', `${place}: expected a reply, got a fault of the runtime: ${reason.replace(/\s+/gu, ' ')}`, {
    cause: error,
  });
}
