import { assert, constantFrom, double, maxSafeInteger, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromStored, toStored, valueFromStored, valueToStored } from './stored-text.ts';

describe('toStored', () => {
  it('gives back every text, and stores only what the driver keeps', () => {
    assert(
      property(string({ unit: 'binary' }), constantFrom('', '\u001b', '\0', '\ud800', '\udc00'), (text, odd) => {
        for (const whole of [text, odd + text, text + odd]) {
          const stored = toStored(whole);
          expect(fromStored(stored)).toBe(whole);
          expect(stored.isWellFormed() && !stored.includes('\0')).toBe(true);
        }
      }),
    );
  });

  it('leaves plain text as it is', () => {
    expect(toStored('plain 👩‍👩‍👧 \n"')).toBe('plain 👩‍👩‍👧 \n"');
  });
});

describe('valueToStored', () => {
  it('gives back every text and number, each as what it was', () => {
    assert(
      property(oneof(string({ unit: 'binary' }), double({ noNaN: true, noDefaultInfinity: true }), maxSafeInteger()), (value) => {
        expect(valueFromStored(valueToStored(value))).toBe(value);
      }),
    );
  });

  it.each([Number.NaN, Infinity, -Infinity])('refuses %d', (value) => {
    expect(() => valueToStored(value)).toThrow(`judgment: expected a finite value, got ${value} (number). Report this.`);
  });
});
