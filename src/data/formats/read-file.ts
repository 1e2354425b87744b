import type { DataFile } from '../files/data-file.ts';
import type { EntryBatches } from './entry.ts';
import type { FormatName } from './format.ts';
import { readJson } from './json.ts';
import { readJsonl } from './jsonl.ts';
import { readParquet } from './parquet.ts';
import { readTable } from './table.ts';
import { textChunks } from './text.ts';
import { readXml } from './xml.ts';

export type ReadFileOptions = {
  /** Which columns of those that a file has are needed; a format that can leave the others unread does. */
  readonly wanted?: (columns: readonly string[]) => readonly string[];
  /** Keys that lead to the rows of a JSON file. */
  readonly rowsAt?: readonly string[];
};

/** The rows of a file in its order, bad ones among them, by stream. */
export function readFile(file: DataFile, format: FormatName, { wanted, rowsAt }: ReadFileOptions = {}): EntryBatches {
  const text = (): ReturnType<typeof textChunks> => textChunks(file.bytes(), file.name);
  switch (format) {
    case 'jsonl':
      return readJsonl(text(), file.name);
    case 'json':
      return readJson(text(), file.name, rowsAt);
    case 'csv':
      return readTable(text(), file.name, { separator: 'sniff', quoting: true });
    case 'tsv':
      return readTable(text(), file.name, { separator: '\t', quoting: true });
    case 'tsv-unquoted':
      return readTable(text(), file.name, { separator: '\t', quoting: false });
    case 'parquet':
      return readParquet(() => file.randomAccess(), file.name, wanted);
    case 'xml':
      return readXml(text(), file.name);
  }
}
