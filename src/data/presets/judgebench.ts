import { convertRecords } from './convert-records.ts';
import type { Preset } from './preset.ts';
import { judgebenchFiles } from './published-files.ts';
import { keyAt, oneOfAt, textAt } from './record-cells.ts';

/** JudgeBench: of two answers to a hard question, by one model, exactly one is right. */
export const judgebench: Preset = {
  name: 'judgebench',
  summary: 'which of two answers to a hard question is right? Knowledge, reasoning, mathematics, code',
  source: {
    title: 'JudgeBench (GPT-4o answers)',
    folder: 'judgebench',
    licence: { name: 'MIT', light: 'open', note: 'Said on its Hugging Face card; the repository has no licence file.' },
    home: 'https://github.com/ScalerLab/JudgeBench',
    files: judgebenchFiles,
  },
  items: 350,
  languages: ['en'],
  verdict: { kind: 'preference', ties: false },
  goldBy: 'match with the known answer',
  handled: [
    'Labels A>B and B>A become A and B.',
    'original_id is null on 196 rows: ids are pair_id. Pairs have up to 9,000 characters.',
  ],
  columns: { source: 'the benchmark that the question is from', response_model: 'who answered' },
  files: ['*.jsonl'],
  map: {
    id: 'pair_id',
    input: 'question',
    outputA: 'response_A',
    outputB: 'response_B',
    gold: 'gold',
    language: { value: 'en' },
    system: 'response_model',
  },
  records: (rows) =>
    convertRecords(rows, (record) => [
      {
        record: {
          pair_id: keyAt(record, 'pair_id'),
          source: textAt(record, 'source'),
          question: textAt(record, 'question'),
          response_model: textAt(record, 'response_model'),
          response_A: textAt(record, 'response_A'),
          response_B: textAt(record, 'response_B'),
          gold: oneOfAt(record, 'label', ['A>B', 'B>A'])[0],
        },
      },
    ]),
};
