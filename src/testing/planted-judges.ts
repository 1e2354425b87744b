import { AssizeError } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';
import { itemHash, type Item } from '../core/item.ts';
import { viewOf } from '../core/space-view.ts';
import type { Verdict, VerdictValue } from '../core/verdict.ts';
import type { VerdictSpace } from '../core/verdict-space.ts';
import type { Judge } from '../judge/judge.ts';
import type { JudgeSpec } from '../judge/spec.ts';
import type { ModelRequest, ModelTraits } from '../model/language-model.ts';
import { plantedAnswer, plantedMenu, type PlantedFacts, type PlantedFaults } from './planted-faults.ts';
import { scriptedModel, type ScriptedModel } from './scripted-model.ts';

/** A planted judge. `factsOf` tells it what it cannot know by itself: the right answer for an item as it is shown. */
export type PlantedJudgeOptions = {
  readonly space: VerdictSpace;
  readonly faults: PlantedFaults;
  readonly factsOf: (item: Item) => PlantedFacts;
  /** Decides which items and draws the faults fall on. */
  readonly seed?: number;
};

/**
 * A judge whose faults are known (`PlantedFaults` says how each shows), for studies to find. It calls no model. The same item, draw and
 * seed give the same verdict; the faults of an item are the same whatever the run.
 */
export function plantedJudge({ space, faults, factsOf, seed = 0 }: PlantedJudgeOptions): Judge {
  const view = viewOf(space);
  const spec: JudgeSpec = {
    prompt: { layout: 'item-last' },
    harness: { strategy: { kind: 'planted', seed, ...faults }, reader: { kind: 'json' }, reask: 0 },
    verdict: space,
  };
  const hash = hashOf({ planted: spec });
  return {
    hash,
    spec,
    space,
    maxCalls: 0,
    async judge(item, call) {
      call.signal.throwIfAborted();
      const shown = itemHash(item);
      const draw = `${call.seed}/${call.draw}/${call.samplePath ?? ''}/${shown}`;
      const verdict = verdictOf(plantedAnswer(view, faults, { facts: factsOf(item), seed, draw }));
      return {
        judge: hash,
        item: shown,
        draw: call.draw,
        verdict,
        parts: [{ path: 'verdict', role: 'ask', verdict, calls: [], children: [] }],
        spend: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 },
        latencyMs: 0,
      };
    },
  };
}

/** A planted judge as a model, to be found through prompts and readers. */
export type PlantedModelOptions = {
  readonly space: VerdictSpace;
  readonly faults: PlantedFaults;
  /** Finds the item behind a request; `undefined` where it is about none. */
  readonly factsOf: (request: ModelRequest) => PlantedFacts | undefined;
  readonly seed?: number;
  /** How an answer is written; default: JSON with `reason` and `verdict`. Without an answer it writes a sentence that no reader can read. */
  readonly render?: (value: VerdictValue, request: ModelRequest) => string;
  readonly id?: string;
  readonly traits?: ModelTraits;
};

/**
 * A model that judges with known faults. What differs between draws is drawn by the request's messages and seed: the same request gets the
 * same reply, and a request without a seed always does.
 *
 * Asked for token probabilities, it answers with the label alone and gives the exact mass of each label: with noise ν and a menu of k, ν/k for each and
 * 1 − ν more for its answer.
 */
export function plantedModel(options: PlantedModelOptions): ScriptedModel {
  const { space, faults, factsOf, seed = 0, render = asJson, id = 'planted:judge', traits } = options;
  const view = viewOf(space);
  const menu = plantedMenu(view);
  return scriptedModel({
    id,
    identity: { kind: 'planted', model: id, faults: hashOf({ space, faults, seed }) },
    ...(traits && { traits }),
    reply: (request) => {
      const facts = factsOf(request);
      if (facts === undefined)
        throw new AssizeError('usage', `${id}: expected facts for every request, got none for one. Let factsOf find its item.`);
      const draw = hashOf([request.messages, request.seed ?? null]);
      if (request.logprobs === undefined) {
        const answer = plantedAnswer(view, faults, { facts, seed, draw });
        return answer === undefined ? unreadable : render(answer, request);
      }
      const { noise = 0 } = faults;
      const steady = plantedAnswer(view, { ...faults, noise: 0 }, { facts, seed, draw });
      if (steady === undefined) return unreadable;
      const mass = (value: VerdictValue) => noise / menu.length + (value === steady ? 1 - noise : 0);
      return { text: String(steady), menuProbabilities: Object.fromEntries(menu.map((value) => [String(value), mass(value)])) };
    },
  });
}

const unreadable = 'It depends on how one looks at it.';

function asJson(verdict: VerdictValue): string {
  return JSON.stringify({ reason: 'So it is planted.', verdict });
}

function verdictOf(answer: VerdictValue | undefined): Verdict {
  if (answer === undefined)
    return { status: 'unreadable', problem: 'no-answer', message: 'planted judge: expected an answer, got none, as planted.' };
  return { status: 'scored', value: answer, reading: 'strict' };
}
