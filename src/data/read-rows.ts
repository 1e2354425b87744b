import { AssizeError } from '../core/errors.ts';
import type { Dataset, MappedEntry } from './dataset.ts';
import type { ParallelItems } from './parallel-items.ts';
import { rowHashes, type RowIndex, type Selection } from './row-index.ts';
import type { Row } from './row.ts';

type ReadRowsOptions = { readonly selection: Selection; readonly parallel?: ParallelItems; readonly signal?: AbortSignal };

/**
 * The second pass over a data set: the rows of a selection, in order, by stream; files without a selected row are not opened.
 *
 * @throws AssizeError `data` where a selected row is not what the first pass saw; `usage` where the selection is not ascending or has a row that is
 * none.
 */
export async function* readRows(dataset: Dataset, index: RowIndex, options: ReadRowsOptions): AsyncGenerator<Row> {
  const { selection, parallel, signal } = options;
  checkSelection(selection, index);
  let next = 0;
  while (next < selection.length) {
    const file = index.file[selection[next] as number] as number;
    const isHere = (): boolean => next < selection.length && index.file[selection[next] as number] === file;
    for await (const batch of dataset.entries(file, signal)) {
      for (const entry of batch) {
        const number = selection[next] as number;
        if (entry.ordinal !== index.ordinal[number]) continue;
        yield await rowOf(entry, number, { index, parallel });
        next += 1;
        if (!isHere()) break;
      }
      if (!isHere()) break;
    }
    if (isHere()) throw changed(`${dataset.files[file]}:${index.line[selection[next] as number]}`);
  }
}

async function rowOf(
  entry: MappedEntry,
  number: number,
  { index, parallel }: { readonly index: RowIndex; readonly parallel: ParallelItems | undefined },
): Promise<Row> {
  const place = `${entry.source.file}:${entry.source.line}`;
  if (!('row' in entry)) throw changed(place);
  const { identity } = rowHashes(entry.row);
  const seen = new Uint32Array(index.identity.buffer, index.identity.byteOffset + 8 * number, 2);
  if (identity[0] !== seen[0] || identity[1] !== seen[1]) throw changed(place);
  const { item, group, ...rest } = entry.row;
  const variants = await parallel?.variantsOf(item);
  return {
    index: number,
    source: entry.source,
    item: variants === undefined ? item : { ...item, parallel: variants },
    group: group ?? item.id,
    ...rest,
  };
}

function changed(place: string): AssizeError {
  return new AssizeError(
    'data',
    `${place}: expected the row that was read before, got another: the file changed while it was being read. Run again.`,
    {
      details: { place },
    },
  );
}

function checkSelection(selection: Selection, index: RowIndex): void {
  for (let at = 0; at < selection.length; at += 1) {
    const row = selection[at] as number;
    if (row >= index.count || (at > 0 && row <= (selection[at - 1] as number)))
      throw new AssizeError(
        'usage',
        `selection[${at}]: expected ascending row numbers below ${index.count}, got ${row}. Sort them.`,
      );
  }
}
