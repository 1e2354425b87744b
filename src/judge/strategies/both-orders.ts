import { z } from 'zod';
import { swapCandidates } from '../../core/item.ts';
import type { SpaceView } from '../../core/space-view.ts';
import type { Scored, Verdict } from '../../core/verdict.ts';
import { speaker } from '../speaker.ts';
import type { Strategy } from '../strategy.ts';

const options = z.strictObject({
  pool: z
    .enum(['agreement', 'probability'])
    .default('agreement')
    .describe('Same candidate in both orders, or the larger sum of both orders’ probabilities.'),
  disagree: z
    .enum(['tie', 'abstain'])
    .optional()
    .describe('What a disagreement is: a tie (default where the space has ties), or an abstention.'),
});
type Options = z.infer<typeof options>;

/** A pair is judged in both orders, so that a preference for a place cannot decide. */
export const bothOrders: Strategy<Options> = {
  kind: 'both-orders',
  version: 1,
  summary: 'A pair judged in both orders: the same candidate twice, or the larger summed probability.',
  options,
  refuses: (space, { pool, disagree }, spec) => {
    if (!space.pairwise)
      return 'expected a verdict of kind preference, which alone has two orders, got one without a pair. Use another strategy.';
    if (disagree === 'tie' && !hasTies(space))
      return 'expected disagree: abstain, because the verdict space has no tie, got tie. Set verdict.ties: true or disagree: abstain.';
    if (pool === 'probability' && spec.harness.reader.kind !== 'logprobs')
      return `expected the logprobs reader, which gives probabilities to sum, got ${spec.harness.reader.kind}. Use reader: logprobs or pool: agreement.`;
    return undefined;
  },
  members: () => [],
  needsModel: true,
  maxCalls: () => 2,
  decide: async (turn, { pool, disagree }) => {
    const [shown, swapped] = await Promise.all([
      turn.ask('order/shown'),
      turn.ask('order/swapped', { item: swapCandidates(turn.item) }),
    ]);
    const orders = [shown, { ...swapped, verdict: mirrored(swapped.verdict, turn.space) }] as const;
    const missing =
      orders.find(({ verdict }) => verdict.status === 'failed') ?? orders.find(({ verdict }) => verdict.status !== 'scored');
    if (missing !== undefined) return { verdict: missing.verdict, ...speaker(missing.verdict, orders) };
    const [first, second] = orders.map(({ verdict }) => verdict as Scored) as [Scored, Scored];
    const verdict =
      pool === 'probability' ? summed(first, second, turn.space, disagree) : agreed(first, second, turn.space, disagree);
    return { verdict, ...speaker(verdict, orders) };
  },
};

function agreed(first: Scored, second: Scored, space: SpaceView, disagree: Options['disagree']): Verdict {
  if (first.value === second.value) return { status: 'scored', value: first.value };
  return disagreement(space, disagree, `The orders disagree: ${first.value} as shown, ${second.value} swapped.`);
}

function summed(first: Scored, second: Scored, space: SpaceView, disagree: Options['disagree']): Verdict {
  const labels = Object.keys(first.distribution ?? {});
  const distribution = Object.fromEntries(
    labels.map((label) => [label, ((first.distribution?.[label] ?? 0) + (second.distribution?.[label] ?? 0)) / 2]),
  );
  const top = Math.max(...Object.values(distribution));
  const leaders = labels.filter((label) => top - (distribution[label] as number) < 1e-12);
  if (leaders.length !== 1)
    return disagreement(space, disagree, 'Both orders together give two candidates the same probability.');
  const coverage = ((first.coverage ?? 0) + (second.coverage ?? 0)) / 2;
  return { status: 'scored', value: leaders[0] as string, reading: 'logprobs', distribution, coverage };
}

function disagreement(space: SpaceView, disagree: Options['disagree'], reason: string): Verdict {
  return (disagree ?? (hasTies(space) ? 'tie' : 'abstain')) === 'tie'
    ? { status: 'scored', value: 'tie' }
    : { status: 'abstained', reason };
}

/** The verdict on the swapped pair as one on the item: the same candidate under its own name. */
function mirrored(verdict: Verdict, space: SpaceView): Verdict {
  if (verdict.status !== 'scored') return verdict;
  const { distribution } = verdict;
  return {
    ...verdict,
    value: space.mirror(verdict.value),
    ...(distribution && {
      distribution: Object.fromEntries(
        Object.keys(distribution).map((label) => [label, distribution[String(space.mirror(label))] ?? 0]),
      ),
    }),
  };
}

function hasTies(space: SpaceView): boolean {
  return space.classes?.includes('tie') ?? false;
}
