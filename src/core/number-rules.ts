/** Which numbers an option takes, in words and as a test. */
export type NumberRule = { readonly expected: string; readonly admits: (value: number) => boolean };

/** The numeric options of commands and functions. */
export const numberRules = {
  limit: whole(1),
  sample: whole(1),
  draws: whole(1),
  draw: whole(0),
  most: whole(1),
  concurrency: whole(1),
  seed: whole(0),
  budgetUsd: { expected: 'an amount of USD of 0 or more', admits: (value) => Number.isFinite(value) && value >= 0 },
  timeLimitMs: { expected: 'a number of milliseconds above 0', admits: isAboveZero },
  timeLimit: { expected: 'a number of seconds above 0', admits: isAboveZero },
  maxUnreadable: { expected: 'a share from 0 to 1', admits: (value) => value >= 0 && value <= 1 },
  maxFailed: whole(0),
} as const satisfies Record<string, NumberRule>;

/**
 * The number that a text is in plain decimal digits, with a sign or a decimal point (`12`, `-0.5`, `.5`); `undefined` for anything else: hexadecimal, powers
 * of ten, space, and what no double holds.
 */
export function decimalNumber(text: string): number | undefined {
  if (!/^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/u.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function whole(least: number): NumberRule {
  return {
    expected: `a whole number of ${least} or more`,
    admits: (value) => Number.isSafeInteger(value) && value >= least,
  };
}

function isAboveZero(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
