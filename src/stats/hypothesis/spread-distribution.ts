/** Beyond so many moving clusters nothing is counted exactly: the limit or draws are as good. */
export const exactMaximum = 200;

/** Work that an exact count may take, in states times labellings summed over clusters. */
const exactWork = 200_000;

/**
 * The exact share of relabellings of k judges within clusters whose totals spread at least as far as observed; `undefined` where
 * they are too many to count.
 *
 * A cluster adds its k sums to the totals in one of its distinct orders, each as likely. Which judge has which total is of no
 * matter to the spread, so totals are kept sorted, and shifted to a smallest of 0: k! and more states become one.
 *
 * @param clusters each judge's sum, one array a cluster.
 * @param observed Σ (T − T̄)² of the totals as they are.
 */
export function exactSpreadP(clusters: readonly (readonly number[])[], observed: number): number | undefined {
  let states = new Map<string, { totals: readonly number[]; mass: number }>([['', { totals: [], mass: 1 }]]);
  let work = 0;
  for (const sums of clusters) {
    const orders = distinctOrders(sums, exactWork - work);
    if (orders === undefined) return undefined;
    work += states.size * orders.length;
    if (work > exactWork) return undefined;
    const next: typeof states = new Map();
    for (const { totals, mass } of states.values()) {
      for (const order of orders) {
        const moved = canonical(order.map((sum, judge) => sum + (totals[judge] ?? 0)));
        const key = moved.join();
        const known = next.get(key);
        if (known === undefined) next.set(key, { totals: moved, mass: mass / orders.length });
        else known.mass += mass / orders.length;
      }
    }
    states = next;
  }
  let p = 0;
  for (const { totals, mass } of states.values()) if (spread(totals) >= observed - 1e-9 * (1 + observed)) p += mass;
  return Math.min(1, p);
}

function canonical(totals: readonly number[]): number[] {
  const sorted = totals.toSorted((a, b) => a - b);
  const least = sorted[0] as number;
  return sorted.map((total) => total - least);
}

/** All distinct orders of some numbers; `undefined` where there are more than `most`. */
function distinctOrders(numbers: readonly number[], most: number): number[][] | undefined {
  if (numbers.length <= 1) return [[...numbers]];
  const orders: number[][] = [];
  for (const first of new Set(numbers)) {
    const rest = numbers.toSpliced(numbers.indexOf(first), 1);
    const behind = distinctOrders(rest, most);
    if (behind === undefined || orders.length + behind.length > most) return undefined;
    for (const order of behind) orders.push([first, ...order]);
  }
  return orders;
}

function spread(totals: readonly number[]): number {
  const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length;
  return totals.reduce((sum, total) => sum + (total - mean) ** 2, 0);
}
