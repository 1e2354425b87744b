import type { RawRecord } from '../formats/entry.ts';
import { convertRecords, type Outcome } from '../presets/convert-records.ts';
import type { Preset } from '../presets/preset.ts';
import { keyAt } from '../presets/record-cells.ts';
import { exportSource, unseenExport } from './export-source.ts';
import { firstText, objectsOf, parsedCell, toolText } from './tool-text.ts';

/** Traces of Langfuse with their scores: annotations are gold, other scores are for recorded judges. */
export const langfuse: Preset = {
  name: 'langfuse',
  summary: 'traces or observations of Langfuse; gold is what annotators scored',
  source: exportSource('Langfuse', 'langfuse', 'https://langfuse.com/docs/api-and-data-platform/features/export-from-ui'),
  languages: [],
  verdict: { kind: 'binary', pass: { label: 'pass', synonyms: ['1'] }, fail: { label: 'fail', synonyms: ['0'] } },
  goldBy: 'annotators (scores of source ANNOTATION)',
  handled: [
    unseenExport,
    'JSON, JSON Lines or CSV with a trace or observation a row (id, input, output) and its list scores, as the API of traces gives them; input, output and scores may be JSON text.',
    'A row an annotation, with its author as rater: with several, say raters: { consensus: majority }. Annotations under several names need filter: { score: NAME }.',
    'Scores of other sources (EVAL, API) are never gold: they are in scores, by name, for recorded judges. Scores of no value (a failed evaluator) are left out.',
    'A boolean score is true or false, a categorical one its text, a numeric one its number: set the judge’s space by what you annotated.',
    'A row without output is left out, and said.',
  ],
  columns: {
    score: 'name of the annotation that gold is',
    scores: 'scores that are no annotations, by name: a recorded judge’s column is scores.NAME',
    name: 'name of the trace',
    metadata: 'its metadata: map: { language: metadata.language }',
  },
  files: ['*.jsonl'],
  map: { id: 'id', input: 'input', output: 'output', gold: 'gold', group: 'session', rater: 'rater', rationale: 'comment' },
  records: (rows) => convertRecords(rows, traceOf),
};

function traceOf(record: RawRecord): Outcome[] {
  const id = keyAt(record, 'id');
  const output = toolText(parsedCell(record['output']));
  if (output === undefined) return [{ leftOut: 'no output' }];
  const scores = objectsOf(record['scores']).filter((score) => typeof score['name'] === 'string' && valueOf(score) !== null);
  const annotations = scores.filter((score) => score['source'] === 'ANNOTATION');
  const shared = {
    id,
    input: toolText(parsedCell(record['input'])) ?? null,
    output,
    session: firstText(record, ['sessionId', 'session_id']),
    name: firstText(record, ['name']),
    metadata: parsedCell(record['metadata']) ?? null,
    scores: Object.fromEntries(
      scores.filter((score) => score['source'] !== 'ANNOTATION').map((score) => [score['name'], valueOf(score)]),
    ),
  };
  if (annotations.length === 0) return [{ record: { ...shared, gold: null, rater: null, comment: null, score: null } }];
  return annotations.map((score) => ({
    record: {
      ...shared,
      gold: valueOf(score),
      score: score['name'],
      rater: firstText(score, ['authorUserId', 'author_user_id']) ?? 'annotator',
      comment: firstText(score, ['comment']),
    },
  }));
}

/** The value of a score: true or false, a text or a number; null where it has none. */
function valueOf(score: RawRecord): string | number | boolean | null {
  const { value } = score;
  const type = score['dataType'] ?? score['data_type'];
  const text = score['stringValue'] ?? score['string_value'] ?? null;
  if (type === 'BOOLEAN') return value === 1 || value === true ? true : value === 0 || value === false ? false : null;
  if (type === 'CATEGORICAL') return typeof text === 'string' ? text : typeof value === 'string' ? value : null;
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : null;
}
