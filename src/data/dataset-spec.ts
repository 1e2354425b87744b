import type { DatasetMap } from './mapping/dataset-map.ts';
import type { RatersSpec } from './raters/consensus-rule.ts';
import type { RowFilter } from './row-filter.ts';

/**
 * A data set as it stands in the configuration.
 *
 * `files`: paths or patterns (`*`, `**`, `?`, `{a,b}`), relative to a base folder; `-` is standard input (JSON Lines where `format` names no other).
 * `format`: one of `formatNames`, else told by the extension. `preset`: a public set's layout; `map` is laid over the preset's. `filter`: only rows
 * whose column has the value, or one of the values. `limit`: at most that many rows, from the head; what follows is not read. `raters`: several rows
 * of one id, each with its rater, are one item with their consensus as gold; `limit` then counts items, and everything is read.
 */
export type DatasetSpec = {
  readonly files: string | readonly string[];
  readonly format?: string;
  readonly map?: DatasetMap;
  readonly preset?: string;
  readonly filter?: RowFilter;
  readonly limit?: number;
  readonly raters?: RatersSpec;
};
