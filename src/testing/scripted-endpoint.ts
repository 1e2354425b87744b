import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dialectOf } from './dialects.ts';

/** A request as it reached the endpoint. */
export type ScriptedRequest = {
  /** Place in the order of arrival, from 0. */
  readonly index: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body's text as it was sent. */
  readonly text: string;
  /** The body as JSON, parsed when first read; `undefined` where it is none. */
  readonly body: Record<string, unknown> | undefined;
  /** Requests that were being answered when this one arrived, itself among them. */
  readonly inFlight: number;
};

/** The tokens of a reply with their alternatives, as [token, natural-log probability] pairs; the first of each is the token that came. */
export type ScriptedTokens = readonly (readonly (readonly [token: string, logprob: number])[])[];

/** A model's reply, told in the words of no provider: the endpoint puts it in the form of the path that was asked. */
export type ScriptedReply = {
  readonly text: string | null;
  readonly reasoning?: string;
  /** The provider's own field for a refusal (OpenAI's form only). */
  readonly refusal?: string;
  readonly finish?: 'stop' | 'length' | 'content-filter';
  /** `null` leaves the usage out. Default: 100 tokens in, 10 out. */
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number } | null;
  readonly tokens?: ScriptedTokens;
  readonly delayMs?: number;
};

/**
 * What a script answers:
 * - a text or a `ScriptedReply`: a model's reply;
 * - `{ status }`: that HTTP status with a body (bytes as they are, an object as JSON);
 * - `{ cut }`: the connection is cut, before any answer or in the middle of the body;
 * - `{ hang: true }`: no answer ever.
 */
export type ScriptedAnswer =
  | string
  | ScriptedReply
  | {
      readonly status: number;
      readonly body?: string | Uint8Array | object;
      readonly headers?: Readonly<Record<string, string>>;
      readonly delayMs?: number;
    }
  | { readonly cut: 'before-answer' | 'in-body'; readonly delayMs?: number }
  | { readonly hang: true };

export type Script = (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** A running scripted endpoint. */
export type ScriptedEndpoint = {
  /** `http://127.0.0.1:PORT/v1`, the `baseUrl` of an endpoint of any kind (Google's models are asked for under it too). */
  readonly baseUrl: string;
  /** Requests that arrived so far. */
  readonly count: number;
  /** The most that were being answered at once. */
  readonly peakInFlight: number;
  /** The requests in order of arrival, unless `record: false`. */
  readonly requests: readonly ScriptedRequest[];
  /** Replaces the script for the requests to come. */
  script(script: Script): void;
  /** Closes the port and every connection. */
  close(): Promise<void>;
};

/**
 * A model endpoint on this machine whose replies a script decides: real HTTP on a loopback port, in OpenAI's form (`…/chat/completions`), Anthropic's
 * (`…/messages`) or Google's (`…:generateContent`), so that a whole product can be tried against it.
 *
 * `record: false` keeps no requests, for long runs. A script that throws answers 500 with its message.
 */
export async function scriptedEndpoint(
  script: Script,
  options: { readonly port?: number; readonly record?: boolean } = {},
): Promise<ScriptedEndpoint> {
  const { port = 0, record = true } = options;
  const requests: ScriptedRequest[] = [];
  let current = script;
  let count = 0;
  let inFlight = 0;
  let peakInFlight = 0;

  const server = createServer((incoming, response) => {
    inFlight += 1;
    peakInFlight = Math.max(peakInFlight, inFlight);
    response.once('close', () => {
      inFlight -= 1;
    });
    const index = count;
    count += 1;
    const arrived = inFlight;
    readText(incoming, (text) => {
      const request = new Arrived(incoming, { index, text, inFlight: arrived });
      if (record) requests[index] = request;
      answer(current, request, response);
    });
  });
  await listen(server, port);
  const address = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    get count() {
      return count;
    },
    get peakInFlight() {
      return peakInFlight;
    },
    requests,
    script(next) {
      current = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

function readText(incoming: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => done((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString('utf8')));
  incoming.on('error', () => undefined);
}

/** What few scripts look at is made when it is looked at: the endpoint must not be the slow one in a bench. */
class Arrived implements ScriptedRequest {
  readonly index: number;
  readonly text: string;
  readonly inFlight: number;
  readonly #incoming: IncomingMessage;
  #body: Record<string, unknown> | undefined | null = null;

  constructor(incoming: IncomingMessage, facts: Pick<ScriptedRequest, 'index' | 'text' | 'inFlight'>) {
    this.#incoming = incoming;
    this.index = facts.index;
    this.text = facts.text;
    this.inFlight = facts.inFlight;
  }

  get path(): string {
    return this.#incoming.url ?? '';
  }

  get headers(): ScriptedRequest['headers'] {
    return this.#incoming.headers;
  }

  get body(): Record<string, unknown> | undefined {
    if (this.#body === null) this.#body = parse(this.text);
    return this.#body;
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function answer(script: Script, request: ScriptedRequest, response: ServerResponse): void {
  let given: ScriptedAnswer | Promise<ScriptedAnswer>;
  try {
    given = script(request);
  } catch (error) {
    given = faultOf(error);
  }
  if (given instanceof Promise) void given.catch(faultOf).then((settled) => give(settled, request, response));
  else give(given, request, response);
}

function faultOf(error: unknown): ScriptedAnswer {
  return { status: 500, body: { error: { message: `script: ${error instanceof Error ? error.message : String(error)}` } } };
}

function give(given: ScriptedAnswer, request: ScriptedRequest, response: ServerResponse): void {
  if (typeof given === 'string') return sendReply({ text: given }, request, response);
  if ('hang' in given) return;
  const deliver = (): void => {
    if (response.destroyed) return;
    if ('cut' in given) cut(given.cut, response);
    else if ('status' in given) sendStatus(given, response);
    else sendReply(given, request, response);
  };
  if (given.delayMs !== undefined && given.delayMs > 0) setTimeout(deliver, given.delayMs);
  else deliver();
}

function sendReply(reply: ScriptedReply, request: ScriptedRequest, response: ServerResponse): void {
  const dialect = dialectOf(request.path);
  if (dialect !== undefined) return send(response, 200, dialect(reply, request), { 'content-type': 'application/json' });
  const message = `scripted endpoint: no model answers at ${request.path}`;
  sendStatus({ status: 404, body: { error: { message } } }, response);
}

function sendStatus(
  given: {
    readonly status: number;
    readonly body?: string | Uint8Array | object;
    readonly headers?: Readonly<Record<string, string>>;
  },
  response: ServerResponse,
): void {
  const { status, body = '', headers = {} } = given;
  const [text, type] =
    typeof body === 'string'
      ? [body, 'text/plain; charset=utf-8']
      : [body instanceof Uint8Array ? body : JSON.stringify(body), 'application/json'];
  send(response, status, text, { 'content-type': type, ...headers });
}

function send(
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
}

function cut(where: 'before-answer' | 'in-body', response: ServerResponse): void {
  if (where === 'before-answer') {
    response.destroy();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
  response.write('{"choices":[{"message":{"content":"half', () => response.destroy());
}
