import type { Connection } from './connection.ts';
import { query } from './query.ts';
import type { Parameters } from './query.ts';
import { storeError } from './store-error.ts';
import { fromStored, toStored } from './stored-text.ts';

const insertText = query((tables, { body }: Parameters<{ body: string }>) => tables.insertInto('texts').values({ body }));
const selectText = query((tables, { number }: Parameters<{ number: number }>) =>
  tables.selectFrom('texts').select('body').where('number', '=', number),
);

/** Texts shorter than this are not worth a row of their own. */
const shortest = 64;
/** Characters remembered; what was not met for so long is stored again when it comes back. */
const capacity = 4_000_000;

/**
 * Texts that requests have in common: a system message, a schema, a prompt asked several times.
 *
 * A text met for the first time stays where it is; met again, it gets a row and is named by its number. So a text that comes once costs nothing,
 * and there is no index over texts, whose random order would cost more than the copies do. What was met is remembered by this process alone.
 */
export class SharedTexts {
  readonly #connection: Connection;
  /** In order of last meeting. `undefined`: met once. */
  readonly #numbers = new Map<string, number | undefined>();
  readonly #texts = new Map<number, string>();
  #size = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What stands for a text in a request: the text itself, or its number. To be called inside a transaction. */
  share(text: string): string | number {
    if (text.length < shortest) return text;
    const met = this.#numbers.has(text);
    const number = met ? (this.#numbers.get(text) ?? this.#insert(text)) : undefined;
    this.#remember(text, number);
    return number ?? text;
  }

  /** The text that a request's place stands for. */
  read(place: string | number): string {
    if (typeof place === 'string') return place;
    const kept = this.#texts.get(place);
    if (kept !== undefined) return kept;
    const row = this.#connection.first(selectText, { number: place });
    if (row === undefined) throw storeError(new Error(`text ${place} of a request is missing`), this.#connection.file);
    const text = fromStored(row.body);
    this.#remember(text, place);
    return text;
  }

  /** Forgets everything: to be called when a transaction was rolled back, since numbers may have gone with it. */
  forget(): void {
    this.#numbers.clear();
    this.#texts.clear();
    this.#size = 0;
  }

  #insert(text: string): number {
    return this.#connection.run(insertText, { body: toStored(text) }).inserted;
  }

  #remember(text: string, number: number | undefined): void {
    if (this.#numbers.delete(text)) this.#size -= text.length;
    this.#numbers.set(text, number);
    if (number !== undefined) this.#texts.set(number, text);
    this.#size += text.length;
    for (const [oldest, itsNumber] of this.#numbers) {
      if (this.#size <= capacity || oldest === text) break;
      this.#numbers.delete(oldest);
      if (itsNumber !== undefined) this.#texts.delete(itsNumber);
      this.#size -= oldest.length;
    }
  }
}
