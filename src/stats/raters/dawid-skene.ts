import { itemCount, type RaterTable } from '../agreement/rater-table.ts';
import { bestAssignment } from './best-assignment.ts';
import { raterGroups } from './rater-groups.ts';

export type DawidSkeneOptions = {
  /** Pseudo-labels in every cell of each rater's confusion matrix, and pseudo-items of every class; above 0. */
  readonly smoothing?: number;
  /** Ends when no posterior moves by more. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
};

/** What one rater says of items of each true class. */
export type RaterConfusion = {
  /** Probability of each label (column) given the true class (row), row by row; a row sums to 1. */
  readonly matrix: Float64Array;
  /** Labels of this rater on items of each class, in expectation: what a row rests on. A row of 0 is the smoothing's alone. */
  readonly weights: Float64Array;
};

export type DawidSkene =
  | {
      readonly status: 'ok';
      /** Probability of each class (column) for each item (row), row by row; 0 throughout for an item without a label. */
      readonly posteriors: Float64Array;
      /** Shares of the classes. */
      readonly shares: Float64Array;
      /** By rater; `undefined` for one without a label. */
      readonly confusions: readonly (RaterConfusion | undefined)[];
      readonly iterations: number;
      readonly converged: boolean;
      /** Whether classes had to be given back the labels they stand for (see below). */
      readonly realigned: boolean;
    }
  | { readonly status: 'undefined'; readonly reason: string };

/**
 * Dawid and Skene's model: each item has one true class, and each rater has their own probabilities of labels given it, independent of the other raters'.
 *
 *     posterior p(i,k) ∝ π(k) Π over raters j of θ_j(k, label_ij)
 *     π(k) = (Σ_i p(i,k) + s) / (N + sK),   θ_j(k,l) = (Σ over i with label_ij = l of p(i,k) + s) / (Σ over i labelled by j of p(i,k) + sK)
 *
 * EM from each item's shares of votes, which is deterministic: no seed is drawn. s, `smoothing` (default 0.01), is the mode under Dirichlet(1 + s) priors; it
 * keeps every probability above 0, so that one label can never rule a class out for good. Ends when no posterior moves by more than `tolerance` (1e-10), or after `maxIterations` (20,000: few labels can need thousands), `converged` then false.
 *
 * Labels may switch: the likelihood does not know which class is called what. Afterwards classes are given the names under which most labels are right (the
 * best one-to-one assignment); `realigned` tells that this changed something. Raters most of whom err in the same way cannot be told from good ones.
 *
 * Ordinal classes are treated as names. Two raters: not identified by the labels alone; the result leans on the smoothing and the votes.
 *
 * Undefined: `no label`; `one class to choose from`; `fewer than two raters with labels`; `raters in N groups without an item in common` (their skills are not
 * on one scale). All labels in one class: that class, nearly surely. Cost: O(iterations · labels · classes).
 *
 * Reference: scripts/reference/raters.py (numpy, written apart). Source: Dawid and Skene 1979, Applied Statistics 28.
 */
export function dawidSkene(
  table: RaterTable,
  { smoothing = 0.01, tolerance = 1e-10, maxIterations = 20_000 }: DawidSkeneOptions = {},
): DawidSkene {
  const reason = undefinedReason(table);
  if (reason !== undefined) return { status: 'undefined', reason };
  const model = new Model(table, smoothing);
  let moved = Number.POSITIVE_INFINITY;
  let iterations = 0;
  while (iterations < maxIterations && moved > tolerance) {
    model.maximise();
    moved = model.expect();
    iterations += 1;
  }
  model.maximise();
  const realigned = model.realign();
  return {
    status: 'ok',
    posteriors: model.posteriors,
    shares: model.shares,
    confusions: model.confusions(),
    iterations,
    converged: moved <= tolerance,
    realigned,
  };
}

function undefinedReason(table: RaterTable): string | undefined {
  const groups = raterGroups(table);
  if (groups.length === 0) return 'no label';
  if (table.classes < 2) return 'one class to choose from';
  if (groups.flat().length < 2) return 'fewer than two raters with labels';
  return groups.length === 1 ? undefined : `raters in ${groups.length} groups without an item in common`;
}

/** The labels, item by item, and the parameters that EM moves. */
class Model {
  readonly posteriors: Float64Array;
  shares: Float64Array;
  readonly #classes: number;
  readonly #raters: number;
  readonly #items: number;
  readonly #smoothing: number;
  /** Labels of item i: places `#starts[i]` to `#starts[i + 1]` of `#raterOf`, `#labelOf` and `#cellOf`. */
  readonly #starts: Int32Array;
  readonly #raterOf: Int32Array;
  readonly #labelOf: Int32Array;
  /** The cell of the label in its rater's table, in the row of class 0; class k's is k · classes further. */
  readonly #cellOf: Int32Array;
  /** By rater, class and label: expected counts, then probabilities. */
  #counts: Float64Array;
  #confusion: Float64Array;

  constructor(table: RaterTable, smoothing: number) {
    const { raters, classes, codes } = table;
    const items = itemCount(table);
    [this.#classes, this.#raters, this.#items, this.#smoothing] = [classes, raters, items, smoothing];
    const places: number[] = [];
    this.#starts = new Int32Array(items + 1);
    for (let item = 0; item < items; item += 1) {
      for (let rater = 0; rater < raters; rater += 1)
        if ((codes[item * raters + rater] as number) >= 0) places.push(item * raters + rater);
      this.#starts[item + 1] = places.length;
    }
    this.#raterOf = Int32Array.from(places, (place) => place % raters);
    this.#labelOf = Int32Array.from(places, (place) => codes[place] as number);
    this.#cellOf = this.#labelOf.map((label, at) => (this.#raterOf[at] as number) * classes * classes + label);
    this.#counts = new Float64Array(raters * classes * classes);
    this.#confusion = new Float64Array(raters * classes * classes);
    this.shares = new Float64Array(classes);
    this.posteriors = new Float64Array(items * classes);
    for (let item = 0; item < items; item += 1) {
      const [from, to] = this.#labels(item);
      for (let at = from; at < to; at += 1) {
        const cell = item * classes + (this.#labelOf[at] as number);
        this.posteriors[cell] = (this.posteriors[cell] as number) + 1 / (to - from);
      }
    }
  }

  /** Parameters from posteriors. */
  maximise(): void {
    const [classes, smoothing, cellOf] = [this.#classes, this.#smoothing, this.#cellOf];
    const shares = new Float64Array(classes);
    const counts = new Float64Array(this.#counts.length);
    let labelled = 0;
    for (let item = 0; item < this.#items; item += 1) {
      const [from, to] = this.#labels(item);
      if (from === to) continue;
      labelled += 1;
      for (let k = 0; k < classes; k += 1) {
        const posterior = this.posteriors[item * classes + k] as number;
        shares[k] = (shares[k] as number) + posterior;
        for (let at = from; at < to; at += 1) {
          const cell = (cellOf[at] as number) + k * classes;
          counts[cell] = (counts[cell] as number) + posterior;
        }
      }
    }
    this.shares = shares.map((sum) => (sum + smoothing) / (labelled + smoothing * classes));
    this.#counts = counts;
    this.#confusion = new Float64Array(counts.length);
    for (let row = 0; row < counts.length; row += classes) {
      const total = counts.subarray(row, row + classes).reduce((sum, count) => sum + count, 0);
      for (let l = 0; l < classes; l += 1)
        this.#confusion[row + l] = ((counts[row + l] as number) + smoothing) / (total + smoothing * classes);
    }
  }

  /** Posteriors from parameters; gives the most that one moved. */
  expect(): number {
    const [classes, cellOf, posteriors] = [this.#classes, this.#cellOf, this.posteriors];
    const logShares = this.shares.map(Math.log);
    const logConfusion = this.#confusion.map(Math.log);
    const weights = new Float64Array(classes);
    let moved = 0;
    for (let item = 0; item < this.#items; item += 1) {
      const [from, to] = this.#labels(item);
      if (from === to) continue;
      let most = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < classes; k += 1) {
        let sum = logShares[k] as number;
        for (let at = from; at < to; at += 1) sum += logConfusion[(cellOf[at] as number) + k * classes] as number;
        weights[k] = sum;
        most = Math.max(most, sum);
      }
      let total = 0;
      for (let k = 0; k < classes; k += 1) total += weights[k] = Math.exp((weights[k] as number) - most);
      for (let k = 0; k < classes; k += 1) {
        const posterior = (weights[k] as number) / total;
        moved = Math.max(moved, Math.abs(posterior - (posteriors[item * classes + k] as number)));
        posteriors[item * classes + k] = posterior;
      }
    }
    return moved;
  }

  /** Gives each class the label under which most labels are right; whether any class had another. */
  realign(): boolean {
    const classes = this.#classes;
    const right = new Float64Array(classes * classes);
    for (const [place, count] of this.#counts.entries()) {
      const cell = place % (classes * classes);
      right[cell] = (right[cell] as number) + count;
    }
    const labelOf = bestAssignment(right, classes);
    if (labelOf.every((label, k) => label === k)) return false;
    this.shares = permuted(this.shares, labelOf, 1);
    for (let item = 0; item < this.#items; item += 1) {
      const row = this.posteriors.subarray(item * classes, (item + 1) * classes);
      row.set(permuted(row, labelOf, 1));
    }
    for (let rater = 0; rater < this.#raters; rater += 1) {
      for (const table of [this.#counts, this.#confusion]) {
        const own = table.subarray(rater * classes * classes, (rater + 1) * classes * classes);
        own.set(permuted(own, labelOf, classes));
      }
    }
    return true;
  }

  confusions(): (RaterConfusion | undefined)[] {
    const classes = this.#classes;
    const size = classes * classes;
    const labels = new Int32Array(this.#raters);
    for (const rater of this.#raterOf) labels[rater] = (labels[rater] as number) + 1;
    return Array.from(labels, (count, rater) => {
      if (count === 0) return undefined;
      const own = this.#counts.subarray(rater * size, (rater + 1) * size);
      const weights = Float64Array.from({ length: classes }, (_, k) =>
        own.subarray(k * classes, (k + 1) * classes).reduce((sum, cell) => sum + cell, 0),
      );
      return { matrix: this.#confusion.slice(rater * size, (rater + 1) * size), weights };
    });
  }

  #labels(item: number): readonly [number, number] {
    return [this.#starts[item] as number, this.#starts[item + 1] as number];
  }
}

/** Rows of `width`, each moved to the place that `to` names. */
function permuted(rows: Float64Array, to: readonly number[], width: number): Float64Array {
  const moved = new Float64Array(rows.length);
  for (const [from, place] of to.entries()) moved.set(rows.subarray(from * width, (from + 1) * width), place * width);
  return moved;
}
