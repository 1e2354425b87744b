import { describe } from '../../core/errors.ts';
import { itemHash, type ConversationMessage, type Item } from '../../core/item.ts';
import { isObject } from '../../core/json.ts';
import type { Row } from '../row.ts';
import type { Label } from './consensus-rule.ts';

/** One confirmed label, as its line in a file of labels says it. */
export type GivenLabel = {
  readonly id: string;
  readonly rater: string;
  readonly gold: string | number;
  readonly rationale?: string;
  /** Hash of the item's content: a label is never carried to another text under the same id. */
  readonly content: string;
  readonly at: string;
};

/**
 * The line of a label: the item as a data set without a map reads it (columns named as the fields), with the rater's label as gold. Nothing of the row's own gold,
 * rater or rationale is in it.
 */
export function labelLine(row: Row, { id, rater, gold, rationale, content, at }: GivenLabel): string {
  const { item, group } = row;
  const { input, output, outputA, outputB, context, reference, language, conversation, parallelGroup, fields } = item;
  const record = {
    id,
    rater,
    gold,
    rationale,
    language,
    group: group === item.id ? undefined : group,
    parallel: parallelGroup,
    system: row.system,
    input,
    output,
    outputA,
    outputB,
    context,
    reference,
    ...(conversation !== undefined && { conversation: conversation.map(openAiMessage) }),
    ...(Object.keys(fields).length > 0 && { fields }),
    at,
    content,
  };
  return `${JSON.stringify(record)}\n`;
}

/** The hash that a label is bound to. */
export function contentOf(item: Item): string {
  return itemHash(item);
}

/** What a line of a file of labels says, or why it is none. */
export function readLabelLine(text: string): { readonly label: GivenLabel } | { readonly problem: string } {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    return { problem: `expected a JSON object, got ${describe(text)}.` };
  }
  if (!isObject(record)) return { problem: `expected a JSON object, got ${describe(record)}.` };
  const { id, rater, gold, rationale, content, at } = record as Record<string, Label | null | undefined>;
  const isText = (value: unknown): value is string => typeof value === 'string';
  if (!isText(id) || !isText(rater) || !isText(content) || !isText(at))
    return { problem: `expected id, rater, content and at (texts), got ${describe({ id, rater, content, at })}.` };
  if (!isText(gold) && typeof gold !== 'number') return { problem: `gold: expected a label, got ${describe(gold)}.` };
  return { label: { id, rater, gold, content, at, ...(isText(rationale) && { rationale }) } };
}

function openAiMessage({ role, content, name, toolCalls, toolCallId }: ConversationMessage): object {
  return {
    role,
    content,
    ...(name !== undefined && { name }),
    ...(toolCalls !== undefined && {
      tool_calls: toolCalls.map((call) => ({
        ...(call.id !== undefined && { id: call.id }),
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
    }),
    ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
  };
}
