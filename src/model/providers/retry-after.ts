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
  const date = Date.parse(value);
  if (Number.isNaN(date)) return undefined;
  const sent = Date.parse(textOf(headers['date']) ?? '');
  return Math.max(0, date - (Number.isNaN(sent) ? nowMs : sent));
}

const decimal = /^\d+(?:\.\d+)?$/;

function textOf(header: string | string[] | undefined): string | undefined {
  const value = Array.isArray(header) ? header[0] : header;
  return value?.trim();
}
