import { shortHash } from './candidate-sides.ts';
import { convertRecords } from './convert-records.ts';
import { gpt4Columns, gpt4Recorded, llmbarPair } from './gpt4-transcripts.ts';
import type { Preset } from './preset.ts';
import { mtBenchFiles } from './published-files.ts';

/** 200 pairs of first-turn answers to MT-Bench with the majority of people, and GPT-4's recorded verdicts in both orders. */
export const mtBench: Preset = {
  name: 'mt_bench',
  summary: 'which of two answers do people prefer? MT-Bench pairs with GPT-4’s recorded verdicts in both orders',
  source: {
    title: 'MT-Bench human pairs (as LLMBar publishes them)',
    folder: 'mt_bench',
    licence: { name: 'MIT (pairs), Apache-2.0 (questions)', light: 'open' },
    home: 'https://github.com/princeton-nlp/LLMBar',
    files: mtBenchFiles,
  },
  items: 200,
  languages: ['en'],
  verdict: { kind: 'preference', ties: false },
  goldBy: 'majority of people, ties removed by the publisher',
  handled: [
    'GPT-4’s recorded verdicts are columns for a recorded judge: gpt4_first, gpt4_swapped, gpt4_both_orders (tie where the orders disagree, so that its judge needs ties: true).',
    'All are first turns; the 75 different questions are groups.',
    'No names of models are published. Ids are row numbers.',
  ],
  columns: gpt4Columns,
  recorded: { ...gpt4Recorded, files: ['human_pairs_gpt4_metrics_reference.json'] },
  files: ['human_pairs_gpt4_metrics_reference.json'],
  map: {
    id: 'id',
    input: 'input',
    outputA: 'outputA',
    outputB: 'outputB',
    gold: 'gold',
    language: { value: 'en' },
    group: 'group',
  },
  records: (rows) =>
    convertRecords(rows, (record, ordinal) => {
      const pair = llmbarPair(record);
      return [{ record: { ...pair, id: ordinal + 1, group: shortHash(pair['input'] as string) } }];
    }),
};
