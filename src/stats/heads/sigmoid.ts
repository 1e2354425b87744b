/**
 * Platt's sigmoid 1/(1 + exp(a f + b)) of decisions f against signs ±1, with his targets (N₊ + 1)/(N₊ + 2) and 1/(N₋ + 2), by Newton's method with halved steps (Lin, Lin and Weng 2007,
 * Machine Learning 68). Gives [a, b]; a is under 0 where the decision points the right way.
 */
export function fitSigmoid(decisions: Float64Array, signs: Int8Array): [number, number] {
  const positives = signs.reduce((sum, sign) => sum + Number(sign > 0), 0);
  const negatives = signs.length - positives;
  const targets = Float64Array.from(signs, (sign) => (sign > 0 ? (positives + 1) / (positives + 2) : 1 / (negatives + 2)));
  let [a, b] = [0, Math.log((negatives + 1) / (positives + 1))];
  const loss = (x: number, y: number): number => {
    let sum = 0;
    decisions.forEach((f, index) => {
      const z = x * f + y;
      const target = targets[index] as number;
      sum += z >= 0 ? target * z + Math.log1p(Math.exp(-z)) : (target - 1) * z + Math.log1p(Math.exp(z));
    });
    return sum;
  };
  let value = loss(a, b);
  for (let round = 0; round < 100; round += 1) {
    let [haa, hbb, hab, ga, gb] = [1e-12, 1e-12, 0, 0, 0];
    decisions.forEach((f, index) => {
      const z = a * f + b;
      const p = z >= 0 ? Math.exp(-z) / (1 + Math.exp(-z)) : 1 / (1 + Math.exp(z));
      const curvature = p * (1 - p);
      const residual = (targets[index] as number) - p;
      haa += f * f * curvature;
      hbb += curvature;
      hab += f * curvature;
      ga += f * residual;
      gb += residual;
    });
    if (Math.abs(ga) < 1e-7 && Math.abs(gb) < 1e-7) break;
    const determinant = haa * hbb - hab * hab;
    const [stepA, stepB] = [-(hbb * ga - hab * gb) / determinant, -(-hab * ga + haa * gb) / determinant];
    let share = 1;
    while (share > 1e-10 && loss(a + share * stepA, b + share * stepB) > value + 1e-4 * share * (ga * stepA + gb * stepB))
      share /= 2;
    if (share <= 1e-10) break;
    [a, b] = [a + share * stepA, b + share * stepB];
    value = loss(a, b);
  }
  return [a, b];
}
