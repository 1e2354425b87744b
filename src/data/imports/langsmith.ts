import { isObject } from '../../core/json.ts';
import type { RawRecord } from '../formats/entry.ts';
import { convertRecords, type Outcome } from '../presets/convert-records.ts';
import type { Preset } from '../presets/preset.ts';
import { keyAt } from '../presets/record-cells.ts';
import { exportSource, unseenExport } from './export-source.ts';
import { firstText, objectsOf, parsedCell, toolText } from './tool-text.ts';

/** Runs of LangSmith with their feedback: what people gave is gold, what models gave is for recorded judges. */
export const langsmith: Preset = {
  name: 'langsmith',
  summary: 'runs of LangSmith; gold is the feedback that people gave',
  source: exportSource('LangSmith', 'langsmith', 'https://docs.langchain.com/langsmith/feedback-data-format'),
  languages: [],
  verdict: { kind: 'binary', pass: { label: 'pass', synonyms: ['1'] }, fail: { label: 'fail', synonyms: ['0'] } },
  goldBy: 'people (feedback of source app)',
  handled: [
    unseenExport,
    'JSON Lines, JSON or Parquet of runs (id, inputs, outputs) with a list feedback, each as the API of feedback gives it (key, score, value, feedback_source); inputs and outputs may be JSON text. Without feedback, feedback_stats fills averages.',
    'A row a person’s feedback (feedback_source.type app), with its user as rater: with several, say raters: { consensus: majority }. Feedback under several keys needs filter: { key: KEY }.',
    'Feedback of other sources (model, api, auto_eval) is never gold: it is in scores, by key. Feedback without score and value, or with error, is left out.',
    'Gold is value where there is one, else score (1 and 0 are pass and fail). A run that failed has no output: it is left out, and said.',
  ],
  columns: {
    key: 'key of the feedback that gold is',
    scores: 'feedback of models and programs, by key: a recorded judge’s column is scores.KEY',
    averages: 'averages of feedback_stats, by key: of whoever gave it',
    name: 'name of the run',
  },
  files: ['*.jsonl'],
  map: { id: 'id', input: 'input', output: 'output', gold: 'gold', group: 'example', rater: 'rater', rationale: 'comment' },
  records: (rows) => convertRecords(rows, runOf),
};

function runOf(record: RawRecord): Outcome[] {
  const id = keyAt(record, 'id');
  const output = toolText(parsedCell(record['outputs']));
  if (output === undefined)
    return [{ leftOut: firstText(record, ['error']) === null ? 'no output' : 'no output (the run failed)' }];
  const feedback = objectsOf(record['feedback']).filter((given) => typeof given['key'] === 'string' && valueOf(given) !== null);
  const people = feedback.filter((given) => sourceOf(given)['type'] === 'app');
  const stats = parsedCell(record['feedback_stats']);
  const shared = {
    id,
    input: toolText(parsedCell(record['inputs'])) ?? null,
    output,
    example: firstText(record, ['reference_example_id']),
    name: firstText(record, ['name']),
    scores: Object.fromEntries(
      feedback.filter((given) => sourceOf(given)['type'] !== 'app').map((given) => [given['key'], valueOf(given)]),
    ),
    averages: isObject(stats)
      ? Object.fromEntries(Object.entries(stats).map(([key, of]) => [key, isObject(of) ? (of['avg'] ?? null) : null]))
      : {},
  };
  if (people.length === 0) return [{ record: { ...shared, gold: null, rater: null, comment: null, key: null } }];
  return people.map((given) => ({
    record: {
      ...shared,
      gold: valueOf(given),
      key: given['key'],
      rater: firstText(sourceOf(given), ['user_name', 'user_id']) ?? 'annotator',
      comment: firstText(given, ['comment']),
    },
  }));
}

function sourceOf(given: RawRecord): RawRecord {
  const source = given['feedback_source'];
  return isObject(source) ? source : {};
}

/** What a feedback says; null where it says nothing. */
function valueOf({ value, score, error }: RawRecord): string | number | boolean | null {
  if (error === true) return null;
  for (const said of [value, score])
    if ((typeof said === 'string' && said !== '') || typeof said === 'number' || typeof said === 'boolean') return said;
  return null;
}
