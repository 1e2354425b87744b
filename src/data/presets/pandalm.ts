import type { RawRecord } from '../formats/entry.ts';
import { itemText } from '../mapping/item-text.ts';
import { shortHash } from './candidate-sides.ts';
import { convertRecords } from './convert-records.ts';
import { majority, raterColumns } from './majority.ts';
import type { Preset } from './preset.ts';
import { pandalmFiles } from './published-files.ts';
import { keyAt, RecordFault, textAt, wholeAt } from './record-cells.ts';

/** PandaLM's test set: pairs with three people's votes. */
export const pandalm: Preset = {
  name: 'pandalm',
  summary: 'which of two responses is better, or neither? Three people’s votes each',
  source: {
    title: 'PandaLM test set',
    folder: 'pandalm',
    licence: { name: 'Apache-2.0', light: 'open' },
    home: 'https://github.com/WeOpenML/PandaLM',
    files: pandalmFiles,
  },
  items: 999,
  languages: ['en'],
  verdict: { kind: 'preference', ties: true },
  goldBy: 'majority of three people',
  handled: [
    'Votes 1, 2 and 0 become A, B and tie; gold is the majority (every row has one); rater1 to rater3 are the annotators’ own votes.',
    'Six responses are JSON booleans: they become the words true and false. 54 rows have an empty response, which is a value.',
    'The 170 different instructions with their input are groups.',
    'models names the two in alphabetical order; that response1 is the first of them is said nowhere, so no system is mapped.',
  ],
  columns: {
    models: 'the two models',
    application: 'the application that the instruction is for',
    rater1: 'the first annotator’s vote, and so on to rater3',
  },
  files: ['testset-v1.json'],
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
    convertRecords(rows, (record) => [
      { record: { ...pairOf(record), gold: majority(votesOf(record)), ...raterColumns(votesOf(record)) } },
    ]),
};

/** A row a vote. */
export const pandalmRatings: Preset = {
  ...pandalm,
  name: 'pandalm-ratings',
  summary: 'pandalm with a row for each of three annotators',
  items: 2997,
  goldBy: 'three people',
  handled: pandalm.handled,
  columns: { ...pandalm.columns, item: 'id of the pair, as in pandalm' },
  map: { ...pandalm.map, rater: 'rater' },
  records: (rows) =>
    convertRecords(rows, (record) => {
      const votes = votesOf(record);
      const pair = pairOf(record);
      return votes.map((gold, index) => {
        const rater = `rater${index + 1}`;
        return { record: { ...pair, ...raterColumns(votes), item: pair.id, id: `${pair.id}/${rater}`, gold, rater } };
      });
    }),
};

function pairOf(record: RawRecord): { readonly id: string } & Record<string, unknown> {
  const instruction = textAt(record, 'instruction');
  const further = textAt(record, 'input');
  const input = further === '' ? instruction : `${instruction}\n\n${further}`;
  return {
    id: keyAt(record, 'idx'),
    input,
    outputA: responseAt(record, 'response1'),
    outputB: responseAt(record, 'response2'),
    group: shortHash(input),
    models: record['cmp_key'] ?? null,
    application: record['motivation_app'] ?? null,
  };
}

function responseAt(record: RawRecord, key: string): string {
  const value = record[key];
  if (typeof value !== 'string' && typeof value !== 'boolean') throw new RecordFault(key, 'a text', value);
  return itemText(value) as string;
}

function votesOf(record: RawRecord): ('A' | 'B' | 'tie')[] {
  return [1, 2, 3].map(
    (annotator) => (['tie', 'A', 'B'] as const)[wholeAt(record, `annotator${annotator}`, [0, 2])] as 'A' | 'B' | 'tie',
  );
}
