import type { Item } from '../core/item.ts';
import { openTemporaryFile } from './files/temporary-file.ts';

type Kept = Omit<Item, 'parallel'>;

const flushAt = 1024 * 1024;

/**
 * The items of parallel groups, their texts in a temporary file, so that an item's other languages can be had whatever order the data is in and
 * however long they are; in memory only where each stands (some 200 bytes a row).
 */
export class ParallelItems {
  readonly #file: Awaited<ReturnType<typeof openTemporaryFile>>;
  /** By group and language, the row that has it. */
  readonly #rows = new Map<string, Map<string, number>>();
  readonly #places = new Map<number, readonly [offset: number, length: number]>();
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #end = 0;

  private constructor(file: Awaited<ReturnType<typeof openTemporaryFile>>) {
    this.#file = file;
  }

  static async open(): Promise<ParallelItems> {
    return new ParallelItems(await openTemporaryFile());
  }

  /** The row of a group that already has a language, if one has. */
  rowWith(group: string, language: string): number | undefined {
    return this.#rows.get(group)?.get(language);
  }

  /** Keeps an item of a group. It must have a language that no other of its group has. */
  add(row: number, item: Item): void {
    const { parallelGroup: group, language } = item;
    if (group === undefined || language === undefined) return;
    const { parallel: _parallel, recorded: _recorded, parallelGroup: _group, ...kept } = item;
    const bytes = Buffer.from(JSON.stringify(kept satisfies Kept));
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#places.set(row, [this.#end, bytes.length]);
    this.#end += bytes.length;
    const rows = this.#rows.get(group) ?? new Map<string, number>();
    this.#rows.set(group, rows.set(language, row));
  }

  /** Writes what was added: when it has grown large, or all of it. */
  async flush(all = false): Promise<void> {
    if (this.#pendingBytes === 0 || (!all && this.#pendingBytes < flushAt)) return;
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#file.handle.writeFile(bytes);
  }

  /** Rows of a group, the row itself among them, in the order of the data. */
  rowsOf(group: string): readonly number[] {
    return [...(this.#rows.get(group)?.values() ?? [])].sort((a, b) => a - b);
  }

  /** The item in its other languages; `undefined` where there are none. */
  async variantsOf(item: Item): Promise<Readonly<Record<string, Kept>> | undefined> {
    const others = [...(this.#rows.get(item.parallelGroup ?? '') ?? [])].filter(([language]) => language !== item.language);
    if (item.parallelGroup === undefined || others.length === 0) return undefined;
    return Object.fromEntries(
      await Promise.all(others.map(async ([language, row]) => [language, await this.#read(row)] as const)),
    );
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #read(row: number): Promise<Kept> {
    const [offset, length] = this.#places.get(row) as readonly [number, number];
    const bytes = Buffer.alloc(length);
    for (let filled = 0; filled < length;) {
      const { bytesRead } = await this.#file.handle.read(bytes, filled, length - filled, offset + filled);
      if (bytesRead === 0) throw new Error('the temporary file of parallel items ends early');
      filled += bytesRead;
    }
    return JSON.parse(bytes.toString('utf8')) as Kept;
  }
}
