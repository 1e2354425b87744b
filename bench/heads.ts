// Fits each head to 2,000 rows of 40 features and applies it to 100,000: `node bench/compiled.mjs bench/heads.ts`. Times are of one process on a noisy machine.
import { fitHead, headGrids, headKinds, predictHead } from '../src/stats/heads/fit-head.ts';

let state = 7;
const random = (): number => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
};
const made = (n: number): number[][] => Array.from({ length: n }, () => Array.from({ length: 40 }, () => 2 * random() - 1));
const rows = made(2000);
const labels = rows.map(([x = 0, y = 0]) => Number(x + y + random() - 0.5 > 0));
const many = made(100_000);

for (const kind of headKinds) {
  const started = performance.now();
  const head = fitHead(kind, { rows, labels, classes: 2 }, headGrids[kind][0] as never, random);
  const fitted = performance.now();
  predictHead(head, many);
  const applied = performance.now();
  console.log(
    `${kind.padEnd(10)} fit ${((fitted - started) / 1000).toFixed(2)} s, 100,000 rows ${((applied - fitted) / 1000).toFixed(2)} s`,
  );
}
