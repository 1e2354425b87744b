import type { Preset } from '../presets/preset.ts';
import { inspect } from './inspect.ts';
import { langfuse } from './langfuse.ts';
import { langsmith } from './langsmith.ts';
import { mtBenchJudgments, mtBenchScores } from './mt-bench-judgments.ts';
import { promptfoo } from './promptfoo.ts';

/** The presets that read what other tools export. */
export const importPresets: readonly Preset[] = [promptfoo, langfuse, langsmith, inspect, mtBenchJudgments, mtBenchScores];
