import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelReply, ModelRequest } from '../language-model.ts';
import { localModel, type LocalModel } from './llama.ts';
import { listWeights } from './weights/list-weights.ts';

const name = 'smollm2-135m-instruct';
const present = (await listWeights({ env: process.env })).some((weights) => weights.name === name && weights.present);
const why = present
  ? 'real weights'
  : `real weights (left out: ${name} is not in the cache; assize models pull ${name} brings it)`;

describe.skipIf(!present)(why, { timeout: 240_000 }, () => {
  let model: LocalModel;
  beforeAll(async () => {
    // One thread: the tests run beside others.
    model = await localModel(name, {
      env: { ...process.env, ASSIZE_THREADS: '1' },
      folder: '.',
      fetch: false,
      contextTokens: 2048,
    });
  }, 240_000);
  afterAll(() => model.dispose());

  const ask = (request: Partial<ModelRequest>): Promise<ModelReply> =>
    model.generate({ messages: [], maxTokens: 16, ...request }, { signal: new AbortController().signal });
  const question = (content: string): ModelRequest['messages'] => [{ role: 'user', content }];

  it('are asked in their own chat template', async () => {
    const reply = await ask({ messages: question('What is the capital of France? Answer in one sentence.') });
    expect(reply.text).toContain('Paris');
    expect(reply.finish).toBe('stop');
  });

  it('give a label the mass of its tokens, the same each time, in one pass', async () => {
    const request = {
      messages: question('Repeat this letter and say nothing else: B'),
      maxTokens: 1,
      logprobs: { menu: ['A', 'B', 'C'] },
    };
    const before = model.counters().menuPasses;
    const [reply, again] = [await ask(request), await ask(request)];
    expect(model.counters().menuPasses).toBe(before);
    expect(again.menuProbabilities).toEqual(reply.menuProbabilities);
    const { A = 0, B = 0, C = 0 } = reply.menuProbabilities ?? {};
    expect(B).toBeGreaterThan(A);
    expect(A + B + C).toBeLessThanOrEqual(1);
    const spelled = (reply.logprobs?.[0]?.top ?? []).filter(({ token }) => token.trim().toUpperCase() === 'B');
    const mass = spelled.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
    expect(B).toBeGreaterThanOrEqual(mass - 1e-9);
    expect(B).toBeLessThan(mass + 0.02);
  });

  it('tell 1 from 10, which is two tokens there', async () => {
    const messages = question('Say the number ten in digits, and nothing else.');
    const reply = await ask({ messages, maxTokens: 2, logprobs: { menu: ['1', '10', '7'] } });
    const { '1': one = 0, '10': ten = 0 } = reply.menuProbabilities ?? {};
    expect(ten).toBeGreaterThan(one);
  });

  it('are held to a schema', async () => {
    const schema = { type: 'object', properties: { reason: { type: 'string', maxLength: 60 }, verdict: { enum: ['A', 'B'] } } };
    const reply = await ask({
      messages: question('Which is hotter? A: ice. B: fire.'),
      maxTokens: 80,
      schema: { name: 'verdict', schema },
    });
    expect(JSON.parse(reply.text)).toEqual({ reason: expect.any(String), verdict: expect.stringMatching(/^[AB]$/u) });
  });
});
