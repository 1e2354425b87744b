import { RecordFault } from './record-cells.ts';

/**
 * What each item of COPA asks for, items 401 to 1000, one bit an item from the highest: 1 cause, 0 effect. Taken from the `asks-for` attributes of
 * `datasets/copa-dev.xml` and `copa-test.xml` in drwiner/COPA at 0d59e0efc834004be53ba7569a7793ea8fb13741.
 */
const asksFor =
  '0bb7f575dc2927ffd201c88988f2b58bf502aa02bb7a04d3fb1fdd8cad99d765b3db9b4da77c414bdc2907f6335cd4c81ece93c86057f9cbb6ca192b8347e108ba34ec89c56345e10d2020';

/** What an XCOPA item asks for. `val` 0 is COPA's item 401, `test` 0 its item 501. */
export function copaQuestion(split: 'val' | 'test', idx: number): 'cause' | 'effect' {
  const size = split === 'val' ? 100 : 500;
  if (!Number.isInteger(idx) || idx < 0 || idx >= size) throw new RecordFault('idx', `a whole number below ${size}`, idx);
  const bit = idx + (split === 'val' ? 0 : 100);
  const digit = Number.parseInt(asksFor[Math.floor(bit / 4)] as string, 16);
  return (digit >> (3 - (bit % 4))) & 1 ? 'cause' : 'effect';
}
