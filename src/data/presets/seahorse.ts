import type { RawRecord } from '../formats/entry.ts';
import { convertGroups, type Outcome } from './convert-records.ts';
import { majority, raterColumns } from './majority.ts';
import type { Preset } from './preset.ts';
import type { PublicSource } from './public-source.ts';
import { seahorseFiles } from './published-files.ts';
import { keyAt, RecordFault, textAt } from './record-cells.ts';

const source: PublicSource = {
  title: 'SEAHORSE (the repeated ratings of its validation split)',
  folder: 'seahorse',
  licence: {
    name: 'CC BY 4.0',
    light: 'ask',
    note: 'The pinned file is a third party’s copy, which was not compared with the publisher’s archive.',
  },
  terms: 'SEAHORSE: its authors ask that validation and duplicates files are not used for training. Evaluate with them alone.',
  home: 'https://github.com/google-research-datasets/seahorse',
  files: seahorseFiles,
};

const questions = ['comprehensible', 'repetition', 'grammar', 'attribution', 'main_ideas', 'conciseness'] as const;
type Question = (typeof questions)[number];

const shared: Pick<Preset, 'source' | 'languages' | 'verdict' | 'goldBy' | 'files'> = {
  source,
  languages: ['tr', 'vi', 'ru', 'de', 'es-ES', 'en-US'],
  verdict: { kind: 'binary', pass: { label: 'yes' }, fail: { label: 'no' } },
  goldBy: 'people, one to four a summary',
  files: ['*.tsv'],
};
const handled = [
  'A summary is the inside of a JSON string after the table’s own unquoting: it is decoded.',
  'The articles are not in the files: only comprehensible, repetition and grammar can be judged; attribution, main_ideas and conciseness are columns.',
  'Yes is a pass, No a fail; Unsure and an empty cell (all but the first where a summary is not comprehensible) are no answer.',
] as const;
const meanings: Readonly<Record<string, string>> = {
  comprehensible: 'can the summary be read and understood?',
  repetition: 'is it free of needless repetition?',
  grammar: 'is it grammatically correct?',
  attribution: 'is it supported by the article?',
  main_ideas: 'does it have the main ideas of the article?',
  conciseness: 'is it concise?',
};

/** A preset whose gold is one question, a row a summary. */
function bySummary(name: string, question: Question, summary: string): Preset {
  return {
    ...shared,
    name,
    summary,
    items: 755,
    handled: [
      ...handled,
      'Ratings of one summary are one item, wherever they stand in the file: gold is what more than half of those who answered say, none where they are split; rater1 to rater4 are their answers. A place is no person.',
      `Gold is ${question}; map: { gold: … } takes another of the columns.`,
    ],
    columns: {
      ...meanings,
      ratings: 'how many people rated the summary',
      rater1: 'the first rater’s answer to the gold question, and so on to rater4',
    },
    map: map('gold'),
    records: (rows) =>
      convertGroups(rows, itemOf, (ratings): Outcome[] => {
        const first = ratings[0] as RawRecord;
        const answers = ratings.map(answersOf);
        return [
          {
            record: {
              ...textsOf(first),
              ...Object.fromEntries(questions.map((column) => [column, majority(answers.map((answer) => answer[column]))])),
              gold: majority(answers.map((answer) => answer[question])),
              ratings: ratings.length,
              ...raterColumns(
                answers.map((answer) => answer[question]),
                4,
              ),
            },
          },
        ];
      }),
  };
}

export const seahorse = bySummary(
  'seahorse',
  'comprehensible',
  'can a summary be read and understood? Six languages, several raters',
);
export const seahorseRepetition = bySummary(
  'seahorse-repetition',
  'repetition',
  'is a summary free of needless repetition? Six languages, several raters',
);
export const seahorseGrammar = bySummary(
  'seahorse-grammar',
  'grammar',
  'is a summary grammatically correct? Six languages, several raters',
);

/** A row a rating. */
export const seahorseRatings: Preset = {
  ...shared,
  name: 'seahorse-ratings',
  summary: 'seahorse with a row for each rating',
  items: 1054,
  handled: [
    ...handled,
    'A rater is a place among the ratings of the summary (rater1 to rater4), not a person. Gold is comprehensible; map: { gold: … } takes another column.',
  ],
  columns: { ...meanings, item: 'id of the summary, as in seahorse' },
  map: { ...map('comprehensible'), rater: 'rater' },
  records: (rows) =>
    convertGroups(rows, itemOf, (ratings) =>
      ratings.map((rating, index) => {
        const texts = textsOf(rating);
        const rater = `rater${index + 1}`;
        return { record: { ...texts, ...answersOf(rating), item: texts.id, id: `${texts.id}/${rater}`, rater } };
      }),
    ),
};

function map(gold: string): Preset['map'] {
  return { id: 'id', output: 'summary', gold, language: 'language', group: 'group', system: 'model' };
}

function itemOf(record: RawRecord): string {
  return ['worker_lang', 'gem_id', 'model'].map((key) => keyAt(record, key)).join('/');
}

function textsOf(record: RawRecord): {
  readonly id: string;
  readonly summary: string;
  readonly language: string;
  readonly group: string;
  readonly model: string;
} {
  const raw = textAt(record, 'summary');
  let summary: unknown;
  try {
    summary = JSON.parse(`"${raw}"`);
  } catch {
    throw new RecordFault('summary', 'the inside of a JSON string', raw);
  }
  const language = keyAt(record, 'worker_lang');
  const article = keyAt(record, 'gem_id');
  return {
    id: itemOf(record),
    summary: summary as string,
    language,
    group: `${language}/${article}`,
    model: keyAt(record, 'model'),
  };
}

function answersOf(record: RawRecord): Record<Question, boolean | null> {
  return Object.fromEntries(
    questions.map((question, index) => {
      const key = `question${index + 1}`;
      const answer = textAt(record, key);
      if (!['Yes', 'No', 'Unsure', ''].includes(answer)) throw new RecordFault(key, 'Yes, No, Unsure or nothing', answer);
      return [question, answer === 'Yes' ? true : answer === 'No' ? false : null];
    }),
  ) as Record<Question, boolean | null>;
}
