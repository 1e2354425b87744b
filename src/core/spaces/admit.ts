import { describe } from '../errors.ts';
import { foldLabel, hasSmallNumber, wholeNumber } from '../fold.ts';
import type { Admission, MenuEntry } from '../space-view.ts';
import type { Level } from '../verdict-space.ts';

/** A level as an entry of the menu. */
export function menuEntry(level: Level): MenuEntry {
  return {
    value: level.label,
    label: String(level.label),
    ...(level.description !== undefined && { description: level.description }),
    synonyms: level.synonyms ?? [],
  };
}

/** The menu's entry whose label or synonym a raw answer is, after folding; never a prefix, never the nearest. */
export function admitFromMenu(raw: unknown, menu: readonly MenuEntry[]): Admission {
  if (isNoAnswer(raw)) return { problem: 'no-answer', message: `expected ${menuText(menu)}, got no answer.` };
  if (typeof raw !== 'string' && typeof raw !== 'number') return offMenu(raw, menuText(menu));
  const folded = foldLabel(String(raw));
  const entry = menu.find(({ label, synonyms }) => [label, ...synonyms].some((name) => foldLabel(name) === folded));
  if (entry !== undefined) return { ok: entry.value };
  return offMenu(raw, menuText(menu));
}

/** Whether a raw answer is none: null, absent, or a text without a visible character. */
export function isNoAnswer(raw: unknown): boolean {
  return raw === null || raw === undefined || (typeof raw === 'string' && foldLabel(raw) === '');
}

const number = '[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)';
const range = new RegExp(
  `^(?:between )?${number} ?%? ?(?:-|to|or|and|bis|\\.\\.|~) ?${number} ?(?:%|(?:/|out of) ?${number})?$`,
  'u',
);

/** How a number may be written beside plainly: `4/5` where 5 is the top, `80%` where the unit is percent. */
export type NumberForm = { readonly top: number; readonly percent: boolean };

/**
 * The number that a raw answer is: a JSON number, or a text that is nothing but a number, `n/top`, `n out of top`, or `n%` where
 * the unit is percent. A range (`7-8`, `7 or 8`) is ambiguous. Anything else is no number (`undefined`).
 */
export function rawNumber(raw: unknown, form: NumberForm): number | 'range' | undefined {
  // Adding 0 turns −0 into 0.
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw + 0 : undefined;
  if (typeof raw !== 'string') return undefined;
  const plain = wholeNumber(raw);
  if (plain !== undefined) return plain;
  if (hasSmallNumber(raw)) return undefined;
  const text = foldLabel(raw).replace(/[–—]/gu, '-').replace(/٫/gu, '.').replace(/٪/gu, '%');
  if (range.test(text)) return 'range';
  const ratio = /^([+-]?[\d.]+) ?(?:\/|⁄|out of) ?([\d.]+)$/u.exec(text);
  if (ratio?.[1] !== undefined && ratio[2] !== undefined)
    return wholeNumber(ratio[2]) === form.top ? wholeNumber(ratio[1]) : undefined;
  const percent = /^([+-]?[\d.]+) ?%$/u.exec(text);
  if (percent?.[1] !== undefined && form.percent) return wholeNumber(percent[1]);
  return undefined;
}

/** An answer that is not of the space. */
export function offMenu(raw: unknown, expected: string): Admission {
  return { problem: 'off-menu', message: `expected ${expected}, got ${describe(raw)}.` };
}

/** Labels as a list in a sentence; quoted where one of them holds a comma, so that the list still shows where each ends. */
export function labelList(labels: readonly (string | number)[]): string {
  const quoted = labels.some((label) => String(label).includes(','));
  return labels.map((label) => (quoted ? JSON.stringify(String(label)) : String(label))).join(', ');
}

function menuText(menu: readonly MenuEntry[]): string {
  return labelList(menu.map(({ label }) => label));
}
