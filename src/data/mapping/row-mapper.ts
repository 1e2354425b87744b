import { AssizeError, describe } from '../../core/errors.ts';
import type { Item } from '../../core/item.ts';
import { isObject } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { printable, type RawRecord } from '../formats/entry.ts';
import type { LanguageIdentifier } from '../languages/identify-language.ts';
import type { LanguageNames } from '../languages/language-names.ts';
import type { Row } from '../row.ts';
import { readConversation } from './conversation.ts';
import { mapKeys, textKeys, type DatasetMap, type MapKey, type MapValue } from './dataset-map.ts';
import { itemText, keyText } from './item-text.ts';
import { MappedColumns, type Getter } from './mapped-columns.ts';
import { nothing } from './column-path.ts';

/** A row before its place in the data set is known. `group` is absent where the item is its own cluster. */
export type MappedRow = Omit<Row, 'index' | 'group' | 'source'> & { readonly group?: string };

/** What comes of a record: a row, why there is none, or that the table of languages must be loaded before it can be told. */
export type Mapped = { readonly row: MappedRow } | { readonly bad: string } | { readonly needs: 'language-table' };

export type RowMapperOptions = {
  /** What messages begin with: the data set's name. */
  readonly place: string;
  readonly languages: LanguageNames;
  /** Columns that go into `item.recorded`. */
  readonly recordedColumns?: readonly string[];
  /** Tells the language of items that have none. */
  readonly identify?: LanguageIdentifier;
};

/** Where a record is from: its default id, and whether it is of a table, in which an empty cell is the only way to leave gold out. */
export type RecordOrigin = { readonly id: string; readonly table: boolean };

/**
 * Turns records into rows as a map says.
 *
 * Without a map, a column that has a field's name is that field. Texts stay as they are; ids, groups and languages are in NFC, and an empty one of these
 * is absent. A mapped output that is not there is a bad row; so are gold that is no text, number or boolean, an id that is none, and half a surrogate pair in a
 * text, which no encoding can carry.
 */
export class RowMapper {
  readonly columns: MappedColumns;
  readonly #options: RowMapperOptions;
  readonly #get: Partial<Record<MapKey, Getter>> = {};
  readonly #fields: readonly (readonly [string, Getter])[];
  readonly #recorded: readonly (readonly [string, Getter])[];
  readonly #explicit: boolean;

  /** @throws AssizeError `config` on an unknown key, or one candidate without the other. */
  constructor(map: DatasetMap | undefined, options: RowMapperOptions) {
    const { place } = options;
    this.#options = options;
    this.#explicit = map !== undefined;
    this.columns = new MappedColumns(place);
    if (map !== undefined) checkMap(map, place);
    for (const key of mapKeys) {
      const value = map === undefined ? key : map[key];
      if (value !== undefined) this.#get[key] = this.columns.getter(value, `map.${key}`, this.#explicit);
    }
    this.#fields = Object.entries(map?.fields ?? {}).map(([name, value]) => [
      name,
      this.columns.getter(value, `map.fields.${name}`, true),
    ]);
    this.#recorded = (options.recordedColumns ?? []).map((column) => [
      column,
      this.columns.getter(column, `recorded column`, true),
    ]);
  }

  map(record: RawRecord, origin: RecordOrigin): Mapped {
    try {
      return this.#map(record, origin);
    } catch (error) {
      if (error instanceof RowFault) return { bad: printable(error.message) };
      throw error;
    }
  }

  #map(record: RawRecord, origin: RecordOrigin): Mapped {
    const content = this.#content(record);
    const languageText = this.#key('language', record);
    let language = languageText === undefined ? this.#identified(content) : this.#options.languages.normalize(languageText);
    if (languageText !== undefined && language === undefined) return { needs: 'language-table' };
    const recorded = this.#recordedOf(record);
    const parallelGroup = this.#key('parallel', record);
    const item: Item = {
      id: this.#id(record, origin),
      ...content,
      ...(language !== undefined && { language }),
      ...(parallelGroup !== undefined && { parallelGroup }),
      ...(recorded !== undefined && { recorded }),
    };
    const gold = this.#gold(record, origin);
    const group = this.#key('group', record);
    const system = this.#text('system', record);
    const rater = this.#text('rater', record);
    const rationale = this.#text('rationale', record);
    return {
      row: {
        item,
        ...(gold !== undefined && { gold }),
        ...(group !== undefined && { group }),
        ...(system !== undefined && { system }),
        ...(rater !== undefined && { rater }),
        ...(rationale !== undefined && rationale !== '' && { rationale }),
      },
    };
  }

  /** The texts of the item. */
  #content(record: RawRecord): Omit<Item, 'id'> {
    const content: Partial<Record<(typeof textKeys)[number], string>> = {};
    for (const key of textKeys) {
      const text = this.#text(key, record);
      if (text !== undefined) content[key] = text;
      else if (this.#explicit && this.#get[key] !== undefined && (key === 'output' || key === 'outputA' || key === 'outputB'))
        throw new RowFault(`${key}: expected a value${this.columns.under(`map.${key}`)}, got nothing.`);
    }
    const conversation = this.#conversation(record);
    const pair = content.outputA !== undefined && content.outputB !== undefined;
    if (!this.#explicit && content.output === undefined && conversation === undefined && !pair)
      throw new RowFault(
        'output: expected a column output, or outputA and outputB, or conversation, got none of them. Map the columns.',
      );
    const fields: Record<string, string> = {};
    for (const [name, get] of this.#fields) {
      const text = wellFormed(itemText(present(get(record))), `fields.${name}`);
      // `fields` may have any name, `__proto__` too.
      if (text !== undefined)
        Object.defineProperty(fields, name, { value: text, enumerable: true, configurable: true, writable: true });
    }
    return { ...content, ...(conversation !== undefined && { conversation }), fields };
  }

  #text(key: MapKey, record: RawRecord): string | undefined {
    const get = this.#get[key];
    return get === undefined ? undefined : wellFormed(itemText(present(get(record))), key);
  }

  /** A text that names something; an empty one is absent. */
  #key(key: MapKey, record: RawRecord): string | undefined {
    const value = present(this.#get[key]?.(record));
    if (value === undefined || value === '') return undefined;
    const text = keyText(value);
    if (text === undefined) throw new RowFault(`${key}: expected a text or a number, got ${describe(value)}.`);
    return wellFormed(text, key);
  }

  #id(record: RawRecord, origin: RecordOrigin): string {
    const id = this.#key('id', record);
    if (id !== undefined) return id;
    if (this.#explicit && this.#get.id !== undefined)
      throw new RowFault(`id: expected a text or a number${this.columns.under('map.id')}, got none.`);
    return origin.id;
  }

  #gold(record: RawRecord, origin: RecordOrigin): string | number | boolean | undefined {
    const value = present(this.#get.gold?.(record));
    if (value === undefined || (value === '' && origin.table)) return undefined;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
    throw new RowFault(`gold: expected a text, a number or a boolean, got ${describe(value)}.`);
  }

  #conversation(record: RawRecord): Item['conversation'] {
    const value = present(this.#get.conversation?.(record));
    if (value === undefined) {
      if (
        this.#explicit &&
        this.#get.conversation !== undefined &&
        this.#get.output === undefined &&
        this.#get.outputA === undefined
      )
        throw new RowFault(`conversation: expected a list of messages${this.columns.under('map.conversation')}, got nothing.`);
      return undefined;
    }
    const read = readConversation(value);
    if ('problem' in read) throw new RowFault(read.problem);
    for (const [index, message] of read.messages.entries())
      for (const text of [message.content, ...(message.toolCalls ?? []).map((call) => call.arguments)])
        wellFormed(text, `conversation[${index}]`);
    return read.messages;
  }

  #recordedOf(record: RawRecord): Readonly<Record<string, unknown>> | undefined {
    if (this.#recorded.length === 0) return undefined;
    return Object.fromEntries(
      this.#recorded.map(([column, get]) => [column, get(record)] as const).filter(([, value]) => value !== nothing),
    );
  }

  /** The language of the judged text, where it can be told: the output, else the candidates, the conversation, the input. */
  #identified(content: Omit<Item, 'id'>): string | undefined {
    const { identify } = this.#options;
    if (identify === undefined) return undefined;
    const candidates = [content.outputA, content.outputB].filter((text) => text !== undefined).join('\n');
    const talk = content.conversation?.map((message) => message.content).join('\n');
    for (const text of [content.output, candidates, talk, content.input]) {
      const language = text === undefined ? undefined : identify(text);
      if (language !== undefined) return language;
    }
    return undefined;
  }
}

class RowFault extends Error {}

/** A value, where it is there and not null. */
function present(value: unknown): unknown {
  return value === nothing || value === null ? undefined : value;
}

function wellFormed(text: string | undefined, place: string): string | undefined {
  if (text === undefined || text.isWellFormed()) return text;
  throw new RowFault(`${place}: expected text, got half of a surrogate pair, which no encoding can carry.`);
}

function checkMap(map: DatasetMap, place: string): void {
  const known = [...mapKeys, 'fields'];
  for (const [key, value] of Object.entries(map) as [string, unknown][]) {
    if (!known.includes(key)) {
      const near = nearest(key, known);
      throw new AssizeError(
        'config',
        `${place}.map.${key}: expected one of ${known.join(', ')}, got ${describe(key)}. ${near === undefined ? 'Put it under fields.' : `Did you mean ${near}?`}`,
      );
    }
    for (const [name, source] of key === 'fields' && isObject(value) ? Object.entries(value) : [['', value] as const])
      if (key === 'fields' ? name === '' || !isMapValue(source) : source !== undefined && !isMapValue(source))
        throw new AssizeError(
          'config',
          `${place}.map.${key}${name === '' ? '' : `.${name}`}: expected a column, a path or { value: constant }, got ${describe(source)}. Correct it.`,
        );
  }
  for (const [one, other] of [
    ['outputA', 'outputB'],
    ['outputB', 'outputA'],
  ] as const)
    if (map[one] !== undefined && map[other] === undefined)
      throw new AssizeError(
        'config',
        `${place}.map.${other}: expected a column, as ${one} has one, got nothing. Map both candidates.`,
      );
}

function isMapValue(value: unknown): value is MapValue {
  return typeof value === 'string' || (isObject(value) && 'value' in value && Object.keys(value).length === 1);
}
