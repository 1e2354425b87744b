/**
 * Speed of a local model beside a bare `node-llama-cpp` loop that is given the same tokens, in turns within one run.
 *
 *     npm run bench:local -- [NAME] [ITEMS]
 *
 * Two kinds of work: verdicts of one token, read from the probabilities (prompt evaluation), and written replies, four at a time (decoding).
 */
import { getLlama, LlamaLogLevel, type LlamaContextSequence, type Token } from 'node-llama-cpp';
import type { ModelRequest } from '../src/model/language-model.ts';
import { localModel } from '../src/model/local/llama.ts';
import { createPrompter } from '../src/model/local/runtime/prompt.ts';
import { freeCores } from '../src/model/local/runtime/free-cores.ts';

const name = process.argv[2] ?? 'smollm2-135m-instruct';
const itemCount = Number(process.argv[3] ?? 24);
const rounds = 4;
const sequences = 4;
const writtenTokens = 48;
const contextTokens = 2048;
const signal = new AbortController().signal;

const threads = Number(process.env['ASSIZE_THREADS'] ?? (await freeCores()));
const env = { ...process.env, ASSIZE_THREADS: String(threads), ASSIZE_SEQUENCES: String(sequences) };
const ours = await localModel(name, { env, folder: '.', contextTokens });
const module = await import('node-llama-cpp');
const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error, maxThreads: threads });
const model = await llama.loadModel({ modelPath: ours.weights.path, gpuLayers: 0 });
const context = await model.createContext({
  contextSize: contextTokens,
  sequences,
  batchSize: 256,
  threads: { ideal: threads, min: threads },
  flashAttention: false,
});
const lanes = Array.from({ length: sequences }, () => ({ sequence: context.getSequence() }));
const prompter = createPrompter(model, module);

const rubric =
  'You judge whether an answer is supported by a passage. Supported means that the passage says so or plainly implies it. '.repeat(
    5,
  );
const requests = (round: number): ModelRequest[] =>
  Array.from({ length: itemCount }, (_, index) => ({
    messages: [
      { role: 'system', content: rubric },
      {
        role: 'user',
        content: `Passage ${round}-${index}: the ${index + 3} boats left the harbour at ${index % 12} o'clock and came back in rain. Answer: ${index + (index % 2) + 3} boats left. Is it supported? A: yes. B: no.`,
      },
    ],
    maxTokens: writtenTokens,
    temperature: 0,
  }));

const spent = { short: { ours: 0, bare: 0, tokens: 0 }, written: { ours: 0, bare: 0, tokens: { ours: 0, bare: 0 } } };
await oursShort(requests(-1));
await bareShort(requests(-1));
const before = ours.counters();
let prefixAndItems = 0;
for (let round = 0; round < rounds; round += 1) {
  const asked = requests(round);
  const turns = [() => oursShort(asked), () => bareShort(asked)];
  for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
  prefixAndItems += itemTokens(asked);
}
const short = ours.counters();
for (let round = rounds; round < 2 * rounds; round += 1) {
  const asked = requests(round);
  const turns = [() => oursWritten(asked), () => bareWritten(asked)];
  for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
}
console.log(JSON.stringify(short));
const evaluated = short.evaluatedPromptTokens - before.evaluatedPromptTokens;
console.log(`${name}, ${threads} threads, ${rounds} × ${itemCount} items, in turns`);
console.log(
  `one-token verdicts: ${rate(evaluated, spent.short.ours)} prompt tokens/s, bare ${rate(spent.short.tokens, spent.short.bare)}, time against bare ${(spent.short.bare / spent.short.ours).toFixed(3)} (at least .95)`,
);
console.log(
  `evaluated prompt tokens: ${evaluated}, of prefix and items ${(evaluated / prefixAndItems).toFixed(3)} (at most 1.1); whole prompts ${short.promptTokens - before.promptTokens}`,
);
const written = spent.written;
const [oursRate, bareRate] = [written.tokens.ours / written.ours, written.tokens.bare / written.bare];
console.log(
  `written replies, ${sequences} at a time: ${(1000 * oursRate).toFixed(1)} tokens/s, bare ${(1000 * bareRate).toFixed(1)}, share ${(oursRate / bareRate).toFixed(3)} (at least .95)`,
);
await ours.dispose();
await context.dispose();
await model.dispose();
if (process.env['X'] === undefined) process.exit(0);

function rate(tokens: number, ms: number): string {
  return ((1000 * tokens) / ms).toFixed(1);
}

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const started = performance.now();
  const result = await work();
  return [performance.now() - started, result];
}

async function oursShort(asked: readonly ModelRequest[]): Promise<void> {
  const [ms] = await timed(async () => {
    await Promise.all(
      asked.map((request) => ours.generate({ ...request, maxTokens: 1, logprobs: { menu: ['A', 'B'] } }, { signal })),
    );
  });
  spent.short.ours += ms;
}

async function bareShort(asked: readonly ModelRequest[]): Promise<void> {
  const [lane] = lanes as [(typeof lanes)[number]];
  const [ms] = await timed(async () => {
    for (const { messages } of asked) {
      const rest = await rewound(lane, prompter.prompt(messages).tokens);
      spent.short.tokens += rest.length;
      await lane.sequence.controlledEvaluate([
        ...rest.slice(0, -1),
        [rest.at(-1) as Token, { generateNext: { probabilities: true, options: { temperature: 0 } } }],
      ]);
    }
  });
  spent.short.bare += ms;
}

/** Prompts' tokens, the shared prefix counted once: what has to be evaluated when a prefix is held from round to round. */
function itemTokens(asked: readonly ModelRequest[]): number {
  const prompts = asked.map(({ messages }) => prompter.prompt(messages));
  return prompts.reduce((sum, { tokens, firstMessageEnd = 0 }) => sum + tokens.length - firstMessageEnd, 0);
}

async function oursWritten(asked: readonly ModelRequest[]): Promise<void> {
  const counted = ours.counters().decodedTokens;
  const [ms] = await timed(() => Promise.all(asked.map((request) => ours.generate(request, { signal }))));
  spent.written.ours += ms;
  spent.written.tokens.ours += ours.counters().decodedTokens - counted;
}

async function bareWritten(asked: readonly ModelRequest[]): Promise<void> {
  const left = [...asked];
  const [ms] = await timed(() =>
    Promise.all(
      lanes.map(async (lane) => {
        for (let request = left.shift(); request !== undefined; request = left.shift()) {
          const rest = await rewound(lane, prompter.prompt(request.messages).tokens);
          spent.written.tokens.bare += await decoded(lane.sequence, rest);
        }
      }),
    ),
  );
  spent.written.bare += ms;
}

/** Takes a lane back to what it shares with a prompt; gives what is left to evaluate. */
async function rewound(lane: (typeof lanes)[number], tokens: readonly Token[]): Promise<Token[]> {
  const held = lane.sequence.contextTokens;
  let shared = 0;
  while (shared < tokens.length - 1 && shared < held.length && held[shared] === tokens[shared]) shared += 1;
  const end = lane.sequence.nextTokenIndex;
  if (shared < end) await lane.sequence.eraseContextTokenRanges([{ start: shared, end }]);
  return tokens.slice(shared);
}

async function decoded(sequence: LlamaContextSequence, rest: Token[]): Promise<number> {
  let count = 0;
  for await (const _token of sequence.evaluate(rest, { temperature: 0 })) {
    count += 1;
    if (count >= writtenTokens) break;
  }
  return count;
}
