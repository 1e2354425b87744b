/** Assize: build LLM judges, and measure how far each can be trusted. */
export { compare, defineConfig, judge, openJudge, type OpenJudge, type Source } from './workspace/library.ts';
export type { JudgingOptions, JudgingProgress } from './workspace/judging-options.ts';
export { loadConfig, parseConfig, type LoadedConfig } from './config/load.ts';
export { configJsonSchema } from './config/known-keys.ts';
export type { ConfigInput } from './config/schema.ts';
export { AssizeError, type ErrorCode } from './core/errors.ts';
export type { ConversationMessage, Item } from './core/item.ts';
export { viewOf, type Admission, type MenuEntry, type SpaceView } from './core/space-view.ts';
export type {
  Abstained,
  Failed,
  FailureCode,
  Problem,
  Scored,
  Unreadable,
  Verdict,
  VerdictStatus,
  VerdictValue,
} from './core/verdict.ts';
export type { Level, VerdictSpace } from './core/verdict-space.ts';
export { buildJudge, type BoundModel, type JudgeDeps } from './judge/build.ts';
export type { Judge, JudgeCall, Judgment, Part, Role, Spend } from './judge/judge.ts';
export type { Reader, ReadResult } from './judge/reader.ts';
export type {
  Criterion,
  Example,
  HarnessSpec,
  JudgeSpec,
  ModelSpec,
  PromptSpec,
  ReaderSpec,
  Rubric,
  StrategySpec,
} from './judge/spec.ts';
export type { AskedPart, Outcome, Question, Strategy, Turn } from './judge/strategy.ts';
export type { Difference } from './measure/differences.ts';
export type { Metric } from './measure/headline.ts';
export type { CallCounts, Cost, JudgeSummary, JudgmentCounts } from './measure/judge-summary.ts';
export {
  ModelError,
  type LanguageModel,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
  type ModelTraits,
  type TokenProbabilities,
  type Usage,
} from './model/language-model.ts';
export type { ResultRow } from './run/result-rows.ts';
export type { Estimate } from './stats/estimate.ts';
export type { CompareSummary, NamedDifference } from './studies/compare/compare.ts';
