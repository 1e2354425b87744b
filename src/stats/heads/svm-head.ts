import { fitSigmoid } from './sigmoid.ts';
import { kernelOf, solveSvm, type Kernel } from './svm-solver.ts';
import type { Random, Rows, TrainingSet } from './training-set.ts';

/** `c`: the cost of a row on the wrong side, above 0. */
export type SvmSettings = { readonly c: number; readonly kernel: 'linear' | 'rbf' };

/** A machine for each two classes: its decision is over 0 for the first, and a sigmoid makes it a probability. */
type Machine = {
  readonly first: number;
  readonly second: number;
  readonly rows: readonly (readonly number[])[];
  readonly duals: readonly number[];
  readonly offset: number;
  readonly sigmoid: readonly [number, number];
};
export type SvmHead = {
  readonly kind: 'svm';
  readonly classes: number;
  readonly kernel: Kernel;
  readonly machines: readonly Machine[];
};

const folds = 5;

/**
 * Soft-margin support vector machines (Cortes and Vapnik 1995), one against one, as LIBSVM and scikit-learn's `SVC(gamma="scale")` have them: γ = 1/(p · variance of all features). Probabilities are Platt's
 * sigmoid of decisions that five seeded folds made of rows they had not seen (Platt 1999), coupled over the pairs (Wu, Lin and Weng 2004). A class that no row has takes no part.
 * O(n²) memory and more than O(n²) time in the rows of two classes.
 */
export function fitSvmHead({ rows, labels, classes }: TrainingSet, { c, kernel: kind }: SvmSettings, random: Random): SvmHead {
  const kernel: Kernel = kind === 'linear' ? { kind } : { kind, gamma: scaleGamma(rows) };
  const machines: Machine[] = [];
  for (let first = 0; first < classes; first += 1)
    for (let second = first + 1; second < classes; second += 1) {
      const own = Array.from(rows, (_, row) => row).filter((row) => labels[row] === first || labels[row] === second);
      const signs = Int8Array.from(own, (row) => (labels[row] === first ? 1 : -1));
      if (!signs.includes(1) || !signs.includes(-1)) continue;
      const chosen = own.map((row) => Float64Array.from(rows[row] as ArrayLike<number>));
      const machine = train(chosen, signs, { c, kernel });
      machines.push({
        first,
        second,
        ...machine,
        sigmoid: fitSigmoid(heldOutDecisions(chosen, signs, { c, kernel, random }), signs),
      });
    }
  return { kind: 'svm', classes, kernel, machines };
}

type Trained = Pick<Machine, 'rows' | 'duals' | 'offset'>;

function train(rows: readonly Float64Array[], signs: Int8Array, { c, kernel }: { c: number; kernel: Kernel }): Trained {
  const n = rows.length;
  const gram = new Float64Array(n * n);
  for (let i = 0; i < n; i += 1)
    for (let j = 0; j <= i; j += 1) {
      const value = kernelOf(kernel, rows[i] as Float64Array, rows[j] as Float64Array);
      gram[i * n + j] = value;
      gram[j * n + i] = value;
    }
  const { duals, offset } = solveSvm(gram, signs, c);
  const support = Array.from(duals, (_, row) => row).filter((row) => duals[row] !== 0);
  return {
    rows: support.map((row) => Array.from(rows[row] as Float64Array)),
    duals: support.map((row) => duals[row] as number),
    offset,
  };
}

/** The decision of a machine for each row: Σ y α K(support, row) − ρ. */
function decisionsOf({ rows: support, duals, offset }: Trained, kernel: Kernel, rows: Rows): Float64Array {
  const features = support[0]?.length ?? 0;
  const flat = Float64Array.from(support.flat());
  const own = Float64Array.from({ length: features });
  return Float64Array.from(rows, (row) => {
    for (let feature = 0; feature < features; feature += 1) own[feature] = row[feature] as number;
    let sum = -offset;
    for (let index = 0, at = 0; index < support.length; index += 1) {
      let inner = 0;
      if (kernel.kind === 'linear')
        for (let feature = 0; feature < features; feature += 1, at += 1) inner += (flat[at] as number) * (own[feature] as number);
      else
        for (let feature = 0; feature < features; feature += 1, at += 1) {
          const difference = (flat[at] as number) - (own[feature] as number);
          inner += difference * difference;
        }
      sum += (duals[index] as number) * (kernel.kind === 'linear' ? inner : Math.exp(-kernel.gamma * inner));
    }
    return sum;
  });
}

function heldOutDecisions(
  rows: readonly Float64Array[],
  signs: Int8Array,
  { c, kernel, random }: { c: number; kernel: Kernel; random: Random },
): Float64Array {
  const order = rows.map((_, index) => index);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
  const decisions = new Float64Array(rows.length);
  const parts = Math.min(folds, rows.length);
  for (let part = 0; part < parts; part += 1) {
    const held = order.filter((_, place) => place % parts === part);
    const kept = order.filter((_, place) => place % parts !== part);
    const keptSigns = Int8Array.from(kept, (row) => signs[row] as number);
    const [up, down] = [keptSigns.includes(1), keptSigns.includes(-1)];
    const machine =
      up && down
        ? train(
            kept.map((row) => rows[row] as Float64Array),
            keptSigns,
            { c, kernel },
          )
        : undefined;
    const made =
      machine &&
      decisionsOf(
        machine,
        kernel,
        held.map((row) => rows[row] as Float64Array),
      );
    held.forEach((row, place) => (decisions[row] = made?.[place] ?? Number(up) - Number(down)));
  }
  return decisions;
}

function scaleGamma(rows: Rows): number {
  let [count, sum, squares] = [0, 0, 0];
  for (const row of rows)
    for (let feature = 0; feature < row.length; feature += 1) {
      const value = row[feature] as number;
      count += 1;
      sum += value;
      squares += value * value;
    }
  const variance = squares / count - (sum / count) ** 2;
  return variance > 0 ? 1 / ((rows[0]?.length ?? 1) * variance) : 1;
}

/** The decision of each machine, in the order of `machines`, for each row. */
export function svmDecisions({ kernel, machines }: SvmHead, rows: Rows): Float64Array[] {
  const byMachine = machines.map((machine) => decisionsOf(machine, kernel, rows));
  return rows.map((_, row) => Float64Array.from(byMachine, (decisions) => decisions[row] as number));
}

/** Probabilities of the classes for each row. */
export function predictSvm(head: SvmHead, rows: Rows): Float64Array[] {
  return svmDecisions(head, rows).map((decisions) => {
    const pairs = new Map<number, number>();
    decisions.forEach((value, index) => {
      const { first, second, sigmoid } = head.machines[index] as Machine;
      const probability = Math.min(Math.max(1 / (1 + Math.exp(sigmoid[0] * value + sigmoid[1])), 1e-7), 1 - 1e-7);
      pairs.set(first * head.classes + second, probability);
      pairs.set(second * head.classes + first, 1 - probability);
    });
    return coupled(pairs, head.classes);
  });
}

/** Wu, Lin and Weng's second approach: the shares p least Σ (r(ji) p(i) − r(ij) p(j))². */
function coupled(pairs: ReadonlyMap<number, number>, classes: number): Float64Array {
  const present = Array.from({ length: classes }, (_, label) => label).filter((label) =>
    [...pairs.keys()].some((key) => Math.floor(key / classes) === label),
  );
  const shares = new Float64Array(classes);
  const r = (i: number, j: number): number => pairs.get(i * classes + j) ?? 0.5;
  for (const label of present) shares[label] = 1 / present.length;
  if (present.length === 2) {
    const [a, b] = present as [number, number];
    shares[a] = r(a, b);
    shares[b] = r(b, a);
    return shares;
  }
  const q = (i: number, j: number): number =>
    i === j ? present.reduce((sum, k) => sum + (k === i ? 0 : r(k, i) ** 2), 0) : -r(j, i) * r(i, j);
  for (let round = 0; round < 1000; round += 1) {
    const products = new Map(present.map((i) => [i, present.reduce((sum, j) => sum + q(i, j) * (shares[j] as number), 0)]));
    const whole = present.reduce((sum, i) => sum + (shares[i] as number) * (products.get(i) as number), 0);
    if (present.every((i) => Math.abs((products.get(i) as number) - whole) < 1e-9 / present.length)) break;
    for (const i of present) {
      const product = present.reduce((sum, j) => sum + q(i, j) * (shares[j] as number), 0);
      const now = present.reduce(
        (sum, a) => sum + (shares[a] as number) * present.reduce((inner, b) => inner + q(a, b) * (shares[b] as number), 0),
        0,
      );
      shares[i] = (shares[i] as number) + (now - product) / q(i, i);
      const sum = present.reduce((all, label) => all + (shares[label] as number), 0);
      for (const label of present) shares[label] = (shares[label] as number) / sum;
    }
  }
  return shares;
}
