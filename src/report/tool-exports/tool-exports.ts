import { inspectExport } from './inspect-export.ts';
import { langfuseExport } from './langfuse-export.ts';
import { langsmithExport } from './langsmith-export.ts';
import { mtBenchExport } from './mt-bench-export.ts';
import { promptfooExport } from './promptfoo-export.ts';
import type { ToolExport } from './tool-export.ts';

/** The tools whose layouts a run can be written in. */
export const toolExports: readonly ToolExport[] = [
  promptfooExport,
  langfuseExport,
  langsmithExport,
  inspectExport,
  mtBenchExport,
];
