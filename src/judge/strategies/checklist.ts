import { z } from 'zod';
import { speaker } from '../speaker.ts';
import type { Strategy } from '../strategy.ts';

const options = z.strictObject({
  items: z
    .union([z.string().trim().min(1), z.array(z.string().trim().min(1)).min(1)])
    .describe('What to look at: a list, or (in assize.yaml) a file with an item a line.'),
});

/** A checklist that the user wrote stands before the judge, who answers the items that matter and gives the verdict. */
export const checklist: Strategy<z.infer<typeof options>> = {
  kind: 'checklist',
  version: 1,
  summary: 'Judges by a checklist of yours, the same for every item.',
  options,
  members: () => [],
  needsModel: true,
  maxCalls: () => 1,
  decide: async (turn, { items }) => {
    const list = typeof items === 'string' ? items.split('\n') : items;
    const text = list.map((item) => `- ${item.replace(/^\s*(?:[-*•]|\d+[.)])\s+/u, '').trim()}`).filter((line) => line !== '- ');
    const part = await turn.ask('verdict', {
      history: [{ heading: 'Checklist:', text: text.join('\n'), tag: 'checklist' }],
      request,
    });
    return { verdict: part.verdict, ...speaker(part.verdict, [part]) };
  },
};

const request =
  'Above is the checklist. Answer those of its items that matter here; say in your reason what you found; then judge.';
