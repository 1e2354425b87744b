import type { LlamaModel, Token } from 'node-llama-cpp';

/** The text of a reply as its tokens come, and where it is to end. */
export class ReplyText {
  readonly #model: LlamaModel;
  /** The prompt's last tokens: some tokenizers drop a space at the beginning of a text. */
  readonly #before: readonly Token[];
  readonly #tokens: Token[] = [];

  constructor(model: LlamaModel, prompt: readonly Token[]) {
    this.#model = model;
    this.#before = prompt.slice(-4);
  }

  push(token: Token): void {
    this.#tokens.push(token);
  }

  get lastToken(): Token | undefined {
    return this.#tokens.at(-1);
  }

  get tokenCount(): number {
    return this.#tokens.length;
  }

  /** Marks that the model wrote are shown: a reply is kept as it is. */
  get text(): string {
    return this.#model.detokenize(this.#tokens, true, this.#before);
  }

  /** Where the first of some texts begins in the reply; `undefined` where none has come. */
  firstOf(texts: readonly string[]): { readonly at: number; readonly text: string } | undefined {
    const { text: reply } = this;
    return texts
      .filter((text) => text !== '' && reply.includes(text))
      .map((text) => ({ at: reply.indexOf(text), text }))
      .toSorted((a, b) => a.at - b.at)[0];
  }
}
