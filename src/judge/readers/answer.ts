import { foldLabel, wholeNumber } from '../../core/fold.ts';
import type { Admission, SpaceView } from '../../core/space-view.ts';

/**
 * Whether an answer, taken whole, is a verdict of the space: as it stands first, then without what writing puts around a label (Markdown, quotes, brackets
 * in pairs, one closing full stop). Anything left over makes it no verdict: a label with an explanation behind it is off the menu, and several labels
 * are ambiguous.
 */
export function admitAnswer(raw: unknown, space: SpaceView): Admission {
  const asItStands = space.admit(raw);
  if ('ok' in asItStands || typeof raw !== 'string') return asItStands;
  const layers = layersOf(raw);
  const bare = layers.at(-1) as string;
  // The labels themselves may have brackets: each layer is tried before it is taken off.
  const admitted = layers.map((layer) => space.admit(layer));
  const found = admitted.find((admission) => 'ok' in admission || admission.problem === 'ambiguous');
  if (found !== undefined) return found;
  if (foldLabel(bare) === '') return space.admit('');
  if (asItStands.problem === 'off-menu' && holdsSeveral(bare, space))
    return { problem: 'ambiguous', message: asItStands.message.replace(/\.$/u, ', more than one answer.') };
  return asItStands;
}

/** A label without Markdown, quotes, brackets and a closing full stop around it. Keeps what can change its meaning: signs, `?`, `<`, `%`, an ellipsis. */
export function undecorated(text: string): string {
  return layersOf(text).at(-1) as string;
}

/** A text, then with one layer of decoration after another taken off. */
function layersOf(text: string): string[] {
  if (text.length > longestLabel) return [text.trim()];
  const layers = [text.replaceAll('**', '').trim()];
  for (;;) {
    const last = layers.at(-1) as string;
    const next = withoutLayer(last);
    if (next === last || layers.length > mostLayers) return layers;
    layers.push(next);
  }
}

const longestLabel = 500;
const mostLayers = 12;
const pairs: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
  ['（', '）'],
  ['【', '】'],
  ['「', '」'],
  ['『', '』'],
  ['$', '$'],
];

function withoutLayer(text: string): string {
  const boxed = /^\\(?:boxed|text|textbf|mathbf)\{(.*)\}$/u.exec(text)?.[1];
  if (boxed !== undefined) return boxed.trim();
  const pair = pairs.find(([open, close]) => text.length > 1 && text.startsWith(open) && text.endsWith(close));
  if (pair !== undefined) return text.slice(1, -1).trim();
  return (
    text
      .replace(/^(?:[*_`"“”„«‘’'|]|#{1,6}\s|:)\s*/u, '')
      // A dash before a number is its sign.
      .replace(/^[-•]\s+(?=[\p{L}"“*_`(])/u, '')
      .replace(/\s*(?:[*_`"“”»‘’'|]|(?<=["”'’»])[,;]|(?<!\.)[.!。！।۔])$/u, '')
      .replace(/^([^()[\]{}]+)[)\]}]$/u, '$1')
      .trim()
  );
}

const separators = /\s*(?:\bor\b|\band\b|\bvs\b|\bversus\b|[|,;、/]|或|または|oder|\bou\b)\s*/iu;

/** Whether a text is nothing but labels, two different ones at least. Numbers with a slash or comma between them are a ratio or a decimal, not two answers. */
function holdsSeveral(text: string, space: SpaceView): boolean {
  if (text.length > longestLabel) return false;
  const parts = text.replace(/^(?:both|either)\s/iu, '').split(separators);
  if (parts.length < 2 || (/[/,]/u.test(text) && parts.every((part) => wholeNumber(undecorated(part)) !== undefined)))
    return false;
  const values = new Set<string>();
  for (const part of parts) {
    const admitted = space.admit(undecorated(part));
    if (!('ok' in admitted)) return false;
    values.add(JSON.stringify(admitted.ok));
  }
  return values.size > 1;
}
