import type { LanguageModel, ModelMessage, ModelRequest } from '../language-model.ts';

/** Role marks and separators that a chat template puts around one message, at most. */
const tokensPerMessage = 8;
/** What a template adds to a whole prompt, at most: its first and last marks, a default system message of a sentence or two. */
const tokensPerRequest = 32;
/** The words and marks around a schema, where an endpoint writes it into the prompt or a tool. */
const tokensPerSchema = 64;
/** The longest entries of published vocabularies (runs of spaces or dashes) have 128 bytes. */
const longestTokenBytes = 128;
/** No published vocabulary joins more than four words into one token. */
const longestTokenWords = 4;

/**
 * Bounds a request's input tokens from above: the UTF-8 bytes of its messages and of its schema, plus a constant a message.
 *
 * Byte-level vocabularies, and those with a byte for what they do not know, never need more tokens than bytes. An empty list of messages
 * has the constant of a request.
 */
export function mostInputTokens(request: Pick<ModelRequest, 'messages' | 'schema'>): number {
  let tokens = tokensPerRequest + schemaTokens(request);
  for (const { content } of request.messages) tokens += Buffer.byteLength(content) + tokensPerMessage;
  return tokens;
}

/**
 * Input tokens of a request: exact where the model counts them (its schema, which it cannot count, bounded from above), else the upper
 * bound. The number itself where no counting is needed, so that callers need not wait.
 */
export function inputTokensOf(
  model: Pick<LanguageModel, 'countTokens'>,
  request: Pick<ModelRequest, 'messages' | 'schema'>,
): number | Promise<number> {
  if (model.countTokens === undefined) return mostInputTokens(request);
  return model.countTokens(request.messages).then((tokens) => tokens + schemaTokens(request));
}

/**
 * Bounds the tokens of a prompt from below, for any published vocabulary: no token is longer than 128 bytes, and none spans more than four
 * words (runs of characters between ASCII white space). Real counts are 4 to 40 times higher; what this bound refuses is certain.
 */
export function fewestInputTokens(messages: readonly ModelMessage[]): number {
  let bytes = 0;
  let words = 0;
  for (const { content } of messages) {
    bytes += Buffer.byteLength(content);
    words += wordsIn(content);
  }
  return Math.max(Math.ceil(bytes / longestTokenBytes), Math.ceil(words / longestTokenWords));
}

function schemaTokens({ schema }: Pick<ModelRequest, 'schema'>): number {
  if (schema === undefined) return 0;
  return schemaBytes(schema.schema) + schema.name.length + tokensPerSchema;
}

// One judge sends one schema object with all its calls: writing it out for each would cost more than the rest of the bound.
const bytesBySchema = new WeakMap<object, number>();

function schemaBytes(schema: object): number {
  const known = bytesBySchema.get(schema);
  if (known !== undefined) return known;
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  bytesBySchema.set(schema, bytes);
  return bytes;
}

function wordsIn(text: string): number {
  let words = 0;
  let inside = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const space = code === 0x20 || (code >= 0x09 && code <= 0x0d);
    if (!space && !inside) words += 1;
    inside = !space;
  }
  return words;
}
