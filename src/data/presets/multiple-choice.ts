import type { Outcome } from './convert-records.ts';

/** A question with several answers of which one is right. */
export type Question = {
  readonly id: string;
  readonly question: string;
  readonly language: string;
  readonly parallel: string;
  readonly context?: string;
  /** By letter, those there are. */
  readonly answers: readonly (readonly [letter: string, text: string])[];
  readonly right: string;
  readonly columns: Readonly<Record<string, unknown>>;
};

/** An item for each answer: is it the right one? */
export function answerRecords(question: Question): Outcome[] {
  return question.answers.map(([letter, answer]) => ({
    record: {
      ...question.columns,
      id: `${question.id}/${letter}`,
      question: question.question,
      context: question.context ?? null,
      answer,
      letter,
      gold: letter === question.right,
      language: question.language,
      group: question.parallel,
      parallel: `${question.parallel}/${letter}`,
    },
  }));
}

/** One item for the question with its answers: which letter is right? */
export function choiceRecords(question: Question): Outcome[] {
  const options = question.answers.map(([letter, answer]) => `${letter}. ${answer}`).join('\n');
  return [
    {
      record: {
        ...question.columns,
        id: question.id,
        question: `${question.question}\n\n${options}`,
        context: question.context ?? null,
        options,
        gold: question.right,
        language: question.language,
        group: question.parallel,
        parallel: question.parallel,
      },
    },
  ];
}
