import { z } from 'zod';
import type { SpaceView } from '../../core/space-view.ts';
import { poolMinimum, poolNumbers, type Ballot } from '../pooling.ts';
import { rubricText } from '../prompt/rubric-text.ts';
import type { Criterion, JudgeSpec, Rubric } from '../spec.ts';
import type { AskedPart, Strategy, Turn } from '../strategy.ts';

const options = z.strictObject({
  mode: z.enum(['joint', 'each']).default('each').describe('All criteria in one call, or a call for each.'),
  pool: z
    .enum(['weighted-mean', 'all-pass', 'minimum'])
    .optional()
    .describe(
      'Mean by the criteria’s weights (intervals), pass only if all pass (binary), or the worst. Default: the one that the space can have.',
    ),
});
type Options = z.infer<typeof options>;

/** Each criterion of the rubric gets a verdict of its own; they are pooled to one. */
export const criteria: Strategy<Options> = {
  kind: 'criteria',
  version: 1,
  summary: 'A verdict for each criterion of the rubric, pooled to one.',
  options,
  refuses: (space, { mode, pool }, spec) => {
    if (criteriaOf(spec).length === 0)
      return 'expected a rubric with criteria, got none. Write rubric: { criteria: [{ id, text }] }.';
    if (mode === 'joint' && spec.harness.reader.kind !== 'json')
      return `expected the json reader for mode: joint, got ${spec.harness.reader.kind}. Use reader: json or mode: each.`;
    const chosen = pool ?? defaultPool(space);
    if (chosen === undefined)
      return 'expected an ordered verdict space to pool criteria in, got a nominal one. Use binary, ordinal or interval.';
    if (chosen === 'weighted-mean' && space.scale !== 'interval')
      return `expected an interval for pool: weighted-mean, got a ${space.scale} scale. Use pool: ${defaultPool(space)}.`;
    if (chosen === 'all-pass' && space.positive === undefined)
      return `expected a binary verdict for pool: all-pass, got a ${space.scale} scale. Use pool: ${defaultPool(space)}.`;
    if (chosen === 'minimum' && defaultPool(space) === undefined)
      return 'expected an ordered verdict space for pool: minimum, got a nominal one. Use binary, ordinal or interval.';
    return undefined;
  },
  members: () => [],
  needsModel: true,
  maxCalls: (spec, { mode }) => (mode === 'joint' ? 1 : criteriaOf(spec).length),
  decide: async (turn, { mode, pool }) => {
    const list = criteriaOf(turn.spec);
    const parts = mode === 'joint' ? await askJointly(turn, list) : await askOneByOne(turn, list);
    const ballots: Ballot[] = parts.map(({ verdict }, index) => ({ verdict, weight: list[index]?.weight ?? 1 }));
    // On a binary space the worst verdict is a fail as soon as one criterion fails: all-pass and minimum are one rule.
    const verdict =
      (pool ?? defaultPool(turn.space)) === 'weighted-mean'
        ? poolNumbers(ballots, 'mean', turn.space)
        : poolMinimum(ballots, turn.space);
    const reasons = parts.flatMap(({ rationale }, index) =>
      rationale === undefined ? [] : [`${list[index]?.id}: ${rationale}`],
    );
    return { verdict, ...(reasons.length > 0 && { rationale: reasons.join('\n') }) };
  },
};

function askOneByOne(turn: Turn, list: readonly Criterion[]): Promise<AskedPart[]> {
  return Promise.all(
    list.map((criterion) =>
      turn.ask(`criterion/${criterion.id}`, { rubric: rubricOf(turn.spec.rubric, [criterion]), role: 'criteria' }),
    ),
  );
}

async function askJointly(turn: Turn, list: readonly Criterion[]): Promise<readonly AskedPart[]> {
  return turn.askEach(
    'criteria',
    list.map(({ id, ...rest }) => ({ key: id, text: rubricText({ criteria: [{ id, ...rest }] }) })),
  );
}

function rubricOf(rubric: Rubric | undefined, list: readonly Criterion[]): Rubric {
  return { ...rubric, criteria: list };
}

function criteriaOf(spec: JudgeSpec): readonly Criterion[] {
  return spec.rubric?.criteria ?? [];
}

function defaultPool(space: SpaceView): Options['pool'] {
  if (space.positive !== undefined) return 'all-pass';
  if (space.scale === 'interval') return 'weighted-mean';
  return space.scale === 'ordinal' ? 'minimum' : undefined;
}
