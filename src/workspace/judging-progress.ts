/** What a run has paid so far; `atLeast` where some of it is unknown. */
export type ProgressFacts = { readonly costUsd: number; readonly atLeast: boolean };
