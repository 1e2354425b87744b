import { z } from 'zod';
import type { Strategy } from '../strategy.ts';

/** One call, one verdict. */
export const single: Strategy<Record<never, never>> = {
  kind: 'single',
  version: 1,
  summary: 'One call, one verdict.',
  options: z.strictObject({}),
  members: () => [],
  needsModel: true,
  maxCalls: () => 1,
  decide: async (turn) => {
    const { verdict, rationale, text } = await turn.ask('verdict');
    return { verdict, ...(rationale !== undefined && { rationale }), ...(text !== undefined && { reply: text }) };
  },
};
