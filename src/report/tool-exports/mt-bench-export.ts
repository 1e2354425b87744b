import { AssizeError } from '../../core/errors.ts';
import { viewOf } from '../../core/space-view.ts';
import type { ExportedVerdict, ToolExport } from './tool-export.ts';

/** Judgments in the layout of FastChat's llm_judge: winners of pairs, or scores of single answers. */
export const mtBenchExport: ToolExport = {
  name: 'mt-bench',
  summary: 'JSON Lines in the layout of llm_judge: winners of pairs, or scores',
  check: ({ judges }) => {
    const other = judges.find(({ spec }) => !viewOf(spec.verdict).pairwise && !viewOf(spec.verdict).numeric);
    if (other !== undefined)
      throw new AssizeError(
        'usage',
        `--format mt-bench: expected judges of preferences or numbers, got ${other.name} (${viewOf(other.spec.verdict).sentence()}). Export to langfuse, langsmith or inspect.`,
      );
  },
  *text(source) {
    const { run } = source;
    const tstamp = Date.parse(run.createdAt) / 1000;
    for (const verdict of source.verdicts()) yield `${JSON.stringify({ ...lineOf(verdict), tstamp })}\n`;
  },
};

const winners: Readonly<Record<string, string>> = { A: 'model_a', B: 'model_b', tie: 'tie' };

/** Ids as the import gives them, `QUESTION/TURN/MODEL` or `QUESTION/TURN/MODEL/MODEL`, are taken apart again; any other id is the question's. */
function lineOf({ row, value, view }: ExportedVerdict): object {
  const judge = [row.judge, row.judgeHash.slice(0, 12)];
  const parts = /^(.+?)\/([1-9])\/([^/]+)(?:\/([^/]+))?$/u.exec(row.item);
  const question = parts?.[1] ?? row.item;
  const shared = {
    question_id: /^\d{1,15}$/u.test(question) ? Number(question) : question,
    turn: Number(parts?.[2] ?? 1),
    judge,
  };
  if (view.pairwise)
    return { ...shared, model_a: parts?.[4] === undefined ? 'A' : parts[3], model_b: parts?.[4] ?? 'B', winner: winners[value] };
  return { ...shared, model: parts?.[3] ?? 'unknown', score: value, judgment: row.reply ?? row.rationale ?? '' };
}
