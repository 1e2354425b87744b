import { exportId, originOf, passOf, type ToolExport } from './tool-export.ts';

/** A feedback a line, as LangSmith's endpoint of feedback takes it (POST /api/v1/feedback); the item's id is the run's. */
export const langsmithExport: ToolExport = {
  name: 'langsmith',
  summary: 'JSON Lines: a feedback a line, the body of POST /api/v1/feedback',
  *text(source) {
    const { run } = source;
    for (const verdict of source.verdicts()) {
      const { row, value } = verdict;
      const score = passOf(verdict) ?? (typeof value === 'number' ? value : undefined);
      const feedback = {
        id: exportId(run, row),
        run_id: row.item,
        key: row.judge,
        ...(score !== undefined && { score }),
        ...(typeof value === 'string' && { value }),
        ...(row.rationale !== undefined && { comment: row.rationale }),
        feedback_source: { type: 'model', metadata: originOf(run, row) },
      };
      yield `${JSON.stringify(feedback)}\n`;
    }
  },
};
