import type { SpaceView } from '../core/space-view.ts';
import type { VerdictValue } from '../core/verdict.ts';
import type { RunItem } from '../run/ports.ts';
import { GrowingColumn } from './growing-column.ts';

/**
 * What raters said of a run's rows, as columns: one number each a rating. Rows of one content are one item: several rows that each carry one rater's label are several
 * ratings of it. A rater's second rating of the same item is not taken, nor one that is off the menu.
 */
export class Ratings {
  readonly #view: SpaceView;
  readonly #classes: ReadonlyMap<VerdictValue, number>;
  readonly #row = int32();
  readonly #content = int32();
  readonly #rater = int32();
  readonly #code = int32();
  readonly #number = new GrowingColumn((capacity) => new Float64Array(capacity));
  readonly #contents = new Map<string, number>();
  readonly #raters = new Map<string, number>();
  readonly #seen = new Set<number>();

  constructor(view: SpaceView) {
    this.#view = view;
    this.#classes = new Map((view.classes ?? []).map((value, code) => [value, code]));
  }

  add({ row, itemHash, labels }: RunItem): void {
    if (labels === undefined) return;
    const content = intern(this.#contents, itemHash);
    for (const [name, label] of Object.entries(labels)) {
      const admission = this.#view.admit(label);
      if (!('ok' in admission)) continue;
      const rater = intern(this.#raters, name);
      // Under 2²¹ raters: together exact in a double.
      const key = content * 2 ** 21 + rater;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      this.#row.push(row);
      this.#content.push(content);
      this.#rater.push(rater);
      this.#code.push(this.#classes.get(admission.ok) ?? -1);
      this.#number.push(typeof admission.ok === 'number' ? admission.ok : Number.NaN);
    }
  }

  get length(): number {
    return this.#row.length;
  }
  get row(): Int32Array {
    return this.#row.values;
  }
  /** Number of the item's content, in order of first appearance. */
  get content(): Int32Array {
    return this.#content.values;
  }
  /** Index into `raters`. */
  get rater(): Int32Array {
    return this.#rater.values;
  }
  /** Index into the view's classes; −1 on intervals. */
  get code(): Int32Array {
    return this.#code.values;
  }
  /** The label as a number; NaN where it is none. */
  get number(): Float64Array {
    return this.#number.values;
  }
  get raters(): string[] {
    return [...this.#raters.keys()];
  }
  /** Places of the ratings of each content. */
  byContent(): number[][] {
    const lists: number[][] = [];
    for (const [rating, content] of this.content.entries()) (lists[content] ??= []).push(rating);
    return lists;
  }
}

function int32(): GrowingColumn<Int32Array> {
  return new GrowingColumn((capacity) => new Int32Array(capacity));
}

function intern(codes: Map<string, number>, key: string): number {
  const known = codes.get(key);
  if (known !== undefined) return known;
  codes.set(key, codes.size);
  return codes.size - 1;
}
