import type { RawRecord } from '../formats/entry.ts';
import { shortHash } from './candidate-sides.ts';
import { convertRecords } from './convert-records.ts';
import { majority, raterColumns } from './majority.ts';
import type { Preset } from './preset.ts';
import { feedbackqaFiles } from './published-files.ts';
import { keyAt, listAt, objectAt, RecordFault, textAt } from './record-cells.ts';

const ratings = ['Bad', 'Could be Improved', 'Acceptable', 'Excellent'] as const;
type Rating = (typeof ratings)[number];

/** FeedbackQA: passages that a retriever answered questions with, two people's ratings and reasons each. */
export const feedbackqa: Preset = {
  name: 'feedbackqa',
  summary: 'does a retrieved passage answer the question? Two people’s ratings and reasons each',
  source: {
    title: 'FeedbackQA, validation split, WHO',
    folder: 'feedbackqa',
    licence: { name: 'Apache-2.0', light: 'open', note: 'Said on its Hugging Face card; the repository has no licence file.' },
    home: 'https://github.com/McGill-NLP/feedbackqa',
    files: feedbackqaFiles,
  },
  items: 129,
  languages: ['en'],
  verdict: { kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } },
  goldBy: 'two people who agree',
  handled: [
    'Excellent and Acceptable are a pass, Could be Improved and Bad a fail. Gold is what both people say; the 36 items on which they are split are kept without gold. feedbackqa-ratings has a row a rating.',
    'There are no ids: they are a hash of the question and passage_id. The 43 questions are groups.',
    'The output is a passage that was retrieved, not written for the question. It is health text of the COVID era: not to be read as advice.',
  ],
  columns: {
    rating1: 'the first person’s rating as published',
    rating2: 'the second’s',
    rater1: 'the first as pass or fail',
    rater2: 'the second',
  },
  files: ['**/feedback_*.json'],
  map: {
    id: 'id',
    input: 'question',
    output: 'passage',
    gold: 'gold',
    language: { value: 'en' },
    group: 'group',
    rationale: 'rationale',
  },
  records: (rows) =>
    convertRecords(rows, (record) => {
      const votes = votesOf(record);
      const passes = votes.map(({ pass }) => pass);
      return [
        {
          record: {
            ...passageOf(record),
            gold: majority(passes),
            rationale: votes
              .map(({ reason }) => reason)
              .filter((reason) => reason !== '')
              .join('\n\n'),
            rating1: votes[0]?.rating ?? null,
            rating2: votes[1]?.rating ?? null,
            ...raterColumns(passes, 2),
          },
        },
      ];
    }),
};

/** A row a rating, with its own reason. */
export const feedbackqaRatings: Preset = {
  ...feedbackqa,
  name: 'feedbackqa-ratings',
  summary: 'feedbackqa with a row for each of two ratings',
  items: 258,
  goldBy: 'two people',
  handled: [
    'Excellent and Acceptable are a pass, Could be Improved and Bad a fail; rating has the word, for an ordinal judge: map: { gold: rating }.',
    ...feedbackqa.handled.slice(1),
    'A rater is a place in the list, which may be another person in another row.',
  ],
  columns: { rating: 'the rating as published', item: 'id of the passage under its question, as in feedbackqa' },
  map: { ...feedbackqa.map, rater: 'rater' },
  records: (rows) =>
    convertRecords(rows, (record) => {
      const passage = passageOf(record);
      return votesOf(record).map(({ rating, pass, reason }, index) => {
        const rater = `rater${index + 1}`;
        return {
          record: {
            ...passage,
            item: passage.id,
            id: `${passage.id}/${rater}`,
            rater,
            rating,
            gold: pass,
            rationale: reason === '' ? null : reason,
          },
        };
      });
    }),
};

function passageOf(record: RawRecord): {
  readonly id: string;
  readonly group: string;
  readonly question: string;
  readonly passage: string;
} {
  const question = textAt(record, 'question');
  const passage = objectAt(record, 'passage');
  const group = shortHash(question);
  return {
    id: `${group}/${keyAt(passage, 'passage_id')}`,
    group,
    question,
    passage: textAt(objectAt(passage, 'reference'), 'section_content'),
  };
}

function votesOf(record: RawRecord): { readonly rating: Rating; readonly pass: boolean; readonly reason: string }[] {
  const reasons = listAt(record, 'feedback');
  return listAt(record, 'rating').map((given, index) => {
    const rating = ratings.find((name) => name === given);
    if (rating === undefined) throw new RecordFault('rating', `one of ${ratings.join(', ')}`, given);
    const reason = reasons[index];
    return { rating, pass: ratings.indexOf(rating) >= 2, reason: typeof reason === 'string' ? reason : '' };
  });
}
