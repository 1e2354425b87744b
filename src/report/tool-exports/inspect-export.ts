import type { RunRecord } from '../../run/ports.ts';
import { originOf, passOf, type ExportedVerdict, type ToolExport } from './tool-export.ts';

/** A log of Inspect in JSON: a sample an item and draw, a score a judge; C and I for pass and fail. */
export const inspectExport: ToolExport = {
  name: 'inspect',
  summary: 'a log in JSON, for inspect view and read_eval_log',
  *text(source) {
    const { run } = source;
    const head = JSON.stringify(headOf(run)).slice(0, -1);
    yield `${head},"samples":[`;
    let sample: ExportedVerdict[] = [];
    let first = true;
    for (const verdict of source.verdicts()) {
      const [one] = sample;
      if (one !== undefined && (one.item !== verdict.item || one.row.draw !== verdict.row.draw)) {
        yield `${first ? '' : ','}\n${JSON.stringify(sampleOf(run, sample))}`;
        first = false;
        sample = [];
      }
      sample.push(verdict);
    }
    if (sample.length > 0) yield `${first ? '' : ','}\n${JSON.stringify(sampleOf(run, sample))}`;
    yield '\n]}\n';
  },
};

function headOf(run: RunRecord): object {
  const models = [...new Set(run.judges.map(({ spec }) => spec.model?.id ?? 'none'))];
  return {
    version: 2,
    status: 'success',
    eval: {
      eval_id: run.id,
      run_id: run.id,
      created: run.createdAt,
      task: `assize/${run.judges.map(({ name }) => name).join('+')}`,
      task_id: run.identityHash.slice(0, 22),
      dataset: { name: run.data, samples: run.items },
      model: models.join(','),
      config: { epochs: run.identity.draws },
    },
    plan: { name: 'plan', steps: [] },
    results: { total_samples: run.items * run.identity.draws, completed_samples: run.items * run.identity.draws, scores: [] },
    stats: { started_at: run.createdAt, completed_at: run.updatedAt, model_usage: {} },
  };
}

function sampleOf(run: RunRecord, verdicts: readonly ExportedVerdict[]): object {
  const { row } = verdicts[0] as ExportedVerdict;
  const model = run.judges[verdicts[0]?.judge ?? 0]?.spec.model?.id ?? 'none';
  return {
    id: row.item,
    epoch: row.draw + 1,
    // A run keeps the items' ids and not their texts.
    input: `Item ${row.item} of ${run.data}`,
    target: row.gold === undefined ? '' : String(row.gold),
    messages: [],
    output: {
      model,
      choices: row.reply === undefined ? [] : [{ message: { role: 'assistant', content: row.reply }, stop_reason: 'stop' }],
      completion: row.reply ?? '',
    },
    scores: Object.fromEntries(verdicts.map((verdict) => [verdict.row.judge, scoreOf(verdict)])),
    metadata: { ...originOf(run, row), group: row.group, ...(row.language !== undefined && { language: row.language }) },
    store: {},
    events: [],
    model_usage: {},
  };
}

function scoreOf(verdict: ExportedVerdict): object {
  const { row, value } = verdict;
  const pass = passOf(verdict);
  return {
    value: pass === undefined ? value : pass === 1 ? 'C' : 'I',
    answer: String(value),
    ...(row.rationale !== undefined && { explanation: row.rationale }),
    metadata: { judgeHash: row.judgeHash },
  };
}
