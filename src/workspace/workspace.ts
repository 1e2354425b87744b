import path from 'node:path';
import type { FactStore } from '../core/artifact-store.ts';
import { AssizeError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { EndpointConfig } from '../model/endpoint.ts';
import type { ModelRegistry } from '../model/registry.ts';
import type { Store } from '../run/ports.ts';

/** What a command works in: a configuration, its store and its models. Store and models are opened when first asked for. */
export interface Workspace {
  readonly loaded: LoadedConfig;
  readonly env: NodeJS.ProcessEnv;
  /** The store's file, whether or not it is there yet. */
  readonly storeFile: string;
  store(): Promise<Store>;
  models(): Promise<ModelRegistry>;
  close(): Promise<void>;
}

/** What a workspace is opened with. `store: 'memory'` keeps nothing after it is closed. */
export type WorkspaceOptions = { readonly env: NodeJS.ProcessEnv; readonly store?: 'memory' };

/** Opens a workspace over a configuration. Opens no file and no connection yet. */
export function openWorkspace(loaded: LoadedConfig, { env, store: where }: WorkspaceOptions): Workspace {
  const storeFile = path.join(storeFolder(loaded, env), 'assize.db');
  let store: Promise<Store> | undefined;
  let models: Promise<ModelRegistry> | undefined;
  const openedStore = (): Promise<Store> => (store ??= where === 'memory' ? memoryStore() : fileStore(storeFile));
  return {
    loaded,
    env,
    storeFile,
    store: openedStore,
    models: () => (models ??= openedStore().then(({ facts }) => registryOf(loaded, env, facts))),
    close: async () => {
      await (await models?.catch(() => undefined))?.close();
      await (await store?.catch(() => undefined))?.close();
    },
  };
}

/** Endpoints of the configuration with their names. */
export function endpointsOf({ config }: LoadedConfig): Record<string, EndpointConfig> {
  return Object.fromEntries(
    Object.entries(config.endpoints).map(([name, { baseUrl, key, price, contextTokens, headers, ...rest }]) => [
      name,
      {
        name,
        ...rest,
        ...(baseUrl !== undefined && { baseUrl }),
        ...(key !== undefined && { key }),
        ...(price !== undefined && {
          price: {
            input: price.input,
            output: price.output,
            ...(price.cachedInput !== undefined && { cachedInput: price.cachedInput }),
          },
        }),
        ...(contextTokens !== undefined && { contextTokens }),
        ...(headers !== undefined && { headers }),
      },
    ]),
  );
}

function storeFolder({ config, folder }: LoadedConfig, env: NodeJS.ProcessEnv): string {
  const moved = env['ASSIZE_STORE'];
  if (moved !== undefined && moved !== '') return path.resolve(moved);
  return path.resolve(folder, config.store ?? '.assize');
}

async function fileStore(file: string): Promise<Store> {
  const { openStore } = await import('../store/open-store.ts');
  return openStore(file, { now: isoNow });
}

async function memoryStore(): Promise<Store> {
  const { openMemoryStore } = await import('../store/open-store.ts');
  return openMemoryStore({ now: isoNow });
}

async function registryOf(loaded: LoadedConfig, env: NodeJS.ProcessEnv, facts: FactStore): Promise<ModelRegistry> {
  const { createModelRegistry } = await import('../model/registry.ts');
  return createModelRegistry({
    endpoints: endpointsOf(loaded),
    env,
    facts,
    now: Date.now,
    local: async (ref) => {
      const { localModel } = await import('../model/local/llama.ts');
      return localModel(ref, { env, folder: loaded.folder });
    },
  });
}

/** Facts that live as long as the process, for commands that open no store. */
export function factsInMemory(): FactStore {
  const facts = new Map<string, Json>();
  return { get: (key) => facts.get(key), put: (key, value) => void facts.set(key, value) };
}

/** An error for a name that is not configured, naming the nearest. */
export function unknownName(
  what: string,
  name: string,
  known: readonly string[],
  near: string | undefined,
  file: string,
): AssizeError {
  const expected = known.length > 0 ? `one of ${known.join(', ')}` : `one under ${what}s`;
  return new AssizeError(
    'config',
    `${file}: ${what} "${name}": expected ${expected}, got an unknown name. ${near === undefined ? `Add it under ${what}s.` : `Did you mean ${near}?`}`,
  );
}

/** The time as ISO 8601 in UTC. */
export function isoNow(): string {
  return new Date().toISOString();
}
