import { incompleteReason, type Tolerance } from '../measure/exit-code.ts';
import type { JudgeSummary } from '../measure/judge-summary.ts';
import { missedThresholds, type Threshold } from '../measure/thresholds.ts';
import type { Gate } from './junit-report.ts';

/** Whether a judge's part of a run is complete, within what the user tolerates. */
export function completenessGate(summary: JudgeSummary, tolerance: Tolerance): Gate {
  const { maxFailed, maxUnreadable } = tolerance;
  const fault = incompleteReason(summary, tolerance);
  return {
    suite: summary.judge,
    name: `complete: at most ${maxFailed} failed or not made, at most the share ${maxUnreadable} unreadable`,
    ...(fault !== undefined && { fault }),
  };
}

/** The bounds that the user set, each with how the judge misses it. */
export function thresholdGates(summary: JudgeSummary, thresholds: readonly Threshold[]): Gate[] {
  return thresholds.map((threshold) => {
    const { side, metric, group, bound } = threshold;
    const [fault] = missedThresholds([threshold], [summary]);
    return {
      suite: summary.judge,
      name: `${metric}${group === null ? '' : `@${group}`} ${side === 'min' ? 'at least' : 'at most'} ${bound}`,
      ...(fault !== undefined && { fault }),
    };
  });
}
