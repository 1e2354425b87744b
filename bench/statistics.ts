// Statistics of 100,000 observations, with 2,000 draws where there are any: `node bench/compiled.mjs bench/statistics.ts`. Bound: 3 s each.
import { intervalAlpha } from '../src/stats/agreement/interval-alpha.ts';
import { kendallEstimate } from '../src/stats/association/kendall.ts';
import { calibrationError } from '../src/stats/calibration/calibration-error.ts';
import { aucEstimate } from '../src/stats/classification/auc-estimate.ts';
import { tallyClusters } from '../src/stats/clusters.ts';
import { bcaEstimate, meanPatterns } from '../src/stats/resampling/bca-estimate.ts';

let state = 11;
const random = (): number => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
};
const n = 100_000;
const scores = Float64Array.from({ length: n }, random);
const gold = Int8Array.from(scores, (score) => (random() < score ? 1 : 0));
const levels = scores.map((score) => Math.round(4 * score + random()));
const clusters = Int32Array.from({ length: n }, (_, index) => index >> 2);
const mean = (tally: Float64Array): number => (tally[0] as number) / (tally[1] as number);

const figures: Readonly<Record<string, () => unknown>> = {
  'BCa of a mean, values all different': () =>
    bcaEstimate({ patterns: meanPatterns(tallyClusters(scores, clusters)), cells: 2, n, statistic: mean }, { random }),
  'area under the curve': () => aucEstimate({ scores, gold, clusters }),
  'calibration error': () => calibrationError({ probabilities: scores, outcomes: gold, clusters }),
  'Kendall’s τ-b': () => kendallEstimate(scores, levels, { clusters }),
  'interval α of three raters': () =>
    intervalAlpha({
      raters: 3,
      values: Float64Array.from(
        { length: 3 * n },
        (_, place) => (levels[Math.floor(place / 3)] as number) + Math.round(random()),
      ),
    }),
};
for (const [name, figure] of Object.entries(figures)) {
  const started = performance.now();
  figure();
  console.log(`${name.padEnd(40)} ${((performance.now() - started) / 1000).toFixed(2)} s`);
}
