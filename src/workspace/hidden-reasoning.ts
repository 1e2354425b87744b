import type { ResolvedJudge } from '../config/resolve-judge.ts';
import type { Item } from '../core/item.ts';
import { withoutReasoning } from '../judge/readers/reasoning.ts';
import { specsOf } from '../judge/spec.ts';

/** Counts the items of which judges see less than there is, because a model's reasoning stands before its answer: nothing is hidden in silence. */
export class HiddenReasoning {
  #count = 0;
  #emptied = 0;

  add({ output, outputA, outputB, conversation }: Item): void {
    const said = (conversation ?? []).flatMap(({ role, content }) => (role === 'assistant' ? [content] : []));
    const hiding = [output, outputA, outputB, ...said]
      .filter((text) => text !== undefined)
      .map((text) => ({ text, seen: withoutReasoning(text) }))
      .filter(({ text, seen }) => seen.length < text.length);
    if (hiding.length > 0) this.#count += 1;
    if (hiding.some(({ seen }) => seen.trim() === '')) this.#emptied += 1;
  }

  /** A line for each judge that hides it. */
  notes(judges: readonly ResolvedJudge[], items: number): string[] {
    if (this.#count === 0) return [];
    const hiding = judges.filter(({ spec }) =>
      specsOf(spec).some(({ model, prompt }) => model !== undefined && prompt.reasoning !== 'shown'),
    );
    const emptied = this.#emptied === 0 ? '' : `, and nothing where none follows (${this.#emptied} of them)`;
    return hiding.map(
      ({ name }) =>
        `judges.${name}: ${this.#count} of ${items} items begin with their model's reasoning (as in <think>…</think>); the judge sees the answer after it${emptied}. To show all: prompt: { reasoning: shown }.`,
    );
  }
}
