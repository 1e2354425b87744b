import { deriveSeed, seededRandom, type Random } from '../core/random.ts';
import type { SpaceView } from '../core/space-view.ts';
import { cellCount, confusionEstimates } from '../stats/classification/confusion-bootstrap.ts';
import { classSample, tablesOf } from '../stats/classification/class-observations.ts';
import type { Estimate } from '../stats/estimate.ts';
import { mcnemarTest } from '../stats/hypothesis/mcnemar.ts';
import type { PermutationResult } from '../stats/hypothesis/permutation-draws.ts';
import { signFlipTest } from '../stats/hypothesis/sign-flip.ts';
import { swapTest } from '../stats/hypothesis/swap-test.ts';
import { defaultLevel } from '../stats/interval.ts';
import { clusteredMean } from '../stats/means/clustered-mean.ts';
import { pairedProportionDifference } from '../stats/proportions/paired-difference.ts';
import { defaultDraws } from '../stats/resampling/cluster-bootstrap.ts';
import { balancedAccuracyStatistic, differenceOf, kappaStatistic } from './class-statistics.ts';
import { groupsOf, type MeasureOptions } from './headline.ts';
import type { JudgedColumns } from './judged-columns.ts';
import { pairJudgments, selectPairs, type Pairs } from './pairs.ts';
import { pick } from './selection.ts';

/** Two-sided p-value of no difference, and the test behind it. Absent where the difference is undefined. */
export type Tested = { readonly p?: number; readonly test?: 'mcnemar-exact' | PermutationResult['method'] };

/** The cells of the paired table that tell two judges apart, in judgments; of `accuracy` alone. */
export type Discordant = { readonly aOnlyRight?: number; readonly bOnlyRight?: number };

/** A figure of b less that of a, on the rows and draws that both scored. `group` is null for all, else a language. */
export type Difference = { readonly metric: string; readonly group: string | null } & Estimate & Tested & Discordant;

/**
 * The paired differences of two judges of the same rows, b − a, overall and for each language.
 *
 * Which figures a space has follows from its view: accuracy, balanced-accuracy and kappa (weighted-kappa where ordered) on classes; mae on
 * intervals (below 0: b errs less); mean-score on numeric values; pass-rate where a class is positive. The last two need no gold.
 *
 * Intervals: accuracy, pass-rate by the adjusted Wald interval for pairs; balanced accuracy and κ by the cluster bootstrap of both judges
 * together; means by Student's on the paired differences. Tests: McNemar's exact one for accuracy and pass-rate where no two
 * observations share a cluster; else the permutation test that swaps the judges within clusters. Judges of different menus are
 * paired on what both menus hold.
 *
 * `n`: pairs that both scored (and with gold, where the figure needs it). `missing`: rows and draws of those rows that at least one judged, and
 * not both scored. Undefined as in `headline`, with a reason and no p.
 *
 * @param view of the space that both judge in; gold is taken from a's columns.
 */
export function differences(
  a: JudgedColumns,
  b: JudgedColumns,
  view: SpaceView,
  { level = defaultLevel, seed, draws = defaultDraws }: MeasureOptions,
): Difference[] {
  const pairs = pairJudgments(a, b, view);
  const languages = [...new Set([...a.languages, ...b.languages])];
  return groupsOf(languages).flatMap(({ group }) => {
    const random = seededRandom(deriveSeed(seed, 'differences', group ?? ''));
    const codes = group === null ? undefined : ([a.languages.indexOf(group), b.languages.indexOf(group)] as const);
    const options = { level, draws, random };
    return [...goldDifferences(pairs, codes, view, options), ...plainDifferences(pairs, codes, view, options)].map(
      ([metric, difference]) => ({ metric, group, ...difference }),
    );
  });
}

type Options = { readonly level: number; readonly draws: number; readonly random: Random };
type Codes = readonly [number, number] | undefined;
type Found = readonly (readonly [metric: string, difference: Estimate & Tested & Discordant])[];

function goldDifferences(pairs: Pairs, languages: Codes, view: SpaceView, options: Options): Found {
  const chosen = selectPairs(pairs, languages, true);
  const { missing } = chosen;
  const clusters = pick(pairs.a.group, chosen.a);
  if (view.classes !== undefined)
    return classDifferences(
      {
        gold: pick(pairs.a.gold, chosen.a),
        first: pick(pairs.a.value, chosen.a),
        second: pick(pairs.b.value, chosen.b),
        clusters,
        missing,
      },
      view,
      options,
    );
  if (view.range === undefined) return [];
  const gold = pick(pairs.a.goldNumber, chosen.a);
  const [first, second] = [pick(pairs.a.number, chosen.a), pick(pairs.b.number, chosen.b)];
  const change = gold.map((of, index) => Math.abs((second[index] as number) - of) - Math.abs((first[index] as number) - of));
  return [['mae', meanDifference(change, { clusters, missing, view, gold: true }, options)]];
}

function plainDifferences(pairs: Pairs, languages: Codes, view: SpaceView, options: Options): Found {
  const chosen = selectPairs(pairs, languages, false);
  const { missing } = chosen;
  const clusters = pick(pairs.a.group, chosen.a);
  const found: (readonly [string, Estimate & Tested])[] = [];
  if (view.numeric && view.range !== undefined) {
    const first = pick(pairs.a.number, chosen.a);
    const change = pick(pairs.b.number, chosen.b).map((score, index) => score - (first[index] as number));
    found.push(['mean-score', meanDifference(change, { clusters, missing, view, gold: false }, options)]);
  }
  if (view.positive !== undefined) {
    const positive = view.classes?.indexOf(view.positive) ?? -1;
    const first = pick(pairs.a.value, chosen.a);
    const change = pick(pairs.b.value, chosen.b).map(
      (of, index) => (of === positive ? 1 : 0) - (first[index] === positive ? 1 : 0),
    );
    found.push(['pass-rate', proportionDifference(change, { clusters, missing, gold: false }, options)]);
  }
  return found;
}

type JudgedTwice = {
  readonly gold: Int32Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly clusters: Int32Array;
  readonly missing: number;
};

function classDifferences({ gold, first, second, clusters, missing }: JudgedTwice, view: SpaceView, options: Options): Found {
  const change = gold.map((of, index) => (second[index] === of ? 1 : 0) - (first[index] === of ? 1 : 0));
  const accuracy = {
    ...proportionDifference(change, { clusters, missing, gold: true }, options),
    aOnlyRight: change.filter((of) => of < 0).length,
    bOnlyRight: change.filter((of) => of > 0).length,
  };
  const named = [balancedAccuracyStatistic(view), kappaStatistic(view)];
  if (gold.length === 0) return [['accuracy', accuracy], ...named.map(({ name }) => [name, nothing(missing, true)] as const)];
  const sample = classSample({ gold, verdicts: [first, second], clusters, classes: view.classes?.length ?? 0 });
  const statistics = named.map(differenceOf);
  const estimates = confusionEstimates(sample, statistics, { ...options, missing });
  const evaluate = statistics.map((statistic) => statistic.on(sample));
  const tests = swapTest(
    sample.patterns.map((kept, index) => ({ kept, swapped: sample.swapped[index] ?? kept })),
    evaluate.map((statistic) => (tally) => statistic(tablesOf(tally, sample))),
    { cells: cellCount(sample), random: options.random },
  );
  return [
    ['accuracy', accuracy],
    ...named.map(({ name }, index) => {
      const estimate = estimates[index] as Estimate;
      const test = tests[index];
      return [
        name,
        estimate.status === 'ok' && test !== undefined ? { ...estimate, p: test.p, test: test.method } : estimate,
      ] as const;
    }),
  ];
}

type Sides = { readonly clusters: Int32Array; readonly missing: number; readonly gold: boolean };

/** Changes of −1, 0 or 1. */
function proportionDifference(
  change: Int32Array,
  { clusters, missing, gold }: Sides,
  { level, random }: Options,
): Estimate & Tested {
  if (change.length === 0) return nothing(missing, gold);
  const estimate = pairedProportionDifference(change, clusters, { level, missing });
  if (new Set(clusters).size < change.length) {
    const { p, method } = signFlipTest(change, clusters, random);
    return { ...estimate, p, test: method };
  }
  const p = mcnemarTest(change.filter((of) => of < 0).length, change.filter((of) => of > 0).length);
  return { ...estimate, p, test: 'mcnemar-exact' };
}

function meanDifference(
  change: Float64Array,
  { clusters, missing, gold, view }: Sides & { readonly view: SpaceView },
  { level, random }: Options,
): Estimate & Tested {
  if (change.length === 0) return nothing(missing, gold);
  const [min, max] = view.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const estimate = clusteredMean(change, clusters, { level, missing, range: [min - max, max - min] });
  const { p, method } = signFlipTest(change, clusters, random);
  return { ...estimate, p, test: method };
}

function nothing(missing: number, gold: boolean): Estimate {
  return { status: 'undefined', reason: `no judgment that both scored${gold ? ', with gold' : ''}`, n: 0, missing };
}
