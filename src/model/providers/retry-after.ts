import type { HttpHeaders } from './transport.ts';

/**
 * How long an endpoint asks to wait, in milliseconds, 0 or more: `retry-after-ms`, then `retry-after` in seconds or as an HTTP date; `undefined` where
 * it says nothing that can be read.
 *
 * A date is taken against the answer's own `date` header, so that a wrong clock on either side does no harm; `nowMs` (Unix time) serves without one.
 */
export function retryAfterOf(headers: HttpHeaders, nowMs: number): number | undefined {
  const milliseconds = textOf(headers['retry-after-ms']);
  if (milliseconds !== undefined && decimal.test(milliseconds)) return Number(milliseconds);
  const value = textOf(headers['retry-after']);
  if (value === undefined) return undefined;
  if (decimal.test(value)) return Number(value) * 1000;
  const date = httpDate(value);
  if (Number.isNaN(date)) return undefined;
  const sent = httpDate(textOf(headers['date']) ?? '');
  return Math.max(0, date - (Number.isNaN(sent) ? nowMs : sent));
}

/** The old asctime form names no zone: HTTP's dates are all in GMT. */
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/u;

function httpDate(text: string): number {
  return Date.parse(asctime.test(text) ? `${text} GMT` : text);
}

const decimal = /^\d+(?:\.\d+)?$/;

function textOf(header: string | string[] | undefined): string | undefined {
  const value = Array.isArray(header) ? header[0] : header;
  return value?.trim();
}
