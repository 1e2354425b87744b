import { writePieces } from '../data/output/write-pieces.ts';
import { RunVerdicts, toolExportNamed } from '../report/tool-exports/tool-export.ts';
import { toolExports } from '../report/tool-exports/tool-exports.ts';
import type { RunRecord, Store } from '../run/ports.ts';
import { resultRows } from '../run/result-rows.ts';

/** Writes a run's verdicts in the layout of a tool; gives how many, and how many judgments were none and are not in the file. */
export async function exportRunTo(
  { store, run }: { readonly store: Store; readonly run: RunRecord },
  format: string,
  file: string,
): Promise<{ readonly written: number; readonly withoutVerdict: number }> {
  const tool = toolExportNamed(format, toolExports);
  tool.check?.(run);
  const verdicts = new RunVerdicts(run, resultRows(store.runs, run));
  await writePieces(file, tool.text(verdicts));
  return { written: verdicts.written, withoutVerdict: verdicts.others };
}
