import Table from 'cli-table3';
import { visibleText } from './visible-text.ts';

/** A table for people. Plain and without colour off a terminal, so that it can be piped. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  stream: NodeJS.WritableStream & { isTTY?: boolean },
): string {
  const plain = {
    chars: {
      top: '',
      'top-mid': '',
      'top-left': '',
      'top-right': '',
      bottom: '',
      'bottom-mid': '',
      'bottom-left': '',
      'bottom-right': '',
      left: '',
      'left-mid': '',
      mid: '',
      'mid-mid': '',
      right: '',
      'right-mid': '',
      middle: '  ',
    },
    style: { head: stream.isTTY === true ? ['bold'] : [], border: [], 'padding-left': 0, 'padding-right': 0 },
  };
  const drawn = new Table({ head: [...head], ...plain });
  drawn.push(...rows.map((row) => row.map(visibleText)));
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
