import { softmax, type Random, type Rows, type TrainingSet } from './training-set.ts';

/** `penalty`: the weight of ‖W‖²/2 against the mean loss. `epochs`: at most. */
export type MlpSettings = { readonly hidden: number; readonly penalty: number; readonly rate: number; readonly epochs: number };

/** Weights of both layers by unit, the last of each its bias. */
export type MlpHead = {
  readonly kind: 'mlp';
  readonly classes: number;
  readonly hidden: readonly (readonly number[])[];
  readonly output: readonly (readonly number[])[];
};

const batchSize = 64;
/** Epochs without a better validation loss before training ends. */
const patience = 20;
const validationShare = 0.15;
/** With fewer rows none is kept back: the penalty alone keeps the weights small. */
const fewestToValidate = 60;

/**
 * A perceptron with one hidden layer of rectified units and a softmax, by Adam (Kingma and Ba 2015) on seeded batches. Of 60 rows or more 15% are kept back, and the weights with the least loss
 * there are kept. Features should be in standard units. The loss has many minima: another seed gives another head of about the same worth. O(epochs · n p hidden).
 */
export function fitMlpHead(
  { rows, labels, classes }: TrainingSet,
  { hidden, penalty, rate, epochs }: MlpSettings,
  random: Random,
): MlpHead {
  const features = rows[0]?.length ?? 0;
  const order = dealt(rows.length, random);
  const held = rows.length < fewestToValidate ? [] : order.splice(0, Math.round(rows.length * validationShare));
  const net = new Net({ features, hidden, classes }, random);
  let best = net.weights.slice();
  let [bestLoss, since] = [Infinity, 0];
  for (let epoch = 0; epoch < epochs && since < patience; epoch += 1) {
    shuffle(order, random);
    for (let from = 0; from < order.length; from += batchSize) {
      net.gradient.fill(0);
      const batch = order.slice(from, from + batchSize);
      for (const row of batch) net.learn(rows[row] as ArrayLike<number>, labels[row] as number, 1 / batch.length);
      net.step(rate, penalty);
    }
    const judged = held.length > 0 ? held : order;
    const loss = judged.reduce(
      (sum, row) => sum - Math.log(Math.max(net.shares(rows[row] as ArrayLike<number>)[labels[row] as number] as number, 1e-300)),
      0,
    );
    since += 1;
    if (loss < bestLoss * (1 - 1e-5)) [bestLoss, best, since] = [loss, net.weights.slice(), 0];
  }
  const width = features + 1;
  const unit = (at: number, size: number): number[] => Array.from(best.subarray(at, at + size));
  return {
    kind: 'mlp',
    classes,
    hidden: Array.from({ length: hidden }, (_, index) => unit(index * width, width)),
    output: Array.from({ length: classes }, (_, index) => unit(hidden * width + index * (hidden + 1), hidden + 1)),
  };
}

/** Probabilities of the classes for each row. */
export function predictMlp({ classes, hidden, output }: MlpHead, rows: Rows): Float64Array[] {
  const net = new Net({ features: (hidden[0]?.length ?? 1) - 1, hidden: hidden.length, classes }, () => 0.5);
  net.weights.set([...hidden.flat(), ...output.flat()]);
  return rows.map((row) => net.shares(row).slice());
}

class Net {
  readonly weights: Float64Array;
  readonly gradient: Float64Array;
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  readonly #active: Float64Array;
  readonly #features: number;
  readonly #hidden: number;
  readonly #classes: number;
  #steps = 0;

  constructor({ features, hidden, classes }: { features: number; hidden: number; classes: number }, random: Random) {
    const size = hidden * (features + 1) + classes * (hidden + 1);
    [this.#features, this.#hidden, this.#classes] = [features, hidden, classes];
    [this.weights, this.gradient, this.#first, this.#second] = [0, 0, 0, 0].map(() => new Float64Array(size)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    this.#active = new Float64Array(hidden);
    // Glorot and Bengio's uniform start; biases begin at 0.
    const fill = (at: number, units: number, inputs: number, outputs: number): void => {
      const bound = Math.sqrt(6 / (inputs + outputs));
      for (let unit = 0; unit < units; unit += 1)
        for (let input = 0; input < inputs; input += 1)
          this.weights[at + unit * (inputs + 1) + input] = bound * (2 * random() - 1);
    };
    fill(0, hidden, features, hidden);
    fill(hidden * (features + 1), classes, hidden, classes);
  }

  shares(row: ArrayLike<number>): Float64Array {
    const [width, offset] = [this.#features + 1, this.#hidden * (this.#features + 1)];
    for (let unit = 0; unit < this.#hidden; unit += 1) {
      let sum = this.weights[unit * width + this.#features] as number;
      for (let feature = 0; feature < this.#features; feature += 1)
        sum += (this.weights[unit * width + feature] as number) * (row[feature] as number);
      this.#active[unit] = Math.max(0, sum);
    }
    const scores = new Float64Array(this.#classes);
    for (let label = 0; label < this.#classes; label += 1) {
      const at = offset + label * (this.#hidden + 1);
      let sum = this.weights[at + this.#hidden] as number;
      for (let unit = 0; unit < this.#hidden; unit += 1)
        sum += (this.weights[at + unit] as number) * (this.#active[unit] as number);
      scores[label] = sum;
    }
    return softmax(scores);
  }

  /** Adds a row's part of the mean loss's gradient. */
  learn(row: ArrayLike<number>, label: number, share: number): void {
    const [width, offset] = [this.#features + 1, this.#hidden * (this.#features + 1)];
    const errors = this.shares(row);
    errors[label] = (errors[label] as number) - 1;
    const back = new Float64Array(this.#hidden);
    for (let other = 0; other < this.#classes; other += 1) {
      const at = offset + other * (this.#hidden + 1);
      const error = (errors[other] as number) * share;
      for (let unit = 0; unit < this.#hidden; unit += 1) {
        this.gradient[at + unit] = (this.gradient[at + unit] as number) + error * (this.#active[unit] as number);
        back[unit] = (back[unit] as number) + error * (this.weights[at + unit] as number);
      }
      this.gradient[at + this.#hidden] = (this.gradient[at + this.#hidden] as number) + error;
    }
    for (let unit = 0; unit < this.#hidden; unit += 1) {
      if ((this.#active[unit] as number) <= 0) continue;
      const at = unit * width;
      for (let feature = 0; feature < this.#features; feature += 1)
        this.gradient[at + feature] = (this.gradient[at + feature] as number) + (back[unit] as number) * (row[feature] as number);
      this.gradient[at + this.#features] = (this.gradient[at + this.#features] as number) + (back[unit] as number);
    }
  }

  /** One step of Adam, with its published constants. */
  step(rate: number, penalty: number): void {
    this.#steps += 1;
    const [b1, b2] = [0.9, 0.999];
    const scale = (rate * Math.sqrt(1 - b2 ** this.#steps)) / (1 - b1 ** this.#steps);
    for (let index = 0; index < this.weights.length; index += 1) {
      const slope = (this.gradient[index] as number) + (this.#isBias(index) ? 0 : penalty * (this.weights[index] as number));
      const first = b1 * (this.#first[index] as number) + (1 - b1) * slope;
      const second = b2 * (this.#second[index] as number) + (1 - b2) * slope * slope;
      [this.#first[index], this.#second[index]] = [first, second];
      this.weights[index] = (this.weights[index] as number) - (scale * first) / (Math.sqrt(second) + 1e-8);
    }
  }

  #isBias(index: number): boolean {
    const offset = this.#hidden * (this.#features + 1);
    return index < offset
      ? index % (this.#features + 1) === this.#features
      : (index - offset) % (this.#hidden + 1) === this.#hidden;
  }
}

function dealt(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  shuffle(order, random);
  return order;
}

function shuffle(order: number[], random: Random): void {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
}
