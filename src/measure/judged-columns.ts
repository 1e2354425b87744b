import type { VerdictStatus, VerdictValue } from '../core/verdict.ts';
import { GrowingColumn } from './growing-column.ts';

/** One judgment with what statistics need of its row. */
export type JudgedObservation = {
  readonly row: number;
  readonly draw: number;
  readonly status: VerdictStatus;
  /** Only when scored. */
  readonly value?: VerdictValue | undefined;
  /** As in the data. */
  readonly gold?: string | number | boolean | undefined;
  readonly group: string;
  readonly language?: string | undefined;
};

/** Codes of the `status` column. */
export const statuses: readonly VerdictStatus[] = ['scored', 'abstained', 'unreadable', 'failed'];

/**
 * Judgments as typed columns, one number each an observation: what every study computes from. 41 bytes an observation, and one text a
 * distinct group, so that 100,000 take a few megabytes. What values mean is left to a space's view (`spaceColumns`).
 *
 * A value is a number in its number column, or a text whose place in `texts` its text column holds. Absent is −1 in text columns and NaN in
 * number columns: inside typed arrays only, never in a result.
 */
export class JudgedColumns {
  readonly #status = new GrowingColumn((capacity) => new Uint8Array(capacity));
  readonly #row = int32Column();
  readonly #draw = int32Column();
  readonly #group = int32Column();
  readonly #language = int32Column();
  readonly #valueText = int32Column();
  readonly #goldText = int32Column();
  readonly #valueNumber = float64Column();
  readonly #goldNumber = float64Column();
  readonly #groups = new Map<string, number>();
  readonly #languages = new Map<string, number>();
  readonly #texts = new Map<string | boolean, number>();

  /** Appends one judgment. Nothing of the object is kept; a value beside a status other than scored is not taken. */
  add({ row, draw, status, value, gold, group, language }: JudgedObservation): void {
    this.#status.push(statuses.indexOf(status));
    this.#row.push(row);
    this.#draw.push(draw);
    this.#group.push(intern(this.#groups, group));
    this.#language.push(intern(this.#languages, language));
    const scored = status === 'scored' ? value : undefined;
    this.#valueText.push(this.#textCode(scored));
    this.#goldText.push(this.#textCode(gold));
    this.#valueNumber.push(typeof scored === 'number' ? scored : Number.NaN);
    this.#goldNumber.push(typeof gold === 'number' ? gold : Number.NaN);
  }

  get length(): number {
    return this.#status.length;
  }
  /** Index into `statuses`. */
  get status(): Uint8Array {
    return this.#status.values;
  }
  get row(): Int32Array {
    return this.#row.values;
  }
  get draw(): Int32Array {
    return this.#draw.values;
  }
  /** Cluster of the observation, numbered in order of first appearance. */
  get group(): Int32Array {
    return this.#group.values;
  }
  /** Index into `languages`; −1 where unknown. */
  get language(): Int32Array {
    return this.#language.values;
  }
  get valueText(): Int32Array {
    return this.#valueText.values;
  }
  get valueNumber(): Float64Array {
    return this.#valueNumber.values;
  }
  get goldText(): Int32Array {
    return this.#goldText.values;
  }
  get goldNumber(): Float64Array {
    return this.#goldNumber.values;
  }
  /** Clusters in order of first appearance. */
  get groups(): string[] {
    return [...this.#groups.keys()];
  }
  /** Languages in order of first appearance. */
  get languages(): string[] {
    return [...this.#languages.keys()];
  }
  /** Values and gold that are no numbers, in order of first appearance. */
  get texts(): (string | boolean)[] {
    return [...this.#texts.keys()];
  }

  #textCode(value: string | number | boolean | undefined): number {
    return typeof value === 'number' ? -1 : intern(this.#texts, value);
  }
}

function int32Column(): GrowingColumn<Int32Array> {
  return new GrowingColumn((capacity) => new Int32Array(capacity));
}

function float64Column(): GrowingColumn<Float64Array> {
  return new GrowingColumn((capacity) => new Float64Array(capacity));
}

function intern<K>(codes: Map<K, number>, key: K | undefined): number {
  if (key === undefined) return -1;
  const known = codes.get(key);
  if (known !== undefined) return known;
  codes.set(key, codes.size);
  return codes.size - 1;
}
