import { viewOf } from '../../core/space-view.ts';
import type { Failed } from '../../core/verdict.ts';
import type { VerdictSpace } from '../../core/verdict-space.ts';
import type { Concept, CriteriaSet } from '../criteria/criteria-set.ts';
import type { ReaderSpec } from '../spec.ts';
import type { AskedPart, Turn } from '../strategy.ts';

export type Scoring = 'per-concept' | 'joint';

/** The score of each criterion of a set by its id, `undefined` where it got none; or why no scores came. */
export type CriteriaScores = ReadonlyMap<string, number | undefined>;

/** The space that criteria are scored in. */
export function scoreSpace({ scale }: CriteriaSet): VerdictSpace {
  return { kind: 'interval', min: scale.min, max: scale.max, better: 'higher' };
}

/** Calls that the scores of an item take: a JSON reply holds a concept's, or all; other readers read one score a call. */
export function scoreCalls(set: CriteriaSet, scoring: Scoring, reader: ReaderSpec): number {
  if (reader.kind !== 'json') return set.concepts.reduce((sum, { criteria }) => sum + criteria.length, 0);
  return scoring === 'joint' ? 1 : set.concepts.length;
}

/**
 * Scores an item on every criterion (UCS §3.2). A criterion that comes back without a score is missing, and not 0; a call that failed makes it all failed, since a resume may
 * still get it.
 */
export async function criteriaScores(
  turn: Turn,
  set: CriteriaSet,
  scoring: Scoring,
): Promise<{ readonly scores: CriteriaScores } | { readonly failed: Failed }> {
  const { reader } = turn.spec.harness;
  const space = scoreSpace(set);
  const parts = reader.kind === 'json' ? await jointly(turn, set, { scoring, space }) : await oneByOne(turn, set, space);
  const scores = new Map<string, number | undefined>();
  for (const [id, { verdict }] of parts) {
    if (verdict.status === 'failed') return { failed: verdict };
    scores.set(id, verdict.status === 'scored' ? Number(verdict.value) : undefined);
  }
  return { scores };
}

type Scored = readonly (readonly [string, AskedPart])[];

async function jointly(
  turn: Turn,
  { concepts, scale }: CriteriaSet,
  { scoring, space }: { scoring: Scoring; space: VerdictSpace },
): Promise<Scored> {
  const calls =
    scoring === 'joint'
      ? [{ label: 'scores', concepts }]
      : concepts.map((concept) => ({ label: `scores/${concept.name}`, concepts: [concept] }));
  const answers = await Promise.all(
    calls.map(async (call) => {
      const asked = call.concepts.flatMap(({ criteria }) => criteria);
      const parts = await turn.askEach(
        call.label,
        asked.map(({ id, text }) => ({ key: id, text })),
        { space, rubric: { text: rubricText(call.concepts, scale) } },
      );
      return asked.map(({ id }, index) => [id, parts[index] as AskedPart] as const);
    }),
  );
  return answers.flat();
}

function oneByOne(turn: Turn, { concepts, scale }: CriteriaSet, space: VerdictSpace): Promise<Scored> {
  return Promise.all(
    concepts.flatMap((concept) =>
      concept.criteria.map(
        async (criterion) =>
          [
            criterion.id,
            await turn.ask(`score/${criterion.id}`, {
              space,
              reader: turn.spec.harness.reader,
              rubric: { text: rubricText([{ ...concept, criteria: [criterion] }], scale) },
              role: 'criteria',
            }),
          ] as const,
      ),
    ),
  );
}

function rubricText(concepts: readonly Concept[], { min, max }: CriteriaSet['scale']): string {
  const lines = concepts.flatMap(({ name, description, criteria }) => [
    `Concept: ${name}${description === undefined ? '' : ` (${description})`}`,
    ...criteria.map(({ id, text }) => `- ${id}: ${text}`),
  ]);
  return [
    `Score each criterion from ${min} (not at all) to ${max} (fully), whatever the language of the material.`,
    ...lines,
  ].join('\n');
}

/** The mean score of each concept's criteria, over those that have one; `undefined` where none has. In the order of the set. */
export function conceptMeans(set: CriteriaSet, scores: CriteriaScores): (number | undefined)[] {
  return set.concepts.map(({ criteria }) => {
    const present = criteria.map(({ id }) => scores.get(id)).filter((score) => score !== undefined);
    return present.length === 0 ? undefined : present.reduce((sum, score) => sum + score, 0) / present.length;
  });
}

/** Whether a reader can read scores of a set: logprobs needs a finite menu. */
export function scoresRefusal(set: CriteriaSet, reader: ReaderSpec): string | undefined {
  const { menu } = viewOf(scoreSpace(set));
  return reader.kind === 'logprobs' && menu === undefined
    ? `expected a scale of at most 100 steps for the logprobs reader, got ${set.scale.min} to ${set.scale.max}. Use reader: json.`
    : undefined;
}
