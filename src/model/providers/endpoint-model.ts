import { AssizeError } from '../../core/errors.ts';
import type { EndpointConfig } from '../endpoint.ts';
import { ModelError, type ModelMessage, type ModelReply, type ModelRequest, type ModelTraits } from '../language-model.ts';
import type { Json } from '../../core/json.ts';
import type { ProviderAdapter, ProviderCall, ProviderModel } from './adapter.ts';
import { EndpointError, errorOfBody, type Place } from './endpoint-error.ts';
import { leanFetch } from './lean-fetch.ts';
import { saidBy } from './provider-said.ts';
import { plainResult, replyOf, type ProviderResult } from './provider-reply.ts';
import { oneLine, redactionOf } from './redaction.ts';
import type { Terms } from './terms.ts';
import type { Transport } from './transport.ts';
import { expand, variablesOf, type Environment } from './variables.ts';

/** A model behind an HTTP endpoint, asked on given terms; `negotiated` makes a `LanguageModel` of it. */
export interface EndpointModel {
  readonly id: string;
  readonly endpoint: string;
  readonly identity: { readonly [key: string]: Json };
  readonly traits: ModelTraits;
  /** The forms of structured output that this kind of endpoint has, best first. */
  readonly forms: ProviderAdapter['forms'];
  /** One HTTP request. Rejects with an `EndpointError`, or with the signal's reason. */
  generate(request: ModelRequest, options: { readonly signal: AbortSignal; readonly terms: Terms }): Promise<ModelReply>;
}

export type EndpointModelOptions = {
  readonly config: EndpointConfig & { readonly baseUrl: string };
  readonly model: string;
  readonly adapter: ProviderAdapter;
  readonly transport: Transport;
  /** Keys are read from it at each call, and kept nowhere. */
  readonly env: Environment;
  /** Unix time in milliseconds. */
  readonly now: () => number;
};

/**
 * Asks a model through its AI SDK provider package, by the package's `doGenerate` itself: the layers above it cost more than the call.
 * The package is loaded by the first call.
 */
export function endpointModel(options: EndpointModelOptions): EndpointModel {
  const { config, model, adapter } = options;
  const id = `${config.name}:${model}`;
  const place = (): Place => placeOf(id, options);
  let opened: Promise<ProviderModel> | undefined;
  const open = (): Promise<ProviderModel> =>
    adapter.open({
      baseUrl: config.baseUrl,
      model,
      fetch: leanFetch({
        transport: options.transport,
        timeoutMs: config.timeoutMs,
        headers: () => headersOf(options),
        place,
      }),
    });

  return {
    id,
    endpoint: config.name,
    identity: identityOf(config, model),
    traits: {
      ...(config.contextTokens !== undefined && { contextTokens: config.contextTokens }),
      ...(config.price && { price: config.price }),
    },
    forms: adapter.forms,
    async generate(request, { signal, terms }) {
      signal.throwIfAborted();
      opened ??= open();
      const provider = await opened;
      const { call, warnings } = adapter.extras(request, terms, model);
      const startedMs = performance.now();
      let result: ProviderResult;
      try {
        result = await provider.doGenerate(callOf(request, terms, call, signal));
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const raw = refusedAnswer(error);
        const plain = adapter.fault?.(raw) === undefined ? adapter.plainReply(raw) : undefined;
        if (plain === undefined) throw errorOf(error, place);
        result = plainResult(plain, raw);
      }
      const latencyMs = performance.now() - startedMs;
      const raw = result.response?.body;
      const fault = adapter.fault?.(raw);
      if (fault !== undefined) throw errorOfBody({ status: 200, said: saidBy(fault), text: '' }, place());
      if (adapter.takesAnother?.(raw) === true) {
        const asked = adapter.plainReply(raw);
        if (asked === undefined) throw errorOf(new Error('the choice of index 0 holds no message'), place);
        result = plainResult(asked, raw);
      }
      return replyOf(result, { request, terms, warnings, latencyMs, id, adapter });
    },
  };
}

/** What identifies a model whatever its endpoint is called. `$NAME`s stand as they are written: no secret is hashed. */
function identityOf(config: EndpointModelOptions['config'], model: string): { readonly [key: string]: Json } {
  return {
    kind: config.kind,
    baseUrl: config.baseUrl,
    model,
    structured: config.structured,
    ...(config.headers && { headers: config.headers }),
  };
}

function headersOf({ config, adapter, env }: EndpointModelOptions): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {
    [adapter.keyHeader]:
      config.key === undefined ? undefined : adapter.keyValue(expand(config.key, env, `endpoints.${config.name}.key`)),
  };
  for (const [name, value] of Object.entries(config.headers ?? {})) {
    headers[name.toLowerCase()] = expand(value, env, `endpoints.${config.name}.headers.${name}`);
  }
  return headers;
}

function placeOf(id: string, { config, env, now }: EndpointModelOptions): Place {
  const { origin, pathname } = new URL(config.baseUrl);
  return {
    id,
    address: `${origin}${pathname === '/' ? '' : pathname}`,
    ...(config.key !== undefined && { key: config.key }),
    timeoutMs: config.timeoutMs,
    redact: redactionOf(variablesOf(config).flatMap((name) => env[name] ?? [])),
    nowMs: now(),
  };
}

function callOf(
  request: ModelRequest,
  { form, left }: Terms,
  extras: Pick<ProviderCall, 'providerOptions'> & { readonly dropMaxTokens?: boolean },
  signal: AbortSignal,
): ProviderCall {
  const { schema } = request;
  return {
    prompt: request.messages.map(promptMessage),
    abortSignal: signal,
    ...(!extras.dropMaxTokens && { maxOutputTokens: request.maxTokens }),
    ...(request.temperature !== undefined && !left.has('temperature') && { temperature: request.temperature }),
    ...(request.topP !== undefined && !left.has('topP') && { topP: request.topP }),
    ...(request.seed !== undefined && !left.has('seed') && { seed: request.seed }),
    ...(request.stop && { stopSequences: [...request.stop] }),
    ...(extras.providerOptions && { providerOptions: extras.providerOptions }),
    ...(schema && form === 'json' && { responseFormat: { type: 'json' } }),
    ...(schema && form === 'json-schema' && { responseFormat: { type: 'json', name: schema.name, schema: schema.schema } }),
  };
}

function promptMessage({ role, content }: ModelMessage): ProviderCall['prompt'][number] {
  return role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] };
}

/** Whatever a provider package throws, as an error of ours. Only what it says of a good answer, or of a request it would not send, gets here. */
function errorOf(error: unknown, place: () => Place): Error {
  if (error instanceof ModelError) return error;
  // A variable that was there when keys were checked, and is not any more.
  if (error instanceof AssizeError) return new EndpointError('auth', error.message, { terminal: true });
  const { responseBody, data, name } = error instanceof Error ? (error as ProviderFault) : ({ name: 'Error' } as ProviderFault);
  if (responseBody !== undefined) {
    return errorOfBody({ status: 200, said: saidByText(responseBody), text: responseBody }, place());
  }
  if (data !== undefined) return errorOfBody({ status: 200, said: saidBy(data), text: '' }, place());
  const { id, redact } = place();
  const words = oneLine(redact(error instanceof Error ? error.message : String(error)));
  if (/InvalidArgument|Unsupported|InvalidPrompt/u.test(name)) {
    return new EndpointError(
      'bad-request',
      `${id}: expected a request that the provider takes, got ${words}. Change the setting.`,
    );
  }
  return new EndpointError('server', `${id}: expected a reply, got one that cannot be read (${words}). Try again later.`, {
    retryable: true,
    charged: true,
  });
}

/** The good answer, parsed, that a package's schema refused; `undefined` for any other error. */
function refusedAnswer(error: unknown): unknown {
  const body = error instanceof Error ? (error as ProviderFault).responseBody : undefined;
  if (body === undefined) return undefined;
  try {
    return JSON.parse(body.replace(/^\uFEFF/u, '')) as unknown;
  } catch {
    return undefined;
  }
}

type ProviderFault = Error & { readonly responseBody?: string; readonly data?: unknown };

function saidByText(text: string): ReturnType<typeof saidBy> {
  try {
    return saidBy(JSON.parse(text));
  } catch {
    return undefined;
  }
}
