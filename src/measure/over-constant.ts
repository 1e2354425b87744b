import type { SpaceView } from '../core/space-view.ts';
import type { Estimate } from '../stats/estimate.ts';
import { defaultLevel } from '../stats/interval.ts';
import { pairedProportionDifference } from '../stats/proportions/paired-difference.ts';
import { commonestCode } from './class-figures.ts';
import type { JudgedColumns } from './judged-columns.ts';
import { pick, selectScored } from './selection.ts';
import { spaceColumns } from './space-columns.ts';

/**
 * By how much a judge's accuracy exceeds that of always giving the commonest gold, judgment by judgment on the same rows: what "better than the constant answer" rests on. Two
 * separate intervals would take the baseline for known, or forget that both meet the same items.
 *
 * The answer is chosen on the rows it is compared on, which favours it: the difference is on the safe side.
 *
 * @returns value in −1…1, with the interval of paired proportions in clusters; `undefined` where verdicts are no classes.
 */
export function overConstant(columns: JudgedColumns, view: SpaceView, level = defaultLevel): Estimate | undefined {
  if (view.classes === undefined) return undefined;
  const judged = spaceColumns(columns, view);
  const { places, missing } = selectScored(judged, undefined, true);
  const [gold, verdicts] = [pick(judged.gold, places), pick(judged.value, places)];
  const commonest = commonestCode(gold, view.classes.length);
  const differences = gold.map((of, index) => Number(verdicts[index] === of) - Number(of === commonest));
  return pairedProportionDifference(differences, pick(judged.group, places), { level, missing });
}
