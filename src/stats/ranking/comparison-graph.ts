import type { KnownComparisons } from './comparisons.ts';

type Counts = Pick<KnownComparisons, 'systems' | 'wins' | 'ties'>;

/** Systems that are linked by comparisons, one list a component, in order of code; one list where all are. O(systems²). */
export function comparisonComponents({ systems, wins, ties }: Counts): number[][] {
  const linked = (i: number, j: number): boolean => at(wins, i, j) + at(wins, j, i) + at(ties, i, j) > 0;
  const at = (cells: Float64Array, i: number, j: number): number => cells[i * systems + j] as number;
  const left = new Set(Array.from({ length: systems }, (_, system) => system));
  const components: number[][] = [];
  for (const start of left) {
    const component = reached(start, systems, linked);
    for (const system of component) left.delete(system);
    components.push(component);
  }
  return components;
}

/**
 * Whether the likelihood of Davidson's model has a finite maximum: no way of moving all strengths (and the ties' parameter) apart for ever makes
 * every result that was seen as likely as before or more.
 *
 * There is none if each system can be reached from each other by wins and ties (Ford 1957, Amer. Math. Monthly 64), if not all are ties,
 * and, with ties, if no strengths d have d(i) − d(j) ≥ 2 for every win of i over j and |d(i) − d(j)| ≤ 2 for every tie: a system of differences
 * that has a solution unless it has a cycle of negative length (Bellman and Ford). O(systems³).
 */
export function hasFiniteStrengths({ systems, wins, ties }: Counts): boolean {
  if (!wins.some((count) => count > 0)) return false;
  const beats = (i: number, j: number): boolean => (wins[i * systems + j] as number) + (ties[i * systems + j] as number) > 0;
  const forwards = reached(0, systems, beats).length === systems;
  const backwards = reached(0, systems, (i, j) => beats(j, i)).length === systems;
  if (!forwards || !backwards) return false;
  return !ties.some((count) => count > 0) || hasNegativeCycle({ systems, wins, ties });
}

function reached(start: number, systems: number, leads: (from: number, to: number) => boolean): number[] {
  const found = new Set([start]);
  for (const from of found) for (let to = 0; to < systems; to += 1) if (leads(from, to)) found.add(to);
  return [...found].sort((a, b) => a - b);
}

function hasNegativeCycle({ systems, wins, ties }: Counts): boolean {
  const lengths = new Float64Array(systems);
  for (let round = 0; round <= systems; round += 1) {
    let changed = false;
    for (let i = 0; i < systems; i += 1) {
      for (let j = 0; j < systems; j += 1) {
        const cell = i * systems + j;
        // d(j) ≤ d(i) − 2 for a win, d(j) ≤ d(i) + 2 for a tie; the win is the stronger.
        const step = (wins[cell] as number) > 0 ? -2 : (ties[cell] as number) > 0 ? 2 : undefined;
        if (step === undefined || (lengths[i] as number) + step >= (lengths[j] as number)) continue;
        lengths[j] = (lengths[i] as number) + step;
        changed = true;
      }
    }
    if (!changed) return false;
  }
  return true;
}
