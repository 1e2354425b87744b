import type { VerdictSpace } from '../../core/verdict-space.ts';
import type { AskedPart, Turn } from '../strategy.ts';

/** What an item of a checklist is answered with. */
const yesNo: VerdictSpace = {
  kind: 'binary',
  pass: { label: 'yes' },
  fail: { label: 'no' },
};

/** A question of a checklist, about the output or a candidate of a pair. */
export type ChecklistQuestion = { readonly label: string; readonly text: string };

/** Asks whether one thing is true of an item: a verdict of yes or no, by the judge's own reader. */
export function askYesNo(turn: Turn, { label, text }: ChecklistQuestion, item = turn.item): Promise<AskedPart> {
  return turn.ask(label, {
    item,
    space: yesNo,
    reader: turn.spec.harness.reader,
    rubric: { text: `Answer this one question about the output, and nothing else:\n${text}` },
    role: 'criteria',
  });
}

/** The probability of yes, in 0–1: the reader's where it gives one, else 1 or 0; `undefined` where there is no answer. */
export function yesProbability({ verdict }: AskedPart): number | undefined {
  if (verdict.status !== 'scored') return undefined;
  return verdict.distribution?.['yes'] ?? (verdict.value === 'yes' ? 1 : 0);
}
