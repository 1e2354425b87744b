import { isObject } from '../../core/json.ts';
import type { RawRecord } from '../formats/entry.ts';
import { itemText } from '../mapping/item-text.ts';
import { convertRecords, type Outcome } from '../presets/convert-records.ts';
import type { Preset } from '../presets/preset.ts';
import { keyAt } from '../presets/record-cells.ts';
import { exportSource, unseenExport } from './export-source.ts';
import { firstText, objectsOf, toolText } from './tool-text.ts';

/** Samples of an Inspect log: scores that a person edited are gold, scorers' own are for recorded judges. */
export const inspect: Preset = {
  name: 'inspect',
  summary: 'samples of an Inspect log with their scores; gold is a score that a person edited',
  source: exportSource('Inspect', 'inspect', 'https://inspect.aisi.org.uk/eval-logs.html'),
  languages: [],
  verdict: { kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } },
  goldBy: 'people who edited scores',
  handled: [
    unseenExport,
    'Logs in JSON (inspect log convert --to json), of which the samples are read; an .eval file is to be converted first.',
    'Of scores C is true, I false; P and other values stay; N (no answer) is no score. Scores by name are in scores, for recorded judges; map: { gold: scores.NAME } takes a scorer that you trust as gold.',
    'Gold is the last edit of a score with an author; of several scores the first that has one. target is the reference.',
    'Epochs of a sample are items of their own (ID, then ID#2 …) and one group. A sample that ended with an error has no output: it is left out, and said.',
  ],
  columns: {
    scores: 'scores by name: a recorded judge’s column is scores.NAME',
    model: 'the model whose output it is',
    metadata: 'the sample’s metadata',
  },
  files: ['*.json'],
  rowsAt: ['samples'],
  map: {
    id: 'id',
    input: 'input',
    output: 'output',
    reference: 'target',
    gold: 'gold',
    group: 'sample',
    system: 'model',
    rater: 'author',
    rationale: 'reason',
  },
  records: (rows) => convertRecords(rows, (record) => [sampleOf(record)]),
};

function sampleOf(record: RawRecord): Outcome {
  const sample = keyAt(record, 'id');
  const epoch = typeof record['epoch'] === 'number' ? record['epoch'] : 1;
  const result = isObject(record['output']) ? record['output'] : {};
  const [choice] = objectsOf(result['choices']);
  const message = choice === undefined ? undefined : choice['message'];
  const output = firstText(result, ['completion']) ?? (isObject(message) ? contentText(message['content']) : undefined);
  if (output === undefined || output === null)
    return { leftOut: isObject(record['error']) ? 'no output (the sample ended with an error)' : 'no output' };
  const scores = isObject(record['scores']) ? record['scores'] : {};
  const edited = Object.values(scores)
    .map(editOf)
    .find((edit) => edit !== undefined);
  return {
    record: {
      id: epoch === 1 ? sample : `${sample}#${epoch}`,
      sample,
      input: toolText(record['input']) ?? null,
      output,
      target: itemText(record['target']) ?? null,
      model: firstText(result, ['model']),
      metadata: record['metadata'] ?? null,
      scores: Object.fromEntries(
        Object.entries(scores).map(([name, score]) => [name, isObject(score) ? valueOf(originalOf(score)) : null]),
      ),
      gold: edited?.value ?? null,
      author: edited?.author ?? null,
      reason: edited?.reason ?? null,
    },
  };
}

/** Content of a message: a text, or parts of which those of text are taken. */
function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  const texts = objectsOf(content).flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : []));
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** What the scorer itself said: the first of the history, where a score was edited. */
function originalOf(score: RawRecord): unknown {
  const [first] = objectsOf(score['history']);
  return first === undefined ? score['value'] : first['value'];
}

type Edit = { readonly value: string | number | boolean; readonly author: string; readonly reason: string | null };

function editOf(score: unknown): Edit | undefined {
  if (!isObject(score)) return undefined;
  const edit = objectsOf(score['history']).findLast(({ provenance }) => isObject(provenance));
  const provenance = edit?.['provenance'];
  if (edit === undefined || !isObject(provenance)) return undefined;
  const value = valueOf(edit['value'] === 'UNCHANGED' ? score['value'] : edit['value']);
  const author = firstText(provenance, ['author']);
  return value === null || author === null
    ? undefined
    : { value, author, reason: firstText(provenance, ['reason']) ?? firstText(edit, ['explanation']) };
}

function valueOf(value: unknown): string | number | boolean | null {
  if (value === 'C') return true;
  if (value === 'I') return false;
  if (value === 'N') return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
