import type { Problem, Unreadable } from '../../core/verdict.ts';
import type { ModelReply } from '../../model/language-model.ts';
import { answerStart } from './reasoning.ts';
import { isRefusal } from './refusal.ts';

/** What is read of a reply: its text without the reasoning before it and without the chat marks that some servers leave at its end. */
export type ReplyBody = {
  readonly text: string;
  /** Set where the reply stopped before its end: what it then is, unless its answer is complete beyond doubt. */
  readonly cut: Unreadable | undefined;
};

const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const endMarks = [
  '</s>',
  '<eos>',
  '<end_of_turn>',
  '<|eot_id|>',
  '<|im_end|>',
  '<|end|>',
  '<|return|>',
  '<|endoftext|>',
  '<|end_of_text|>',
];

/** The body of a reply, or why there is none: reasoning that never ended (truncated), nothing visible or `null` (empty). */
export function replyBody(reply: ModelReply): ReplyBody | Unreadable {
  const cut = cutShort(reply);
  const start = answerStart(reply.text);
  if (start === undefined)
    return (
      cut ?? unreadable('truncated', 'expected an answer after the reasoning, got reasoning that never ends. Raise maxTokens.')
    );
  const text = withoutEndMarks(reply.text.slice(start));
  const isNull = /^[\s"'`*~]*null[\s"'`*~.]*$/iu.test(text);
  if (visible.test(text) && !isNull) return { text, cut };
  return cut ?? unreadable('empty', `expected an answer, got ${isNull ? 'null' : 'an empty reply'}.`);
}

/** Where a reply without a verdict opens as a refusal does, that is what it is. */
export function orRefusal(verdict: Unreadable, text: string): Unreadable {
  const silent = verdict.problem === 'no-answer' || verdict.problem === 'malformed';
  return silent && isRefusal(text) ? unreadable('refusal', 'expected a verdict, got a refusal.') : verdict;
}

export function unreadable(problem: Problem, message: string): Unreadable {
  return { status: 'unreadable', problem, message };
}

function cutShort(reply: ModelReply): Unreadable | undefined {
  if (reply.finish === 'length')
    return unreadable('truncated', 'expected a whole reply, got one cut at the token limit. Raise maxTokens.');
  if (reply.finish === 'content-filter')
    return unreadable('refusal', "expected a whole reply, got one stopped by the provider's content filter.");
  return undefined;
}

function withoutEndMarks(text: string): string {
  let rest = text.trimEnd();
  for (;;) {
    const mark = endMarks.find((end) => rest.endsWith(end));
    if (mark === undefined) return rest;
    rest = rest.slice(0, -mark.length).trimEnd();
  }
}
