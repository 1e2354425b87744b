import type { SpaceView } from '../core/space-view.ts';
import type { Random } from '../core/random.ts';
import { classSample } from '../stats/classification/class-observations.ts';
import { confusionEstimates } from '../stats/classification/confusion-bootstrap.ts';
import type { Estimate } from '../stats/estimate.ts';
import { clusteredProportion } from '../stats/proportions/clustered-proportion.ts';
import { balancedAccuracyStatistic, kappaStatistic, macroStatistics } from './class-statistics.ts';

/** Scored judgments with gold, as codes of the view's classes. */
export type JudgedClasses = {
  readonly gold: Int32Array;
  readonly verdicts: Int32Array;
  readonly clusters: Int32Array;
  readonly missing: number;
};

export type FigureOptions = { readonly level: number; readonly draws: number; readonly random: Random };

/** Named figures in the order of a summary. */
export type Figures = readonly (readonly [name: string, estimate: Estimate])[];

/** Figures of verdicts that are classes, against gold. `n` is always that of all scored judgments with gold. */
export function classFigures(judged: JudgedClasses, view: SpaceView, options: FigureOptions): Figures {
  const { gold, verdicts, clusters, missing } = judged;
  const n = gold.length;
  const classes = view.classes ?? [];
  const positive = view.positive === undefined ? -1 : classes.indexOf(view.positive);
  const statistics = [balancedAccuracyStatistic(view), ...(positive < 0 ? macroStatistics() : []), kappaStatistic(view)];
  const sample = classSample({ gold, verdicts: [verdicts], clusters, classes: classes.length });
  const estimates = confusionEstimates(
    sample,
    statistics.map(({ statistic }) => statistic),
    { ...options, missing },
  );
  const bootstrapped = statistics.map(({ name }, index) => [name, estimates[index] as Estimate] as const);
  const [balanced, kappa] = [bootstrapped[0], bootstrapped.at(-1)] as [(typeof bootstrapped)[0], (typeof bootstrapped)[0]];
  const right = gold.map((of, index) => (verdicts[index] === of ? 1 : 0));
  const commonest = commonestCode(gold, classes.length);
  return [
    ['accuracy', clusteredProportion(right, clusters, { level: options.level, missing })],
    balanced,
    ...(positive < 0 ? bootstrapped.slice(1, -1) : positiveFigures(judged, positive, String(view.positive), options.level)),
    kappa,
    [
      'constant-baseline',
      clusteredProportion(
        gold.map((of) => (of === commonest ? 1 : 0)),
        clusters,
        { level: options.level, missing },
      ),
    ],
    ['random-baseline', randomBaseline(classes.length, { n, missing, level: options.level })],
  ];
}

/**
 * Precision, recall and F1 of the positive class. Precision and recall are proportions of fewer observations; F1 = 2J/(1 + J)
 * with J the share of hits among those where gold or verdict is positive, so its interval is that of a proportion, bent.
 */
function positiveFigures(
  { gold, verdicts, clusters, missing }: JudgedClasses,
  positive: number,
  name: string,
  level: number,
): Figures {
  const n = gold.length;
  const share = (counts: (of: number, verdict: number) => boolean, reason: string): Estimate => {
    const places = [...gold.keys()].filter((index) => counts(gold[index] as number, verdicts[index] as number));
    const hits = places.map((index) => (gold[index] === positive && verdicts[index] === positive ? 1 : 0));
    const estimate = clusteredProportion(
      hits,
      places.map((index) => clusters[index] as number),
      { level, missing },
    );
    return estimate.status === 'ok' ? { ...estimate, n } : { status: 'undefined', reason, n, missing };
  };
  const jaccard = share((of, verdict) => of === positive || verdict === positive, `neither gold nor a verdict is ${name}`);
  const bend = (j: number): number => (2 * j) / (1 + j);
  return [
    ['precision', share((_, verdict) => verdict === positive, `no verdict is ${name}`)],
    ['recall', share((of) => of === positive, `no gold is ${name}`)],
    [
      'f1',
      jaccard.status === 'ok'
        ? { ...jaccard, value: bend(jaccard.value), low: bend(jaccard.low), high: bend(jaccard.high) }
        : jaccard,
    ],
  ];
}

/** What a judge that draws its answer evenly gets: a constant, so its interval is the point. */
function randomBaseline(classes: number, { n, missing, level }: { n: number; missing: number; level: number }): Estimate {
  if (n === 0) return { status: 'undefined', reason: 'no observation', n, missing };
  const value = 1 / classes;
  return { status: 'ok', value, low: value, high: value, level, method: 'exact', n, missing };
}

/** The code that occurs most; the first in menu order of several. */
export function commonestCode(codes: Int32Array, classes: number): number {
  const counts = new Float64Array(classes);
  for (const code of codes) counts[code] = (counts[code] as number) + 1;
  return counts.indexOf(Math.max(...counts));
}
