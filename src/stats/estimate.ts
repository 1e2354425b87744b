/**
 * A figure as it is always shown: with its interval, its number of observations and how many are missing; or undefined with the reason.
 *
 * `level` is the interval's level in 0–1 (0.95). `n`: observations behind the figure. `missing`: observations of the same rows that gave no
 * value. `groups`: independent clusters behind `n`, where there are fewer than n.
 */
export type Estimate =
  | {
      readonly status: 'ok';
      readonly value: number;
      readonly low: number;
      readonly high: number;
      readonly level: number;
      readonly method: string;
      readonly n: number;
      readonly missing: number;
      readonly groups?: number;
    }
  | { readonly status: 'undefined'; readonly reason: string; readonly n: number; readonly missing: number };
