import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import type { SqlValue, StoreTables } from './tables.ts';

/** Values of a query's parameters by name. */
export type QueryValues = { readonly [name: string]: SqlValue };
/** Stands for the parameters while a query is built. */
export type Parameters<P> = { readonly [K in keyof P]: RawBuilder<P[K]> };
/** A query in no dialect yet: each driver compiles it once and then only binds values. */
export type Query<P extends QueryValues, R> = {
  readonly build: (tables: Kysely<StoreTables>, values: Parameters<P>) => Compilable<R>;
};

/** A query as text, with the parameters in the order of their places: a fixed value, or the name of one. */
export type CompiledText = { readonly text: string; readonly places: readonly (SqlValue | ParameterName)[] };

export class ParameterName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A query whose parameters are named in the type of `values`. */
export function query<P extends QueryValues, R>(build: Query<P, R>['build']): Query<P, R> {
  return { build };
}

/** The named parameters as the values of an insert. (What stands for them cannot be listed by itself.) */
export function inserted<P, K extends keyof P & string>(
  values: Parameters<P>,
  columns: readonly K[],
): { readonly [N in K]: RawBuilder<P[N]> } {
  return Object.fromEntries(columns.map((column) => [column, values[column]])) as { readonly [N in K]: RawBuilder<P[N]> };
}

/** The values that an insert would have written, for an update in its place. */
export function excluded<K extends string>(columns: readonly K[]): { readonly [N in K]: RawBuilder<never> } {
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as {
    readonly [N in K]: RawBuilder<never>;
  };
}

/** The builder that speaks SQLite. It only compiles; nothing is ever sent through it. */
export function sqliteBuilder(): Kysely<StoreTables> {
  return new Kysely<StoreTables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (tables) => new SqliteIntrospector(tables),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** The query's text in the builder's dialect. */
export function compileQuery<P extends QueryValues, R>(builder: Kysely<StoreTables>, { build }: Query<P, R>): CompiledText {
  const names = new Proxy({} as Parameters<P>, { get: (_target, name) => sql.val(new ParameterName(String(name))) });
  const compiled: CompiledQuery<R> = build(builder, names).compile();
  return { text: compiled.sql, places: compiled.parameters as CompiledText['places'] };
}
