import type { Dispatcher, Response } from 'undici';
import { setTimeout as wait } from 'node:timers/promises';
import type { PublishedFile } from '../presets/public-source.ts';

/** Where published files are fetched from. To be closed. */
export interface FileSource {
  urlOf(file: PublishedFile): string;
  /** A file's bytes, whatever their sum. @throws FetchFault where they cannot be had; the signal's reason when aborted. */
  fetch(file: PublishedFile, signal: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}

/** Why a file cannot be had. `reached`: its host answered. */
export class FetchFault extends Error {
  readonly reached: boolean;

  constructor(got: string, reached: boolean, cause?: unknown) {
    super(got, { cause });
    this.reached = reached;
  }
}

export type GitHubOptions = {
  /** `ASSIZE_GITHUB_RAW` is a mirror of raw.githubusercontent.com; `HTTPS_PROXY` and the like are heeded. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Attempts at each file, where another may help. */
  readonly attempts?: number;
  readonly pauseMs?: number;
};

const connectMs = 10_000;
const silenceMs = 60_000;

/** Files of GitHub repositories, each at its commit. */
export function gitHubSource({ env, attempts = 3, pauseMs = 1000 }: GitHubOptions): FileSource {
  const mirror = env['ASSIZE_GITHUB_RAW'] ?? '';
  const base = (mirror === '' ? 'https://raw.githubusercontent.com' : mirror).replace(/\/+$/u, '');
  let dispatcher: Promise<Dispatcher> | undefined;
  const urlOf = ({ repository, commit, path }: PublishedFile): string =>
    `${base}/${repository}/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`;
  return {
    urlOf,
    async fetch(file, signal) {
      dispatcher ??= createDispatcher(env);
      for (let attempt = 1; ; attempt += 1) {
        signal.throwIfAborted();
        const outcome = await attemptAt(urlOf(file), { file, signal, dispatcher: await dispatcher });
        if ('bytes' in outcome) return outcome.bytes;
        if (outcome.final || attempt >= attempts) throw outcome.fault;
        await wait(pauseMs * attempt, undefined, { signal });
      }
    },
    async close() {
      await (await dispatcher)?.destroy();
    },
  };
}

async function createDispatcher(env: GitHubOptions['env']): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import('undici');
  const httpProxy = env['http_proxy'] ?? env['HTTP_PROXY'] ?? '';
  const httpsProxy = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '';
  const noProxy = [env['no_proxy'] ?? env['NO_PROXY'] ?? '', 'localhost', '127.0.0.1', '[::1]']
    .filter((host) => host !== '')
    .join(',');
  const limits = { connect: { timeout: connectMs }, headersTimeout: silenceMs, bodyTimeout: silenceMs };
  return new EnvHttpProxyAgent({ ...limits, httpProxy, httpsProxy, noProxy });
}

type Attempt = { readonly bytes: Buffer } | { readonly fault: FetchFault; readonly final: boolean };

async function attemptAt(
  url: string,
  { file, signal, dispatcher }: { readonly file: PublishedFile; readonly signal: AbortSignal; readonly dispatcher: Dispatcher },
): Promise<Attempt> {
  const { fetch } = await import('undici');
  let reached = false;
  try {
    const response = await fetch(url, { dispatcher, signal });
    reached = true;
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      const final = response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429;
      return { fault: new FetchFault(response.status === 404 ? 'none there (404)' : `status ${response.status}`, true), final };
    }
    return { bytes: await bodyOf(response, file.bytes) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FetchFault) return { fault: error, final: false };
    return {
      fault: new FetchFault(`no ${reached ? 'whole answer' : 'connection'} (${reasonOf(error)})`, reached, error),
      final: false,
    };
  }
}

/** The body, given up where it grows past the size that the file has. */
async function bodyOf(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > most) throw new FetchFault(`more than its ${most} bytes`, true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : (cause.message.split('\n')[0] as string);
}
