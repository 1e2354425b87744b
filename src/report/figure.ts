import type { Estimate } from '../stats/estimate.ts';

/** How a figure is written: shares as percentages, coefficients and scores as decimals. */
const shares = new Set([
  'accuracy',
  'balanced-accuracy',
  'precision',
  'recall',
  'f1',
  'constant-baseline',
  'random-baseline',
  'pass-rate',
  'share',
]);

/** `74% (60–84, n 40, 2 missing)`, or `undefined (reason; n 0)`. The interval is the estimate's own level. */
export function figureText(name: string, estimate: Estimate): string {
  const missing = estimate.missing > 0 ? `, ${estimate.missing} missing` : '';
  if (estimate.status === 'undefined') return `undefined (${estimate.reason.replace(/\.$/u, '')}; n ${estimate.n}${missing})`;
  const groups = estimate.groups !== undefined && estimate.groups !== estimate.n ? ` in ${estimate.groups} clusters` : '';
  return `${valueText(name, estimate.value)} (${intervalText(name, estimate)}, n ${estimate.n}${groups}${missing})`;
}

/** A bare value: `74%`, `0.41`. */
export function valueText(name: string, value: number): string {
  return isShare(name) ? `${percent(value)}%` : decimal(value);
}

/** An interval without its value: `60–84`, `0.12 to 0.60`. A difference is written with signs. */
export function intervalText(name: string, { low, high }: { low: number; high: number }): string {
  return isShare(name) && low >= 0
    ? `${percent(low)}–${percent(high)}`
    : isShare(name)
      ? `${percent(low)} to ${percent(high)}`
      : `${decimal(low)} to ${decimal(high)}`;
}

/** A difference of two figures with its sign and interval: `+12 points (−3 to +27)`. */
export function differenceText(name: string, { value, low, high }: { value: number; low: number; high: number }): string {
  if (!isShare(name)) return `${signed(decimal(value), value)} (${signed(decimal(low), low)} to ${signed(decimal(high), high)})`;
  return `${signed(percent(value), value)} points (${signed(percent(low), low)} to ${signed(percent(high), high)})`;
}

function isShare(name: string): boolean {
  return shares.has(name);
}

function percent(share: number): string {
  return (share * 100).toFixed(Math.abs(share) < 0.01 && share !== 0 ? 1 : 0).replace('-', '−');
}

function decimal(value: number): string {
  return value.toFixed(2).replace('-', '−');
}

function signed(text: string, value: number): string {
  return value > 0 ? `+${text}` : text;
}
