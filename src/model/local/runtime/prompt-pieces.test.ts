import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieceEnds, reusableTokens } from './prompt-pieces.ts';

const reusable = (
  length: number,
  firstMessageEnd: number | undefined,
  shared: number,
  heldFirstMessageEnd = firstMessageEnd,
): number => reusableTokens({ length, firstMessageEnd }, { shared, heldFirstMessageEnd });

describe('reusableTokens', () => {
  it('is the whole first message where it is shared', () => {
    expect(reusable(200, 77, 77)).toBe(77);
    expect(reusable(200, 77, 90)).toBe(77);
    expect(reusable(200, 77, 95)).toBe(77 + 16);
  });

  it('is whole groups of 16 elsewhere', () => {
    expect(reusable(200, 77, 60)).toBe(48);
    expect(reusable(200, undefined, 60)).toBe(48);
    expect(reusable(200, 77, 15)).toBe(0);
  });

  it('leaves a group of a prompt that comes again, and of a first message', () => {
    expect(reusable(200, undefined, 200)).toBe(176);
    expect(reusable(208, undefined, 208)).toBe(192);
    expect(reusable(85, 77, 85)).toBe(77);
    expect(reusable(200, 77, 76)).toBe(48);
    expect(reusable(10, undefined, 10)).toBe(0);
  });

  it('goes up to the nearer end of a first message where the two differ', () => {
    expect(reusable(200, 77, 150, 60)).toBe(48);
    expect(reusable(200, undefined, 150, 60)).toBe(48);
    expect(reusableTokens({ length: 200, firstMessageEnd: 77 }, { shared: 150, heldFirstMessageEnd: undefined })).toBe(48);
  });
});

describe('pieceEnds', () => {
  it('ends at the first message, and every 128 tokens but for a rest', () => {
    expect(pieceEnds({ length: 500, firstMessageEnd: 150 }, 0)).toEqual([128, 150, 278, 406, 500]);
    expect(pieceEnds({ length: 500, firstMessageEnd: 150 }, 150)).toEqual([278, 406, 500]);
    expect(pieceEnds({ length: 143, firstMessageEnd: undefined }, 0)).toEqual([143]);
    expect(pieceEnds({ length: 144, firstMessageEnd: undefined }, 0)).toEqual([128, 144]);
  });

  it('evaluates every token in the same place of a group, whatever was reused', () => {
    const shape = fc
      .tuple(fc.integer({ min: 1, max: 900 }), fc.option(fc.integer({ min: 8, max: 880 }), { nil: undefined }))
      .map(([length, end]) => ({ length, firstMessageEnd: end !== undefined && end < length ? end : undefined }));
    fc.assert(
      fc.property(shape, fc.nat(900), ({ length, firstMessageEnd }, shared) => {
        const start = reusable(length, firstMessageEnd, Math.min(shared, length));
        expect(start).toBeLessThan(length);
        const ends = pieceEnds({ length, firstMessageEnd }, start);
        expect(ends.at(-1)).toBe(length);
        let at = start;
        for (const end of ends) {
          const part = firstMessageEnd !== undefined && at >= firstMessageEnd ? firstMessageEnd : 0;
          const partLength = (firstMessageEnd !== undefined && at < firstMessageEnd ? firstMessageEnd : length) - part;
          expect((at - part) % 16).toBe(0);
          // Never a few tokens alone, but where the whole part has no more.
          expect(end - at).toBeGreaterThanOrEqual(Math.min(16, partLength));
          expect(end - at).toBeLessThanOrEqual(143);
          at = end;
        }
      }),
    );
  });
});
