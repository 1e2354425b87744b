import { isUtf8 } from 'node:buffer';
import { errorOfBytes, errorOfLoss, errorOfStatus, type Place } from './endpoint-error.ts';
import type { Transport } from './transport.ts';

/** What a lean fetch needs beside the request. */
export type LeanFetchOptions = {
  readonly transport: Transport;
  readonly timeoutMs: number;
  /** Headers put over the provider package's own, read for each request; `undefined` takes one away. */
  readonly headers: () => Readonly<Record<string, string | undefined>>;
  /** Who failed, for errors; built only when there is one. */
  readonly place: () => Place;
};

/**
 * A `fetch` for the provider packages that reads the whole answer before it resolves, and rejects with an `EndpointError` for all that is not a 2xx:
 * so the packages never see an error body, nor a key.
 *
 * It gives back only the parts of a `Response` that they use for JSON: `ok`, `status`, `headers`, and a body of one chunk.
 */
export function leanFetch(options: LeanFetchOptions): typeof globalThis.fetch {
  const fetch = async (input: unknown, init: RequestInit = {}): Promise<LeanResponse> => {
    const headers: Record<string, string> = { ...(init.headers as Record<string, string>) };
    for (const [name, value] of Object.entries(options.headers())) {
      if (value === undefined) delete headers[name];
      else headers[name] = value;
    }
    const outcome = await options.transport.post({
      url: String(input),
      headers,
      body: init.body as string,
      timeoutMs: options.timeoutMs,
      signal: init.signal as AbortSignal,
    });
    if (outcome.ended !== 'answered') throw errorOfLoss(outcome, options.place());
    const { status, body } = outcome;
    if (status < 200 || status > 299) {
      throw errorOfStatus({ status, headers: outcome.headers, text: body.toString('utf8') }, options.place());
    }
    // Decoded leniently, a text would come with signs that nobody wrote, and might be read as a verdict.
    if (!isUtf8(body)) throw errorOfBytes(options.place());
    return leanResponse(status, body);
  };
  return fetch as unknown as typeof globalThis.fetch;
}

type Chunk = { readonly done: boolean; readonly value: Uint8Array | undefined };
type LeanResponse = {
  readonly ok: true;
  readonly status: number;
  readonly statusText: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: { getReader(): { read(): Promise<Chunk>; cancel(): Promise<void>; releaseLock(): void } };
};

// Nothing of a good answer's headers is used further up.
const noHeaders: ReadonlyMap<string, string> = new Map();

function leanResponse(status: number, bytes: Buffer): LeanResponse {
  let read = false;
  const reader = {
    read(): Promise<Chunk> {
      if (read) return Promise.resolve({ done: true, value: undefined });
      read = true;
      return Promise.resolve({ done: false, value: bytes });
    },
    cancel: () => Promise.resolve(),
    releaseLock: () => undefined,
  };
  return { ok: true, status, statusText: '', headers: noHeaders, body: { getReader: () => reader } };
}
