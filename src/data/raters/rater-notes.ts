import { ruleOf } from './consensus-rule.ts';
import { labelCounts } from './label-table.ts';
import type { RatedLabels } from './rated-dataset.ts';

/** What is to be known before gold that is a consensus is trusted; a sentence each. `place`: the data set's name. */
export function raterNotes({ spec, table, consensus }: RatedLabels, place: string): string[] {
  const counts = labelCounts(table);
  const silent = table.raters.filter((_, rater) => counts[rater] === 0);
  const speaking = table.raters.length - silent.length;
  const reasons = new Map<string, number>();
  for (const item of consensus.items) if ('none' in item) reasons.set(item.none, (reasons.get(item.none) ?? 0) + 1);
  const without = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const rule = ruleOf(spec.consensus).kind;
  const notes = [
    `${place}: gold is the consensus (${rule}) of ${speaking} raters on ${table.items.length - without} of ${table.items.length} items.`,
  ];
  if (without > 0)
    notes.push(
      `${place}: ${without} items have no consensus (${[...reasons].map(([reason, count]) => `${reason}: ${count}`).join('; ')}); they are judged and count in no agreement.`,
    );
  if (silent.length > 0) notes.push(`${place}: ${silent.slice(0, 10).join(', ')} labelled nothing.`);
  if (consensus.model !== undefined && !consensus.model.converged)
    notes.push(
      `${place}: dawid-skene has not converged after ${consensus.model.iterations} rounds; its consensus may still move.`,
    );
  if (consensus.model !== undefined && speaking < 3)
    notes.push(
      `${place}: dawid-skene of two raters is not identified by their labels alone: where they differ it follows the one whose labels are more common.`,
    );
  return notes;
}
