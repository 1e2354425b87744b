import { AssizeError } from '../core/errors.ts';
import type { SpaceView } from '../core/space-view.ts';
import type { VerdictValue } from '../core/verdict.ts';
import type { LabelFile } from '../data/raters/label-file.ts';
import { contentOf, type GivenLabel } from '../data/raters/label-line.ts';
import type { Row } from '../data/row.ts';

/** When a reason must be given: on the fail of a binary space, always, or never. */
export type RationaleWish = 'fail' | 'always' | 'never';
export const rationaleWishes: readonly RationaleWish[] = ['fail', 'always', 'never'];

export type LabelSessionOptions = {
  readonly rater: string;
  readonly view: SpaceView;
  readonly rationale: RationaleWish;
  /** The time as ISO 8601. */
  readonly now: () => string;
};

/** What came of a label: durable, or why it is none. */
export type Labelled = { readonly labelled: VerdictValue } | { readonly problem: string };

/**
 * One rater's way through the items: the first without a label of theirs, then the next. What is skipped comes again in the next session. Knows no verdict of any
 * judge, and shows no gold.
 */
export class LabelSession {
  readonly rows: readonly Row[];
  readonly #file: LabelFile;
  readonly #options: LabelSessionOptions;
  readonly #labels: Map<string, GivenLabel>;
  readonly #before: number[] = [];
  #at: number;

  /** @throws AssizeError `data` where the file has a label of this rater for another text under an item's id, or off the menu. */
  constructor(rows: readonly Row[], file: LabelFile, options: LabelSessionOptions) {
    this.rows = rows;
    this.#file = file;
    this.#options = options;
    this.#labels = file.labelsBy(options.rater);
    for (const { item } of rows) {
      const label = this.#labels.get(item.id);
      if (label === undefined) continue;
      if (label.content !== contentOf(item))
        throw new AssizeError(
          'data',
          `${file.path}: expected labels of the items as they are, got one of item ${JSON.stringify(item.id)} when its text was another. Label into another file with --out.`,
        );
      const admission = options.view.admit(label.gold);
      if ('problem' in admission)
        throw new AssizeError(
          'data',
          `${file.path}: expected labels of the same verdict space, got ${JSON.stringify(label.gold)} for item ${JSON.stringify(item.id)}. Label into another file with --out.`,
        );
    }
    this.#at = this.#nextFrom(0);
  }

  /** The item to label, with its place from 0; `undefined` after the last. */
  get current(): { readonly row: Row; readonly place: number; readonly label: GivenLabel | undefined } | undefined {
    const row = this.rows[this.#at];
    return row === undefined ? undefined : { row, place: this.#at, label: this.#labels.get(row.item.id) };
  }

  get labelled(): number {
    return this.rows.filter(({ item }) => this.#labels.has(item.id)).length;
  }

  /** What an answer is in the space, before a reason is asked for. */
  admit(answer: unknown): { readonly value: VerdictValue; readonly needsRationale: boolean } | { readonly problem: string } {
    const { view, rationale } = this.#options;
    const admission = view.admit(answer);
    if ('problem' in admission) return { problem: admission.message };
    const fails = view.positive !== undefined && admission.ok !== view.positive;
    return { value: admission.ok, needsRationale: rationale === 'always' || (rationale === 'fail' && fails) };
  }

  /** Keeps a label of the current item, durable when this resolves, and goes on to the next without one. */
  async label(answer: unknown, rationale: string | undefined): Promise<Labelled> {
    const row = this.rows[this.#at];
    if (row === undefined) return { problem: 'expected an item to label, got none: all are done.' };
    const admitted = this.admit(answer);
    if ('problem' in admitted) return admitted;
    const reason = rationale?.trim() ?? '';
    if (admitted.needsRationale && reason === '')
      return { problem: `rationale: expected a reason for ${JSON.stringify(admitted.value)}, got none. Say what is wrong.` };
    if (!reason.isWellFormed()) return { problem: 'rationale: expected text, got half of a surrogate pair.' };
    const { rater, now } = this.#options;
    const label: GivenLabel = {
      id: row.item.id,
      rater,
      gold: admitted.value,
      content: contentOf(row.item),
      at: now(),
      ...(reason !== '' && { rationale: reason }),
    };
    await this.#file.add(row, label);
    this.#labels.set(row.item.id, label);
    this.#go(this.#nextFrom(this.#at + 1));
    return { labelled: admitted.value };
  }

  /** Leaves the current item for the next session. */
  skip(): void {
    if (this.current !== undefined) this.#go(this.#nextFrom(this.#at + 1));
  }

  /** Back to the item that was shown before; false where none was, then to the one before it in the data, if there is one. */
  back(): boolean {
    const before = this.#before.pop() ?? this.#at - 1;
    if (before < 0) return false;
    this.#at = before;
    return true;
  }

  #go(to: number): void {
    this.#before.push(this.#at);
    this.#at = to;
  }

  #nextFrom(from: number): number {
    let at = from;
    while (at < this.rows.length && this.#labels.has((this.rows[at] as Row).item.id)) at += 1;
    return at;
  }
}
