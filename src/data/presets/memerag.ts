import { convertRecords } from './convert-records.ts';
import { raterColumns } from './majority.ts';
import { memeragSentences, rationaleOf, relevances } from './memerag-sentences.ts';
import type { Preset } from './preset.ts';
import type { PublicSource } from './public-source.ts';
import { memeragFiles } from './published-files.ts';

const source: PublicSource = {
  title: 'MEMERAG',
  folder: 'memerag',
  licence: { name: 'CC BY-NC 4.0', light: 'non-commercial', note: 'Its questions and passages are from MIRACL (Apache-2.0).' },
  terms:
    'MEMERAG: licence CC BY-NC 4.0 (no commercial use), and its authors ask that it is never used to train models. Evaluate with it alone.',
  home: 'https://github.com/amazon-science/MEMERAG',
  files: memeragFiles,
};

const shared: Pick<Preset, 'source' | 'files' | 'map'> = {
  source,
  files: ['memerag/*.jsonl'],
  map: {
    id: 'id',
    input: 'query',
    context: 'context',
    output: 'sentence',
    gold: 'gold',
    language: 'language',
    group: 'group',
    rationale: 'rationale',
    fields: { preceding: 'preceding' },
  },
};
const handled = [
  'A row is a question with its passages and the sentences of an answer: each sentence is an item, the sentences before it stand in its context after the passages.',
  'query_id is a number in English and a text elsewhere: both become text. The sentences of a question are one group.',
  'The files of memerag_ext hold other answers by other models with five raters: never a superset of the original. Their gold is what more than half of the raters say; each rater’s own label is in rater1 to rater5, and memerag-ratings has a row a label.',
  'Comments are in English in every language, boilerplate among them (no comment, a full stop): those with no letter, and no comment, are no rationale; comments keeps all. Some contradict their label.',
  'Hindi is not in NFC and has joiners: texts are left as they are.',
] as const;
const columns = {
  factuality: 'the label as published; of several raters, that of more than half',
  fine_grained: 'kind of error, or of support',
  relevance: 'the second label',
  comments: 'the comments as published',
  set: 'original, ext or ext-majority, by the folder',
  preceding: 'the sentences of the answer before this one',
  agreement: 'how many of the raters gave the commonest label',
};

/** Sentences of retrieval-augmented answers: is what they say in the passages? */
export const memerag: Preset = {
  ...shared,
  name: 'memerag',
  summary: 'is a sentence of an answer supported by the retrieved passages? With a person’s comment, five languages',
  items: 2322,
  languages: ['en', 'de', 'es', 'fr', 'hi'],
  verdict: { kind: 'binary', pass: { label: 'supported' }, fail: { label: 'not supported' } },
  goldBy: 'one person (memerag_ext: five)',
  handled: [
    ...handled,
    'Supported is a pass, Not Supported a fail; the 34 sentences that are Challenging to determine are kept without gold (filter by factuality).',
  ],
  columns,
  records: (rows, file) =>
    convertRecords(rows, (record) =>
      memeragSentences(record, file).map((sentence) => ({
        record: {
          ...sentence,
          gold: passOf(sentence.factuality),
          ...raterColumns(
            sentence.votes.map(({ factuality }) => passOf(factuality)),
            5,
          ),
        },
      })),
    ),
};

/** The same sentences by the second label: their bearing on the question. */
export const memeragRelevance: Preset = {
  ...shared,
  name: 'memerag-relevance',
  summary: 'does a sentence of an answer answer the question, add context, or neither?',
  items: 2322,
  languages: ['en', 'de', 'es', 'fr', 'hi'],
  verdict: { kind: 'categorical', labels: relevances.map((label) => ({ label })) },
  goldBy: 'one person (memerag_ext: five)',
  handled,
  columns,
  records: (rows, file) =>
    convertRecords(rows, (record) =>
      memeragSentences(record, file).map((sentence) => ({
        record: {
          ...sentence,
          gold: sentence.relevance,
          ...raterColumns(
            sentence.votes.map(({ relevance }) => relevance),
            5,
          ),
        },
      })),
    ),
};

/** Of the extension, a row for every rater's label. */
export const memeragRatings: Preset = {
  ...shared,
  name: 'memerag-ratings',
  summary: 'memerag’s extension with a row for each of five raters',
  items: 1130,
  languages: ['en'],
  verdict: { kind: 'binary', pass: { label: 'supported' }, fail: { label: 'not supported' } },
  goldBy: 'five people',
  handled: [...handled, 'A rater is a place in the list (rater1 to rater5), which may be another person in another row.'],
  columns: { ...columns, item: 'id of the sentence, as in memerag' },
  files: ['memerag_ext/*.jsonl'],
  map: { ...shared.map, rater: 'rater' },
  records: (rows, file) =>
    convertRecords(rows, (record) =>
      memeragSentences(record, file).flatMap((sentence) =>
        sentence.votes.map((vote, index) => ({
          record: {
            ...sentence,
            ...vote,
            item: sentence.id,
            id: `${sentence.id}/rater${index + 1}`,
            rater: `rater${index + 1}`,
            gold: passOf(vote.factuality),
            rationale: rationaleOf([vote.comment]),
          },
        })),
      ),
    ),
};

function passOf(factuality: string | null): boolean | null {
  return factuality === 'Supported' ? true : factuality === 'Not Supported' ? false : null;
}
