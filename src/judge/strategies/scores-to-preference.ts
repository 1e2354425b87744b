import { z } from 'zod';
import type { Item } from '../../core/item.ts';
import { viewOf } from '../../core/space-view.ts';
import type { Judgment } from '../judge.ts';
import type { JudgeSpec } from '../spec.ts';
import type { Strategy } from '../strategy.ts';

const options = z.strictObject({
  judge: z
    .custom<JudgeSpec>((value) => typeof value === 'object' && value !== null)
    .describe('A judge of single outputs with an ordered verdict space.'),
  margin: z
    .number()
    .min(0)
    .default(0)
    .describe('Scores no further apart than this are equal; in units of the scale, or in levels.'),
  equal: z
    .enum(['tie', 'abstain'])
    .default('tie')
    .describe('What equal scores are: a tie where the space has one, or no verdict.'),
});

/** A pair decided by one judge's scores of each candidate alone (CE-Judge §4: pairwise from two pointwise scores). */
export const scoresToPreference: Strategy<z.infer<typeof options>> = {
  kind: 'scores-to-preference',
  version: 1,
  summary: 'Scores each candidate of a pair alone, and prefers the higher.',
  options,
  refuses: (space, { judge, equal }) => {
    if (!space.pairwise)
      return 'expected a verdict of kind preference, for which scores are compared, got one without a pair. Use the scoring judge itself.';
    const inner = viewOf(judge.verdict);
    const some = inner.classes?.[0] ?? inner.range?.[0];
    if (inner.pairwise || some === undefined || inner.rank(some) === undefined)
      return 'expected a judge with an ordered verdict space, whose verdicts are higher or lower, got another. Name an ordinal, interval or binary judge.';
    return equal === 'tie' && !(space.classes ?? []).includes('tie')
      ? 'expected equal: abstain, because the verdict space has no tie, got tie. Set verdict.ties: true or equal: abstain.'
      : undefined;
  },
  members: ({ judge }) => [judge],
  needsModel: false,
  maxCalls: (_spec, { judge }, inner) => 2 * inner(judge),
  decide: async (turn, { judge, margin, equal }) => {
    const { outputA, outputB, ...rest } = turn.item;
    const alone = (output: string | undefined): Item => ({ ...rest, ...(output !== undefined && { output }) });
    const [a, b] = await Promise.all([
      turn.member('score/A', judge, alone(outputA)),
      turn.member('score/B', judge, alone(outputB)),
    ]);
    const missing = [a, b].find(({ verdict }) => verdict.status !== 'scored');
    if (missing !== undefined) return { verdict: missing.verdict };
    const { rank } = viewOf(judge.verdict);
    const difference = placeOf(a, rank) - placeOf(b, rank);
    const rationale = [`A: ${scoreText(a)}`, `B: ${scoreText(b)}`].join('\n');
    if (Math.abs(difference) > margin) return { verdict: { status: 'scored', value: difference > 0 ? 'A' : 'B' }, rationale };
    return equal === 'tie'
      ? { verdict: { status: 'scored', value: 'tie' }, rationale }
      : { verdict: { status: 'abstained', reason: 'Both candidates have the same score.' }, rationale };
  },
};

function placeOf({ verdict }: Judgment, rank: (value: string | number) => number | undefined): number {
  return verdict.status === 'scored' ? (rank(verdict.value) ?? 0) : 0;
}

function scoreText({ verdict, rationale }: Judgment): string {
  const score = verdict.status === 'scored' ? String(verdict.value) : verdict.status;
  return rationale === undefined ? score : `${score}. ${rationale}`;
}
