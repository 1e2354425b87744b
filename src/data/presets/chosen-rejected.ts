import type { RawRecord } from '../formats/entry.ts';
import { candidateSides } from './candidate-sides.ts';
import { keyAt, textAt, textOrNull } from './record-cells.ts';

/** How the sides of `chosen` and `rejected` are told to a reader. */
export const sidesByHash =
  'Files name one answer chosen and one rejected: which of them is A is by a hash of the id, else a judge that always says A would be right.';

/** The record of a row with a chosen and a rejected answer to a prompt. */
export function chosenRejected(
  record: RawRecord,
  { id, language }: { readonly id: string; readonly language: string },
): Record<string, unknown> {
  const sides = candidateSides(textAt(record, 'chosen'), textAt(record, 'rejected'), id);
  const models = [textOrNull(record, 'chosen_model'), textOrNull(record, 'rejected_model')];
  const [model_a, model_b] = sides.gold === 'A' ? models : models.reverse();
  return { id, prompt: textAt(record, 'prompt'), ...sides, language, subset: keyAt(record, 'subset'), model_a, model_b };
}
