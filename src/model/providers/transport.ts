import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { onAbort } from '../on-abort.ts';

/** One POST of a text. */
export type HttpRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole exchange, from here to the last byte. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

/** Header names in lower case. */
export type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** How an exchange ended; whatever the network does is a value. `sent`: the request, or a part of it, may have reached the other side. */
export type HttpOutcome =
  | { readonly ended: 'answered'; readonly status: number; readonly headers: HttpHeaders; readonly body: Buffer }
  | { readonly ended: 'timed-out'; readonly sent: boolean }
  | { readonly ended: 'lost'; readonly during: 'connect' | 'wait' | 'body'; readonly error: Error }
  | { readonly ended: 'too-large'; readonly bytes: number };

/** Makes HTTP requests. */
export interface Transport {
  /** Resolves with how the exchange ended; rejects only with the signal's reason, at once. */
  post(request: HttpRequest): Promise<HttpOutcome>;
  close(): Promise<void>;
}

/** What a timer holds; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** More than any reply of a model; a body that grows past it is given up. */
const maxBodyBytes = 64 * 1024 * 1024;

/**
 * HTTP over kept connections, one request at a time on each, as many connections as there are requests. Written on `undici`'s dispatch, not on
 * `fetch`: at thousands of small calls a second the streams of a `Response` cost more than the model client itself.
 *
 * Proxies are taken from `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY` (either case) of `env`; loopback addresses are never proxied. `undici` is loaded by
 * the first request.
 */
export function httpTransport(env: Readonly<Record<string, string | undefined>>): Transport {
  let dispatcher: Promise<Dispatcher> | undefined;
  let closed = false;
  return {
    async post(request) {
      request.signal.throwIfAborted();
      dispatcher ??= createDispatcher(env);
      return exchange(await dispatcher, request);
    },
    async close() {
      if (closed) return;
      closed = true;
      await (await dispatcher)?.destroy();
    },
  };
}

async function createDispatcher(env: Readonly<Record<string, string | undefined>>): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  // Time limits are the request's own: a judge may think for minutes before its first byte.
  const options = { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
  const httpProxy = env['http_proxy'] || env['HTTP_PROXY'];
  const httpsProxy = env['https_proxy'] || env['HTTPS_PROXY'];
  if (!httpProxy && !httpsProxy) return new Agent(options);
  const noProxy = [env['no_proxy'] || env['NO_PROXY'] || '', 'localhost', '127.0.0.1', '[::1]'].filter(Boolean).join(',');
  return new EnvHttpProxyAgent({
    ...options,
    noProxy,
    ...(httpProxy && { httpProxy }),
    ...(httpsProxy && { httpsProxy }),
  });
}

function exchange(dispatcher: Dispatcher, request: HttpRequest): Promise<HttpOutcome> {
  return new Promise((resolve, reject) => {
    const { signal } = request;
    // `undici` may just have been loaded: an abort meanwhile would fire no event any more.
    if (signal.aborted) return reject(signal.reason);
    const chunks: Buffer[] = [];
    let bytes = 0;
    let status = 0;
    let headers: HttpHeaders = {};
    let controller: Dispatcher.DispatchController | undefined;
    let open = true;

    const end = (settle: () => void): void => {
      if (!open) return;
      open = false;
      clearTimeout(timer);
      stopListening();
      settle();
    };
    const giveUp = (settle: () => void): void => {
      end(settle);
      controller?.abort(new Error('given up'));
    };
    const timer = setTimeout(
      () => giveUp(() => resolve({ ended: 'timed-out', sent: controller !== undefined })),
      Math.min(request.timeoutMs, longestTimerMs),
    );
    const stopListening = onAbort(signal, () => giveUp(() => reject(signal.reason)));

    const { origin, pathname, search } = addressOf(request.url);
    dispatcher.dispatch(
      { origin, path: pathname + search, method: 'POST', headers: request.headers, body: request.body },
      {
        onRequestStart(started) {
          controller = started;
          if (!open) started.abort(new Error('given up'));
        },
        onResponseStart(_controller, code, responseHeaders) {
          status = code;
          headers = responseHeaders;
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length;
          if (bytes > maxBodyBytes) giveUp(() => resolve({ ended: 'too-large', bytes }));
          else chunks.push(chunk);
        },
        onResponseEnd() {
          end(() => resolve(answered(status, headers, chunks)));
        },
        onResponseError(_controller, error) {
          const during = status !== 0 ? 'body' : controller === undefined ? 'connect' : 'wait';
          end(() => resolve({ ended: 'lost', during, error }));
        },
      },
    );
  });
}

type Address = Pick<URL, 'origin' | 'pathname' | 'search'>;
let lastUrl = '';
let lastAddress: Address | undefined;

/** A URL's parts; a run asks one address over and over. */
function addressOf(url: string): Address {
  if (url === lastUrl && lastAddress !== undefined) return lastAddress;
  const { origin, pathname, search } = new URL(url);
  lastUrl = url;
  lastAddress = { origin, pathname, search };
  return lastAddress;
}

function answered(status: number, headers: HttpHeaders, chunks: readonly Buffer[]): HttpOutcome {
  const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return { ended: 'answered', status, headers, body };
  try {
    return { ended: 'answered', status, headers, body: decoded(body, String(encoding)) };
  } catch (error) {
    return { ended: 'lost', during: 'body', error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Some gateways compress though nobody asked for it. */
function decoded(body: Buffer, encoding: string): Buffer {
  const limit = { maxOutputLength: maxBodyBytes };
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(body, limit);
    case 'deflate':
      return inflateSync(body, limit);
    case 'br':
      return brotliDecompressSync(body, limit);
    default:
      throw new Error(`body in an unknown encoding, ${encoding}`);
  }
}
