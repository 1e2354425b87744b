import type { ChatHistoryItem, ChatWrapper, LlamaModel, Token } from 'node-llama-cpp';
import type { ModelMessage } from '../../language-model.ts';
import type { Prompt } from './lane.ts';

type RuntimeModule = typeof import('node-llama-cpp');

/** Turns messages into the tokens that a model was trained to be asked with. */
export interface Prompter {
  /** The prompt up to where the reply begins. Marks of the template that stand in a message's text stay plain text. */
  prompt(messages: readonly ModelMessage[]): Prompt;
}

/** A prompter with the chat template that the model's file carries, else the runtime's guess from the architecture. */
export function createPrompter(model: LlamaModel, module: RuntimeModule): Prompter {
  const wrapper = chatWrapperOf(model, module);
  // Callers count a prompt's tokens just before they send the same messages.
  const made = new WeakMap<readonly ModelMessage[], Prompt>();

  return {
    prompt(messages) {
      const known = made.get(messages);
      if (known !== undefined) return known;
      const tokens = tokensOf(messages, wrapper, model);
      const prompt = { tokens, firstMessageEnd: firstMessageEndOf(tokens, model) };
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

/** A mark nearer to the start begins the first message, one nearer to the end belongs to the last. */
const leastMessageTokens = 8;
const leastRest = 16;

/** After the first mark of the chat template inside the prompt; told by the tokens alone, so that prompts that begin alike have it in the same place. */
function firstMessageEndOf(tokens: readonly Token[], model: LlamaModel): number | undefined {
  const end = tokens.findIndex(
    (token, index) => index >= leastMessageTokens && (model.isSpecialToken(token) || model.isEogToken(token)),
  );
  return end >= 0 && tokens.length - end > leastRest ? end + 1 : undefined;
}
