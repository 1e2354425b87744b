/** How a prompt is laid out for evaluation. */
export type PromptShape = {
  /** In tokens. */
  readonly length: number;
  /** Where its first message ends, if there is more after it: what the prompts of one judge share. */
  readonly firstMessageEnd: number | undefined;
};

/**
 * The processor's kernels take tokens in groups of at most so many, and what is left over by other kernels. A token's evaluation depends, in its last
 * bits, on which it meets; a quantised model can make hundredths of a probability of them.
 */
const group = 16;
/** An abort is heeded between pieces. */
const piece = 128;

/**
 * How much of a prompt need not be evaluated where `shared` tokens at its beginning have been: up to the end of the first message, or to the end of
 * a group counted from there or from the start, so that every token is evaluated in the same place of a group whatever came before. At least
 * one whole group is left to each part, since a few tokens alone are evaluated otherwise than as the end of many.
 *
 * `heldFirstMessageEnd` is that of the prompt evaluated before; where it differs, groups agree up to the nearer of the two only.
 */
export function reusableTokens(
  { length, firstMessageEnd }: PromptShape,
  { shared, heldFirstMessageEnd }: { readonly shared: number; readonly heldFirstMessageEnd: number | undefined },
): number {
  const agree = firstMessageEnd === heldFirstMessageEnd;
  const limit = agree ? shared : Math.min(shared, firstMessageEnd ?? length, heldFirstMessageEnd ?? length);
  if (agree && firstMessageEnd !== undefined && limit >= firstMessageEnd) {
    return firstMessageEnd + wholeGroups(limit - firstMessageEnd, length - firstMessageEnd);
  }
  return wholeGroups(limit, firstMessageEnd ?? length);
}

/** Tokens in whole groups within `limit` that leave one group of `length` at least. */
function wholeGroups(limit: number, length: number): number {
  return Math.max(0, Math.floor(Math.min(limit, length - group) / group) * group);
}

/** Ends of the pieces in which the rest of a prompt is evaluated, the last being its length. */
export function pieceEnds({ length, firstMessageEnd }: PromptShape, start: number): number[] {
  const ends: number[] = [];
  let at = start;
  for (const end of firstMessageEnd !== undefined && start < firstMessageEnd ? [firstMessageEnd, length] : [length]) {
    // What is left over of a part stays with its last piece.
    while (end - at >= piece + group) ends.push((at += piece));
    if (at < end) ends.push((at = end));
  }
  return ends;
}
