import type { ConversationMessage } from '../../core/item.ts';
import { fenced } from './fence.ts';

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

/**
 * A conversation as a transcript: each message in marks of its own that carry the prompt's code, so that no message can forge another's beginning.
 * A role that is none of the usual ones is shown as `other` (its name is data too).
 */
export function transcript(messages: readonly ConversationMessage[], code: string): string {
  return messages
    .map((message) => fenced(`message-${roles.has(message.role) ? message.role : 'other'}`, messageText(message, code), code))
    .join('\n');
}

function messageText(message: ConversationMessage, code: string): string {
  const calls = (message.toolCalls ?? []).map((call) => fenced('tool-call', `${call.name}\n${call.arguments}`, code));
  return [
    ...(message.name === undefined ? [] : [`name: ${message.name}`]),
    ...(message.content === '' && calls.length > 0 ? [] : [message.content]),
    ...calls,
  ].join('\n');
}
