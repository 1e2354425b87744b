import { brierEstimate } from '../stats/calibration/brier.ts';
import { calibrationError, type CalibrationError } from '../stats/calibration/calibration-error.ts';
import { reliabilityCurve, type ReliabilityBin } from '../stats/calibration/reliability-curve.ts';
import type { Estimate } from '../stats/estimate.ts';
import { defaultLevel } from '../stats/interval.ts';
import { hasGold, isScored, type SpaceColumns } from './space-columns.ts';

/** Whether a judge is right as often as it is sure: its probability of the verdict it gave, against gold. */
export type VerdictCalibration = {
  readonly curve: readonly ReliabilityBin[];
  /** Expected calibration error, corrected for what chance adds. */
  readonly error: CalibrationError;
  /** Of "the verdict is gold", at the probability given; ¼ is what ½ always gets. */
  readonly brier: Estimate;
};

/**
 * Calibration of a judge's own verdicts.
 *
 * @param probabilities of the verdict given, one an observation of `columns`; NaN where the judge gave none.
 * @returns `undefined` where no scored judgment has a probability, or verdicts are no classes. `missing`: scored judgments with gold and without probability, and
 * judgments without a verdict.
 */
export function verdictCalibration(
  columns: SpaceColumns,
  probabilities: Float64Array,
  level = defaultLevel,
): VerdictCalibration | undefined {
  if (columns.view.classes === undefined) return undefined;
  const kept = { probabilities: [] as number[], outcomes: [] as number[], clusters: [] as number[] };
  let missing = 0;
  let some = false;
  for (let place = 0; place < columns.status.length; place += 1) {
    if (!hasGold(columns, place)) continue;
    if (!isScored(columns, place)) {
      missing += 1;
      continue;
    }
    const probability = probabilities[place] as number;
    some ||= !Number.isNaN(probability);
    kept.probabilities.push(probability);
    kept.outcomes.push(columns.value[place] === columns.gold[place] ? 1 : 0);
    kept.clusters.push(columns.group[place] as number);
  }
  if (!some) return undefined;
  return {
    curve: reliabilityCurve(kept, { level, missing }),
    error: calibrationError(kept, { level, missing }),
    brier: brierEstimate(kept, { level, missing }),
  };
}
