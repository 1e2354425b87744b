import { AssizeError } from '../core/errors.ts';
import type { SpaceView } from '../core/space-view.ts';
import type { VerdictValue } from '../core/verdict.ts';
import type { JudgedColumns } from './judged-columns.ts';

/** Judgments as a verdict space sees them, one entry an observation. Absent is −1 or NaN. */
export type SpaceColumns = {
  readonly view: SpaceView;
  readonly status: Uint8Array;
  readonly row: Int32Array;
  readonly draw: Int32Array;
  readonly group: Int32Array;
  readonly language: Int32Array;
  /** Index into the view's `classes`; −1 where not scored, and on intervals. */
  readonly value: Int32Array;
  /** Index into the view's `classes`; −1 where absent or off the menu, and on intervals. */
  readonly gold: Int32Array;
  /** The verdict as a number on numeric spaces; NaN elsewhere and where not scored. */
  readonly number: Float64Array;
  readonly goldNumber: Float64Array;
};

/** Reads values and gold as the view admits them. Gold off the menu is as absent, and so is a value. O(n). */
export function spaceColumns(columns: JudgedColumns, view: SpaceView): SpaceColumns {
  const { status, row, draw, group, language } = columns;
  const admitted = admission(columns, view);
  const verdicts = readColumn(columns.valueText, columns.valueNumber, admitted);
  const gold = readColumn(columns.goldText, columns.goldNumber, admitted);
  return {
    view,
    status,
    row,
    draw,
    group,
    language,
    value: verdicts.codes,
    gold: gold.codes,
    number: verdicts.numbers,
    goldNumber: gold.numbers,
  };
}

/** Whether an observation has a verdict of the space. */
export function isScored({ status, value, number }: SpaceColumns, index: number): boolean {
  return status[index] === 0 && ((value[index] as number) >= 0 || !Number.isNaN(number[index]));
}

/** Whether an observation's gold is of the space. */
export function hasGold({ gold, goldNumber }: SpaceColumns, index: number): boolean {
  return (gold[index] as number) >= 0 || !Number.isNaN(goldNumber[index]);
}

/**
 * Refuses verdicts that are not of the space, which would be left out in silence.
 *
 * @throws AssizeError `internal`, naming the first.
 */
export function requireOfSpace(columns: SpaceColumns): void {
  const { view, status, row, draw } = columns;
  const place = status.findIndex((of, index) => of === 0 && !isScored(columns, index));
  if (place < 0) return;
  throw new AssizeError(
    'internal',
    `row ${row[place]}, draw ${draw[place]}: expected a verdict of the space (${view.sentence()}), got a value that it does not have. Report this.`,
  );
}

type Admitted = { readonly code: number; readonly number: number };
const none: Admitted = { code: -1, number: Number.NaN };

/** What a text (by its code) or a number is in the space, each looked up once. */
function admission(
  columns: JudgedColumns,
  view: SpaceView,
): { text: (code: number) => Admitted; number: (value: number) => Admitted } {
  const classes = new Map<VerdictValue, number>((view.classes ?? []).map((value, code) => [value, code]));
  const admit = (raw: unknown): Admitted => {
    const result = view.admit(raw);
    if (!('ok' in result)) return none;
    return { code: classes.get(result.ok) ?? -1, number: view.numeric && typeof result.ok === 'number' ? result.ok : Number.NaN };
  };
  const texts = columns.texts.map(admit);
  const numbers = new Map<number, Admitted>();
  return {
    text: (code) => texts[code] ?? none,
    number: (value) => {
      let known = numbers.get(value);
      if (known === undefined) {
        known = admit(value);
        // Levels are few; a real scale may have as many values as rows.
        if (numbers.size < 1000) numbers.set(value, known);
      }
      return known;
    },
  };
}

function readColumn(
  texts: Int32Array,
  numbers: Float64Array,
  admitted: ReturnType<typeof admission>,
): { codes: Int32Array; numbers: Float64Array } {
  const read = { codes: new Int32Array(texts.length), numbers: new Float64Array(texts.length) };
  for (let index = 0; index < texts.length; index += 1) {
    const number = numbers[index] as number;
    const { code, number: value } = Number.isNaN(number) ? admitted.text(texts[index] as number) : admitted.number(number);
    read.codes[index] = code;
    read.numbers[index] = value;
  }
  return read;
}
