import type { Failed } from '../core/verdict.ts';

/** A call that gave no text, inside a strategy that needs one: the judgment is failed unless the strategy catches it. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly verdict: Failed;

  constructor(verdict: Failed) {
    super(verdict.message);
    this.verdict = verdict;
  }
}
