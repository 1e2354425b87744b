import { fitHead, headGrids, predictHead, type Head, type HeadKind } from '../../stats/heads/fit-head.ts';
import { fitScaler, scaledRows, type Scaler } from '../../stats/heads/scaler.ts';
import type { Random, TrainingSet } from '../../stats/heads/training-set.ts';
import { clusterFolds } from '../../stats/panels/cluster-folds.ts';

/** Rows with their class and the source they are of. */
export type GroupedSet = TrainingSet & { readonly groups: readonly number[] };

/** A head with the scaler of its training rows, and the settings that were chosen for it. */
export type ChosenHead = { readonly head: Head; readonly scaler: Scaler; readonly settings: object };

const validationFolds = 3;

/** The rows at some places. */
export function rowsAt({ rows, labels, groups, classes }: GroupedSet, places: readonly number[]): GroupedSet {
  return {
    rows: places.map((place) => rows[place] as ArrayLike<number>),
    labels: places.map((place) => labels[place] as number),
    groups: places.map((place) => groups[place] as number),
    classes,
  };
}

/**
 * Fits a head with the settings of least log loss on folds that whole sources were kept back for: nothing that it is measured on later has been seen, not by the scaler either. The
 * first of equals; the default where there are too few sources to choose by.
 *
 * @throws RangeError where no head can be fitted to the rows.
 */
export function chosenHead(kind: HeadKind, set: GroupedSet, random: Random): ChosenHead {
  const grid = headGrids[kind].filter(
    (settings) => !('neighbours' in settings) || settings.neighbours <= Math.max(1, (set.rows.length * 2) / 3),
  );
  const [first = headGrids[kind][0] as object] = grid;
  const folds = new Set(set.groups).size < 2 * validationFolds ? undefined : clusterFolds(set.groups, validationFolds, random);
  let [best, bestLoss] = [first, Infinity];
  if (folds !== undefined && grid.length > 1)
    for (const settings of grid) {
      const loss = validationLoss(kind, set, { settings, folds, random });
      if (loss < bestLoss - 1e-12) [best, bestLoss] = [settings, loss];
    }
  return { ...fitted(kind, set, best, random), settings: best };
}

function fitted(
  kind: HeadKind,
  { rows, labels, classes }: GroupedSet,
  settings: object,
  random: Random,
): { head: Head; scaler: Scaler } {
  const scaler = fitScaler(rows);
  return { scaler, head: fitHead(kind, { rows: scaledRows(rows, scaler), labels, classes }, settings as never, random) };
}

/** Infinite where a fold leaves rows that no head can be fitted to: such settings are not chosen. */
function validationLoss(
  kind: HeadKind,
  set: GroupedSet,
  { settings, folds, random }: { settings: object; folds: Int32Array; random: Random },
): number {
  let loss = 0;
  for (let fold = 0; fold < validationFolds; fold += 1) {
    const places = Array.from(folds, (_, place) => place);
    const held = rowsAt(
      set,
      places.filter((place) => folds[place] === fold),
    );
    try {
      const { head, scaler } = fitted(
        kind,
        rowsAt(
          set,
          places.filter((place) => folds[place] !== fold),
        ),
        settings,
        random,
      );
      predictHead(head, scaledRows(held.rows, scaler)).forEach((shares, place) => {
        loss -= Math.log(Math.max(shares[held.labels[place] as number] as number, 1e-12));
      });
    } catch (error) {
      if (error instanceof RangeError) return Infinity;
      throw error;
    }
  }
  return loss;
}
