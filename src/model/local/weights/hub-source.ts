import { createWriteStream } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher, Response } from 'undici';
import type { Environment } from './environment.ts';
import type { FetchJob, WeightsSource } from './weights-source.ts';

export type HubFile = { readonly repository: string; readonly file: string; readonly revision: string };

/** What the hub says of a file before sending it; each part only where it says so. */
export type HubFacts = { readonly sha256?: string; readonly bytes?: number };

export type HubOptions = {
  /** `HF_ENDPOINT` moves the hub, `HF_TOKEN` opens closed models, `HTTPS_PROXY` and the like are heeded. */
  readonly env: Environment;
  /** Attempts in a row that brought nothing before the source is given up. */
  readonly attempts?: number;
  readonly pauseMs?: number;
};

/** An answer that no further attempt will change. */
class FinalAnswer extends Error {}

const connectMs = 10_000;
const silenceMs = 60_000;

/** A file on Hugging Face. A cut download goes on where it stopped (`Range`), within an attempt to fetch it and from one process to the next. */
export function hubSource(file: HubFile, { env, attempts = 3, pauseMs = 1000 }: HubOptions): WeightsSource {
  const url = addressOf(file, env);
  return {
    label: 'Hugging Face',
    async fetchInto(job) {
      const dispatcher = await createDispatcher(env);
      try {
        for (let failures = 0; ;) {
          const before = await sizeOf(job.part);
          try {
            await continueDownload(url, { job, env, dispatcher });
            return;
          } catch (error) {
            job.signal.throwIfAborted();
            if (error instanceof FinalAnswer || isOfDisk(error)) throw error;
            failures = (await sizeOf(job.part)) > before ? 1 : failures + 1;
            if (failures >= attempts) throw error;
            await wait(pauseMs * failures, undefined, { signal: job.signal });
          }
        }
      } finally {
        await dispatcher.destroy();
      }
    },
  };
}

/** Asks the hub for a file's sum and size. Throws `Error` where it cannot be reached or has no such file. */
export async function hubFacts(
  file: HubFile,
  { env, signal }: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<HubFacts> {
  const { fetch } = await import('undici');
  const dispatcher = await createDispatcher(env);
  try {
    // The sum stands on the hub's own answer, not on that of the store it redirects to.
    const response = await fetch(addressOf(file, env), {
      method: 'HEAD',
      redirect: 'manual',
      headers: headersOf(env),
      dispatcher,
      signal,
    });
    if (response.status >= 400) throw new FinalAnswer(refusal(addressOf(file, env), response.status));
    const sum = (response.headers.get('x-linked-etag') ?? response.headers.get('etag'))?.replaceAll('"', '');
    const bytes = Number(response.headers.get('x-linked-size') ?? Number.NaN);
    return {
      ...(sum !== undefined && /^[0-9a-f]{64}$/u.test(sum) && { sha256: sum }),
      ...(Number.isSafeInteger(bytes) && bytes > 0 && { bytes }),
    };
  } finally {
    await dispatcher.destroy();
  }
}

function addressOf({ repository, file, revision }: HubFile, env: Environment): string {
  const endpoint = env['HF_ENDPOINT'];
  const base = endpoint === undefined || endpoint === '' ? 'https://huggingface.co' : endpoint.replace(/\/+$/u, '');
  return `${base}/${repository}/resolve/${revision}/${file}`;
}

function headersOf(env: Environment): Record<string, string> {
  const token = env['HF_TOKEN'];
  return { 'accept-encoding': 'identity', ...(token !== undefined && token !== '' && { authorization: `Bearer ${token}` }) };
}

async function createDispatcher(env: Environment): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import('undici');
  const httpProxy = env['http_proxy'] ?? env['HTTP_PROXY'] ?? '';
  const httpsProxy = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '';
  const noProxy = [env['no_proxy'] ?? env['NO_PROXY'] ?? '', 'localhost', '127.0.0.1', '[::1]']
    .filter((host) => host !== '')
    .join(',');
  const limits = { connect: { timeout: connectMs }, headersTimeout: silenceMs, bodyTimeout: silenceMs };
  return new EnvHttpProxyAgent({ ...limits, httpProxy, httpsProxy, noProxy });
}

async function continueDownload(
  url: string,
  { job, env, dispatcher }: { readonly job: FetchJob; readonly env: Environment; readonly dispatcher: Dispatcher },
): Promise<void> {
  const { fetch } = await import('undici');
  const have = await sizeOf(job.part);
  const headers = { ...headersOf(env), ...(have > 0 && { range: `bytes=${have}-` }) };
  const response = await fetch(url, { headers, dispatcher, signal: job.signal });
  if (response.status === 416) {
    // There is nothing past what we have: either it is the whole file, and its sum will tell, or it is no part of this one.
    await response.body?.cancel();
    if (totalOf(response) === have) return;
    await truncate(job.part, 0);
    throw new Error(`${url} is shorter than what was fetched before`);
  }
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    const final = response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429;
    throw new (final ? FinalAnswer : Error)(refusal(url, response.status));
  }
  const startsAt = response.status === 206 ? have : 0;
  const total = totalOf(response);
  let bytes = startsAt;
  const body = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
  body.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    job.onBytes(bytes, total);
  });
  await pipeline(body, createWriteStream(job.part, { flags: startsAt > 0 ? 'a' : 'w' }), { signal: job.signal });
  if (total !== undefined && bytes < total) throw new Error(`${url} ended after ${bytes} of ${total} bytes`);
}

function totalOf(response: Response): number | undefined {
  const ranged = /\/(\d+)$/u.exec(response.headers.get('content-range') ?? '')?.[1];
  const plain = response.status === 200 ? response.headers.get('content-length') : undefined;
  const total = Number(ranged ?? plain ?? Number.NaN);
  return Number.isSafeInteger(total) ? total : undefined;
}

function refusal(url: string, status: number): string {
  if (status === 404) return `${url} is not there (404)`;
  if (status === 401 || status === 403) return `${url} is closed (${status}): accept its terms and set HF_TOKEN`;
  return `${url} answered ${status}`;
}

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && (error.syscall === 'write' || error.syscall === 'open');
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
