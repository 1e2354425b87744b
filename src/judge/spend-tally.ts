import type { Usage } from '../model/language-model.ts';
import type { Spend } from './judge.ts';

/** Adds up what calls used. One unknown makes the sum unknown: a sum of the known alone would read as the whole. */
export class SpendTally {
  #calls = 0;
  #inputTokens: number | undefined = 0;
  #outputTokens: number | undefined = 0;
  #costUsd: number | undefined = 0;

  addCall(usage: Usage, costUsd: number | undefined): void {
    this.addSpend({
      calls: 1,
      ...(usage.inputTokens !== undefined && { inputTokens: usage.inputTokens }),
      ...(usage.outputTokens !== undefined && { outputTokens: usage.outputTokens }),
      ...(costUsd !== undefined && { costUsd }),
    });
  }

  addSpend(spend: Spend): void {
    this.#calls += spend.calls;
    this.#inputTokens = sum(this.#inputTokens, spend.inputTokens);
    this.#outputTokens = sum(this.#outputTokens, spend.outputTokens);
    this.#costUsd = sum(this.#costUsd, spend.costUsd);
  }

  spend(): Spend {
    return {
      calls: this.#calls,
      ...(this.#inputTokens !== undefined && { inputTokens: this.#inputTokens }),
      ...(this.#outputTokens !== undefined && { outputTokens: this.#outputTokens }),
      ...(this.#costUsd !== undefined && { costUsd: this.#costUsd }),
    };
  }
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}
