import { exportId, originOf, passOf, type ToolExport } from './tool-export.ts';

/** A score a line, as Langfuse's endpoint of scores takes it (POST /api/public/scores); the item's id is the trace's. */
export const langfuseExport: ToolExport = {
  name: 'langfuse',
  summary: 'JSON Lines: a score a line, the body of POST /api/public/scores',
  *text(source) {
    const { run } = source;
    for (const verdict of source.verdicts()) {
      const { row, value } = verdict;
      const pass = passOf(verdict);
      const score = {
        id: exportId(run, row),
        traceId: row.item,
        name: row.judge,
        ...(pass === undefined
          ? { value, dataType: typeof value === 'number' ? 'NUMERIC' : 'CATEGORICAL' }
          : { value: pass, dataType: 'BOOLEAN' }),
        ...(row.rationale !== undefined && { comment: row.rationale }),
        metadata: { ...originOf(run, row), label: value },
      };
      yield `${JSON.stringify(score)}\n`;
    }
  },
};
