import { hash } from 'node:crypto';
import { canonicalJson } from './json.ts';

/** Identity of a configured judge: hash of its five coordinates and of its strategy's and reader's versions. */
export type JudgeHash = string & { readonly __hash?: 'judge' };
/** Identity of what a judge can see of an item: its content, not its id. */
export type ItemHash = string & { readonly __hash?: 'item' };
/** Key of one model call. */
export type CallId = string & { readonly __hash?: 'call' };

/** SHA-256 of a text or of bytes, in lower-case hex (64 characters). */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** SHA-256 of a value's canonical JSON, in lower-case hex. Equal values have equal hashes whatever their key order. */
export function hashOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
