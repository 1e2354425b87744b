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
/** Characters after which a generation is full. What was not met for two generations is stored again when it comes back. */
const generationSize = 1_000_000;

/**
 * Texts that requests have in common: a system message, a schema, a prompt asked several times.
 *
 * A text met for the first time stays where it is; met again, it gets a row and is named by its number. So a text that comes once costs nothing,
 * and there is no index over texts, whose random order would cost more than the copies do. What was met is remembered by this process alone,
 * in two generations: a single list in order of use would have to be moved at each meeting.
 */
export class SharedTexts {
  readonly #connection: Connection;
  #young = new Generation();
  #old = new Generation();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What stands for a text in a request: the text itself, or its number. To be called inside a transaction. */
  share(text: string): string | number {
    if (text.length < shortest) return text;
    const known = this.#young.numbers.get(text) ?? this.#old.numbers.get(text);
    if (known === undefined) {
      this.#remember(text, once);
      return text;
    }
    const number = known === once ? this.#connection.run(insertText, { body: toStored(text) }).inserted : known;
    this.#remember(text, number);
    return number;
  }

  /** The text that a request's place stands for. */
  read(place: string | number): string {
    if (typeof place === 'string') return place;
    const kept = this.#young.texts.get(place) ?? this.#old.texts.get(place);
    if (kept !== undefined) return kept;
    const row = this.#connection.first(selectText, { number: place });
    if (row === undefined) throw storeError(new Error(`text ${place} of a request is missing`), this.#connection.file);
    const text = fromStored(row.body);
    this.#remember(text, place);
    return text;
  }

  /** Forgets everything: to be called when a transaction was rolled back, since numbers may have gone with it. */
  forget(): void {
    this.#young = new Generation();
    this.#old = new Generation();
  }

  #remember(text: string, number: number): void {
    if (this.#young.numbers.get(text) === number) return;
    if (this.#young.size > generationSize) {
      this.#old = this.#young;
      this.#young = new Generation();
    }
    this.#young.add(text, number);
  }
}

/** In the place of a number: met, and without a row so far. Rows are numbered from 1. */
const once = 0;

class Generation {
  readonly numbers = new Map<string, number>();
  readonly texts = new Map<number, string>();
  size = 0;

  add(text: string, number: number): void {
    this.numbers.set(text, number);
    if (number !== once) this.texts.set(number, text);
    this.size += text.length;
  }
}
