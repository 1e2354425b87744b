import { describe, expect, it } from 'vitest';
import { frozenParts, lostParts } from './frozen-parts.ts';

const kinds = (text: string) => frozenParts(text).map(({ kind, text: part }) => [kind, part]);

describe('frozenParts', () => {
  it('finds code, addresses, placeholders, tags, keys and numbers, each as one thing', () => {
    expect(kinds('Run `npm i 3` at https://a.example/p?q=42. Then {{ name }} gets 1,250.5 of {"total": 7} <b>now</b>.')).toEqual([
      ['code', '`npm i 3`'],
      ['url', 'https://a.example/p?q=42'],
      ['placeholder', '{{ name }}'],
      ['placeholder', '<b>'],
      ['placeholder', '</b>'],
      ['key', '"total"'],
      ['number', '1,250.5'],
      ['number', '7'],
    ]);
  });

  it('finds nothing in plain words', () => {
    expect(frozenParts('The boats came back in rain; a < b.')).toEqual([]);
  });
});

describe('lostParts', () => {
  it('takes other digits and separators for the same number', () => {
    expect(lostParts('It cost 1,250.5 in 1998.', 'Es kostete 1.250,5 im Jahr 1998.')).toEqual([]);
    expect(lostParts('There were 30 boats.', 'كان هناك ٣٠ قاربا.')).toEqual([]);
    expect(lostParts('There were 19 boats.', 'वहाँ १९ नावें थीं।')).toEqual([]);
    expect(lostParts('There were 30 boats.', 'كان هناك ٣١ قاربا.')).toEqual([{ kind: 'number', text: '30' }]);
  });

  it('tells what is gone', () => {
    expect(lostParts('Use `x` and {{ y }} 5 times.', 'Benutze x und {{ z }} fünfmal.')).toEqual([
      { kind: 'code', text: '`x`' },
      { kind: 'placeholder', text: '{{ y }}' },
      { kind: 'number', text: '5' },
    ]);
  });
});
