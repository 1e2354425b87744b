import { fitBoostingHead, predictBoosting, type BoostingHead, type BoostingSettings } from './boosting-head.ts';
import { fitForestHead, predictForest, type ForestHead, type ForestSettings } from './forest-head.ts';
import { fitKnnHead, predictKnn, type KnnHead, type KnnSettings } from './knn-head.ts';
import { fitLogisticHead, predictLogistic, type LogisticHead, type LogisticSettings } from './logistic-head.ts';
import { fitMlpHead, predictMlp, type MlpHead, type MlpSettings } from './mlp-head.ts';
import { fitSvmHead, predictSvm, type SvmHead, type SvmSettings } from './svm-head.ts';
import { checkTraining, type Random, type Rows, type TrainingSet } from './training-set.ts';

/** A fitted classifier as plain data: what comes back from JSON gives the same probabilities to the bit. */
export type Head = LogisticHead | MlpHead | SvmHead | KnnHead | ForestHead | BoostingHead;
export type HeadKind = Head['kind'];

/** What a head is fitted with. */
export type HeadSettings = {
  readonly logistic: LogisticSettings;
  readonly mlp: MlpSettings;
  readonly svm: SvmSettings;
  readonly knn: KnnSettings;
  readonly forest: ForestSettings;
  readonly boosting: BoostingSettings;
};

/** The kinds, the default first. */
export const headKinds: readonly HeadKind[] = ['mlp', 'logistic', 'svm', 'knn', 'forest', 'boosting'];

/** What each kind is tried with; the first is its default. Chosen on validation alone. */
export const headGrids: { readonly [Kind in HeadKind]: readonly HeadSettings[Kind][] } = {
  logistic: [1, 0.01, 0.1, 10, 100].map((c) => ({ c })),
  mlp: [1e-3, 1e-1, 1e-2].map((penalty) => ({ hidden: 16, penalty, rate: 0.01, epochs: 200 })),
  svm: [1, 0.1, 10].map((c) => ({ c, kernel: 'rbf' as const })),
  knn: [5, 1, 9, 15, 25].map((neighbours) => ({ neighbours, weights: 'uniform' as const })),
  forest: [1, 3, 10].map((least) => ({ trees: 100, depth: 50, least })),
  boosting: [3, 1, 2].map((depth) => ({ rounds: 100, rate: 0.1, depth, least: 1 })),
};

/**
 * Fits a head of a kind. Rows should be in standard units (`fitScaler` of the training rows).
 *
 * @throws RangeError on a training set that none can be fitted to (`checkTraining`), and on more neighbours than rows.
 */
export function fitHead<Kind extends HeadKind>(
  kind: Kind,
  training: TrainingSet,
  settings: HeadSettings[Kind],
  random: Random,
): Head {
  checkTraining(training);
  const given = settings as never;
  switch (kind as HeadKind) {
    case 'logistic':
      return fitLogisticHead(training, given);
    case 'mlp':
      return fitMlpHead(training, given, random);
    case 'svm':
      return fitSvmHead(training, given, random);
    case 'knn':
      return fitKnnHead(training, given);
    case 'forest':
      return fitForestHead(training, given, random);
    case 'boosting':
      return fitBoostingHead(training, given);
  }
}

/** Probabilities of the classes for each row; they sum to 1. */
export function predictHead(head: Head, rows: Rows): Float64Array[] {
  switch (head.kind) {
    case 'logistic':
      return predictLogistic(head, rows);
    case 'mlp':
      return predictMlp(head, rows);
    case 'svm':
      return predictSvm(head, rows);
    case 'knn':
      return predictKnn(head, rows);
    case 'forest':
      return predictForest(head, rows);
    case 'boosting':
      return predictBoosting(head, rows);
  }
}
