import { AssizeError } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';

/** A template cut into literal text and placeholders, in order. */
export type TemplatePiece = { readonly text: string } | { readonly placeholder: string };

/** Placeholders whose text comes from the judge. */
export const judgePlaceholders = ['rubric', 'outputForm'] as const;
/** Placeholders whose text comes from the item, and so stands in a fence. `fields.NAME` joins them. */
export const itemPlaceholders = [
  'input',
  'output',
  'outputA',
  'outputB',
  'conversation',
  'context',
  'reference',
  'language',
] as const;

const known: readonly string[] = [...judgePlaceholders, ...itemPlaceholders];
const placeholderForm = /^(?:[A-Za-z]+|fields\.[A-Za-z0-9_-]+)$/u;

/**
 * Parses a template whose only syntax is `{{ name }}`. There are no filters, tags or expressions, so nothing in a template is ever run.
 *
 * @throws AssizeError `config` on `{%`, on anything but a name between `{{` and `}}`, and on a name that is no placeholder, naming the nearest.
 */
export function parseTemplate(template: string, place: string): TemplatePiece[] {
  if (template.includes('{%'))
    throw templateError(place, 'only {{ name }} placeholders', '{%', 'Remove the tag: templates run nothing.');
  const pieces: TemplatePiece[] = [];
  let at = 0;
  for (;;) {
    const open = template.indexOf('{{', at);
    if (open < 0) break;
    const close = template.indexOf('}}', open);
    if (close < 0) throw templateError(place, 'a closing }}', template.slice(open, open + 20), 'Close the placeholder.');
    const name = template.slice(open + 2, close).trim();
    if (!placeholderForm.test(name))
      throw templateError(
        place,
        'a placeholder like {{ output }}',
        `{{${template.slice(open + 2, close)}}}`,
        'Use a bare name: no filters, no expressions.',
      );
    if (!known.includes(name) && !name.startsWith('fields.')) {
      const near = nearest(name, known);
      throw templateError(
        place,
        `one of ${known.join(', ')}, fields.NAME`,
        `{{ ${name} }}`,
        near === undefined ? 'Use one of these.' : `Did you mean {{ ${near} }}?`,
      );
    }
    if (open > at) pieces.push({ text: template.slice(at, open) });
    pieces.push({ placeholder: name });
    at = close + 2;
  }
  if (at < template.length) pieces.push({ text: template.slice(at) });
  return pieces;
}

/** The placeholders of a template, each once, in order of first use. */
export function placeholdersOf(pieces: readonly TemplatePiece[]): string[] {
  return [...new Set(pieces.flatMap((piece) => ('placeholder' in piece ? [piece.placeholder] : [])))];
}

function templateError(place: string, expected: string, got: string, remedy: string): AssizeError {
  return new AssizeError('config', `${place}: expected ${expected}, got ${JSON.stringify(got)}. ${remedy}`);
}
