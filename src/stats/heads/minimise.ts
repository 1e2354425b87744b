/** A smooth function: gives its value at x and writes its gradient. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

const memory = 10;

/**
 * The minimum of a smooth convex function by L-BFGS (Liu and Nocedal 1989, Math. Program. 45) with backtracking. Ends where no part of the gradient is over `tolerance`, where no
 * step lowers the value any more, or after `most` steps.
 */
export function minimise(objective: Objective, start: ArrayLike<number>, { tolerance = 1e-8, most = 2000 } = {}): Float64Array {
  let x = Float64Array.from(start);
  let gradient = new Float64Array(x.length);
  let value = objective(x, gradient);
  const steps: { s: Float64Array; y: Float64Array; rho: number }[] = [];
  for (let iteration = 0; iteration < most && largest(gradient) > tolerance; iteration += 1) {
    const direction = descent(gradient, steps);
    const slope = dot(direction, gradient);
    let share = steps.length === 0 ? 1 / Math.max(1, Math.sqrt(dot(gradient, gradient))) : 1;
    let next = x;
    let nextGradient = gradient;
    let nextValue = Infinity;
    while (share > 1e-20) {
      next = x.map((one, index) => one + share * (direction[index] as number));
      nextGradient = new Float64Array(x.length);
      nextValue = objective(next, nextGradient);
      if (nextValue <= value + 1e-4 * share * slope) break;
      share /= 2;
    }
    if (!(nextValue < value) && !(largest(nextGradient) < largest(gradient))) break;
    const s = next.map((one, index) => one - (x[index] as number));
    const y = nextGradient.map((one, index) => one - (gradient[index] as number));
    const curvature = dot(s, y);
    if (curvature > 1e-14 * dot(y, y)) {
      steps.push({ s, y, rho: 1 / curvature });
      if (steps.length > memory) steps.shift();
    }
    [x, gradient, value] = [next, nextGradient, nextValue];
  }
  return x;
}

function descent(gradient: Float64Array, steps: readonly { s: Float64Array; y: Float64Array; rho: number }[]): Float64Array {
  const q = gradient.slice();
  const alphas = steps.map(() => 0);
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const { s, y, rho } = steps[index] as (typeof steps)[number];
    const alpha = rho * dot(s, q);
    alphas[index] = alpha;
    add(q, y, -alpha);
  }
  const last = steps.at(-1);
  if (last !== undefined) {
    const scale = 1 / (last.rho * dot(last.y, last.y));
    for (let index = 0; index < q.length; index += 1) q[index] = (q[index] as number) * scale;
  }
  steps.forEach(({ s, y, rho }, index) => add(q, s, (alphas[index] as number) - rho * dot(y, q)));
  return q.map((one) => -one);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number);
  return sum;
}

function add(to: Float64Array, what: Float64Array, share: number): void {
  for (let index = 0; index < to.length; index += 1) to[index] = (to[index] as number) + share * (what[index] as number);
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
