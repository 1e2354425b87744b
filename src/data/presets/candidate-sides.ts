import { createHash } from 'node:crypto';

/**
 * Puts a better and a worse candidate on sides A and B by a hash of the pair's id, so that about half of the better ones are B: in files that name one
 * `chosen` and one `rejected`, a judge that always says A must not be right.
 */
export function candidateSides(
  better: string,
  worse: string,
  id: string,
): { readonly outputA: string; readonly outputB: string; readonly gold: 'A' | 'B' } {
  return shortHash(id).charCodeAt(0) % 2 === 0
    ? { outputA: better, outputB: worse, gold: 'A' }
    : { outputA: worse, outputB: better, gold: 'B' };
}

/** Twelve hexadecimal digits of a text's SHA-256: a name for a cluster whose source has none. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
