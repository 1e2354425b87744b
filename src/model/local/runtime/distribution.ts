import type { Token } from 'node-llama-cpp';

/** Probability of each token of the vocabulary to come next, the most probable first; they sum to 1 but for rounding. A `Map` is one. */
export interface Distribution {
  get(token: Token): number | undefined;
  keys(): Iterator<Token> & Iterable<Token>;
  [Symbol.iterator](): Iterator<[Token, number]>;
}

/**
 * Weights as they came, brought to a sum of 1 where they are read: a vocabulary has up to 150,000 tokens, and a copy of them all costs as much as the
 * evaluation of some tokens.
 */
export function normalised(weights: ReadonlyMap<Token, number>): Distribution {
  let sum = 0;
  for (const weight of weights.values()) sum += weight;
  return {
    get(token) {
      const weight = weights.get(token);
      return weight === undefined ? undefined : weight / sum;
    },
    keys: () => weights.keys(),
    *[Symbol.iterator]() {
      for (const [token, weight] of weights) yield [token, weight / sum];
    },
  };
}
