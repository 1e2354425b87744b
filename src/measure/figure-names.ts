import { viewOf } from '../core/space-view.ts';
import type { VerdictSpace } from '../core/verdict-space.ts';
import { headline } from './headline.ts';
import { JudgedColumns } from './judged-columns.ts';

/** Names of the figures that judgments in a space have: those of no judgments, which are all undefined. */
export function figureNames(space: VerdictSpace): string[] {
  return headline(new JudgedColumns(), viewOf(space), { seed: 0, draws: 1 }).map(({ name }) => name);
}
