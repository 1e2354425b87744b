import { AssizeError, describe } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import { importPresets } from '../imports/import-presets.ts';
import { belebele, belebeleChoice } from './belebele.ts';
import { copa } from './copa.ts';
import { feedbackqa, feedbackqaRatings } from './feedbackqa.ts';
import { gsm8k, gsm8kPairs } from './gsm8k.ts';
import { judgebench } from './judgebench.ts';
import { liteval } from './liteval.ts';
import { litransproqa } from './litransproqa.ts';
import { llmbar } from './llmbar.ts';
import { memerag, memeragRatings, memeragRelevance } from './memerag.ts';
import { mface } from './mface.ts';
import { mmEval } from './mm-eval.ts';
import { mmluProx, mmluProxChoice } from './mmlu-prox.ts';
import { mtBenchQuestions } from './mt-bench-questions.ts';
import { mtBenchX } from './mt-bench-x.ts';
import { mtBench } from './mt-bench.ts';
import { pandalm, pandalmRatings } from './pandalm.ts';
import type { Preset } from './preset.ts';
import { pws, pwsLocalised } from './pws.ts';
import { rewardbench } from './rewardbench.ts';
import { seahorse, seahorseGrammar, seahorseRatings, seahorseRepetition } from './seahorse.ts';
import { searchArena } from './search-arena.ts';
import { shepherd } from './shepherd.ts';
import { winoX } from './wino-x.ts';
import { xcopa } from './xcopa.ts';
import { xstorycloze } from './xstorycloze.ts';

/** The presets there are: those whose files were at hand first. */
export const presets: readonly Preset[] = [
  xcopa,
  copa,
  pws,
  pwsLocalised,
  memerag,
  memeragRelevance,
  memeragRatings,
  gsm8k,
  gsm8kPairs,
  mtBench,
  mtBenchX,
  mtBenchQuestions,
  judgebench,
  llmbar,
  seahorse,
  seahorseRepetition,
  seahorseGrammar,
  seahorseRatings,
  litransproqa,
  pandalm,
  pandalmRatings,
  shepherd,
  feedbackqa,
  feedbackqaRatings,
  winoX,
  xstorycloze,
  belebele,
  belebeleChoice,
  mmluProx,
  mmluProxChoice,
  mface,
  mmEval,
  liteval,
  searchArena,
  rewardbench,
  ...importPresets,
];

/** A preset by its name. `place` is what a message begins with. @throws AssizeError `config` on a name that is none. */
export function presetNamed(name: string, place: string, among: readonly Preset[] = presets): Preset {
  const found = among.find((preset) => preset.name === name);
  if (found !== undefined) return found;
  const names = among.map((preset) => preset.name);
  const near = nearest(name, names);
  throw new AssizeError(
    'config',
    `${place}: expected one of ${names.join(', ')}, got ${describe(name)}. ${near === undefined ? 'Map the columns with map.' : `Did you mean ${near}?`}`,
  );
}
