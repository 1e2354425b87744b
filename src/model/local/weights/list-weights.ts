import { stat } from 'node:fs/promises';
import { modelsFolder, pathVariableOf, type Environment } from './environment.ts';
import type { FetchEvent } from './fetch-weights.ts';
import { defaultLocalModel, namedWeights, type NamedWeights } from './named-weights.ts';
import { resolveWeights, type Weights } from './resolve-weights.ts';
import { cachePathOf } from './sources.ts';

/** A line of `assize models list`. */
export type ListedWeights = Pick<NamedWeights, 'name' | 'bytes' | 'licence' | 'summary'> & {
  readonly isDefault: boolean;
  /** Where its file is or would be. */
  readonly path: string;
  /** Whether a file of the right size lies there; its sum is checked when it is used. */
  readonly present: boolean;
  /** What decides the path: the name of the variable, or the cache. */
  readonly from: string;
  /** Its page: `https://huggingface.co/ORG/REPO`. */
  readonly source: string;
};

/** The named models, the default first, and which of them are on this machine. Reads no file. */
export async function listWeights({ env }: { readonly env: Environment }): Promise<ListedWeights[]> {
  const folder = modelsFolder({ env });
  return Promise.all(
    namedWeights.map(async (weights) => {
      const { name, bytes, licence, summary, repository } = weights;
      const variable = pathVariableOf(name);
      const given = env[variable] === '' ? undefined : env[variable];
      const file = given ?? cachePathOf(folder, weights);
      const size = await stat(file).then(
        (found) => found.size,
        () => -1,
      );
      return {
        name,
        bytes,
        licence,
        summary,
        isDefault: name === defaultLocalModel,
        path: file,
        present: size === bytes,
        from: given === undefined ? 'cache' : variable,
        source: `https://huggingface.co/${repository}`,
      };
    }),
  );
}

/**
 * `assize models pull`: makes sure that a model is on this machine, whole and with the right sum. Does nothing where it is.
 *
 * @throws as `resolveWeights` does.
 */
export function pullWeights(
  text: string,
  options: {
    readonly env: Environment;
    readonly base: string;
    readonly signal: AbortSignal;
    readonly onEvent?: (event: FetchEvent) => void;
  },
): Promise<Weights> {
  return resolveWeights(text.startsWith('local:') ? text.slice('local:'.length) : text, { ...options, fetch: true });
}
