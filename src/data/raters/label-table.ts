import type { SpaceView } from '../../core/space-view.ts';
import type { RaterTable } from '../../stats/agreement/rater-table.ts';
import type { Label } from './consensus-rule.ts';

/** Who said what of which item. A label's code is its place in `values`; the code of item i and rater j is at i · raters + j of `table.codes`, −1 where none. */
export type LabelTable = {
  /** Ids, in the order of the data. */
  readonly items: readonly string[];
  /** Names, in the order in which they came. */
  readonly raters: readonly string[];
  /** Every class of the space, in its order; of numbers, and where the space is not known, those that were given, in ascending order. */
  readonly values: readonly Label[];
  readonly table: RaterTable;
};

/** Gathers labels one by one. */
export class LabelTableBuilder {
  readonly #items: string[] = [];
  readonly #raters = new Map<string, number>();
  readonly #values: Label[];
  readonly #codes = new Map<Label, number>();
  /** By item: rater and code, by turns. */
  readonly #labels: Map<number, number>[] = [];

  constructor(view: SpaceView | undefined) {
    this.#values = [...(view?.classes ?? [])];
    for (const [code, value] of this.#values.entries()) this.#codes.set(value, code);
  }

  /** A new item; gives its number. */
  item(id: string): number {
    this.#labels.push(new Map());
    return this.#items.push(id) - 1;
  }

  /** The number of a rater, who may be new. */
  rater(name: string): number {
    const known = this.#raters.get(name);
    if (known !== undefined) return known;
    this.#raters.set(name, this.#raters.size);
    return this.#raters.size - 1;
  }

  has(item: number, rater: number): boolean {
    return this.#labels[item]?.has(rater) === true;
  }

  /** Sets a rater's label of an item, in place of one that is there. */
  label(item: number, rater: number, value: Label): void {
    let code = this.#codes.get(value);
    if (code === undefined) {
      code = this.#values.push(value) - 1;
      this.#codes.set(value, code);
    }
    this.#labels[item]?.set(rater, code);
  }

  build(view: SpaceView | undefined): LabelTable {
    const raters = [...this.#raters.keys()];
    // Of a menu the order is the menu's; else one that does not depend on who labelled first.
    const order = this.#values.map((_, code) => code);
    if (view?.classes === undefined)
      order.sort((one, other) => ascending(this.#values[one] as Label, this.#values[other] as Label));
    const codeOf = new Int32Array(order.length);
    for (const [code, old] of order.entries()) codeOf[old] = code;
    const codes = new Int32Array(this.#items.length * raters.length).fill(-1);
    for (const [item, labels] of this.#labels.entries())
      for (const [rater, code] of labels) codes[item * raters.length + rater] = codeOf[code] as number;
    return {
      items: this.#items,
      raters,
      values: order.map((code) => this.#values[code] as Label),
      table: { raters: raters.length, classes: order.length, codes },
    };
  }
}

function ascending(one: Label, other: Label): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [first, second] = [String(one), String(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** The codes of one item's labels, by rater; raters without one are left out. */
export function labelsOf(
  { table: { raters, codes } }: LabelTable,
  item: number,
): { readonly rater: number; readonly code: number }[] {
  const labels: { rater: number; code: number }[] = [];
  for (let rater = 0; rater < raters; rater += 1) {
    const code = codes[item * raters + rater] as number;
    if (code >= 0) labels.push({ rater, code });
  }
  return labels;
}

/** How many labels each rater gave. */
export function labelCounts({ table: { raters, codes } }: LabelTable): number[] {
  const counts = Array.from({ length: raters }, () => 0);
  for (let place = 0; place < codes.length; place += 1)
    if ((codes[place] as number) >= 0) counts[place % raters] = (counts[place % raters] as number) + 1;
  return counts;
}
