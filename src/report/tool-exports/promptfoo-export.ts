import { AssizeError } from '../../core/errors.ts';
import { viewOf } from '../../core/space-view.ts';
import { originOf, passOf, type ExportedVerdict, type ToolExport } from './tool-export.ts';
import type { RunRecord } from '../../run/ports.ts';

/** A file for promptfoo import (version 3): a test an item, a prompt a judge. Its results pass or fail, so that other verdicts have no place there. */
export const promptfooExport: ToolExport = {
  name: 'promptfoo',
  summary: 'a JSON file for promptfoo import; binary verdicts alone',
  check: ({ judges }) => {
    const other = judges.find(({ spec }) => viewOf(spec.verdict).positive === undefined);
    if (other !== undefined)
      throw new AssizeError(
        'usage',
        `--format promptfoo: expected judges of a binary space, since its results pass or fail, got ${other.name} (${viewOf(other.spec.verdict).sentence()}). Export to langfuse, langsmith or inspect.`,
      );
  },
  *text(source) {
    const { run } = source;
    const head = {
      evalId: `assize-${run.id}`,
      config: { description: `assize ${run.identity.command} on ${run.data}` },
      shareableUrl: null,
      metadata: { evaluationCreatedAt: run.createdAt },
    };
    yield `${JSON.stringify(head).slice(0, -1)},"results":{"version":3,"timestamp":${JSON.stringify(run.createdAt)},"prompts":${JSON.stringify(run.judges.map(promptOf))},"results":[`;
    const counts = [0, 0];
    for (const verdict of source.verdicts()) {
      const pass = passOf(verdict) ?? 0;
      const first = counts[0] === 0 && counts[1] === 0;
      counts[pass] = (counts[pass] as number) + 1;
      yield `${first ? '' : ','}\n${JSON.stringify(resultOf(run, verdict, pass))}`;
    }
    yield `\n],"stats":{"successes":${counts[1]},"failures":${counts[0]},"errors":0}}}\n`;
  },
};

function promptOf({ name }: RunRecord['judges'][number]): { raw: string; label: string; provider: string } {
  return { raw: `judge ${name}`, label: name, provider: `assize:${name}` };
}

function resultOf(run: RunRecord, { row, judge, item, value }: ExportedVerdict, pass: 0 | 1): object {
  const { raw, label } = promptOf(run.judges[judge] as RunRecord['judges'][number]);
  const vars = { item: row.item, ...(row.language !== undefined && { language: row.language }), draw: String(row.draw) };
  return {
    promptIdx: judge,
    testIdx: item * run.identity.draws + row.draw,
    promptId: row.judgeHash,
    prompt: { raw, label },
    provider: { id: `assize:${row.judge}`, label: row.judge },
    vars,
    testCase: { vars },
    response: { output: row.reply ?? String(value) },
    success: pass === 1,
    score: pass,
    failureReason: pass === 1 ? 0 : 1,
    namedScores: { [row.judge]: pass },
    gradingResult: { pass: pass === 1, score: pass, reason: row.rationale ?? '', componentResults: [] },
    latencyMs: row.latencyMs,
    ...(row.costUsd !== null && { cost: row.costUsd }),
    metadata: originOf(run, row),
  };
}
