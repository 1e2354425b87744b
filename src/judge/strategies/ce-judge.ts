import { z } from 'zod';
import { viewOf } from '../../core/space-view.ts';
import type { HistoryEntry } from '../prompt/render.ts';
import { speaker } from '../speaker.ts';
import { checklistCalls, checklistsOf, type Checklists, type ResponseKey } from '../steps/checklists.ts';
import { helperModel, helperOf, modelOption } from '../steps/helper-model.ts';
import type { Strategy } from '../strategy.ts';

const options = z.strictObject({
  translator: modelOption.optional().describe('The model that translates into English; the judge’s own by default.'),
  maker: modelOption.optional().describe('The model that names concepts and writes checklists; the judge’s own by default.'),
});

/**
 * CE-Judge (§3): checklists made from both sides, each blind to one text, stand before the judge, who sees the untranslated texts, answers the items that matter and gives the
 * verdict. Pairs have lists for each candidate.
 */
export const ceJudge: Strategy<z.infer<typeof options>> = {
  kind: 'ce-judge',
  version: 1,
  summary: 'Makes checklists from the instruction and from the response, each blind to the other, and judges by them (CE-Judge).',
  options,
  members: () => [],
  models: ({ translator, maker }) => [translator, maker].flatMap((option) => (option === undefined ? [] : [helperModel(option)])),
  needsModel: true,
  maxCalls: ({ verdict }) => checklistCalls(viewOf(verdict).pairwise ? 2 : 1) + 1,
  decide: async (turn, { translator, maker }) => {
    const models = { translator: helperOf(turn, translator), maker: helperOf(turn, maker) };
    const responses: readonly ResponseKey[] = turn.space.pairwise ? ['outputA', 'outputB'] : ['output'];
    const all = await Promise.all(responses.map(async (key) => ({ key, made: await checklistsOf(turn, key, models) })));
    const [missing] = all.flatMap(({ made }) => ('fault' in made ? [made.fault] : []));
    // Judged without its checklist it would be another judge for this item alone.
    if (missing !== undefined) return { verdict: { status: 'failed', code: 'model', message: `No checklist: ${missing}.` } };
    const part = await turn.ask('verdict', { history: all.flatMap(({ key, made }) => entries(key, made)), request });
    return { verdict: part.verdict, ...speaker(part.verdict, [part]) };
  },
};

const request =
  'Above are checklists that were made without knowledge of your verdict. Answer those of their items that matter here, as you see fit; say in your reason what you found; write in English; then judge.';

const names: Readonly<Record<ResponseKey, string>> = { output: 'the output', outputA: 'output A', outputB: 'output B' };

function entries(key: ResponseKey, made: Checklists): HistoryEntry[] {
  const lists = 'lists' in made ? made.lists : [];
  return lists.map(({ direction, text }) => ({
    heading: `Checklist for ${names[key]}, ${direction === 'instruction→response' ? 'from the instruction' : 'from the response'}:`,
    text,
    tag: 'checklist',
  }));
}
