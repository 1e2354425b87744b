import type { Json } from '../../core/json.ts';

/** Where a field's value comes from: a column, a path into one (`answers[0].text`), or the same constant for every row. */
export type MapValue = string | { readonly value: Json };

/**
 * Which column is which field. A column whose whole name is the text wins over a path. `parallel` names the items that are one item in
 * several languages, `group` the cluster (source) of an item.
 */
export type DatasetMap = {
  readonly id?: MapValue;
  readonly input?: MapValue;
  readonly output?: MapValue;
  readonly outputA?: MapValue;
  readonly outputB?: MapValue;
  readonly conversation?: MapValue;
  readonly context?: MapValue;
  readonly reference?: MapValue;
  readonly gold?: MapValue;
  readonly language?: MapValue;
  readonly group?: MapValue;
  readonly parallel?: MapValue;
  readonly system?: MapValue;
  readonly rater?: MapValue;
  readonly rationale?: MapValue;
  readonly fields?: Readonly<Record<string, MapValue>>;
};

/** The keys of a map but `fields`. */
export type MapKey = Exclude<keyof DatasetMap, 'fields'>;
export const mapKeys: readonly MapKey[] = [
  'id',
  'input',
  'output',
  'outputA',
  'outputB',
  'conversation',
  'context',
  'reference',
  'gold',
  'language',
  'group',
  'parallel',
  'system',
  'rater',
  'rationale',
];

/** The fields of an item that are one text. */
export const textKeys = ['input', 'output', 'outputA', 'outputB', 'context', 'reference'] as const;
export type TextKey = (typeof textKeys)[number];
