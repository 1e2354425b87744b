import type { Verdict } from '../core/verdict.ts';
import type { RunItem } from '../run/ports.ts';

/** Judgments without a verdict of one cause, with the first as an example. */
export type CauseCount = {
  readonly status: 'abstained' | 'unreadable' | 'failed';
  /** `problem` of an unreadable, `code` of a failed one; `null` of an abstention. */
  readonly cause: string | null;
  readonly count: number;
  /** By language; those of no language under the empty name. */
  readonly languages: ReadonlyMap<string, number>;
  /** The first such item and what was said of it. */
  readonly example: { readonly item: string; readonly message: string };
};

/** Counts judgments without a verdict by cause. */
export class CauseTally {
  readonly #counts = new Map<string, CauseCount & { count: number; readonly languages: Map<string, number> }>();

  add(verdict: Verdict, { id, language = '' }: RunItem): void {
    if (verdict.status === 'scored') return;
    const { status } = verdict;
    const cause = status === 'unreadable' ? verdict.problem : status === 'failed' ? verdict.code : null;
    const message = status === 'abstained' ? verdict.reason : verdict.message;
    const key = `${status} ${cause}`;
    const known = this.#counts.get(key) ?? { status, cause, count: 0, languages: new Map(), example: { item: id, message } };
    known.count += 1;
    known.languages.set(language, (known.languages.get(language) ?? 0) + 1);
    this.#counts.set(key, known);
  }

  /** The commonest first. */
  counts(): CauseCount[] {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count);
  }
}
