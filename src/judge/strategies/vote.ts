import { z } from 'zod';
import { poolMajority } from '../pooling.ts';
import type { Strategy } from '../strategy.ts';
import { speaker } from '../speaker.ts';

const options = z.strictObject({
  votes: z.int().min(1).max(101).default(3).describe('Independent draws of the same question.'),
  ties: z
    .enum(['abstain', 'first'])
    .default('abstain')
    .describe('What happens where several values share the top count: abstain, or the first voter among them.'),
});

/** K draws of one question; the value with more than half of all votes. Monolingual vote of SEMJ §5.2. */
export const vote: Strategy<z.infer<typeof options>> = {
  kind: 'vote',
  version: 1,
  summary: 'Several draws of one question; more than half of all votes decides.',
  options,
  defaultTemperature: 0.7,
  members: () => [],
  needsModel: true,
  maxCalls: (_spec, { votes }) => votes,
  decide: async (turn, { votes, ties }) => {
    const parts = await Promise.all(
      Array.from({ length: votes }, (_, sample) => turn.ask(`vote/${sample}`, { sample, samples: votes })),
    );
    const verdict = poolMajority(parts, ties);
    return { verdict, ...speaker(verdict, parts) };
  },
};
