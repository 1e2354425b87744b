import type { FailureCode } from '../../core/verdict.ts';
import { ModelError } from '../language-model.ts';
import { providerSaid, refusedBy, type ProviderSaid, type Refusable } from './provider-said.ts';
import { oneLine, type Redact } from './redaction.ts';
import { retryAfterOf } from './retry-after.ts';
import type { HttpHeaders, HttpOutcome } from './transport.ts';

/** A model error that also tells what a bad request refused, for whoever can do without it. */
export class EndpointError extends ModelError {
  readonly refuses: readonly Refusable[];

  constructor(
    code: FailureCode,
    message: string,
    facts: ConstructorParameters<typeof ModelError>[2] & { readonly refuses?: readonly Refusable[] } = {},
  ) {
    super(code, message, facts);
    this.refuses = facts.refuses ?? [];
  }
}

/** Who failed, for the message, and what its words must not show. */
export type Place = {
  /** `ENDPOINT:MODEL`. */
  readonly id: string;
  /** The endpoint's address, without credentials and query. */
  readonly address: string;
  /** `$NAME` of the key, where there is one. */
  readonly key?: string;
  readonly timeoutMs: number;
  readonly redact: Redact;
  /** Unix time in milliseconds. */
  readonly nowMs: number;
};

type Classified = {
  readonly code: FailureCode;
  readonly retryable?: boolean;
  readonly terminal?: boolean;
  readonly charged?: boolean;
  readonly refuses?: readonly Refusable[];
  readonly advice?: string;
};

/** The error of a good answer whose bytes are no UTF-8, as JSON has to be: damaged on its way, or cut in the middle of a character. */
export function errorOfBytes({ id, address }: Place): EndpointError {
  const message = `${id} (${address}): expected a reply in UTF-8, got bytes that are none. Try again; if it stays, look at the server.`;
  return new EndpointError('server', message, { retryable: true, charged: true });
}

/** The error of an exchange that was not answered in full. Money may be gone once the request was sent: not answered in time, or cut before or in its body. */
export function errorOfLoss(outcome: Exclude<HttpOutcome, { ended: 'answered' }>, place: Place): EndpointError {
  const at = `${place.id} (${place.address})`;
  if (outcome.ended === 'timed-out') {
    const message = `${at}: expected a reply within ${place.timeoutMs} ms, got none. Raise timeoutMs or lower maxConcurrency.`;
    return new EndpointError('timeout', message, { retryable: true, charged: outcome.sent });
  }
  if (outcome.ended === 'too-large') {
    const message = `${at}: expected a reply of at most 64 MiB, got more. Check what answers at this address.`;
    return new EndpointError('server', message, { charged: true });
  }
  const { during, error } = outcome;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const cause = oneLine(place.redact([code, error.message].filter(Boolean).join(' ') || error.name), 160);
  if (code === 'UND_ERR_INVALID_ARG') {
    return new EndpointError(
      'bad-request',
      `${at}: expected a request that HTTP can carry, got ${cause}. Check key and headers.`,
      {
        terminal: true,
      },
    );
  }
  if (during === 'body') {
    const message = `${at}: expected a whole reply, got one cut in its body (${cause}). Try again.`;
    return new EndpointError('transport', message, { retryable: true, charged: true });
  }
  const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_SSL/u.test(code);
  const message = `${at}: expected a reply, got ${during === 'wait' ? 'a lost connection' : 'no connection'} (${cause}). ${
    untrusted ? 'Check the certificate (NODE_EXTRA_CA_CERTS adds one).' : 'Check that the endpoint runs and can be reached.'
  }`;
  return new EndpointError('transport', message, {
    retryable: !untrusted,
    terminal: untrusted,
    // The model may have been at work when the line broke; only without a connection is it sure that it was not.
    charged: during === 'wait',
  });
}

/** The error of an HTTP answer that is no reply: its status decides, then the provider's words. */
export function errorOfStatus(answer: { status: number; headers: HttpHeaders; text: string }, place: Place): EndpointError {
  const said = providerSaid(answer.text);
  const found = classify(answer.status, said);
  const retryAfterMs = retryAfterOf(answer.headers, place.nowMs) ?? said.retryAfterMs;
  return new EndpointError(found.code, lineOf(`HTTP ${answer.status}`, said, found, place), {
    ...found,
    status: answer.status,
    ...(found.retryable && retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/**
 * The error of an answer with a good status whose body is no reply: another thing than JSON, or an error in it (gateways do that), which is then taken
 * by the status that the body tells. Work may have been done for it: charged.
 */
export function errorOfBody(body: { status: number; said: ProviderSaid | undefined; text: string }, place: Place): EndpointError {
  const { said } = body;
  const found: Classified =
    said?.status === undefined ? { code: 'server', retryable: true } : { ...classify(said.status, said), refuses: [] };
  const what = said === undefined ? 'no reply of a model in the body of' : 'an error in the body of';
  const words = said ?? { message: body.text, codes: [] };
  return new EndpointError(found.code, lineOf(`${what} HTTP ${body.status}`, words, found, place), {
    ...found,
    charged: true,
    status: body.status,
    ...(found.retryable && said?.retryAfterMs !== undefined && { retryAfterMs: said.retryAfterMs }),
  });
}

function lineOf(got: string, said: ProviderSaid, found: Classified, place: Place): string {
  const words = oneLine(place.redact(said.message));
  const told = words === '' ? '' : ` “${words}”`;
  const name = found.code.replaceAll('-', ' ');
  return `${place.id} (${place.address}): expected a reply, got ${got} (${name})${told}. ${found.advice ?? adviceFor(found.code, place)}`;
}

function adviceFor(code: FailureCode, place: Place): string {
  switch (code) {
    case 'auth':
      return place.key === undefined ? 'Give the endpoint a key.' : `Check ${place.key}.`;
    case 'quota':
      return "Check the account's plan and billing.";
    case 'rate-limit':
      return 'Wait, or lower maxConcurrency.';
    case 'model':
      return "Check the model's name.";
    case 'context-overflow':
      return 'Shorten the item or take a model with a longer context.';
    case 'content-filter':
      return 'Judge this item with another model.';
    case 'bad-request':
      return "Check the judge's settings against what the endpoint takes.";
    default:
      return 'Try again later.';
  }
}

const quotaCodes = ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active', 'insufficient_credits'];
// "You exceeded your current quota" is not among them: Google says it of limits that end with the minute.
// Some gateways give the code for programs in the place of the words.
const quotaWords =
  /credit balance is too low|insufficient[ _](?:quota|credits?|balance|funds)|out of credits|billing[ _](?:hard[ _]limit|not[ _]active)/iu;
const authWords = /api[ _-]?key (?:not valid|is invalid|not found|expired)|(?:invalid|incorrect) api[ _-]?key/iu;
const contextWords =
  /maximum context|context[ _](?:length|window|size)|exceeds? (?:the |this )?(?:model'?s? )?(?:available |maximum )?context|prompt is too long|input is too long|too many (?:input )?tokens|input token count|maximum (?:prompt|input) length|reduce the length of the (?:messages|prompt|input)/iu;
const filterCodes = ['content_filter', 'content_policy_violation', 'responsibleaipolicyviolation', 'data_inspection_failed'];
const filterWords =
  /content (?:management )?policy|content[ _-]?filter|safety (?:system|polic)|flagged (?:as|by|for)|moderation/iu;
const modelWords =
  /\bmodels?\b[^.]{0,120}?\b(?:does not exist|not found|is not found|doesn't exist)|not a valid model|unknown model|no such model|invalid model\b/iu;

function classify(status: number, said: ProviderSaid): Classified {
  const has = (codes: readonly string[]): boolean => said.codes.some((code) => codes.includes(code));
  if (status === 402 || has(quotaCodes) || (status < 500 && quotaWords.test(said.message)))
    return { code: 'quota', terminal: true };
  if (status === 429) return { code: 'rate-limit', retryable: true };
  if (status === 401 || status === 403 || status === 407) return { code: 'auth', terminal: true };
  if (status === 408) return { code: 'timeout', retryable: true };
  if (status === 413) return { code: 'context-overflow' };
  // A gateway that gave up waiting: the model behind it worked, and may be paid.
  if (status === 504 || status === 524) return { code: 'server', retryable: true, charged: true };
  if (status === 409 || status === 425 || (status >= 500 && status !== 501)) return { code: 'server', retryable: true };
  if (status < 400) return { code: 'bad-request', terminal: true, advice: 'Check baseUrl: it leads elsewhere.' };
  if (has(['api_key_invalid', 'invalid_api_key']) || authWords.test(said.message)) return { code: 'auth', terminal: true };
  if (has(['model_not_found']) || modelWords.test(said.message)) return { code: 'model', terminal: true };
  if (status === 404 && /\bmodels?\b/iu.test(said.message)) return { code: 'model', terminal: true };
  if (status === 404 || status === 405 || status === 410) {
    return { code: 'bad-request', terminal: true, advice: 'Check baseUrl: nothing answers there in this form.' };
  }
  if (has(['context_length_exceeded', 'exceed_context_size_error']) || contextWords.test(said.message))
    return { code: 'context-overflow' };
  if (has(filterCodes) || filterWords.test(said.message)) return { code: 'content-filter' };
  return { code: 'bad-request', refuses: refusedBy(said) };
}
