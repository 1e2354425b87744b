import type { ChatHistoryItem, ChatWrapper, LlamaModel, Token } from 'node-llama-cpp';
import type { ModelMessage } from '../../language-model.ts';
import type { CutPrompt } from './lane.ts';
import { promptCuts, type TokenKind } from './prompt-cuts.ts';

type RuntimeModule = typeof import('node-llama-cpp');

/** Turns messages into the tokens that a model was trained to be asked with. */
export interface Prompter {
  /** The prompt up to where the reply begins. Marks of the template that stand in a message's text stay plain text. */
  prompt(messages: readonly ModelMessage[]): CutPrompt;
}

/** A prompter with the chat template that the model's file carries, else the runtime's guess from the architecture. */
export function createPrompter(model: LlamaModel, module: RuntimeModule): Prompter {
  const wrapper = chatWrapperOf(model, module);
  const kinds = new Map<Token, TokenKind>();
  const kindOf = (token: Token): TokenKind => {
    const known = kinds.get(token);
    if (known !== undefined) return known;
    const kind = model.isSpecialToken(token) || model.isEogToken(token) ? 'mark' : endsLine(model, token) ? 'line-end' : 'text';
    kinds.set(token, kind);
    return kind;
  };
  // Callers count a prompt's tokens just before they send the same messages.
  const made = new WeakMap<readonly ModelMessage[], CutPrompt>();

  return {
    prompt(messages) {
      const known = made.get(messages);
      if (known !== undefined) return known;
      const tokens = tokensOf(messages, wrapper, model);
      const cuts = promptCuts(tokens.length, (index) => kindOf(tokens[index] as Token));
      const end = messages.length > 1 ? cuts.find((cut) => kindOf(tokens[cut - 1] as Token) === 'mark') : undefined;
      const prompt = { tokens, cuts, ...(end !== undefined && { firstMessageEnd: end }) };
      made.set(messages, prompt);
      return prompt;
    },
  };
}

function chatWrapperOf(model: LlamaModel, module: RuntimeModule): ChatWrapper {
  const template = model.fileInfo.metadata.tokenizer?.chat_template;
  if (template !== undefined) {
    try {
      return new module.JinjaTemplateChatWrapper({ template, tokenizer: model.tokenizer });
    } catch {
      // A template that the runtime cannot run.
    }
  }
  return module.resolveChatWrapper(model);
}

function tokensOf(messages: readonly ModelMessage[], wrapper: ChatWrapper, model: LlamaModel): Token[] {
  const chatHistory = messages.map(({ role, content }): ChatHistoryItem => {
    if (role === 'assistant') return { type: 'model', response: [content] };
    return { type: role, text: content };
  });
  const { contextText } = wrapper.generateContextState({ chatHistory: [...chatHistory, { type: 'model', response: [] }] });
  const tokens = contextText.tokenize(model.tokenizer);
  const { bos, shouldPrependBosToken } = model.tokens;
  return shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : tokens;
}

function endsLine(model: LlamaModel, token: Token): boolean {
  return /\n\s*$/u.test(model.detokenize([token]));
}
