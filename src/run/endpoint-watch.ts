import type { ModelError } from '../model/language-model.ts';

/** So many terminal errors in a row, by order of completion, show that an endpoint will answer no call of this run. */
export const terminalErrorsInARow = 5;

/** Watches for an endpoint that refuses every call: scattered refusals among answers are no reason to stop. */
export class EndpointWatch {
  readonly #inARow = new Map<string, number>();

  /** Takes the outcome of an attempt, in order of completion; true once the endpoint has refused five in a row. */
  refused(endpoint: string, error: ModelError | undefined): boolean {
    if (error === undefined || !error.terminal) {
      // A retryable error says nothing about the next call's key or quota; only an answer does.
      if (error === undefined) this.#inARow.set(endpoint, 0);
      return false;
    }
    const count = (this.#inARow.get(endpoint) ?? 0) + 1;
    this.#inARow.set(endpoint, count);
    return count >= terminalErrorsInARow;
  }
}
