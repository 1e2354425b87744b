import { shortHash } from './candidate-sides.ts';
import { chosenRejected, sidesByHash } from './chosen-rejected.ts';
import { convertRecords } from './convert-records.ts';
import type { Preset } from './preset.ts';
import { keyAt, textAt } from './record-cells.ts';
import { unseenFiles } from './unseen-files.ts';

/** MM-Eval: pairs in 18 languages for judges and reward models. */
export const mmEval: Preset = {
  name: 'mm-eval',
  summary: 'which of two answers is better? Chat, reasoning, safety, linguistics in 18 languages',
  source: {
    title: 'MM-Eval',
    folder: 'mm_eval',
    licence: {
      name: 'see its card',
      light: 'none found',
      note: 'The licence was not to be read from here: look at the card before use.',
    },
    home: 'https://huggingface.co/datasets/prometheus-eval/MM-Eval',
    files: [],
  },
  languages: ['18 languages; 122 in one subset'],
  verdict: { kind: 'preference', ties: false },
  goldBy: 'authors, by subset',
  handled: [
    unseenFiles,
    sidesByHash,
    'Ids are the language, the subset and a hash of the texts: the file’s own id is not known to be unique. A row that comes twice is a bad row.',
    'The subset of 122 languages (lang_resource) is beside the five that the authors call core: filter by subset.',
  ],
  columns: { subset: 'as published', model_a: 'who wrote A', model_b: 'who wrote B' },
  files: ['data/test-*.parquet'],
  map: { id: 'id', input: 'prompt', outputA: 'outputA', outputB: 'outputB', gold: 'gold', language: 'language', group: 'group' },
  records: (rows) =>
    convertRecords(rows, (record) => {
      const language = keyAt(record, 'language');
      const prompt = textAt(record, 'prompt');
      const texts = [prompt, textAt(record, 'chosen'), textAt(record, 'rejected')];
      const id = `${language}/${keyAt(record, 'subset')}/${shortHash(JSON.stringify(texts))}`;
      return [{ record: { ...chosenRejected(record, { id, language }), group: shortHash(prompt) } }];
    }),
};
