import path from 'node:path';
import { AssizeError, describe } from '../../../core/errors.ts';
import { nearest } from '../../../core/nearest.ts';
import { namedWeights, type NamedWeights } from './named-weights.ts';

/** What the part after `local:` names. */
export type WeightsReference =
  | { readonly kind: 'named'; readonly weights: NamedWeights }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'hugging-face'; readonly repository: string; readonly file: string };

const hubPrefix = 'hf:';

/**
 * Reads `NAME`, `PATH.gguf` (relative to `base`) or `hf:ORG/REPO/FILE`.
 *
 * @throws AssizeError `model` on anything else, naming the nearest known name.
 */
export function parseWeightsReference(text: string, { base }: { readonly base: string }): WeightsReference {
  const weights = namedWeights.find(({ name }) => name === text);
  if (weights !== undefined) return { kind: 'named', weights };
  if (text.startsWith(hubPrefix)) return hubReference(text);
  if (text.toLowerCase().endsWith('.gguf')) return { kind: 'path', path: path.resolve(base, text) };
  const names = namedWeights.map(({ name }) => name);
  const near = nearest(text, names);
  const advice = near === undefined ? 'See assize models list.' : `Did you mean local:${near}?`;
  throw new AssizeError(
    'model',
    `local:${text}: expected a known name (${names.join(', ')}), a PATH.gguf or hf:ORG/REPO/FILE, got ${describe(text)}. ${advice}`,
    { details: { reference: text, ...(near !== undefined && { nearest: near }) } },
  );
}

/** Parts are names alone: a reference can leave neither the hub's address nor the cache's folder. */
function hubReference(text: string): WeightsReference {
  const parts = text.slice(hubPrefix.length).split('/');
  const [organisation, repository, ...file] = parts;
  const sound = parts.every((part) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/u.test(part) && !part.includes('..'));
  if (organisation === undefined || repository === undefined || file.length === 0 || !sound || !/\.gguf$/iu.test(text)) {
    throw new AssizeError(
      'model',
      `local:${text}: expected hf:ORG/REPO/FILE.gguf, got ${describe(text)}. Copy the three from the model's page on Hugging Face.`,
      { details: { reference: text } },
    );
  }
  return { kind: 'hugging-face', repository: `${organisation}/${repository}`, file: file.join('/') };
}
