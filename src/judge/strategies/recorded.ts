import { z } from 'zod';
import type { Strategy } from '../strategy.ts';

const options = z.strictObject({
  column: z.string().min(1).describe('Column of the data that holds the verdicts.'),
  rationaleColumn: z.string().min(1).optional().describe('Column that holds the reasons.'),
});

/** Verdicts that are already in the data, for every command that needs no new call. */
export const recorded: Strategy<z.infer<typeof options>> = {
  kind: 'recorded',
  version: 1,
  summary: 'Verdicts that are already in the data; makes no call.',
  options,
  members: () => [],
  needsModel: false,
  maxCalls: () => 0,
  decide: async (turn, { column, rationaleColumn }) => {
    const raw = turn.item.recorded?.[column];
    const admission = turn.space.admit(raw ?? null);
    const reason = rationaleColumn === undefined ? undefined : turn.item.recorded?.[rationaleColumn];
    const reply = raw === undefined || raw === null ? undefined : typeof raw === 'string' ? raw : JSON.stringify(raw);
    return {
      verdict:
        'ok' in admission
          ? { status: 'scored', value: admission.ok, reading: 'strict' }
          : { status: 'unreadable', problem: admission.problem, message: `column "${column}": ${admission.message}` },
      ...(typeof reason === 'string' && { rationale: reason }),
      ...(reply !== undefined && { reply }),
    };
  },
};
