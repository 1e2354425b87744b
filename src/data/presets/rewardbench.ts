import { shortHash } from './candidate-sides.ts';
import { chosenRejected, sidesByHash } from './chosen-rejected.ts';
import { convertRecords } from './convert-records.ts';
import type { Preset } from './preset.ts';
import { keyAt, textAt } from './record-cells.ts';
import { unseenFiles } from './unseen-files.ts';

/** RewardBench: chosen and rejected answers in 23 subsets. */
export const rewardbench: Preset = {
  name: 'rewardbench',
  summary: 'which of two answers is better? Chat, hard chat, safety, reasoning',
  source: {
    title: 'RewardBench',
    folder: 'rewardbench',
    licence: {
      name: 'ODC-BY',
      light: 'open',
      note: 'Of the collection, by its card; its parts have licences of their own, and outputs of models the terms of these.',
    },
    home: 'https://huggingface.co/datasets/allenai/reward-bench',
    files: [],
  },
  languages: ['en'],
  verdict: { kind: 'preference', ties: false },
  goldBy: 'by subset: people, authors, match of answers',
  handled: [
    unseenFiles,
    sidesByHash,
    'Ids are the subset and the file’s id. Subsets llmbar-* and mt-bench-* are of the same items as LLMBar and MT-Bench: do not count them as further evidence.',
    'Read the split filtered, as the authors do. HumanEval and math items have one prompt in several pairs: prompts are groups.',
  ],
  columns: { subset: 'as published', model_a: 'who wrote A', model_b: 'who wrote B' },
  files: ['data/filtered-*.parquet'],
  map: {
    id: 'id',
    input: 'prompt',
    outputA: 'outputA',
    outputB: 'outputB',
    gold: 'gold',
    language: { value: 'en' },
    group: 'group',
  },
  records: (rows) =>
    convertRecords(rows, (record) => {
      const id = `${keyAt(record, 'subset')}/${keyAt(record, 'id')}`;
      return [{ record: { ...chosenRejected(record, { id, language: 'en' }), group: shortHash(textAt(record, 'prompt')) } }];
    }),
};
