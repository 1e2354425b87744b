import type { Rows, TrainingSet } from './training-set.ts';

/** `neighbours`: a whole number from 1 to the number of rows. `weights`: each counts one, or the inverse of its distance. */
export type KnnSettings = { readonly neighbours: number; readonly weights: 'uniform' | 'distance' };

/** The training rows themselves. */
export type KnnHead = {
  readonly kind: 'knn';
  readonly classes: number;
  readonly neighbours: number;
  readonly weights: KnnSettings['weights'];
  readonly rows: readonly (readonly number[])[];
  readonly labels: readonly number[];
};

/** k nearest neighbours by Euclidean distance. @throws RangeError where there are fewer rows than neighbours. */
export function fitKnnHead({ rows, labels, classes }: TrainingSet, { neighbours, weights }: KnnSettings): KnnHead {
  if (!Number.isInteger(neighbours) || neighbours < 1 || neighbours > rows.length)
    throw new RangeError(`expected 1 to ${rows.length} neighbours (the rows there are), got ${neighbours}`);
  return {
    kind: 'knn',
    classes,
    neighbours,
    weights,
    rows: rows.map((row) => Array.from(row)),
    labels: Array.from(labels),
  };
}

/**
 * The shares of the classes among the nearest rows; of rows equally far the earlier counts. By `distance`, rows at no distance are all that counts. O(n p) a row: the slowest of the
 * heads to apply.
 */
export function predictKnn({ classes, neighbours, weights, rows: known, labels }: KnnHead, rows: Rows): Float64Array[] {
  const features = known[0]?.length ?? 0;
  const flat = Float64Array.from(known.flat());
  const nearest = new Int32Array(neighbours);
  const distances = new Float64Array(neighbours);
  return rows.map((row) => {
    distances.fill(Infinity);
    for (let other = 0; other < known.length; other += 1) {
      let distance = 0;
      const worst = distances[neighbours - 1] as number;
      for (let feature = 0; feature < features && distance < worst; feature += 1)
        distance += ((flat[other * features + feature] as number) - (row[feature] as number)) ** 2;
      if (distance >= worst) continue;
      let place = neighbours - 1;
      for (; place > 0 && (distances[place - 1] as number) > distance; place -= 1) {
        distances[place] = distances[place - 1] as number;
        nearest[place] = nearest[place - 1] as number;
      }
      distances[place] = distance;
      nearest[place] = other;
    }
    const exact = weights === 'distance' && distances[0] === 0;
    const shares = new Float64Array(classes);
    let sum = 0;
    for (let place = 0; place < neighbours; place += 1) {
      const distance = Math.sqrt(distances[place] as number);
      const weight = weights === 'uniform' ? 1 : exact ? Number(distance === 0) : 1 / distance;
      const label = labels[nearest[place] as number] as number;
      shares[label] = (shares[label] as number) + weight;
      sum += weight;
    }
    return shares.map((share) => share / sum);
  });
}
