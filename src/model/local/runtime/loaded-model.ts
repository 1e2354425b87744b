import type { LlamaContext, LlamaGrammar, LlamaModel, Token } from 'node-llama-cpp';
import { AssizeError } from '../../../core/errors.ts';
import { canonicalJson, type JsonObject } from '../../../core/json.ts';
import { reasonOf } from '../weights/cache-fault.ts';
import { noCounts, type LocalCounters } from './counters.ts';
import { DecodeRounds } from './decode-rounds.ts';
import { jsonGrammar } from './json-grammar.ts';
import { Lane } from './lane.ts';
import { Lanes } from './lanes.ts';
import type { Vocabulary } from './menu-walk.ts';
import { createPrompter, type Prompter } from './prompt.ts';
import { freeCores } from './free-cores.ts';
import { loadRuntime, threadsFor, type Runtime, type RuntimeOptions } from './runtime.ts';
import { Turnstile } from './turnstile.ts';

export type LoadOptions = RuntimeOptions & {
  readonly path: string;
  /** Prompt and reply together, of one sequence. */
  readonly contextTokens: number;
  readonly sequences: number;
  /** Threads at most; the real cores are the bound in any case. */
  readonly threads: number | undefined;
};

/** A model in memory with a context of several sequences. */
export type LoadedModel = {
  readonly module: Runtime['module'];
  readonly model: LlamaModel;
  readonly contextTokens: number;
  readonly prompter: Prompter;
  readonly vocabulary: Vocabulary;
  readonly evaluation: Turnstile;
  readonly rounds: DecodeRounds;
  readonly lanes: Lanes;
  /** Through which questions that want probabilities go one at a time. */
  readonly short: Turnstile;
  readonly counters: LocalCounters;
  /** The grammar of a schema; equal schemas share one. Throws `UnsupportedSchema`. */
  grammarOf(schema: JsonObject): Promise<LlamaGrammar>;
  dispose(): Promise<void>;
};

/** More than the largest piece of a prompt. */
const batchTokens = 256;
/** Room past the window for the few tokens that tell labels apart, so that the runtime never drops the prompt's beginning. */
const spareTokens = 64;
const mostGrammars = 32;

/**
 * Loads a model.
 *
 * @throws AssizeError `model` where the runtime, the file or the memory does not allow it.
 */
export async function loadModel(options: LoadOptions): Promise<LoadedModel> {
  const runtime = await loadRuntime(options);
  const { module, llama } = runtime;
  const { model, context } = await open(runtime, options);
  const evaluation = new Turnstile();
  const counters = noCounts();
  const lanes = Array.from(
    { length: options.sequences },
    () => new Lane({ sequence: context.getSequence(), evaluation, counters }),
  );
  const grammars = new Map<string, Promise<LlamaGrammar>>();
  return {
    module,
    model,
    contextTokens: options.contextTokens,
    prompter: createPrompter(model, module),
    vocabulary: vocabularyOf(model),
    evaluation,
    rounds: new DecodeRounds(evaluation),
    lanes: new Lanes(lanes),
    short: new Turnstile(),
    counters,
    async grammarOf(schema) {
      const key = canonicalJson(schema);
      const known = grammars.get(key);
      if (known !== undefined) return known;
      const grammar = jsonGrammar(schema);
      if (grammars.size >= mostGrammars) grammars.clear();
      const made = llama.createGrammar({ grammar });
      grammars.set(key, made);
      return made;
    },
    async dispose() {
      await context.dispose();
      await model.dispose();
    },
  };
}

async function open(runtime: Runtime, options: LoadOptions): Promise<{ model: LlamaModel; context: LlamaContext }> {
  const { path, contextTokens, sequences, gpu } = options;
  let model: LlamaModel | undefined;
  try {
    // A number that the user set is the user's; else what other programs leave free, at the moment of loading.
    const threads = threadsFor(runtime, options.threads ?? (await freeCores()));
    model = await runtime.llama.loadModel({ modelPath: path, ...(gpu === false && { gpuLayers: 0 }) });
    const context = await model.createContext({
      contextSize: contextTokens + spareTokens,
      sequences,
      batchSize: batchTokens,
      threads: { ideal: threads, min: threads },
      // On the processor its results depend on how a prompt is cut into pieces; without it they do not.
      ...(gpu === false && { flashAttention: false }),
      // Models with a sliding window could otherwise not go back to a shared prefix.
      swaFullCache: true,
      // A context smaller than asked for would refuse other prompts than the one that was promised.
      failedCreationRemedy: false,
    });
    return { model, context };
  } catch (error) {
    await model?.dispose();
    const complaint = runtime.complaint();
    throw new AssizeError(
      'model',
      `${path}: expected a model that can be loaded with ${sequences} sequences of ${contextTokens} tokens, got: ${reasonOf(error)}${complaint === undefined ? '' : ` (${complaint})`}. Free memory, lower contextTokens, or take a smaller model.`,
      { cause: error, details: { path } },
    );
  }
}

function vocabularyOf(model: LlamaModel): Vocabulary {
  const texts = new Map<Token, string | undefined>();
  const marks: boolean[] = [];
  // In the middle of a text, so that a token's leading space is not dropped.
  const before = model.tokenize('a');
  return {
    textOf(token) {
      if (texts.has(token)) return texts.get(token);
      const text = model.detokenize([token], false, before);
      const whole = text.includes('\uFFFD') ? undefined : text;
      texts.set(token, whole);
      return whole;
    },
    isMark: (token) => (marks[token] ??= model.isSpecialToken(token) || model.isEogToken(token)),
    tokenize: (text) => model.tokenize(text),
  };
}
