import { z } from 'zod';
import { canonicalJson } from '../../core/json.ts';
import type { Verdict } from '../../core/verdict.ts';
import { poolFrequencies } from '../pooling.ts';
import { rubricText } from '../prompt/rubric-text.ts';
import type { JudgeSpec, Rubric } from '../spec.ts';
import { speaker } from '../speaker.ts';
import { helperModel, helperOf, modelOption } from '../steps/helper-model.ts';
import type { AskedPart, Strategy, Turn } from '../strategy.ts';

const options = z.strictObject({
  samples: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Draws whose frequencies stand for probabilities. Default: 1 (at temperature 0) with the logprobs reader, which gives them, else 20.',
    ),
  maker: modelOption.optional().describe('The model that writes the evaluation steps; the judge’s own by default.'),
});
type Options = z.infer<typeof options>;

/** Raised whenever the same task would be asked for its steps in other words: part of their address. */
const stepsVersion = 1;

/**
 * G-Eval (Liu et al. 2023, §2): the model writes the steps of the evaluation once, from the task alone; every item is judged by them, and the score is the mean of the
 * scale weighted by its probabilities: the token's own where the reader gives them, else frequencies of 20 draws at temperature 1.
 */
export const gEval: Strategy<Options> = {
  kind: 'g-eval',
  version: 1,
  summary: 'Writes evaluation steps from the task, judges by them, and weighs the scale by its probabilities (G-Eval).',
  options,
  members: () => [],
  defaultTemperature: 1,
  models: ({ maker }) => (maker === undefined ? [] : [helperModel(maker)]),
  needsModel: true,
  maxCalls: (spec, given) => 1 + samplesOf(spec, given),
  decide: async (turn, given) => {
    const steps = await stepsOf(turn, given);
    if (steps.trim() === '')
      return { verdict: { status: 'failed', code: 'model', message: 'No evaluation steps: the model wrote none.' } };
    const rubric = withSteps(turn.spec.rubric, steps);
    const samples = samplesOf(turn.spec, given);
    const draws = await Promise.all(
      Array.from({ length: samples }, (_, sample) =>
        turn.ask(samples === 1 ? 'verdict' : `verdict/${sample}`, {
          rubric,
          sample,
          samples,
          ...(samples === 1 && { temperature: 0 }),
        }),
      ),
    );
    const verdict = samples === 1 ? (draws[0] as AskedPart).verdict : poolFrequencies(draws, turn.space);
    return { verdict, ...said(verdict, draws) };
  },
};

function samplesOf({ harness }: JudgeSpec, { samples }: Options): number {
  return samples ?? (harness.reader.kind === 'logprobs' ? 1 : 20);
}

/** The steps are of the task and not of the item: made once for all items, languages and draws. */
function stepsOf(turn: Turn, { maker }: Options): Promise<string> {
  const { prompt, rubric } = turn.spec;
  const model = helperOf(turn, maker);
  const task = [
    prompt.system ?? 'You are a careful, impartial evaluator.',
    ...(rubric === undefined ? [] : [`Rubric:\n${rubricText(rubric)}`]),
    turn.space.pairwise ? 'Two outputs, A and B, are compared.' : 'One output is judged.',
    `The verdict is ${turn.space.sentence()}.`,
  ].join('\n\n');
  return turn.derive(
    canonicalJson(['g-eval-steps', stepsVersion, task, model]),
    () =>
      turn.say(
        'steps',
        [
          {
            role: 'system',
            content:
              'You write the steps by which an evaluator goes about a task. Three to six numbered steps, each a sentence on what to read, what to look for and how it bears on the verdict. You see the task alone, not what will be judged. Write the steps in English and nothing else.',
          },
          { role: 'user', content: `The evaluator’s task:\n\n${task}\n\nEvaluation steps:` },
        ],
        { role: 'checklist', model, shared: true },
      ),
    { label: 'steps', role: 'checklist', text: (made) => made },
  );
}

function withSteps(rubric: Rubric | undefined, steps: string): Rubric {
  const text = `Evaluation steps:\n${steps.trim()}`;
  return { ...rubric, text: rubric?.text === undefined ? text : `${rubric.text.trim()}\n${text}` };
}

/** A mean is nobody's answer: the draw nearest to it speaks. */
function said(verdict: Verdict, draws: readonly AskedPart[]): ReturnType<typeof speaker> {
  if (verdict.status !== 'scored' || typeof verdict.value !== 'number') return speaker(verdict, draws);
  const target = verdict.value;
  const distance = ({ verdict: drawn }: AskedPart): number =>
    drawn.status === 'scored' ? Math.abs(Number(drawn.value) - target) : Infinity;
  const nearest = draws.reduce((best, draw) => (distance(draw) < distance(best) ? draw : best));
  return speaker(nearest.verdict, [nearest]);
}
