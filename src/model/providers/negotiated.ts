import type { FactStore } from '../../core/artifact-store.ts';
import type { EndpointConfig } from '../endpoint.ts';
import { ModelError, type LanguageModel, type ModelReply, type ModelRequest, type StructuredForm } from '../language-model.ts';
import { EndpointError } from './endpoint-error.ts';
import type { EndpointModel } from './endpoint-model.ts';
import { createGate } from './gate.ts';
import type { Refusable } from './provider-said.ts';
import { featuresOf, readTerms, termsKey, uses, writeTerms, type KnownTerms, type Setting, type Terms } from './terms.ts';

/** How long the gate is kept for a stepped-down request that is to come back at once, before another goes first. */
const comeBackMs = 100;

/**
 * Settles on what terms an endpoint takes a model's requests, by the requests themselves, and keeps to them.
 *
 * A request that uses something not yet known for this model (a form of structured output, a temperature …) is made alone: calls that come meanwhile wait.
 * Taken, that is recorded in `facts`, and every later call and run uses it at once. Refused as a bad request that names it, it is stepped down (form:
 * json-schema → json → none; a setting: left out, `maxTokens` sent under its newer name) and the call rejects with a `ModelError` that is `steppedDown`:
 * the caller makes it again, still alone. Failed for another reason, the next call that waits goes first. A form or setting is never stepped down once
 * a reply came on it, so that a run does not change its form in the middle; `structured` other than `auto` pins the form.
 *
 * Each rejection and each reply stands for one HTTP request sent; a call that is aborted while it waits has sent none.
 */
export function negotiated(
  model: EndpointModel,
  options: { readonly facts: FactStore; readonly structured: EndpointConfig['structured'] },
): LanguageModel {
  const { facts, structured } = options;
  const key = termsKey(model);
  const gate = createGate();
  // What a reply came on in this process: no longer open to change.
  const proven = new Set<string>();
  let known: KnownTerms = readTerms(facts, key);
  // After an attempt that timed out: the endpoint took the request and worked on it, so there is no reason to make the others wait as long, one by one.
  let relaxed = false;

  // The form to try while none is settled.
  let candidate = model.forms[0] as StructuredForm;

  const formFor = (): StructuredForm => (structured === 'auto' ? (known.form ?? candidate) : structured);
  const isOpen = (request: ModelRequest): boolean =>
    (request.schema !== undefined && structured === 'auto' && known.form === undefined) ||
    featuresOf(request, known.left).some((feature) => !known.taken.has(feature));

  /** Waits for its turn; true when the call goes alone. */
  const enter = async (request: ModelRequest, signal: AbortSignal): Promise<boolean> => {
    if (gate.takeUp(request)) return true;
    while (gate.closed) {
      await gate.wait(signal);
      // What the call before came to is told first: it may have ended the run.
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
    if (relaxed || !isOpen(request)) return false;
    gate.close();
    return true;
  };

  const record = (change: Partial<KnownTerms>): void => {
    known = { ...known, ...change };
    try {
      writeTerms(facts, key, known);
    } catch {
      // A store that cannot be written fails the run elsewhere; a reply that was paid is not lost for it here.
    }
  };

  const taken = (request: ModelRequest, terms: Terms): void => {
    const features = featuresOf(request, terms.left);
    for (const feature of features) proven.add(feature);
    const settlesForm = request.schema !== undefined && structured === 'auto';
    if (settlesForm) proven.add('form');
    const fresh = features.filter((feature) => !known.taken.has(feature));
    if (fresh.length === 0 && !(settlesForm && known.form === undefined)) return;
    record({
      taken: new Set([...known.taken, ...fresh]),
      ...(settlesForm && known.form === undefined && { form: terms.form }),
    });
  };

  /** Steps down what the endpoint refused. Undefined where it refused nothing that can be. */
  const stepDown = (error: unknown, request: ModelRequest, terms: Terms): ModelError | undefined => {
    if (!(error instanceof EndpointError)) return undefined;
    for (const refused of error.refuses) {
      const step = stepFor(refused, request, terms);
      if (step !== undefined) return steppedDown(error, step);
    }
    return undefined;
  };

  const stepFor = (refused: Refusable, request: ModelRequest, terms: Terms): string | undefined => {
    if (refused === 'form') {
      if (request.schema === undefined || structured !== 'auto' || terms.form === 'none' || proven.has('form')) return undefined;
      // Another call may have taken this step, while both were under way on recorded terms.
      if (formFor() === terms.form) {
        candidate = model.forms[model.forms.indexOf(terms.form) + 1] ?? 'none';
        if (known.form !== undefined) record({ form: undefined });
      }
      return `structured output steps down from ${terms.form} to ${formFor()}`;
    }
    const feature = featuresOf(request, terms.left).find((name) => name.split('=')[0] === refused);
    if (!uses(request, refused) || feature === undefined || proven.has(feature)) return undefined;
    if (!known.left.has(refused)) record({ left: new Set([...known.left, refused]) });
    return wordsFor[refused];
  };

  return {
    id: model.id,
    endpoint: model.endpoint,
    identity: model.identity,
    traits: model.traits,
    reportsSending: true,
    async generate(request, { signal, onSending }) {
      const alone = await enter(request, signal);
      const terms: Terms = { form: formFor(), left: known.left };
      let comesBack = false;
      try {
        onSending?.();
        const reply = await model.generate(request, { signal, terms });
        taken(request, terms);
        return withWarnings(reply, request, terms);
      } catch (error) {
        const stepped = stepDown(error, request, terms);
        if (stepped === undefined) {
          if (error instanceof ModelError && error.code === 'timeout') relaxed = true;
          throw error;
        }
        comesBack = true;
        throw stepped;
      } finally {
        if (alone && comesBack) gate.keepFor(request, comeBackMs);
        else if (alone) gate.open();
      }
    },
  };

  /** Adds what was stepped down to a reply's warnings: it stands on every reply, and is told once. */
  function withWarnings(reply: ModelReply, request: ModelRequest, terms: Terms): ModelReply {
    const lost = (['temperature', 'topP', 'seed'] as const).filter(
      (setting) => terms.left.has(setting) && uses(request, setting),
    );
    const form = request.schema !== undefined && structured === 'auto' && terms.form !== model.forms[0];
    if (lost.length === 0 && !form) return reply;
    return {
      ...reply,
      warnings: [
        ...reply.warnings,
        ...lost.map((setting) => `${model.id}: the endpoint refuses ${setting}, which is left out.`),
        ...(form
          ? [`${model.id}: the endpoint refuses structured output as ${model.forms[0]}; it is asked for as ${terms.form}.`]
          : []),
      ],
    };
  }
}

const wordsFor: Readonly<Record<Setting, string>> = {
  temperature: 'temperature is left out',
  topP: 'topP is left out',
  seed: 'the seed is left out',
  maxTokens: 'maxTokens is sent as max_completion_tokens',
  topLogprobs: 'five alternatives a token are asked for',
};

function steppedDown(error: EndpointError, step: string): ModelError {
  return new ModelError(error.code, `${error.message} (${step})`, {
    retryable: true,
    retryAfterMs: 0,
    steppedDown: true,
    cause: error,
    ...(error.status !== undefined && { status: error.status }),
  });
}
