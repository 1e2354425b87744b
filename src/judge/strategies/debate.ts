import { z } from 'zod';
import type { HistoryEntry } from '../prompt/render.ts';
import { helperModel, modelOption } from '../steps/helper-model.ts';
import { speaker } from '../speaker.ts';
import type { AskedPart, Strategy } from '../strategy.ts';

const options = z.strictObject({
  debaters: z.int().min(2).max(10).default(2).describe('How many judges argue.'),
  rounds: z
    .int()
    .min(1)
    .max(10)
    .default(2)
    .describe('Rounds in all: in the first each judges alone, in the others having read the others.'),
  moderator: modelOption.optional().describe('The model that reads the debate and decides; the judge’s own by default.'),
});

/**
 * Debate between judges (the baseline of UCS §4; Du et al. 2024, Chan et al. 2024): each judges alone, then again with what the others said before it, and a moderator who has read
 * the last round decides. Who speaks is told by number, and nobody sees its own earlier answer as another's.
 */
export const debate: Strategy<z.infer<typeof options>> = {
  kind: 'debate',
  version: 1,
  summary: 'Several judges answer, read each other and answer again; a moderator decides.',
  options,
  members: () => [],
  models: ({ moderator }) => (moderator === undefined ? [] : [helperModel(moderator)]),
  defaultTemperature: 0.7,
  needsModel: true,
  maxCalls: (_spec, { debaters, rounds }) => debaters * rounds + 1,
  decide: async (turn, { debaters, rounds, moderator }) => {
    const seats = Array.from({ length: debaters }, (_, seat) => seat);
    let said: readonly AskedPart[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = said;
      said = await Promise.all(
        seats.map((seat) =>
          turn.ask(`round/${round}/debater/${seat}`, {
            sample: seat,
            samples: debaters,
            round,
            ...(round > 0 && {
              history: before.map((part, other) => entry(part, other === seat ? 'Your answer' : `What judge ${other + 1} says`)),
              request: `You are judge ${seat + 1} of ${debaters}. Above are your answer and those of the others. Weigh their reasons: keep to yours where it holds, correct it where it does not, and judge again.`,
            }),
          }),
        ),
      );
      // One that was not heard for a fault may be heard the next time: another debate without it would be another judge for this item.
      const failed = said.find(({ verdict }) => verdict.status === 'failed');
      if (failed !== undefined) return { verdict: failed.verdict };
    }
    const [first] = said;
    if (first !== undefined && said.every(({ verdict }) => verdict.status !== 'scored')) return { verdict: first.verdict };
    const ruling = await turn.ask('moderator', {
      role: 'moderate',
      round: rounds,
      model: moderatorOf(turn.spec.model, moderator),
      history: said.map((part, seat) => entry(part, `What judge ${seat + 1} says`)),
      request:
        'You moderate a debate between judges; above is where they stand. Weigh their reasons, not their number, and decide.',
    });
    return { verdict: ruling.verdict, ...speaker(ruling.verdict, [ruling]) };
  },
};

type Voice = ReturnType<typeof helperModel>;

function moderatorOf(own: Voice | undefined, option: z.infer<typeof modelOption> | undefined): Voice {
  if (option !== undefined) return helperModel(option);
  if (own === undefined) throw new Error('debate: expected a judge with a model. Set needsModel in the strategy.');
  return { ...own, temperature: 0 };
}

function entry({ verdict, rationale }: AskedPart, heading: string): HistoryEntry {
  const said = verdict.status === 'scored' ? `Verdict: ${verdict.value}` : 'No readable verdict.';
  return { heading: `${heading}:`, text: rationale === undefined ? said : `${said}\nReason: ${rationale}` };
}
