import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { promptCuts, type TokenKind } from './prompt-cuts.ts';

const text = (): TokenKind => 'text';

describe('promptCuts', () => {
  it('cuts after messages, long lines and 128 tokens, and leaves a short last piece', () => {
    expect(promptCuts(300, text)).toEqual([128, 256, 284, 300]);
    expect(promptCuts(100, (index) => (index === 59 ? 'mark' : 'text'))).toEqual([60, 84, 100]);
    expect(promptCuts(200, (index) => (index === 30 || index === 70 ? 'line-end' : 'text'))).toEqual([71, 184, 200]);
  });

  it('cuts after a message at the very end too, so that a short item leaves the message before it whole', () => {
    expect(promptCuts(100, (index) => (index === 89 || index === 98 ? 'mark' : 'text'))).toEqual([90, 99, 100]);
    expect(promptCuts(100, (index) => (index === 89 || index === 95 ? 'mark' : 'text'))).toEqual([90, 100]);
  });

  it('cuts no crumbs: two marks in a row are one cut', () => {
    expect(promptCuts(100, (index) => (index === 49 || index === 51 ? 'mark' : 'text'))).toEqual([50, 84, 100]);
  });

  it('has one piece for a prompt as short as the last piece, and none for an empty one', () => {
    expect(promptCuts(16, text)).toEqual([16]);
    expect(promptCuts(17, text)).toEqual([1, 17]);
    expect(promptCuts(0, text)).toEqual([]);
  });

  it('cuts two prompts that begin alike alike, up to the last piece of the shorter beginning', () => {
    const kinds = fc.array(fc.constantFrom<TokenKind>('mark', 'line-end', 'text', 'text', 'text', 'text'), {
      minLength: 40,
      maxLength: 400,
    });
    fc.assert(
      fc.property(kinds, kinds, kinds, (shared, one, other) => {
        const cutsOf = (all: readonly TokenKind[]): number[] =>
          promptCuts(all.length, (index) => all[index] as TokenKind).filter((cut) => cut <= shared.length - 16);
        expect(cutsOf([...shared, ...one])).toEqual(cutsOf([...shared, ...other]));
      }),
    );
  });

  it('gives rising cuts, 128 tokens apart at most but for the end of a message at the very end, that end with the prompt', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<TokenKind>('mark', 'line-end', 'text'), { minLength: 1, maxLength: 600 }), (kinds) => {
        const cuts = promptCuts(kinds.length, (index) => kinds[index] as TokenKind);
        expect(cuts.at(-1)).toBe(kinds.length);
        for (const [index, cut] of cuts.entries()) {
          const size = cut - (cuts[index - 1] ?? 0);
          expect(size).toBeGreaterThan(0);
          expect(size).toBeLessThanOrEqual(128 + 15);
        }
      }),
    );
  });
});
