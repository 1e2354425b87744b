import { describe, expect, it } from 'vitest';
import { foldMenu, standingOf } from './menu-standing.ts';

const standing = (text: string, ...labels: string[]): unknown => standingOf(text, foldMenu(labels));

describe('standingOf', () => {
  it('takes a label that nothing on the menu goes on from', () => {
    expect(standing('A', 'A', 'B')).toEqual({ kind: 'label', label: 'A' });
    expect(standing(' \nA', 'A', 'B')).toEqual({ kind: 'label', label: 'A' });
    expect(standing('A)', 'A', 'B')).toEqual({ kind: 'label', label: 'A' });
  });

  it('compares as labels are compared', () => {
    expect(standing('YES', 'yes', 'no')).toEqual({ kind: 'label', label: 'yes' });
    expect(standing('４', '4', '5')).toEqual({ kind: 'label', label: '4' });
    expect(standing('y\u200Bes', 'yes', 'no')).toEqual({ kind: 'label', label: 'yes' });
  });

  it('is no label where a word or a number goes on', () => {
    expect(standing('Also', 'A', 'B')).toEqual({ kind: 'off' });
    expect(standing('15', '1', '5')).toEqual({ kind: 'off' });
    expect(standing('4.5', '4', '5')).toEqual({ kind: 'off' });
    expect(standing('4.', '4', '5')).toEqual({ kind: 'label', label: '4' });
  });

  it('is open where a label could still become another', () => {
    expect(standing('1', '1', '10')).toEqual({ kind: 'open', label: '1', toward: ['10'] });
    expect(standing('not', 'not', 'not supported')).toEqual({ kind: 'open', label: 'not', toward: ['not supported'] });
    expect(standing('not ', 'not', 'not supported')).toEqual({ kind: 'open', label: 'not', toward: ['not supported'] });
    expect(standing('not sure', 'not', 'not supported')).toEqual({ kind: 'label', label: 'not' });
    expect(standing('A', 'A', 'A+')).toEqual({ kind: 'open', label: 'A', toward: ['A+'] });
    expect(standing('A+', 'A', 'A+')).toEqual({ kind: 'label', label: 'A+' });
  });

  it('is open toward all before the first visible character', () => {
    expect(standing('', 'A', 'B')).toEqual({ kind: 'open', toward: ['A', 'B'] });
    expect(standing(' \n', 'A', 'B')).toEqual({ kind: 'open', toward: ['A', 'B'] });
    expect(standing('supp', 'supported', 'contradicted')).toEqual({ kind: 'open', toward: ['supported'] });
  });
});
