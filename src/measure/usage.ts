import type { JudgmentRecord } from '../run/ports.ts';
import { sortedQuantile } from '../stats/resampling/sorted-quantile.ts';
import { GrowingColumn } from './growing-column.ts';

/** A sum with how many judgments it lacks, because their part of it is unknown. */
export type KnownSum = { readonly sum: number; readonly unknown: number };

/** What the calls behind a judge's judgments used, whoever paid for them and when. */
export type Usage = {
  readonly judgments: number;
  readonly calls: number;
  readonly inputTokens: KnownSum;
  readonly outputTokens: KnownSum;
  readonly costUsd: KnownSum;
  /** Of a judgment, in milliseconds; `undefined` where there is none. */
  readonly latencyMs: { readonly median: number; readonly p95: number; readonly most: number } | undefined;
};

/** Adds up what judgments used. */
export class UsageTally {
  readonly #latencies = new GrowingColumn((capacity) => new Float64Array(capacity));
  readonly #sums = { inputTokens: { sum: 0, unknown: 0 }, outputTokens: { sum: 0, unknown: 0 }, costUsd: { sum: 0, unknown: 0 } };
  #calls = 0;

  add({ spend, latencyMs }: JudgmentRecord): void {
    this.#calls += spend.calls;
    this.#latencies.push(latencyMs);
    for (const name of ['inputTokens', 'outputTokens', 'costUsd'] as const) {
      const amount = spend[name];
      if (amount === undefined) this.#sums[name].unknown += 1;
      else this.#sums[name].sum += amount;
    }
  }

  usage(): Usage {
    const sorted = this.#latencies.values.toSorted();
    const at = (share: number): number => sortedQuantile(sorted, share);
    return {
      judgments: sorted.length,
      calls: this.#calls,
      ...this.#sums,
      latencyMs: sorted.length === 0 ? undefined : { median: at(0.5), p95: at(0.95), most: at(1) },
    };
  }
}
