import { AssizeError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import { deriveSeed, seededRandom } from '../../core/random.ts';
import type { VerdictValue } from '../../core/verdict.ts';
import { headShares, tempered } from '../../judge/criteria/head-artifact.ts';
import { fitClassTemperature } from '../../stats/calibration/temperature.ts';
import { predictHead, type HeadKind } from '../../stats/heads/fit-head.ts';
import { scaledRows } from '../../stats/heads/scaler.ts';
import { clusterFolds } from '../../stats/panels/cluster-folds.ts';
import type { FitWish } from './fit.ts';
import { chosenHead, rowsAt, type GroupedSet } from './grouped-choice.ts';
import type { ScoredItem } from './score-table.ts';

const outerFolds = 5;

/** Everything that is fitted, and the probabilities of an item: of one that was trained on those of a head that had not seen it. */
export function trainFrom(table: readonly ScoredItem[], classes: readonly VerdictValue[], wish: FitWish, seed: number) {
  const { kind, trainLanguage, criteria, impute } = wish;
  const concepts = criteria.concepts.map(({ name }) => name);
  const own = table.filter(
    ({ gold, means, language }) => gold !== undefined && means !== undefined && isOf(language, trainLanguage),
  );
  const imputation = impute ? concepts.map((_, concept) => meanOf(own.flatMap(({ means }) => means?.[concept] ?? []))) : null;
  const rowOf = ({ means }: ScoredItem): number[] | undefined => {
    const row = means?.map((mean, concept) => mean ?? imputation?.[concept]);
    return row === undefined || row.includes(undefined) ? undefined : (row as number[]);
  };
  const usable = own.filter((item) => rowOf(item) !== undefined);
  const groupIds = new Map<string, number>();
  const set: GroupedSet = {
    rows: usable.map((item) => rowOf(item) as number[]),
    labels: usable.map(({ gold }) => classes.indexOf(gold as VerdictValue)),
    groups: usable.map(({ group }) => groupIds.get(group) ?? (groupIds.set(group, groupIds.size), groupIds.size - 1)),
    classes: classes.length,
  };
  checkTrainable(set, { trainLanguage, withGold: own.length });
  const random = seededRandom(deriveSeed(seed, 'fit', kind));
  const folds = clusterFolds(set.groups, outerFolds, random);
  const held = heldOutShares(kind, set, folds, random);
  const clusters = set.groups;
  const temperatureOf = (places: readonly number[]): number | null => {
    const found = fitClassTemperature({
      logits: places.flatMap((place) => Array.from(held[place] as Float64Array, (share) => Math.log(Math.max(share, 1e-12)))),
      classes: classes.length,
      gold: places.map((place) => set.labels[place] as number),
      clusters: places.map((place) => clusters[place] as number),
    });
    return found.status === 'ok' ? found.calibration.temperature : null;
  };
  const all = usable.map((_, place) => place);
  const byFold = Array.from({ length: outerFolds }, (_, fold) => temperatureOf(all.filter((place) => folds[place] !== fold)));
  const { head, scaler, settings } = trainable(() => chosenHead(kind, set, random));
  const temperature = temperatureOf(all);
  const parts = { head, scaler, imputation, temperature, concepts };
  const unseen = new Map(
    usable.map((item, place) => [item.row, sured(held[place] as Float64Array, byFold[folds[place] as number] ?? null)]),
  );
  const counts = classes.map((_, label) => Array.from(set.labels).filter((one) => one === label).length);
  return {
    set,
    parts,
    settings,
    hash: hashOf([set.rows.map((row) => Array.from(row)), Array.from(set.labels)]),
    commonest: classes[counts.indexOf(Math.max(...counts))] as VerdictValue,
    warnings: [
      ...(temperature === null
        ? ['Probabilities are not calibrated: too few sources, or none that a temperature would mend.']
        : []),
      ...(usable.length < own.length
        ? [`${own.length - usable.length} training items lack a concept’s score and were left out; --impute puts the mean there.`]
        : []),
    ],
    sharesOf(item: ScoredItem): Float64Array | undefined {
      const known = unseen.get(item.row);
      if (known !== undefined) return known;
      if (item.means === undefined) return undefined;
      const made = headShares(parts, item.means);
      return 'shares' in made ? made.shares : undefined;
    },
  };
}

function heldOutShares(kind: HeadKind, set: GroupedSet, folds: Int32Array, random: () => number): Float64Array[] {
  const held: Float64Array[] = [];
  for (let fold = 0; fold < outerFolds; fold += 1) {
    const places = Array.from(folds, (_, place) => place);
    const out = places.filter((place) => folds[place] === fold);
    const { head, scaler } = trainable(() =>
      chosenHead(
        kind,
        rowsAt(
          set,
          places.filter((place) => folds[place] !== fold),
        ),
        random,
      ),
    );
    predictHead(head, scaledRows(rowsAt(set, out).rows, scaler)).forEach(
      (shares, index) => (held[out[index] as number] = shares),
    );
  }
  return held;
}

function sured(shares: Float64Array, temperature: number | null): Float64Array {
  return temperature === null ? shares : tempered(shares, temperature);
}

/** `en` is also `en-US`. */
function isOf(language: string | undefined, wished: string | undefined): boolean {
  return wished === undefined || language === wished || language?.startsWith(`${wished}-`) === true;
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function checkTrainable(
  { labels, groups, rows }: GroupedSet,
  { trainLanguage, withGold }: { trainLanguage: string | undefined; withGold: number },
): void {
  const where = trainLanguage === undefined ? 'fit' : `--train-language ${trainLanguage}`;
  const sources = new Set(groups).size;
  if (rows.length === 0)
    throw new AssizeError(
      'data',
      `${where}: expected items with gold and a score of every concept, got none (${withGold} have gold and some score). Look at the data and the run.`,
    );
  if (new Set(Array.from(labels)).size < 2)
    throw new AssizeError(
      'data',
      `${where}: expected gold of two classes to train on, got one alone in ${rows.length} items. Add items of the other.`,
    );
  if (sources < outerFolds)
    throw new AssizeError(
      'data',
      `${where}: expected at least ${outerFolds} sources (groups) for cross-validation, got ${sources}. Add items of other sources.`,
    );
}

function trainable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AssizeError(
      'data',
      `fit: ${error.message}, where a fifth of the sources is kept back. Add items, or use another head.`,
      { cause: error },
    );
  }
}
