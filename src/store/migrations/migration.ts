import type { Compilable, Kysely } from 'kysely';
import type { StoreTables } from '../tables.ts';

/**
 * One step from a format to the next. `number` is the format it leads to; steps are numbered from 1 without gaps, and one that was ever released
 * is never changed: stores made by it exist.
 */
export type Migration = {
  readonly number: number;
  readonly statements: (tables: Kysely<StoreTables>) => readonly Compilable[];
};
