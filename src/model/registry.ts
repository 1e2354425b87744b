import type { FactStore } from '../core/artifact-store.ts';
import { AssizeError, describe } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import { endpointDefaults, type EndpointConfig, type EndpointKind } from './endpoint.ts';
import type { LanguageModel } from './language-model.ts';
import type { ProviderAdapter } from './providers/adapter.ts';
import { endpointModel } from './providers/endpoint-model.ts';
import { negotiated } from './providers/negotiated.ts';
import { httpTransport } from './providers/transport.ts';
import { missingVariable, variablesOf, type Environment } from './providers/variables.ts';

/** What a registry is made of. */
export type ModelRegistryOptions = {
  /** `endpoints` of the configuration by name; one of a built-in name takes the built-in's place. */
  readonly endpoints: Readonly<Record<string, EndpointConfig>>;
  /** Environment variables: keys and headers (`$NAME`) are read from it at each call, proxies at the first. */
  readonly env: Environment;
  /** Where the terms that endpoints take are recorded. */
  readonly facts: FactStore;
  /** Makes the model of `local:REF`; a registry without one has no local models. */
  readonly local?: (ref: string, endpoint: EndpointConfig) => Promise<LanguageModel>;
  /** Unix time in milliseconds, for a Retry-After date that comes without the answer's own. */
  readonly now: () => number;
};

/** Models by `ENDPOINT:MODEL`. */
export interface ModelRegistry {
  /**
   * The model of an id, split at the first colon; the same object for the same id. Loads no provider and reads no key: both wait for the first call.
   *
   * @throws AssizeError `config` on an id of another form or an unknown endpoint (naming the nearest), `model` where a local model cannot be had.
   */
  resolve(id: string): Promise<LanguageModel>;
  /** An endpoint with its defaults. Throws as `resolve` does. */
  endpoint(name: string): EndpointConfig;
  /**
   * Makes sure, before a first call, that every variable that the endpoints of these models name is set and not empty.
   *
   * @throws AssizeError `config`, naming the first that is not.
   */
  checkKeys(ids: readonly string[]): void;
  /** Closes connections and disposes of local models. Calls under way fail. */
  close(): Promise<void>;
}

function builtIn(name: string, kind: EndpointKind, more: Partial<EndpointConfig> = {}): EndpointConfig {
  return { name, kind, ...endpointDefaults, ...more };
}

/** The endpoints that need no configuration. */
export const builtInEndpoints: Readonly<Record<'openai' | 'anthropic' | 'google' | 'ollama' | 'local', EndpointConfig>> = {
  openai: builtIn('openai', 'openai', { baseUrl: 'https://api.openai.com/v1', key: '$OPENAI_API_KEY' }),
  anthropic: builtIn('anthropic', 'anthropic', { baseUrl: 'https://api.anthropic.com/v1', key: '$ANTHROPIC_API_KEY' }),
  google: builtIn('google', 'google', {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    key: '$GEMINI_API_KEY',
  }),
  ollama: builtIn('ollama', 'openai-compatible', { baseUrl: 'http://localhost:11434/v1' }),
  local: builtIn('local', 'local', { price: { input: 0, output: 0, cachedInput: 0 } }),
};

/** Splits `ENDPOINT:MODEL` at the first colon. Throws `config` where either part is missing. */
export function splitModelId(id: string): { readonly endpoint: string; readonly model: string } {
  const colon = id.indexOf(':');
  const [endpoint, model] = [id.slice(0, Math.max(0, colon)), id.slice(colon + 1)];
  if (endpoint.trim() === '' || model.trim() === '') {
    throw new AssizeError('config', `model: expected ENDPOINT:MODEL, got ${describe(id)}. Name both, as in openai:gpt-4o-mini.`);
  }
  return { endpoint, model };
}

/** Models by id, over the configured and the built-in endpoints. Making one does nothing yet: no module, key or connection is taken. */
export function createModelRegistry(options: ModelRegistryOptions): ModelRegistry {
  const endpoints: ReadonlyMap<string, EndpointConfig> = new Map([
    ...Object.entries(builtInEndpoints),
    ...Object.entries(options.endpoints),
  ]);
  const transport = httpTransport(options.env);
  const models = new Map<string, Promise<LanguageModel>>();

  const endpoint = (name: string): EndpointConfig => {
    const found = endpoints.get(name);
    if (found !== undefined) return found;
    const names = [...endpoints.keys()];
    const near = nearest(name, names);
    const advice = near === undefined ? `Add it under endpoints.` : `Did you mean ${near}?`;
    throw new AssizeError('config', `model: expected an endpoint (${names.join(', ')}), got ${describe(name)}. ${advice}`, {
      details: { endpoint: name, ...(near !== undefined && { nearest: near }) },
    });
  };

  const make = async (id: string): Promise<LanguageModel> => {
    const { endpoint: name, model } = splitModelId(id);
    const config = endpoint(name);
    if (config.kind === 'local') return localModelOf(id, model, config);
    const checked = withAddress(config);
    const adapter = await adapterOf(config.kind);
    return negotiated(endpointModel({ config: checked, model, adapter, transport, env: options.env, now: options.now }), {
      facts: options.facts,
      structured: config.structured,
    });
  };

  const localModelOf = (id: string, ref: string, config: EndpointConfig): Promise<LanguageModel> => {
    if (options.local !== undefined) return options.local(ref, config);
    throw new AssizeError(
      'model',
      `model: expected a program with local models, got ${id} in one without. Name an endpoint's model.`,
    );
  };

  return {
    async resolve(id) {
      const known = models.get(id);
      if (known !== undefined) return known;
      const made = make(id);
      models.set(id, made);
      // A model that could not be had (a download that failed) may be had the next time.
      made.catch(() => models.delete(id));
      return made;
    },
    endpoint,
    checkKeys(ids) {
      for (const name of new Set(ids.map((id) => splitModelId(id).endpoint))) {
        for (const variable of variablesOf(endpoint(name))) {
          const value = options.env[variable];
          if (value === undefined || value === '') throw missingVariable(variable, value, `endpoints.${name}`);
        }
      }
    },
    async close() {
      const settled = await Promise.allSettled(models.values());
      models.clear();
      await Promise.allSettled(settled.map((model) => (model.status === 'fulfilled' ? model.value.dispose?.() : undefined)));
      await transport.close();
    },
  };
}

/** An endpoint's configuration with an address that can be asked. Throws `config` on one that cannot, or that holds credentials. */
function withAddress(config: EndpointConfig): EndpointConfig & { readonly baseUrl: string } {
  const place = `endpoints.${config.name}`;
  const baseUrl = (config.baseUrl ?? builtInAddress(config.kind))?.replace(/\/+$/u, '');
  if (baseUrl === undefined) throw new AssizeError('config', `${place}.baseUrl: expected an address, got nothing. Set baseUrl.`);
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) {
    throw new AssizeError(
      'config',
      `${place}.baseUrl: expected an http or https address, got ${describe(baseUrl)}. Write it as in http://localhost:8000/v1.`,
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw new AssizeError(
      'config',
      `${place}.baseUrl: expected an address without credentials or query, got one with. Put them in key or headers as $NAME.`,
    );
  }
  if (config.key !== undefined && !/^\$[A-Za-z_][A-Za-z0-9_]*$/u.test(config.key)) {
    throw new AssizeError(
      'config',
      `${place}.key: expected $NAME of an environment variable, got a text that is none. Put the key in a variable.`,
    );
  }
  return { ...config, baseUrl };
}

function builtInAddress(kind: EndpointKind): string | undefined {
  return kind === 'openai' || kind === 'anthropic' || kind === 'google' ? builtInEndpoints[kind].baseUrl : undefined;
}

async function adapterOf(kind: Exclude<EndpointKind, 'local'>): Promise<ProviderAdapter> {
  switch (kind) {
    case 'openai':
      return (await import('./providers/openai.ts')).openaiAdapter;
    case 'openai-compatible':
      return (await import('./providers/openai-compatible.ts')).openaiCompatibleAdapter;
    case 'anthropic':
      return (await import('./providers/anthropic.ts')).anthropicAdapter;
    case 'google':
      return (await import('./providers/google.ts')).googleAdapter;
  }
}
