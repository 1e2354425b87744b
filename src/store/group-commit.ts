import type { Connection } from './connection.ts';
import { isBusy } from './store-error.ts';

type Job = { readonly write: () => void; readonly done: (error?: unknown) => void };

/** How often a group is tried again while another process writes; each try waits the connection's busy timeout. */
const busyAttempts = 6;

/**
 * Collects writes while the event loop turns and commits them as one transaction: a commit costs about as much for sixty-four writes as for one.
 *
 * Writes are made in the order of the calls. One that fails alone (a run that is gone) fails alone; an error that ends the transaction fails all of
 * its group, and nothing of it is kept. While another process holds the lock the group waits, without blocking for longer than one busy timeout.
 */
export class GroupCommit {
  readonly #connection: Connection;
  readonly #undone: () => void;
  #jobs: Job[] = [];
  #scheduled = false;
  #busyCount = 0;
  #lost: unknown;

  /** @param undone Called when a group was rolled back, so that what remembers its rows can forget them. */
  constructor(connection: Connection, undone: () => void = () => {}) {
    this.#connection = connection;
    this.#undone = undone;
  }

  /** Adds a write to the next group. Resolves when it is durable; rejects with the error that kept it from being so. */
  put(write: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#add({ write, done: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  }

  /** Adds a write that nobody waits for. Its error is told by the next `flush`. */
  post(write: () => void): void {
    this.#add({ write, done: (error) => (this.#lost ??= error) });
  }

  /** Commits what was collected, then does `work` in a transaction of its own, at once. An error of `work` undoes `work` alone. */
  now<T>(work: () => T): T {
    this.commit();
    return this.#connection.transaction(work);
  }

  /** Commits what was collected, at once. While another process writes it stays collected. */
  commit(): void {
    if (this.#jobs.length === 0) return;
    try {
      this.#connection.exec('begin immediate');
    } catch (error) {
      if (isBusy(error) && (this.#busyCount += 1) < busyAttempts) this.#schedule();
      else this.#settle(this.#taken(), new Map(), error);
      return;
    }
    const jobs = this.#taken();
    const failed = new Map<Job, unknown>();
    let fault: unknown;
    try {
      for (const job of jobs) this.#write(job, failed);
      this.#connection.exec('commit');
    } catch (error) {
      fault = error;
      if (this.#connection.inTransaction) this.#connection.exec('rollback');
      this.#undone();
    }
    this.#settle(jobs, failed, fault);
  }

  /** Resolves when all that was added is durable; rejects with the first error of a `post`, told once. */
  async flush(): Promise<void> {
    await this.put(() => {});
    const lost = this.#lost;
    this.#lost = undefined;
    if (lost !== undefined) throw lost;
  }

  #add(job: Job): void {
    this.#jobs.push(job);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.commit();
    });
  }

  #taken(): Job[] {
    const jobs = this.#jobs;
    this.#jobs = [];
    this.#busyCount = 0;
    return jobs;
  }

  #write(job: Job, failed: Map<Job, unknown>): void {
    try {
      job.write();
    } catch (error) {
      // A full disk or a failing one may have ended the transaction: what came before in the group is gone too.
      if (!this.#connection.inTransaction) throw error;
      failed.set(job, error);
    }
  }

  #settle(jobs: readonly Job[], failed: ReadonlyMap<Job, unknown>, fault: unknown): void {
    for (const job of jobs) job.done(fault ?? failed.get(job));
  }
}
