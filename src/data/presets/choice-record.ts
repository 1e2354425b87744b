import type { Outcome } from './convert-records.ts';

/** An item of COPA or XCOPA, its columns. */
export type Choice = {
  readonly id: string;
  readonly split: string;
  readonly language: string;
  readonly question: 'cause' | 'effect';
  readonly premise: string;
  readonly choice1: string;
  readonly choice2: string;
  readonly gold: 'A' | 'B';
  readonly group: string;
  readonly parallel: string | null;
  readonly translated_from: string | null;
  readonly question_as_published: string;
};

/** The record of an item, its question in words; an item without a choice is left out. */
export function choiceRecord(choice: Choice): Outcome {
  if (choice.choice1 === choice.choice2) return { leftOut: 'its two candidates are the same' };
  const asked = choice.question === 'cause' ? 'What was the cause of this?' : 'What happened as a result of this?';
  return { record: { ...choice, input: `${choice.premise}\n\n${asked}` } };
}
