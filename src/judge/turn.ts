import { hashOf, sha256, type CallId } from '../core/hash.ts';
import { itemHash, type Item } from '../core/item.ts';
import { canonicalJson, type Json } from '../core/json.ts';
import { deriveSeed, seededRandom, type Random } from '../core/random.ts';
import { viewOf, type SpaceView } from '../core/space-view.ts';
import type { Failed } from '../core/verdict.ts';
import { ModelError, type ModelMessage, type ModelReply, type ModelRequest } from '../model/language-model.ts';
import { boundReader, type BoundReader } from './bound-reader.ts';
import type { BoundModel, BuiltJudge } from './build.ts';
import { CallFailed } from './call-failed.ts';
import type { JudgeCall, Judgment, Part, Role, Spend } from './judge.ts';
import { NotBegun } from './judge.ts';
import { jointRequest, readJointly, type JointQuestion } from './joint.ts';
import { renderPrompt } from './prompt/render.ts';
import { SpendTally } from './spend-tally.ts';
import type { JudgeSpec, ModelSpec } from './spec.ts';
import type { AskedPart, DerivedPart, Question, Turn } from './strategy.ts';

/** One judgment in the making: makes the calls that a strategy wishes, and keeps the record of them. */
export class JudgmentTurn implements Turn {
  readonly item: Item;
  readonly spec: JudgeSpec;
  readonly space: SpaceView;
  readonly #judge: BuiltJudge;
  readonly #call: JudgeCall;
  readonly #parts: (Part | undefined)[] = [];
  readonly #tally = new SpendTally();
  readonly #copies = new Map<string, number>();
  #begun = false;

  constructor(judge: BuiltJudge, item: Item, call: JudgeCall) {
    this.item = item;
    this.spec = judge.spec;
    this.space = judge.space;
    this.#judge = judge;
    this.#call = call;
  }

  parts(): Part[] {
    return this.#parts.filter((part) => part !== undefined);
  }

  /** Whether any call was made that was answered, or may have been paid for. */
  get begun(): boolean {
    return this.#begun;
  }

  spend(): Spend {
    return this.#tally.spend();
  }

  random(label: string): Random {
    return seededRandom(deriveSeed(this.#call.seed, itemHash(this.item), this.#sample(0, 1), label));
  }

  groupRandom(label: string): Random {
    return seededRandom(deriveSeed(this.#call.seed, this.item.parallelGroup ?? itemHash(this.item), label));
  }

  async ask(label: string, question: Question = {}): Promise<AskedPart> {
    const place = this.#reserve();
    const space = question.space === undefined ? this.space : viewOf(question.space);
    const reader =
      question.reader === undefined && question.space === undefined
        ? this.#judge.reader
        : boundReader(question.reader ?? this.spec.harness.reader, space, 'reader');
    const messages = question.messages ?? this.#prompt(question, space, reader);
    const asked = await this.#converse(label, { question, messages, reader });
    return this.#keep(place, asked);
  }

  async askEach(label: string, questions: readonly JointQuestion[], question: Question = {}): Promise<readonly AskedPart[]> {
    const place = this.#reserve();
    const space = question.space === undefined ? this.space : viewOf(question.space);
    const reader = question.space === undefined ? this.#judge.reader : boundReader(this.spec.harness.reader, space, 'reader');
    const joint = jointRequest(questions, reader, space);
    const messages = question.messages ?? this.#prompt(question, space, { ...reader, outputForm: joint.outputForm });
    let parts: AskedPart[] = [];
    const whole = await this.#converse(label, {
      question: { ...question, role: question.role ?? 'criteria' },
      messages,
      reader: {
        ...reader,
        request: joint.request,
        read: (reply) => {
          parts = readJointly(reply, questions, reader).map(({ key, ...read }) => ({
            path: `${label}/${key}`,
            role: 'criteria',
            calls: [],
            children: [],
            ...read,
          }));
          return {
            verdict: parts.find(({ verdict }) => verdict.status === 'unreadable')?.verdict ?? {
              status: 'abstained',
              reason: 'Each question has its own verdict.',
            },
          };
        },
      },
    });
    if (whole.verdict.status === 'failed')
      parts = questions.map(({ key }) => ({
        path: `${label}/${key}`,
        role: 'criteria',
        verdict: whole.verdict,
        calls: [],
        children: [],
      }));
    const { verdict: _verdict, ...step } = whole;
    this.#parts[place] = { ...step, children: parts };
    return parts;
  }

  async say(label: string, messages: readonly ModelMessage[], how: Parameters<Turn['say']>[2] = {}): Promise<string> {
    const place = this.#reserve();
    const model = how.model === undefined ? this.#model() : await this.#judge.deps.model(how.model.id);
    const decoding = how.model ?? this.spec.model;
    const sample = how.shared === true ? '0' : this.#sample(0, 1);
    const request = { messages, ...decodingOf(decoding), seed: this.#seed(decoding, sample, label) };
    const id = this.#key(model, request, sample, 0);
    const step = {
      path: label,
      role: how.role ?? ('ask' as Role),
      calls: [id],
      children: [],
      ...(how.language !== undefined && { language: how.language }),
      ...(how.round !== undefined && { round: how.round }),
    };
    const reply = await this.#invoke(model, request, id);
    if ('code' in reply) {
      this.#parts[place] = { ...step, calls: [], verdict: reply };
      throw new CallFailed(reply);
    }
    const fault = how.check?.(reply.text);
    this.#parts[place] = { ...step, text: reply.text, ...(fault !== undefined && { fault }) };
    return reply.text;
  }

  async member(label: string, spec: JudgeSpec, item: Item = this.item): Promise<Judgment> {
    const place = this.#reserve();
    const judge = this.#judge.members.get(spec);
    if (judge === undefined)
      throw new Error(`member ${label}: expected a judge that the strategy names among its members. Add it to members().`);
    const identity = `${judge.hash}/${itemHash(item)}`;
    const copy = this.#copies.get(identity) ?? 0;
    this.#copies.set(identity, copy + 1);
    const samplePath = `${this.#call.samplePath ?? ''}${copy === 0 ? '' : `.${copy}`}`;
    let judgment: Judgment;
    try {
      judgment = await judge.judge(item, { ...this.#call, samplePath });
      this.#begun ||= judgment.spend.calls > 0 || judgment.verdict.status === 'failed';
    } catch (error) {
      if (!(error instanceof NotBegun)) throw error;
      const verdict: Failed = { status: 'failed', code: 'budget', message: 'The budget was spent before this member was asked.' };
      judgment = {
        judge: judge.hash,
        item: itemHash(item),
        draw: this.#call.draw,
        verdict,
        parts: [],
        spend: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 },
        latencyMs: 0,
      };
    }
    this.#tally.addSpend(judgment.spend);
    this.#parts[place] = {
      path: label,
      role: 'member',
      verdict: judgment.verdict,
      calls: [],
      children: judgment.parts,
      ...(judgment.rationale !== undefined && { rationale: judgment.rationale }),
    };
    return judgment;
  }

  async derive<T>(key: string, make: () => Promise<T>, shown?: DerivedPart<T>): Promise<T> {
    const { artifacts } = this.#judge.deps;
    const address = hashOf(['derived', key]);
    const found = artifacts.get(address);
    if (found !== undefined) return this.#derived(found as T, shown);
    const flights = flightsOf(artifacts);
    const flying = flights.get(address);
    if (flying !== undefined) return this.#derived((await flying) as T, shown);
    const flight = make().then(async (made) => {
      await artifacts.put(address, made as Json);
      return made;
    });
    flights.set(address, flight);
    try {
      return await flight;
    } finally {
      flights.delete(address);
    }
  }

  #derived<T>(value: T, shown: DerivedPart<T> | undefined): T {
    if (shown !== undefined) {
      const { label, role, language, text } = shown;
      this.#parts.push({
        path: label,
        role,
        text: text(value),
        calls: [],
        children: [],
        ...(language !== undefined && { language }),
      });
    }
    return value;
  }

  #prompt(question: Question, space: SpaceView, reader: BoundReader): ModelMessage[] {
    const rubric = question.rubric ?? this.spec.rubric;
    return renderPrompt({
      prompt: this.spec.prompt,
      space,
      item: question.item ?? this.item,
      outputForm: reader.outputForm,
      example: (verdict, rationale) => reader.example(verdict, rationale),
      ...(rubric !== undefined && { rubric }),
      ...(question.history !== undefined && { history: question.history }),
      ...(question.request !== undefined && { request: question.request }),
      ...(question.language !== undefined && { language: question.language }),
    });
  }

  /** Sends, reads, and asks again while the reply is unreadable and attempts are left. */
  async #converse(
    label: string,
    asked: { question: Question; messages: readonly ModelMessage[]; reader: BoundReader },
  ): Promise<AskedPart> {
    const { question, reader } = asked;
    const model = question.model === undefined ? this.#model() : await this.#judge.deps.model(question.model.id);
    const voice = question.model ?? this.spec.model;
    const sample = this.#sample(question.sample ?? 0, question.samples ?? 1);
    const decoding = {
      ...decodingOf(voice),
      ...(question.temperature !== undefined && { temperature: question.temperature }),
    };
    const { maxTokens: cap, ...form } = reader.request;
    let maxTokens = Math.min(decoding.maxTokens, cap ?? decoding.maxTokens);
    const step = {
      path: label,
      role: question.role ?? ('ask' as Role),
      children: [],
      ...(question.language !== undefined && { language: question.language }),
      ...(question.round !== undefined && { round: question.round }),
    };
    const calls: CallId[] = [];
    let messages = asked.messages;
    for (let attempt = 0; ; attempt += 1) {
      const request = { ...decoding, ...form, maxTokens, messages, seed: this.#seed(voice, sample, 'ask', attempt) };
      const id = this.#key(model, request, sample, attempt);
      const reply = await this.#invoke(model, request, id);
      if ('code' in reply) return { ...step, calls, verdict: reply };
      calls.push(id);
      const { verdict, rationale } = reader.read(reply);
      const part = { ...step, calls, text: reply.text, verdict, ...(rationale !== undefined && { rationale }) };
      const left = attempt < this.spec.harness.reask + (this.#call.extraAttempts ?? 0);
      if (verdict.status !== 'unreadable' || !left) return part;
      if (verdict.problem === 'truncated') maxTokens *= 2;
      else if (attempt < this.spec.harness.reask) messages = [...asked.messages, ...correction(reply.text, reader.outputForm)];
      else messages = asked.messages;
    }
  }

  async #invoke(model: BoundModel, request: ModelRequest, id: CallId): Promise<ModelReply | Failed> {
    try {
      const { observer, payer } = this.#judge.deps;
      const paying = payer?.();
      const context = { key: id, signal: this.#call.signal, observer, ...(paying !== undefined && { payer: paying }) };
      const { reply, costUsd } = await model.invoke(request, context);
      this.#begun = true;
      this.#tally.addCall(reply.usage, costUsd);
      return reply;
    } catch (error) {
      this.#call.signal.throwIfAborted();
      if (!(error instanceof ModelError)) throw error;
      this.#begun ||= error.code !== 'budget' || error.charged;
      return { status: 'failed', code: error.code, message: error.message };
    }
  }

  #model(): BoundModel {
    if (this.#judge.model === undefined)
      throw new Error('turn: expected a judge with a model of its own. Set needsModel in the strategy.');
    return this.#judge.model;
  }

  /** Draw d, sample s of S is the judge's sample d·S + s: a vote's first draws are those of a single call. */
  #sample(sample: number, samples: number): string {
    return `${this.#call.draw * samples + sample}${this.#call.samplePath ?? ''}`;
  }

  #seed(model: ModelSpec | undefined, sample: string, label: string, attempt = 0): number {
    if (model?.seed !== undefined && attempt === 0 && /^\d+$/u.test(sample)) return model.seed + Number(sample);
    return deriveSeed(model?.seed ?? this.#call.seed, itemHash(this.item), sample, label, ...(attempt === 0 ? [] : [attempt]));
  }

  /** NFC and NFD of one request are one call; what is sent stays as it is. */
  #key(model: BoundModel, request: ModelRequest, sample: string, attempt: number): CallId {
    const salt = this.#judge.deps.keySalt?.() ?? null;
    return sha256(canonicalJson([model.identity, request, sample, attempt, salt]).normalize('NFC'));
  }

  #reserve(): number {
    return this.#parts.push(undefined) - 1;
  }

  #keep(place: number, part: AskedPart): AskedPart {
    this.#parts[place] = part;
    return part;
  }
}

/** Derivations in flight, by the store they will be kept in. */
const flights = new WeakMap<object, Map<string, Promise<unknown>>>();
function flightsOf(artifacts: object): Map<string, Promise<unknown>> {
  const known = flights.get(artifacts) ?? new Map<string, Promise<unknown>>();
  flights.set(artifacts, known);
  return known;
}

function decodingOf(model: ModelSpec | undefined): Omit<ModelSpec, 'id' | 'seed'> {
  if (model === undefined) return { maxTokens: 1024 };
  const { id: _id, seed: _seed, ...decoding } = model;
  return decoding;
}

function correction(reply: string, outputForm: string): ModelMessage[] {
  return [
    { role: 'assistant', content: reply },
    { role: 'user', content: `That answer could not be read. ${outputForm}` },
  ];
}
