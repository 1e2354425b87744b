import { isObject } from '../../core/json.ts';
import type { RawRecord } from '../formats/entry.ts';
import { shortHash } from './candidate-sides.ts';
import { convertRecords } from './convert-records.ts';
import type { Preset } from './preset.ts';
import { shepherdFiles } from './published-files.ts';
import { keyAt, listAt, objectAt, RecordFault, textAt } from './record-cells.ts';

/** Shepherd: wrong outputs with a person's critique, each beside the right one. */
export const shepherd: Preset = {
  name: 'shepherd',
  summary: 'is an output right? Wrong ones with a person’s critique, each beside the right one',
  source: {
    title: 'Shepherd, human critiques',
    folder: 'shepherd',
    licence: { name: 'CC BY-NC 4.0', light: 'non-commercial' },
    terms: 'Shepherd: licence CC BY-NC 4.0 (no commercial use).',
    home: 'https://github.com/facebookresearch/Shepherd',
    files: shepherdFiles,
  },
  items: 2634,
  languages: ['en'],
  verdict: { kind: 'binary', pass: { label: 'correct' }, fail: { label: 'incorrect' } },
  goldBy: 'one person (critique and scores); the right output is its data set’s',
  handled: [
    'A row becomes two items: the candidate, a fail, with the critiques as rationale; and the right output, a pass. They are one group, by their context.',
    'Every candidate has a critique, but 101 have 4 or 5 of 5 on both scales: their faults are mild, so they are kept without gold. justified and relevant hold the scores, for candidates alone: map: { gold: justified } takes one.',
    'No candidate is without an error by its annotator; annotators and right outputs are wrong in places. 22 rows are flagged as not to be understood, 4 as inappropriate (flags).',
  ],
  columns: {
    which: 'candidate or correct',
    dataset: 'the data set that the item is from',
    errors: 'kinds of error, with a comma between',
    justified: 'how well justified, 1 to 5',
    relevant: 'how correct and relevant, 1 to 5',
    flags: 'flags, with a comma between',
  },
  files: ['human_data_raw.jsonl'],
  map: {
    id: 'id',
    input: 'context',
    output: 'output',
    gold: 'gold',
    language: { value: 'en' },
    group: 'group',
    rationale: 'rationale',
  },
  records: (rows) =>
    convertRecords(rows, (record) => {
      const id = keyAt(record, 'id');
      const { context, output_correct: correct, output_candidate: candidate } = objectAt(record, 'metadata');
      const answers = objectAt(objectAt(record, 'latestLabel'), 'jsonResponse');
      if (typeof context !== 'string' || typeof correct !== 'string' || typeof candidate !== 'string')
        throw new RecordFault(
          'metadata',
          'texts context, output_correct and output_candidate',
          Object.keys(objectAt(record, 'metadata')),
        );
      const common = { context, group: shortHash(context), dataset: textAt(record, 'dataset') };
      const justified = scoreOf(answers, 'CLASSIFICATION_JOB');
      const relevant = scoreOf(answers, 'CLASSIFICATION_JOB_1');
      const errors = categoriesOf(answers, 'CLASSIFICATION_JOB_0');
      return [
        {
          record: {
            ...common,
            id: `${id}/candidate`,
            which: 'candidate',
            output: candidate,
            gold: justified >= 4 && relevant >= 4 ? null : false,
            rationale: errors.flatMap(critiquesOf).join('\n\n'),
            errors: errors.map((error) => textAt(error, 'categoryName')).join(', '),
            justified,
            relevant,
            flags: Object.hasOwn(answers, 'CLASSIFICATION_JOB_2')
              ? categoriesOf(answers, 'CLASSIFICATION_JOB_2')
                  .map((flag) => textAt(flag, 'categoryName'))
                  .join(', ')
              : null,
          },
        },
        {
          record: {
            ...common,
            id: `${id}/correct`,
            which: 'correct',
            output: correct,
            gold: true,
            rationale: null,
            errors: null,
            justified: null,
            relevant: null,
            flags: null,
          },
        },
      ];
    }),
};

function categoriesOf(answers: RawRecord, job: string): RawRecord[] {
  return listAt(objectAt(answers, job), 'categories').map((category) => {
    if (!isObject(category)) throw new RecordFault(`${job}.categories`, 'objects', category);
    return category;
  });
}

/** The score that a category's name begins with. */
function scoreOf(answers: RawRecord, job: string): number {
  const [category] = categoriesOf(answers, job);
  const score = Number(category === undefined ? Number.NaN : textAt(category, 'categoryName')[0]);
  if (!(score >= 1 && score <= 5))
    throw new RecordFault(`${job}.categories[0].categoryName`, 'a name that begins with 1 to 5', category?.['categoryName']);
  return score;
}

function critiquesOf(error: RawRecord): string[] {
  const children = error['children'];
  if (!isObject(children)) return [];
  return Object.values(children).flatMap((child) =>
    isObject(child) && typeof child['text'] === 'string' && child['text'].trim() !== '' ? [child['text'].trim()] : [],
  );
}
