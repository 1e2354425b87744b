import { isObject } from '../../core/json.ts';
import type { RawRecord } from '../formats/entry.ts';
import { itemText } from '../mapping/item-text.ts';
import { convertRecords, type Outcome } from '../presets/convert-records.ts';
import type { Preset } from '../presets/preset.ts';
import { objectAt, RecordFault } from '../presets/record-cells.ts';
import { exportSource, unseenExport } from './export-source.ts';

/** The outputs of a promptfoo evaluation, with what people marked in its viewer as gold. */
export const promptfoo: Preset = {
  name: 'promptfoo',
  summary: 'outputs of a promptfoo evaluation; gold is what people marked in its viewer',
  source: exportSource('promptfoo', 'promptfoo', 'https://www.promptfoo.dev/docs/configuration/outputs/'),
  languages: [],
  verdict: { kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } },
  goldBy: 'people who marked outputs in the viewer',
  handled: [
    unseenExport,
    'The JSON file of eval -o and of export (version 3, and version 2), and the JSON Lines of eval -o.',
    'Gold is the mark of a person (an assertion of type human), never the tool’s own verdict: that is in pass and score, for a recorded judge.',
    'An output that was never made (an error of the provider) is no item: it is left out, and said. promptfoo counts it as a failed test.',
    'Ids are the results’ own, else test, prompt and provider; the outputs of one test are a group. Input is the prompt as it was sent.',
  ],
  columns: {
    pass: 'promptfoo’s own verdict on the output',
    score: 'its score, 0 to 1',
    reason: 'its reason',
    vars: 'the test’s variables, by name: map: { context: vars.context }',
    named: 'its named scores, by name',
    provider: 'the provider whose output it is',
  },
  files: ['*.json'],
  rowsAt: ['results', 'results'],
  map: { id: 'id', input: 'input', output: 'output', gold: 'gold', group: 'group', system: 'provider', rationale: 'comment' },
  records: (rows) => convertRecords(rows, (record) => [resultOf(record)]),
};

function resultOf(record: RawRecord): Outcome {
  const { error, testIdx, promptIdx, success, score } = record;
  if (typeof success !== 'boolean') throw new RecordFault('success', 'true or false', success);
  const response = isObject(record['response']) ? record['response'] : {};
  const output = itemText(response['output']);
  if (output === undefined)
    return { leftOut: `no output${typeof error === 'string' && error !== '' ? ' (an error of the provider)' : ''}` };
  const provider = isObject(record['provider']) ? (record['provider']['label'] ?? record['provider']['id']) : record['provider'];
  const prompt = objectAt(record, 'prompt')['raw'];
  const grading = isObject(record['gradingResult']) ? record['gradingResult'] : {};
  const marks = (Array.isArray(grading['componentResults']) ? grading['componentResults'] : []).filter(
    (part) =>
      isObject(part) && isObject(part['assertion']) && part['assertion']['type'] === 'human' && typeof part['pass'] === 'boolean',
  ) as RawRecord[];
  const mark = marks.at(-1);
  const test = typeof testIdx === 'number' ? `test ${testIdx}` : undefined;
  const vars = isObject(record['vars']) ? record['vars'] : {};
  return {
    record: {
      id:
        typeof record['id'] === 'string'
          ? record['id']
          : [test ?? JSON.stringify(vars), promptIdx ?? 0, provider ?? ''].join('/'),
      input: prompt ?? null,
      output,
      gold: mark?.['pass'] ?? null,
      group: test ?? JSON.stringify(vars),
      provider: provider ?? null,
      comment: mark === undefined ? null : (grading['comment'] ?? mark['comment'] ?? null),
      vars,
      // With a person's mark the overall verdict is theirs: the tool's own is what its other assertions say.
      pass: mark === undefined ? success : ownPass(grading),
      score: mark === undefined ? (score ?? null) : null,
      reason: typeof grading['reason'] === 'string' ? grading['reason'] : null,
      named: isObject(record['namedScores']) ? record['namedScores'] : {},
    },
  };
}

/** What the assertions that are no person's say together; null where there is none. */
function ownPass(grading: RawRecord): boolean | null {
  const parts = (grading['componentResults'] as unknown[]).filter(
    (part) => isObject(part) && isObject(part['assertion']) && part['assertion']['type'] !== 'human',
  ) as RawRecord[];
  return parts.length === 0 ? null : parts.every((part) => part['pass'] === true);
}
