import type { ModelTraits, Usage } from '../language-model.ts';

/**
 * Money as whole pico-USD (10⁻¹² USD), so that sums do not drift: $0.10 three times is $0.30. A price of P USD per million tokens is P × 10⁶
 * pico-USD a token, whole for prices of up to six decimals. Sums are exact up to $9,007, and good to a pico-USD a term beyond.
 */
export type PicoUsd = number;

const picoPerUsd = 1e12;

/** The nearest whole number of pico-USD. */
export function picoOf(usd: number): PicoUsd {
  return Math.round(usd * picoPerUsd);
}

/** USD, for people and for records. */
export function usdOf(pico: PicoUsd): number {
  return pico / picoPerUsd;
}

/** A price a token, in whole pico-USD. */
export type TokenPrice = { readonly input: PicoUsd; readonly output: PicoUsd; readonly cachedInput: PicoUsd };

/** A model's price a token; `undefined` where it is unknown. Without a price of its own, cached input costs what input costs. */
export function tokenPriceOf(price: ModelTraits['price']): TokenPrice | undefined {
  if (price === undefined) return undefined;
  const input = perToken(price.input);
  return {
    input,
    output: perToken(price.output),
    cachedInput: price.cachedInput === undefined ? input : perToken(price.cachedInput),
  };
}

/** Whether no call at this price can cost anything. */
export function isFree(price: TokenPrice): boolean {
  return price.input === 0 && price.output === 0 && price.cachedInput === 0;
}

/** What a reply costs as far as it is known; `complete` tells whether that is all of it. */
export type Bill = { readonly known: PicoUsd; readonly complete: boolean };

/**
 * The price of a reply by its usage. `inputTokens` includes the cached ones. A count that is absent (or no count: negative, not finite)
 * leaves the bill incomplete unless its price is 0; an absent `cachedInputTokens` is none.
 */
export function billOf(usage: Usage, price: TokenPrice): Bill {
  const input = countOf(usage.inputTokens);
  const output = countOf(usage.outputTokens);
  const cached = Math.min(countOf(usage.cachedInputTokens) ?? 0, input ?? 0);
  const known = ((input ?? 0) - cached) * price.input + cached * price.cachedInput + (output ?? 0) * price.output;
  const complete =
    (input !== undefined || (price.input === 0 && price.cachedInput === 0)) && (output !== undefined || price.output === 0);
  return { known, complete };
}

function perToken(usdPerMillion: number): PicoUsd {
  const pico = Math.round(usdPerMillion * 1e6);
  // A price too small for the unit must not become free: a cap of 0 would let it through.
  return pico === 0 && usdPerMillion > 0 ? 1 : pico;
}

function countOf(tokens: number | undefined): number | undefined {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 0 ? tokens : undefined;
}
