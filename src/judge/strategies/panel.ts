import { z } from 'zod';
import { canonicalJson } from '../../core/json.ts';
import { poolMajority, poolMinimum, poolNumbers, type Ballot } from '../pooling.ts';
import { speaker } from '../speaker.ts';
import type { JudgeSpec } from '../spec.ts';
import type { Strategy } from '../strategy.ts';

const options = z.strictObject({
  members: z
    .array(z.custom<JudgeSpec>((value) => typeof value === 'object' && value !== null))
    .min(1)
    .describe('Judges of the same verdict space.'),
  pool: z
    .enum(['majority', 'weighted', 'mean', 'median', 'minimum'])
    .default('majority')
    .describe(
      'More than half of the members, more than half of the weight (a weighted mean on intervals), the mean (intervals), the median, or the worst verdict.',
    ),
  weights: z.array(z.number().positive()).optional().describe('One weight a member, for pool: weighted.'),
});

/** Several judges, one verdict. Members are judges like any other, panels among them. */
export const panel: Strategy<z.infer<typeof options>> = {
  kind: 'panel',
  version: 1,
  summary: 'Several judges, pooled to one verdict.',
  options,
  refuses: (space, { members, pool, weights }, spec) => {
    const other = members.findIndex(({ verdict }) => canonicalJson(verdict) !== canonicalJson(spec.verdict));
    if (other >= 0)
      return `expected members of the panel's own verdict space, got another in member ${other}. Give all the same verdict.`;
    if (weights !== undefined && weights.length !== members.length)
      return `expected ${members.length} weights, one a member, got ${weights.length}. Name one for each.`;
    if (weights !== undefined && pool !== 'weighted')
      return `expected pool: weighted beside weights, got ${pool}. Change the pool or leave the weights out.`;
    if (pool === 'mean' && space.scale !== 'interval')
      return `expected an interval for pool: mean, got a ${space.scale} scale, on which means are not verdicts. Use pool: ${space.scale === 'ordinal' ? 'median' : 'majority'}.`;
    if ((pool === 'median' || pool === 'minimum') && !ordered(space))
      return `expected an ordered verdict space for pool: ${pool}, got a nominal one. Use pool: majority.`;
    return undefined;
  },
  members: ({ members }) => members,
  needsModel: false,
  maxCalls: (_spec, { members }, inner) => members.reduce((total, member) => total + inner(member), 0),
  decide: async (turn, { members, pool, weights }) => {
    const judgments = await Promise.all(members.map((member, index) => turn.member(`member/${index}`, member)));
    const ballots: Ballot[] = judgments.map(({ verdict }, index) => ({ verdict, weight: weights?.[index] ?? 1 }));
    const verdict = pooled();
    return { verdict, ...speaker(verdict, judgments) };

    function pooled() {
      if (pool === 'minimum') return poolMinimum(ballots, turn.space);
      if (pool === 'mean' || pool === 'median') return poolNumbers(ballots, pool, turn.space);
      return pool === 'weighted' && turn.space.scale === 'interval'
        ? poolNumbers(ballots, 'mean', turn.space)
        : poolMajority(ballots);
    }
  },
};

function ordered(space: Parameters<NonNullable<(typeof panel)['refuses']>>[0]): boolean {
  const some = space.classes?.[0] ?? space.range?.[0];
  return some !== undefined && space.rank(some) !== undefined;
}
