import type { TokenProbabilities } from '../../model/language-model.ts';
import { lastMark } from './answer-mark.ts';
import { answerStart } from './reasoning.ts';

/** The token at which the verdict begins. `head`: what of that token stands before the verdict (white space left out). */
export type VerdictPosition = { readonly index: number; readonly head: string };

/**
 * The first token of a reply's answer that is not space, or the first after the last `after` (Markdown and quotes passed over). Reasoning at the start is
 * no part of the answer. `undefined` where there is no such token.
 */
export function verdictPosition(tokens: readonly TokenProbabilities[], after: string | undefined): VerdictPosition | undefined {
  const text = tokens.map(({ token }) => token).join('');
  const start = answerStart(text);
  if (start === undefined) return undefined;
  const from = after === undefined ? start : markEnd(text, start, after);
  if (from === undefined) return undefined;
  const skipped =
    (after === undefined ? /^[\s\p{Cf}\u{2581}]*/u : /^[\s\p{Cf}\u{2581}*_`"'“]*/u).exec(text.slice(from))?.[0] ?? '';
  return tokenAt(tokens, from + skipped.length);
}

function markEnd(text: string, start: number, after: string): number | undefined {
  const place = lastMark(text.slice(start), after);
  return place && start + place.end;
}

function tokenAt(tokens: readonly TokenProbabilities[], offset: number): VerdictPosition | undefined {
  let begin = 0;
  for (const [index, { token }] of tokens.entries()) {
    if (offset < begin + token.length) return { index, head: token.slice(0, offset - begin).replace(/[\s\u{2581}]/gu, '') };
    begin += token.length;
  }
  return undefined;
}
