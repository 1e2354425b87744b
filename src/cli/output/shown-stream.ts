import { visibleText } from './visible-text.ts';

/** Bold on and off, which our tables write: from the data they could do no more than that. */
const emphasis = new RegExp(`(${String.fromCodePoint(0x1b)}\\[(?:0|1|22|39)m)`, 'u');

/**
 * A stream that text for people goes through: whatever part of it came from data, a model or an endpoint cannot move the cursor, colour the screen or turn the direction.
 * Everything else of the stream is as it was.
 */
export function shownStream<Stream extends NodeJS.WritableStream>(stream: Stream): Stream {
  return new Proxy(stream, {
    get(target, name) {
      if (name === 'write') return (text: unknown, ...more: never[]) => target.write(shown(text) as string, ...more);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function shown(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  return text
    .split(emphasis)
    .map((piece, place) => (place % 2 === 1 ? piece : visibleText(piece)))
    .join('');
}
