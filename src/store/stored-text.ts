import { AssizeError } from '../core/errors.ts';
import type { VerdictValue } from '../core/verdict.ts';

/**
 * A text as it goes into a column. Almost always itself: the driver cuts a text at a NUL and replaces a lone surrogate, so a text that has
 * one (or begins with the mark) is kept as the mark and its JSON.
 */
export function toStored(text: string): string {
  return !text.includes('\0') && text.isWellFormed() && !text.startsWith(mark) ? text : mark + JSON.stringify(text);
}

/** The text that `toStored` was given. */
export function fromStored(stored: string): string {
  return stored.startsWith(mark) ? (JSON.parse(stored.slice(mark.length)) as string) : stored;
}

/**
 * A value as JSON, in which a number, a text and −0 stay what they are.
 *
 * @throws AssizeError `internal` on NaN and infinities, which no verdict space admits and JSON cannot hold.
 */
export function valueToStored(value: VerdictValue): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new AssizeError('internal', `judgment: expected a finite value, got ${value} (number). Report this.`);
  }
  return Object.is(value, -0) ? '-0' : JSON.stringify(value);
}

/** The value that `valueToStored` was given. */
export function valueFromStored(stored: string): VerdictValue {
  return JSON.parse(stored) as VerdictValue;
}

const mark = '\u001b';
