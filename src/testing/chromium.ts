import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'undici';

/** A page of a real browser. */
export interface BrowserPage {
  /** Opens an address and waits for its `load` event. */
  open(url: string): Promise<void>;
  /** The value of an expression, awaited; anything that JSON can hold. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression is truthy, and gives it. */
  until<T>(expression: string, timeoutMs?: number): Promise<T>;
  /** Any command of the DevTools protocol. */
  send<T = unknown>(method: string, params?: object): Promise<T>;
  /** What the page or the browser complained of: errors, refused loads, dialogs. */
  readonly complaints: readonly string[];
  /** Addresses that the page asked for, itself and what its policy refused left out. */
  readonly requests: readonly string[];
}

export interface Browser {
  page(): Promise<BrowserPage>;
  close(): Promise<void>;
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The Chromium of this machine: `ASSIZE_CHROMIUM`, or the first on the path; `undefined` where there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const given = env['ASSIZE_CHROMIUM'];
  const folders = (env['PATH'] ?? '').split(path.delimiter);
  const places =
    given !== undefined && given !== '' ? [given] : folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Starts a headless Chromium with a profile of its own, driven through its DevTools protocol. Close it when done. */
export async function openChromium(binary: string): Promise<Browser> {
  const profile = mkdtempSync(path.join(tmpdir(), 'assize-chromium-'));
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--hide-scrollbars',
  ];
  const chromium = spawn(binary, [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const wire = new Wire(await addressOf(chromium));
  return {
    page: async () => {
      const { targetId } = await wire.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await wire.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
      return openPage(wire, sessionId);
    },
    close: async () => {
      wire.close();
      const ended = once(chromium, 'exit');
      chromium.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Chromium tells on stderr where it listens. */
function addressOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = '';
    stderr?.on('data', (bytes: Buffer) => {
      told += bytes.toString();
      const address = /DevTools listening on (ws:\S+)/u.exec(told)?.[1];
      if (address !== undefined) resolve(address);
    });
    stderr?.once('end', () => reject(new Error(`chromium: expected an address to listen on, got ${told.slice(-500)}`)));
  });
}

type Message = {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
};

/** The protocol's messages: answers by number, events by session. */
class Wire {
  readonly #socket: WebSocket;
  readonly #opened: Promise<void>;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  readonly #listeners = new Map<string, (message: Message) => void>();
  #number = 0;

  constructor(address: string) {
    this.#socket = new WebSocket(address);
    this.#opened = new Promise((resolve, reject) => {
      this.#socket.addEventListener('open', () => resolve());
      this.#socket.addEventListener('error', () => reject(new Error(`${address}: expected a browser that answers, got none.`)));
    });
    this.#socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Message));
  }

  async send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    await this.#opened;
    this.#number += 1;
    const id = this.#number;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    });
  }

  listen(sessionId: string, listener: (message: Message) => void): void {
    this.#listeners.set(sessionId, listener);
  }

  close(): void {
    this.#socket.close();
  }

  #take(message: Message): void {
    if (message.id === undefined) {
      this.#listeners.get(message.sessionId ?? '')?.(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error === undefined) waiting?.resolve(message.result);
    else waiting?.reject(new Error(message.error.message));
  }
}

async function openPage(wire: Wire, sessionId: string): Promise<BrowserPage> {
  const complaints: string[] = [];
  const asked = new Map<string, string>();
  let loaded: () => void = () => undefined;
  const send = <T>(method: string, params: object = {}): Promise<T> => wire.send<T>(method, params, sessionId);
  wire.listen(sessionId, ({ method, params = {} }) => {
    if (method === 'Page.loadEventFired') loaded();
    if (method === 'Page.javascriptDialogOpening') {
      complaints.push(`dialog: ${String(params['message'])}`);
      void send('Page.handleJavaScriptDialog', { accept: false });
    }
    if (method === 'Runtime.exceptionThrown') complaints.push(`error: ${JSON.stringify(params['exceptionDetails'])}`);
    if (method === 'Log.entryAdded') complaints.push(`log: ${JSON.stringify(params['entry'])}`);
    if (method === 'Network.requestWillBeSent' && params['type'] !== 'Document')
      asked.set(String(params['requestId']), (params['request'] as { url: string }).url);
    if (method === 'Network.loadingFailed' && params['blockedReason'] !== undefined) asked.delete(String(params['requestId']));
  });
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(`${domain}.enable`);
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send<{ result: { value: T }; exceptionDetails?: object }>('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return result.value;
  };
  return {
    complaints,
    get requests() {
      return [...asked.values()];
    },
    send,
    evaluate,
    open: async (url) => {
      const arrived = new Promise<void>((resolve) => {
        loaded = resolve;
      });
      await send('Page.navigate', { url });
      await arrived;
    },
    until: async (expression, timeoutMs = 10_000) => {
      const end = performance.now() + timeoutMs;
      for (;;) {
        const value = await evaluate<never>(expression);
        if (value) return value;
        if (performance.now() > end)
          throw new Error(`${expression}: expected it to become true in ${timeoutMs} ms, got ${JSON.stringify(value)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}
