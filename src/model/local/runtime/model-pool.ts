import { totalmem } from 'node:os';
import type { LoadedModel } from './loaded-model.ts';
import { Turnstile } from './turnstile.ts';

/** A model that the pool can load. */
export type Loadable = {
  /** Equal keys share one loaded model. */
  readonly key: string;
  /** What it will take. */
  readonly bytes: number;
  load(): Promise<LoadedModel>;
};

type Entry = {
  readonly bytes: number;
  readonly loaded: Promise<LoadedModel>;
  users: number;
  lastUse: number;
  idle: (() => void)[];
};

/** Of the machine's memory, what all loaded models together may take. */
const memoryShare = 0.6;

/**
 * The models that a process has in memory. Each is loaded once, however many ask. Several stay loaded together while they fit; where they do not, the
 * longest unused is unloaded first, after the calls that use it have ended: two models that do not fit together work in turn.
 */
export class ModelPool {
  readonly #budgetBytes: number;
  readonly #entries = new Map<string, Entry>();
  /** Admission is in the order of asking, so that a model waiting for room is not passed by calls for the loaded one. */
  readonly #admission = new Turnstile();
  #uses = 0;

  constructor({ totalBytes = totalmem() }: { readonly totalBytes?: number } = {}) {
    this.#budgetBytes = totalBytes * memoryShare;
  }

  /** Keys of the models in memory, the longest unused first. */
  get loadedKeys(): string[] {
    return [...this.#entries].toSorted(([, a], [, b]) => a.lastUse - b.lastUse).map(([key]) => key);
  }

  /** Does some work with a loaded model. Rejects with what loading or the work throws, or the signal's reason while waiting. */
  async use<T>(wanted: Loadable, signal: AbortSignal, work: (loaded: LoadedModel) => Promise<T>): Promise<T> {
    const entry = await this.#admission.run(signal, () => this.#admit(wanted));
    try {
      return await work(await entry.loaded);
    } finally {
      this.#leave(entry);
    }
  }

  /** Unloads a model, after the calls that use it have ended. */
  async unload(key: string): Promise<void> {
    await this.#admission.run(undefined, async () => {
      const entry = this.#entries.get(key);
      if (entry !== undefined) await this.#remove(key, entry);
    });
  }

  async #admit(wanted: Loadable): Promise<Entry> {
    let entry = this.#entries.get(wanted.key);
    if (entry === undefined) {
      await this.#makeRoom(wanted.bytes);
      entry = { bytes: wanted.bytes, loaded: wanted.load(), users: 0, lastUse: 0, idle: [] };
      this.#entries.set(wanted.key, entry);
      entry.loaded.catch(() => this.#entries.delete(wanted.key));
    }
    this.#uses += 1;
    entry.lastUse = this.#uses;
    entry.users += 1;
    return entry;
  }

  async #makeRoom(bytes: number): Promise<void> {
    for (;;) {
      const used = [...this.#entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
      const oldest = [...this.#entries].toSorted(([, a], [, b]) => a.lastUse - b.lastUse)[0];
      if (used + bytes <= this.#budgetBytes || oldest === undefined) return;
      await this.#remove(...oldest);
    }
  }

  async #remove(key: string, entry: Entry): Promise<void> {
    if (entry.users > 0) await new Promise<void>((resolve) => entry.idle.push(resolve));
    this.#entries.delete(key);
    const loaded = await entry.loaded.catch(() => undefined);
    await loaded?.dispose();
  }

  #leave(entry: Entry): void {
    entry.users -= 1;
    if (entry.users > 0) return;
    for (const tell of entry.idle.splice(0)) tell();
  }
}
