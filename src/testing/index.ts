/** What tests of judges are made of: scripted endpoints and models, recorded replies, planted faults, conformance suites. */
export { judgeOnce, judgeOver, judgeSpec, testItem } from './judging.ts';
export {
  scriptedModel,
  scriptedTokens,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedReplyFunction,
} from './scripted-model.ts';
export { parseScriptedRules, type ScriptedError, type ScriptedOutcome, type ScriptedRule } from './scripted-rules.ts';
export { scriptedEndpoint } from './scripted-endpoint.ts';
export { recordedModel, recording, parseRecordings } from './recorded-model.ts';
export { plantedJudge, plantedModel } from './planted-judges.ts';
export { providerConformance } from './provider-conformance.ts';
export { readerConformance } from './reader-conformance.ts';
export { strategyConformance, type StrategyCheck, type StrategyUnderTest } from './strategy-conformance.ts';
export { storeConformance } from './store-conformance.ts';
export { virtualTime, type VirtualTime } from './virtual-time.ts';
