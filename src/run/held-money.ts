import type { FactStore } from '../core/artifact-store.ts';
import type { Json } from '../core/json.ts';
import { picoOf, usdOf } from '../model/middleware/money.ts';

/**
 * What a run may owe beyond the replies it has: kept durably, so that a process that was killed has told it before. `heldUsd` is the most that
 * was in flight at once together with what replies without usage may have cost; `chargedUsd` is what attempts without a reply are charged.
 */
export class HeldMoney {
  readonly #facts: FactStore;
  readonly #key: string;
  #heldUsd: number;
  #chargedPico: number;
  #openUsd: number | undefined;
  /** Whether the run's last part was killed while calls were in flight: their cost is held, and nobody knows it. */
  readonly cut: boolean;

  constructor(facts: FactStore, runId: string) {
    this.#facts = facts;
    this.#key = `held-money:${runId}`;
    const kept = entriesOf(facts.get(this.#key));
    this.#heldUsd = kept.heldUsd ?? 0;
    this.#chargedPico = picoOf(kept.chargedUsd ?? 0);
    this.cut = kept.openUsd !== undefined && kept.openUsd > this.#heldUsd;
    if (kept.openUsd === undefined) return;
    this.#heldUsd = Math.max(this.#heldUsd, kept.openUsd);
    this.#keep();
  }

  /** May have been paid, counts against a cap, and is no cost that anybody knows. USD. */
  get heldUsd(): number {
    return this.#heldUsd;
  }

  /** Paid for attempts that timed out or were cut, in all parts of the run. USD. */
  get chargedUsd(): number {
    return usdOf(this.#chargedPico);
  }

  /** More than ever is in flight or unknown; durable when it returns. */
  mayOwe(usd: number): void {
    this.#keep(usd);
  }

  /** An attempt without a reply was charged; durable when it returns. */
  charge(usd: number): void {
    this.#chargedPico += picoOf(usd);
    this.#keep(this.#openUsd);
  }

  /** Nothing is in flight any more: what is held is what replies without usage may have cost. */
  close(unknownUsd: number): void {
    if (this.#openUsd === undefined && unknownUsd === this.#heldUsd) return;
    this.#heldUsd = unknownUsd;
    this.#keep();
  }

  #keep(openUsd?: number): void {
    this.#openUsd = openUsd;
    this.#facts.put(this.#key, {
      heldUsd: this.#heldUsd,
      chargedUsd: this.chargedUsd,
      ...(openUsd !== undefined && { openUsd }),
    });
  }
}

function entriesOf(value: Json | undefined): { heldUsd?: number; chargedUsd?: number; openUsd?: number } {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, number>) : {};
}
