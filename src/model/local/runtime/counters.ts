/** What a local model has done since it was made: what its speed is judged by. Tokens, calls and rounds; all grow. */
export type LocalCounters = {
  calls: number;
  /** Of all prompts together. */
  promptTokens: number;
  /** Of those, the ones that were there already, and the ones that were evaluated. */
  reusedPromptTokens: number;
  evaluatedPromptTokens: number;
  /** Passes after the first that told labels apart. */
  menuPasses: number;
  /** Tokens of replies. */
  decodedTokens: number;
};

export function noCounts(): LocalCounters {
  return { calls: 0, promptTokens: 0, reusedPromptTokens: 0, evaluatedPromptTokens: 0, menuPasses: 0, decodedTokens: 0 };
}
