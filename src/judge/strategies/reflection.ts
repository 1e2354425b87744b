import { z } from 'zod';
import type { HistoryEntry } from '../prompt/render.ts';
import { speaker } from '../speaker.ts';
import type { AskedPart, Strategy } from '../strategy.ts';

const options = z.strictObject({
  rounds: z.int().min(1).max(20).default(3).describe('Rounds of re-judging after the first verdict (s of SEMJ §5.2).'),
  stopWhenUnchanged: z.boolean().default(false).describe('End as soon as a round repeats the verdict before it.'),
});

/** Exactly s rounds of re-judging with one's own history; the last round's verdict counts. Monolingual reflection of SEMJ §5.2. */
export const reflection: Strategy<z.infer<typeof options>> = {
  kind: 'reflection',
  version: 1,
  summary: 'Judges, then judges again with its own earlier answers before it; the last round counts.',
  options,
  members: () => [],
  needsModel: true,
  maxCalls: (_spec, { rounds }) => rounds + 1,
  decide: async (turn, { rounds, stopWhenUnchanged }) => {
    let part = await turn.ask('round/0', { round: 0 });
    const history: HistoryEntry[] = [];
    for (let round = 1; round <= rounds && part.verdict.status !== 'failed'; round += 1) {
      history.push({ heading: `Your answer in round ${round}:`, text: answerText(part) });
      const next: AskedPart = await turn.ask(`round/${round}`, {
        round,
        history: [...history],
        request:
          'Above are your earlier answers on this item. Consider whether they hold, correct yourself where they do not, and judge again.',
      });
      const unchanged =
        next.verdict.status === 'scored' && part.verdict.status === 'scored' && next.verdict.value === part.verdict.value;
      part = next;
      if (stopWhenUnchanged && unchanged) break;
    }
    return { verdict: part.verdict, ...speaker(part.verdict, [part]) };
  },
};

function answerText({ verdict, rationale }: AskedPart): string {
  const said = verdict.status === 'scored' ? `Verdict: ${verdict.value}` : 'No readable verdict.';
  return rationale === undefined ? said : `${said}\nReason: ${rationale}`;
}
