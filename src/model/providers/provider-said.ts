import { isObject } from '../../core/json.ts';
import type { Setting } from './terms.ts';

/** What a provider's error body says, whatever its form. */
export type ProviderSaid = {
  /** Its words for people; empty where it has none. */
  readonly message: string;
  /** Its words for programs: code, type, status, reason. Lower case. */
  readonly codes: readonly string[];
  /** The request's parameter that it names. */
  readonly param?: string;
  /** A wait that it asks for in the body (Google's RetryInfo). */
  readonly retryAfterMs?: number;
  /** An HTTP status told in the body: gateways answer 200 and put the real one there. */
  readonly status?: number;
};

/** Reads an error body: OpenAI's form and its relatives, Anthropic's, Google's, FastAPI's, plain text. */
export function providerSaid(text: string): ProviderSaid {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A page of HTML says nothing that a line can hold.
    return { message: /^\s*<(?:!doctype|html)/iu.test(text) ? titleOf(text) : text, codes: [] };
  }
  return saidBy(value) ?? { message: '', codes: [] };
}

/** What a parsed body says of an error; `undefined` where it tells of none. */
export function saidBy(value: unknown): ProviderSaid | undefined {
  if (Array.isArray(value)) return value.length > 0 ? saidBy(value[0]) : undefined;
  if (!isObject(value)) return typeof value === 'string' ? { message: value, codes: [] } : undefined;
  const error = value['error'];
  if (typeof error === 'string' && error !== '') return { message: error, codes: codesOf(value) };
  if (isObject(error)) return saidByError(error, codesOf(value));
  if (value['detail'] !== undefined) return saidByDetail(value['detail']);
  if (typeof value['message'] === 'string' && value['choices'] === undefined) return saidByError(value, []);
  return undefined;
}

function saidByError(error: Record<string, unknown>, outer: readonly string[]): ProviderSaid {
  const details = Array.isArray(error['details']) ? error['details'].filter(isObject) : [];
  const reasons = details.flatMap((detail) => (typeof detail['reason'] === 'string' ? [detail['reason'].toLowerCase()] : []));
  const delay = details.map((detail) => detail['retryDelay']).find((entry) => typeof entry === 'string');
  const seconds = typeof delay === 'string' ? /^(\d+(?:\.\d+)?)s$/u.exec(delay)?.[1] : undefined;
  const status = [error['code'], error['status'], error['http_code']].map(Number).find((code) => code >= 400 && code <= 599);
  return {
    message: typeof error['message'] === 'string' ? error['message'] : '',
    codes: [...codesOf(error), ...reasons, ...outer],
    ...(typeof error['param'] === 'string' && { param: error['param'] }),
    ...(seconds !== undefined && { retryAfterMs: Number(seconds) * 1000 }),
    ...(status !== undefined && { status }),
  };
}

/** FastAPI: the message and the place of each fault, never the input that it echoes. */
function saidByDetail(detail: unknown): ProviderSaid {
  if (typeof detail === 'string') return { message: detail, codes: [] };
  const faults = Array.isArray(detail) ? detail.filter(isObject) : [];
  const lines = faults.map((fault) => {
    const loc = Array.isArray(fault['loc']) ? fault['loc'].filter((part) => part !== 'body').join('.') : '';
    return `${loc}: ${typeof fault['msg'] === 'string' ? fault['msg'] : 'invalid'}`;
  });
  return { message: lines.join('; '), codes: [] };
}

function codesOf(error: Record<string, unknown>): string[] {
  return ['code', 'type', 'status'].flatMap((key) => {
    const code = error[key];
    return typeof code === 'string' ? [code.toLowerCase()] : [];
  });
}

function titleOf(html: string): string {
  return /<title>([^<]*)<\/title>/iu.exec(html)?.[1] ?? 'a page of HTML';
}

/** Something a bad request can refuse, which can be stepped down. */
export type Refusable = 'form' | Setting;

// In the order in which they are given up: of several that are named, the form goes first, the seed last.
const names: readonly (readonly [Refusable, RegExp])[] = [
  [
    'form',
    /response_?format|json_?schema|json_?object|json mode|structured|output_?(?:config|format|schema)|response_?schema|response_?mime_?type|guided|grammar|\bschemas?\b|\bjson\b|tool_?choice/iu,
  ],
  ['maxTokens', /max_?completion_?tokens/iu],
  ['topLogprobs', /top_?logprobs/iu],
  ['topP', /\btop_?p\b/iu],
  ['temperature', /temperature/iu],
  ['seed', /\bseed\b/iu],
];

/** What a bad request refuses, as far as its words tell: the named parameter first, then what the message names. */
export function refusedBy(said: ProviderSaid): Refusable[] {
  const byParam = names.filter(([, pattern]) => said.param !== undefined && pattern.test(said.param)).map(([name]) => name);
  if (said.param === 'max_tokens' && names[1]?.[1].test(said.message)) byParam.push('maxTokens');
  const byMessage = names.filter(([, pattern]) => pattern.test(said.message)).map(([name]) => name);
  return [...new Set([...byParam, ...byMessage])];
}
