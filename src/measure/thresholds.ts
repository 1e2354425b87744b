import { AssizeError } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import type { Metric } from './headline.ts';

/** A bound on a figure that a user set: `--min kappa@de=0.4`. */
export type Threshold = {
  readonly side: 'min' | 'max';
  readonly metric: string;
  readonly group: string | null;
  readonly bound: number;
};

/** Parses `METRIC[@GROUP]=VALUE`. Throws `usage` on another form. */
export function parseThreshold(side: Threshold['side'], text: string): Threshold {
  const match = /^([a-z0-9-]+)(?:@([^=]+))?=(.+)$/u.exec(text.trim());
  const bound = Number(match?.[3]);
  if (match?.[1] === undefined || match[3]?.trim() === '' || !Number.isFinite(bound))
    throw new AssizeError(
      'usage',
      `--${side}: expected METRIC=VALUE or METRIC@LANGUAGE=VALUE, got "${text}". Write e.g. --${side} kappa=0.4.`,
    );
  return { side, metric: match[1], group: match[2] ?? null, bound };
}

/**
 * The thresholds that figures miss, a line each. The value decides, not its interval; an undefined figure is missed.
 *
 * @throws AssizeError `usage` where a figure or group of that name is in none of the summaries, naming the nearest.
 */
export function missedThresholds(
  thresholds: readonly Threshold[],
  judges: readonly { readonly judge: string; readonly metrics: readonly Metric[] }[],
): string[] {
  return thresholds.flatMap((threshold) => {
    checkName(
      threshold,
      judges.flatMap(({ metrics }) => metrics),
    );
    return judges.flatMap(({ judge, metrics }) => {
      const metric = metrics.find(({ name, group }) => name === threshold.metric && group === threshold.group);
      const figure = `${judge}: ${threshold.metric}${threshold.group === null ? '' : `@${threshold.group}`}`;
      const wanted = `${threshold.side === 'min' ? 'at least' : 'at most'} ${threshold.bound}`;
      if (metric === undefined) return [`${figure}: expected ${wanted}, got no such figure.`];
      if (metric.status === 'undefined') return [`${figure}: expected ${wanted}, got an undefined figure (${metric.reason}).`];
      const missed = threshold.side === 'min' ? metric.value < threshold.bound : metric.value > threshold.bound;
      return missed ? [`${figure}: expected ${wanted}, got ${metric.value.toPrecision(4)}.`] : [];
    });
  });
}

function checkName({ side, metric, group }: Threshold, metrics: readonly Metric[]): void {
  const names = [...new Set(metrics.map(({ name }) => name))];
  if (!names.includes(metric)) {
    const near = nearest(metric, names);
    throw new AssizeError(
      'usage',
      `--${side}: expected one of ${names.join(', ')}, got "${metric}". ${near === undefined ? 'Use one of these.' : `Did you mean ${near}?`}`,
    );
  }
  const groups = [...new Set(metrics.flatMap((entry) => (entry.group === null ? [] : [entry.group])))];
  if (group !== null && !groups.includes(group))
    throw new AssizeError(
      'usage',
      `--${side}: expected ${groups.length === 0 ? 'no language, because the items name none' : `one of the languages ${groups.join(', ')}`}, got "${group}". Correct it.`,
    );
}
