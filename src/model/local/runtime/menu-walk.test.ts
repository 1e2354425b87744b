import type { Token } from 'node-llama-cpp';
import { describe, expect, it } from 'vitest';
import type { Distribution } from './distribution.ts';
import { walkMenu, type MenuWalk, type Vocabulary } from './menu-walk.ts';

const texts = [
  'A',
  'B',
  ' A',
  ' B',
  '1',
  '0',
  '10',
  '<end>',
  '\n',
  'not',
  ' supported',
  'sup',
  'ported',
  'x',
  '\u{1F600}a',
  '\u{1F600}b',
  'a',
];
const tokenOf = (text: string): Token => texts.indexOf(text) as Token;

/** A vocabulary of whole texts; the two faces stand for bytes that are no whole character. */
const vocabulary: Vocabulary = {
  textOf: (token) => (texts[token]?.startsWith('\u{1F600}') === true ? undefined : texts[token]),
  isMark: (token) => texts[token] === '<end>',
  tokenize: (text) => {
    if (text.trim() === '字') return [tokenOf('\u{1F600}a'), tokenOf('\u{1F600}b')];
    const tokens: Token[] = [];
    for (let rest = text; rest !== '';) {
      const piece = texts.filter((each) => rest.startsWith(each)).toSorted((a, b) => b.length - a.length)[0];
      if (piece === undefined) rest = rest.slice(1);
      else {
        tokens.push(tokenOf(piece));
        rest = rest.slice(piece.length);
      }
    }
    return tokens;
  },
};

type Tree = { readonly [path: string]: Readonly<Record<string, number>> };

/** Walks a tree of distributions, keyed by the texts of the path joined with |. */
async function walk(
  labels: readonly string[],
  tree: Tree,
  more: { leastMass?: number; begun?: string } = {},
): Promise<MenuWalk & { asked: string[] }> {
  const asked: string[] = [];
  const at = (path: string): Distribution =>
    new Map(
      Object.entries(tree[path] ?? {})
        .map(([text, mass]): [Token, number] => [tokenOf(text), mass])
        .toSorted((a, b) => b[1] - a[1]),
    );
  const lookAhead = async (path: readonly Token[]): Promise<Distribution> => {
    asked.push(path.map((token) => texts[token]).join('|'));
    return at(asked.at(-1) as string);
  };
  return { ...(await walkMenu(at(''), { labels, vocabulary, lookAhead, ...more })), asked };
}

const rounded = ({ probabilities }: MenuWalk): Record<string, number> =>
  Object.fromEntries(Object.entries(probabilities).map(([label, mass]) => [label, Number(mass.toFixed(6))]));

describe('walkMenu', () => {
  it('takes one pass where labels differ in their first token, whatever the space before', async () => {
    const found = await walk(['A', 'B'], { '': { A: 0.5, ' A': 0.125, B: 0.25, x: 0.125 } });
    expect(found).toEqual({ probabilities: { A: 0.625, B: 0.25 }, passes: 0, asked: [] });
  });

  it('tells 1 from 10 by what follows', async () => {
    const found = await walk(['1', '10'], {
      '': { '1': 0.6, '10': 0.1, x: 0.3 },
      '1': { '0': 0.25, '<end>': 0.5, '1': 0.15, x: 0.1 },
    });
    // 1 then the end; 10 as one token or two; 11 and 1x are no labels.
    expect(rounded(found)).toEqual({ '1': 0.3, '10': 0.25 });
    expect(found.asked).toEqual(['1']);
  });

  it('counts a beginning that nothing settled for no label', async () => {
    const found = await walk(['1', '10'], { '': { '1': 0.0005, x: 0.9995 } });
    expect(rounded(found)).toEqual({ '1': 0, '10': 0 });
    expect(found.passes).toBe(0);
  });

  it('goes through white space, the heaviest way first', async () => {
    const found = await walk(['A', 'B'], { '': { '\n': 0.5, A: 0.25, x: 0.25 }, '\n': { B: 0.5, ' A': 0.25, x: 0.25 } });
    expect(rounded(found)).toEqual({ A: 0.375, B: 0.25 });
  });

  it('follows a label of several tokens to its end', async () => {
    const found = await walk(['not', 'not supported'], {
      '': { not: 0.8, x: 0.2 },
      not: { ' supported': 0.5, '<end>': 0.25, ' A': 0.25 },
    });
    expect(rounded(found)).toEqual({ not: 0.4, 'not supported': 0.4 });
  });

  it('counts a light beginning of one label for it only where the tokenizer writes it so', async () => {
    const tree = { '': { sup: 0.0008, x: 0.9992 } };
    expect(rounded(await walk(['supported', 'A'], tree))).toEqual({ supported: 0.0008, A: 0 });
    expect(rounded(await walk(['supported', 'A'], tree, { leastMass: 0.0001 }))).toEqual({ supported: 0, A: 0 });
  });

  it('follows characters cut in bytes by the tokenizer\u2019s own spelling', async () => {
    const found = await walk(['字', 'A'], { '': { '\u{1F600}a': 0.5, A: 0.5 }, '\u{1F600}a': { '\u{1F600}b': 0.5, x: 0.5 } });
    expect(rounded(found)).toEqual({ 字: 0.25, A: 0.5 });
  });

  it('keeps masses that are next to nothing where they begin a label', async () => {
    const found = await walk(['A', 'B'], { '': { A: 1 - 1e-9, B: 1e-9 } });
    expect(found.probabilities).toEqual({ A: 1 - 1e-9, B: 1e-9 });
  });

  it('goes on from what the reply already holds', async () => {
    expect(rounded(await walk(['10', 'A'], { '': { '0': 0.5, '<end>': 0.5 } }, { begun: ' 1' }))).toEqual({ '10': 0.5, A: 0 });
  });
});
