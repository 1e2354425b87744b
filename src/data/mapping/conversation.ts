import { describe } from '../../core/errors.ts';
import type { ConversationMessage } from '../../core/item.ts';
import { isObject } from '../../core/json.ts';
import { parseExactJson } from '../formats/exact-json.ts';

type ToolCall = NonNullable<ConversationMessage['toolCalls']>[number];

/**
 * Reads a conversation: a list of messages (or its JSON text, as tables hold it) as OpenAI has them (`role`, `content` a text or parts,
 * `tool_calls`, `tool_call_id`, `name`), as Anthropic has them (content blocks; a tool's result becomes a message of its own, of role `tool`), or as
 * `from` and `value`.
 *
 * A model's hidden reasoning (thinking blocks) is left out. Pictures, sounds and documents stand as `[image]`; an unknown block as its JSON.
 * Gives what is wrong, with its place, where it is none.
 */
export function readConversation(
  value: unknown,
): { readonly messages: readonly ConversationMessage[] } | { readonly problem: string } {
  try {
    const list = typeof value === 'string' ? parsed(value) : value;
    if (!Array.isArray(list)) throw new ShapeFault('', 'a list of messages', list);
    return { messages: list.flatMap((message, index) => readMessage(message, `[${index}]`)) };
  } catch (error) {
    if (error instanceof ShapeFault) return { problem: error.message };
    throw error;
  }
}

class ShapeFault extends Error {
  constructor(place: string, expected: string, got: unknown) {
    super(`conversation${place}: expected ${expected}, got ${describe(got)}.`);
  }
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    throw new ShapeFault('', 'a list of messages, or its JSON', text);
  }
}

const shareRoles: Readonly<Record<string, string>> = { human: 'user', gpt: 'assistant' };

function readMessage(message: unknown, place: string): ConversationMessage[] {
  if (!isObject(message)) throw new ShapeFault(place, 'a message', message);
  if (message['role'] === undefined && typeof message['from'] === 'string')
    return [{ role: shareRoles[message['from']] ?? message['from'], content: textAt(message, 'value', place) ?? '' }];
  const role = message['role'];
  if (typeof role !== 'string') throw new ShapeFault(`${place}.role`, 'a text', role);
  const blocks = readContent(message['content'], `${place}.content`);
  const toolCalls = [...readToolCalls(message, place), ...blocks.toolCalls];
  const name = textAt(message, 'name', place);
  const toolCallId = textAt(message, 'tool_call_id', place);
  const own: ConversationMessage = {
    role,
    content: blocks.content,
    ...(name !== undefined && { name }),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(toolCallId !== undefined && { toolCallId }),
  };
  // A message that is nothing but tools' results has said nothing itself.
  const silent = blocks.results.length > 0 && own.content === '' && toolCalls.length === 0;
  return [...blocks.results, ...(silent ? [] : [own])];
}

type Blocks = { content: string; toolCalls: ToolCall[]; results: ConversationMessage[] };

function readContent(content: unknown, place: string): Blocks {
  const blocks: Blocks = { content: '', toolCalls: [], results: [] };
  if (content === undefined || content === null) return blocks;
  if (typeof content === 'string') return { ...blocks, content };
  if (!Array.isArray(content)) throw new ShapeFault(place, 'a text or a list of parts', content);
  const texts: string[] = [];
  for (const [index, block] of content.entries()) {
    if (typeof block === 'string') texts.push(block);
    else if (isObject(block)) readBlock(block, { place: `${place}[${index}]`, texts, blocks });
    else throw new ShapeFault(`${place}[${index}]`, 'a part', block);
  }
  return { ...blocks, content: texts.join('\n\n') };
}

function readBlock(block: Record<string, unknown>, to: { place: string; texts: string[]; blocks: Blocks }): void {
  const { place, texts, blocks } = to;
  const type = block['type'];
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      texts.push(textAt(block, 'text', place) ?? '');
      break;
    case 'refusal':
      texts.push(textAt(block, 'refusal', place) ?? '');
      break;
    case 'tool_use':
    case 'server_tool_use':
      blocks.toolCalls.push(toolCall(block['id'], block['name'], block['input'], place));
      break;
    case 'tool_result': {
      const id = textAt(block, 'tool_use_id', place);
      const inner = readContent(block['content'], `${place}.content`);
      blocks.results.push({ role: 'tool', content: inner.content, ...(id !== undefined && { toolCallId: id }) });
      break;
    }
    case 'thinking':
    case 'redacted_thinking':
    case 'reasoning':
      break;
    case 'image':
    case 'image_url':
    case 'input_image':
      texts.push('[image]');
      break;
    case 'input_audio':
    case 'audio':
      texts.push('[audio]');
      break;
    case 'document':
    case 'file':
    case 'input_file':
      texts.push('[document]');
      break;
    default:
      texts.push(JSON.stringify(block, null, 2));
  }
}

function readToolCalls(message: Record<string, unknown>, place: string): ToolCall[] {
  const calls = message['tool_calls'] ?? [];
  if (!Array.isArray(calls)) throw new ShapeFault(`${place}.tool_calls`, 'a list', calls);
  const read = calls.map((call: unknown, index) => {
    const at = `${place}.tool_calls[${index}]`;
    if (!isObject(call)) throw new ShapeFault(at, 'a tool call', call);
    const inner = isObject(call['function']) ? call['function'] : call;
    return toolCall(call['id'], inner['name'], inner['arguments'], at);
  });
  // The form that came before `tool_calls`.
  const legacy = message['function_call'];
  return isObject(legacy) ? [...read, toolCall(undefined, legacy['name'], legacy['arguments'], `${place}.function_call`)] : read;
}

function toolCall(id: unknown, name: unknown, input: unknown, place: string): ToolCall {
  if (typeof name !== 'string') throw new ShapeFault(`${place}.name`, 'a text', name);
  const text = typeof input === 'string' ? input : JSON.stringify(input ?? {});
  return { ...(typeof id === 'string' && { id }), name, arguments: text };
}

function textAt(object: Record<string, unknown>, key: string, place: string): string | undefined {
  const value = object[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new ShapeFault(`${place}.${key}`, 'a text', value);
  return value;
}
