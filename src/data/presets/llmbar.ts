import { convertRecords } from './convert-records.ts';
import { gpt4Columns, gpt4Recorded, llmbarPair } from './gpt4-transcripts.ts';
import type { Preset } from './preset.ts';
import { llmbarFiles } from './published-files.ts';
import { RecordFault } from './record-cells.ts';

/** LLMBar: of two outputs one follows the instruction; in the adversarial subsets the other looks better. */
export const llmbar: Preset = {
  name: 'llmbar',
  summary: 'which of two outputs follows the instruction? In four subsets the worse one looks better',
  source: {
    title: 'LLMBar',
    folder: 'llmbar',
    licence: { name: 'MIT', light: 'open' },
    home: 'https://github.com/princeton-nlp/LLMBar',
    files: llmbarFiles,
  },
  items: 419,
  languages: ['en'],
  verdict: { kind: 'preference', ties: false },
  goldBy: 'authors and experts',
  handled: [
    'There are no ids: they are the subset (the folder) and the row, so the files of a subset give the same ids and are read one at a time.',
    'Natural/gpt4_cot_result.json, Natural/gpt4_metrics_reference_result.json and the one of Adversarial/Manual hold the rows of dataset.json with GPT-4’s recorded verdicts in both orders: columns for a recorded judge.',
  ],
  columns: { subset: 'Natural, GPTInst, GPTOut, Manual or Neighbor', ...gpt4Columns },
  recorded: { ...gpt4Recorded, files: ['Natural/gpt4_cot_result.json', 'Adversarial/Manual/gpt4_metrics_reference_result.json'] },
  files: ['Natural/dataset.json', 'Adversarial/*/dataset.json'],
  map: { id: 'id', input: 'input', outputA: 'outputA', outputB: 'outputB', gold: 'gold', language: { value: 'en' } },
  records: (rows, file) =>
    convertRecords(rows, (record, ordinal) => {
      const subset = /(?:^|[/\\])(Natural|GPTInst|GPTOut|Manual|Neighbor)[/\\]/u.exec(file)?.[1];
      if (subset === undefined)
        throw new RecordFault('files', 'a file in a folder named by its subset, as Natural/dataset.json', file);
      return [{ record: { ...llmbarPair(record), id: `${subset}/${ordinal + 1}`, subset } }];
    }),
};
