import { z } from 'zod';
import type { Verdict, VerdictValue } from '../../core/verdict.ts';
import { criteriaSetHash, criteriaSetSchema, type CriteriaSet } from '../criteria/criteria-set.ts';
import { headArtifactSchema, headShares, type HeadArtifact } from '../criteria/head-artifact.ts';
import { speaker } from '../speaker.ts';
import {
  conceptMeans,
  criteriaScores,
  scoreCalls,
  scoresRefusal,
  type CriteriaScores,
  type Scoring,
} from '../steps/criteria-scores.ts';
import type { Strategy } from '../strategy.ts';

const options = z.strictObject({
  criteria: criteriaSetSchema
    .transform(({ scale, concepts }): CriteriaSet => ({ scale, concepts }))
    .describe('The criteria set; in assize.yaml its file, as assize criteria make writes it.'),
  scoring: z
    .enum(['per-concept', 'joint'])
    .default('per-concept')
    .describe('A call for each concept’s criteria, or one for all (json reader); other readers read one score a call.'),
  head: z
    .union([z.enum(['aggregator', 'none']), headArtifactSchema])
    .default('aggregator')
    .describe(
      'What makes the verdict of the scores: the model itself, having seen them; a head that assize fit wrote (in assize.yaml its file, .json); or nothing.',
    ),
});

/**
 * UCS (§3): an item is scored on a set of criteria that all languages share; the scores make the verdict. The aggregator is the model once more, with the item and all scores
 * before it.
 */
export const ucs: Strategy<z.infer<typeof options>> = {
  kind: 'ucs',
  version: 1,
  summary: 'Scores an item on criteria that all languages share, and makes the verdict of the scores (UCS).',
  options,
  refuses: (space, { criteria, scoring, head }, { harness }) =>
    scoresRefusal(criteria, harness.reader) ??
    (typeof head === 'string' ? undefined : headRefusal(head, { criteria, scoring, classes: space.classes })),
  members: () => [],
  needsModel: true,
  maxCalls: ({ harness }, { criteria, scoring, head }) =>
    scoreCalls(criteria, scoring, harness.reader) + (head === 'aggregator' ? 1 : 0),
  decide: async (turn, { criteria, scoring, head }) => {
    const made = await criteriaScores(turn, criteria, scoring);
    if ('failed' in made) return { verdict: made.failed };
    const { scores } = made;
    if ([...scores.values()].every((score) => score === undefined))
      return {
        verdict: {
          status: 'unreadable',
          problem: 'no-answer',
          message: 'expected scores of the criteria, got none that could be read.',
        },
      };
    const told = scoresText(criteria, scores);
    if (head === 'none')
      return {
        verdict: { status: 'abstained', reason: 'Scores alone: nothing makes a verdict of them (head: none).' },
        rationale: told,
      };
    if (typeof head !== 'string') return { verdict: headVerdict(head, conceptMeans(criteria, scores)), rationale: told };
    const part = await turn.ask('verdict', {
      role: 'aggregate',
      history: [{ heading: 'Scores:', text: told, tag: 'scores' }],
      request:
        'Above is what you scored the material on each criterion. Weigh the scores, look at the material once more, and judge.',
    });
    return { verdict: part.verdict, ...speaker(part.verdict, [part]) };
  },
};

/** A head is of one criteria set, one way of scoring and one menu: applied to others it would say nothing. */
function headRefusal(
  head: HeadArtifact,
  { criteria, scoring, classes }: { criteria: CriteriaSet; scoring: Scoring; classes: readonly VerdictValue[] | undefined },
): string | undefined {
  const again = 'Fit it again with assize fit.';
  const hash = criteriaSetHash(criteria);
  if (head.criteria !== hash)
    return `expected a head of this criteria set (${hash.slice(0, 12)}), got one that was fitted on another (${head.criteria.slice(0, 12)}). ${again}`;
  if (head.scoring !== scoring) return `expected a head of scoring: ${scoring}, got one of ${head.scoring}. ${again}`;
  if (JSON.stringify(head.classes) !== JSON.stringify(classes ?? []))
    return `expected a head with the verdicts ${(classes ?? []).join(', ')}, got one with ${head.classes.join(', ')}. ${again}`;
  return undefined;
}

function headVerdict(head: HeadArtifact, means: readonly (number | undefined)[]): Verdict {
  const made = headShares(head, means);
  if ('missing' in made)
    return {
      status: 'unreadable',
      problem: 'no-answer',
      message: `expected a score of every concept for the head, got none of ${made.missing.join(', ')}.`,
    };
  const { shares } = made;
  const top = shares.indexOf(Math.max(...shares));
  return {
    status: 'scored',
    value: head.classes[top] as VerdictValue,
    distribution: Object.fromEntries(head.classes.map((value, place) => [String(value), shares[place] as number])),
  };
}

/** Every concept with its mean and its criteria’s scores; a missing one says so. */
function scoresText(set: CriteriaSet, scores: CriteriaScores): string {
  const means = conceptMeans(set, scores);
  return set.concepts
    .flatMap(({ name, criteria }, index) => [
      `${name}: ${means[index] === undefined ? 'no score' : `mean ${number(means[index])}`}`,
      ...criteria.map(
        ({ id, text }) => `- ${id} (${text}): ${scores.get(id) === undefined ? 'no score' : number(scores.get(id) as number)}`,
      ),
    ])
    .join('\n');
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}
