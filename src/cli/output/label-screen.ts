import type { SpaceView } from '../../core/space-view.ts';
import type { Row } from '../../data/row.ts';
import { directionOf, quotedLines, visibleText } from './visible-text.ts';

/** A label with the key that gives it. */
export type LabelKey = { readonly key: string; readonly label: string; readonly description?: string };

/**
 * The keys of a menu: a level that is one digit is its own key, else 1, 2, 3 … 9, 0; `undefined` where there are more labels than keys, so that the label itself is
 * typed.
 */
export function labelKeys(view: SpaceView): readonly LabelKey[] | undefined {
  const { menu } = view;
  if (menu === undefined || menu.length > 10) return undefined;
  const digits = menu.every(({ label }) => /^[0-9]$/u.test(label));
  return menu.map(({ label, description }, place) => ({
    key: digits ? label : String((place + 1) % 10),
    label,
    ...(description !== undefined && { description }),
  }));
}

/** The item for the rater's eyes: what a judge would see, each text behind a bar, nothing of gold or verdicts. */
export function itemScreen(
  row: Row,
  progress: { readonly place: number; readonly items: number; readonly labelled: number },
): string {
  const { item } = row;
  const direction = directionOf(item.language);
  const written = direction === 'rtl' ? ', right to left' : '';
  const language = item.language === undefined ? '' : ` · ${languageName(item.language)}${written}`;
  const lines = [
    '',
    `── ${progress.place + 1} of ${progress.items} · ${progress.labelled} labelled · item ${oneLine(item.id)}${language}`,
  ];
  const texts: readonly (readonly [string, string | undefined])[] = [
    ['context', item.context],
    ['input', item.input],
    ...(item.conversation ?? []).map(
      ({ role, content, toolCalls = [] }) =>
        [role, [content, ...toolCalls.map((call) => `${call.name}(${call.arguments})`)].join('\n')] as const,
    ),
    ['reference', item.reference],
    ['output', item.output],
    ['output A', item.outputA],
    ['output B', item.outputB],
    ...Object.entries(item.fields),
  ];
  for (const [name, text] of texts) if (text !== undefined) lines.push(oneLine(name), ...quotedLines(text, direction));
  return `${lines.join('\n')}\n`;
}

/** The line that tells what can be typed. */
export function keysLine(keys: readonly LabelKey[] | undefined, sentence: string): string {
  const commands = keys === undefined ? ':b back · :s skip · :r rubric · :q quit' : 'b back · s skip · r rubric · q quit';
  const labels = keys?.map(({ key, label }) => (key === label ? label : `${key} ${oneLine(label)}`)).join('   ') ?? sentence;
  return `${labels}      ${commands}`;
}

/** Text on a line of its own. */
export function oneLine(text: string): string {
  return visibleText(text).replaceAll('\n', '‹U+000A›').replaceAll('\t', ' ');
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

function languageName(tag: string): string {
  try {
    const name = names.of(tag);
    return name === undefined || name === tag ? oneLine(tag) : `${name} (${tag})`;
  } catch {
    return oneLine(tag);
  }
}
