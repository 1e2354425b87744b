/** What a token is, as far as cutting goes. */
export type TokenKind = 'mark' | 'line-end' | 'text';

/** A mark of the chat template (end of a message) is cut after where this much came before it. */
const leastAtMark = 8;
/** A line's end is cut after where this much came before it. */
const leastAtLine = 64;
const most = 128;
/** The end of every prompt is a piece of its own, of this length at most, so that a prompt that comes again costs this much and no more. */
const tail = 16;

/**
 * Where a prompt of `length` tokens is cut into the pieces that are evaluated, as ends of pieces, the last being `length`.
 *
 * A piece's evaluation depends, in its last bits, on how many tokens are evaluated at once. So that a reply is the same whatever was evaluated
 * before it, cuts depend on the tokens up to them alone (but for the last, short piece), and an evaluated prefix is reused up to a cut only: two
 * prompts that begin alike are cut alike there. Ends of messages are cuts, so that a system message of its own is reused whole.
 */
export function promptCuts(length: number, kindOf: (index: number) => TokenKind): number[] {
  const cuts: number[] = [];
  let last = 0;
  for (let index = 0; index < length - 1; index += 1) {
    const size = index + 1 - last;
    const kind = kindOf(index);
    const inside = index < length - tail && (size === most || (kind === 'line-end' && size >= leastAtLine));
    if (!inside && !(kind === 'mark' && size >= leastAtMark)) continue;
    last = index + 1;
    cuts.push(last);
  }
  if (last < length - tail) cuts.push(length - tail);
  if (length > 0) cuts.push(length);
  return cuts;
}
