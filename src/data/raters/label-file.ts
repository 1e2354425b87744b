import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AssizeError } from '../../core/errors.ts';
import type { Row } from '../row.ts';
import { labelLine, readLabelLine, type GivenLabel } from './label-line.ts';

/**
 * A file of labels: JSON Lines, one confirmed label a line, only ever appended to. `add` resolves when the line is on the disk (fsync), so that a kill loses
 * nothing that was confirmed. A later line of the same item and rater counts instead of an earlier one. To be closed; one process a file at a time.
 */
export class LabelFile {
  readonly path: string;
  /** What the end of the file had to be mended of, for a note. */
  readonly mended: string | undefined;
  readonly #handle: FileHandle;
  readonly #labels: GivenLabel[];
  #size: number;

  private constructor(
    file: string,
    handle: FileHandle,
    read: { labels: GivenLabel[]; size: number; mended: string | undefined },
  ) {
    this.path = file;
    this.#handle = handle;
    this.#labels = read.labels;
    this.#size = read.size;
    this.mended = read.mended;
  }

  /**
   * Opens the file, or makes it and its folder. A last line that was cut off (its label was never confirmed) is taken away.
   *
   * @throws AssizeError `output` where it cannot be read or written; `data` where a line is no label.
   */
  static async open(file: string): Promise<LabelFile> {
    try {
      await mkdir(path.dirname(file), { recursive: true });
      const handle = await open(file, 'a+');
      try {
        const read = await readLabels(handle, file);
        await syncFolder(path.dirname(file));
        return new LabelFile(file, handle, read);
      } catch (error) {
        await handle.close();
        throw error;
      }
    } catch (error) {
      throw fileError(file, error);
    }
  }

  /** The labels that count of one rater, by the item's id. */
  labelsBy(rater: string): Map<string, GivenLabel> {
    return new Map(this.#labels.filter((label) => label.rater === rater).map((label) => [label.id, label]));
  }

  /** Appends a label; resolves when it is durable. @throws AssizeError `output` where it could not be; the file is as before then. */
  async add(row: Row, label: GivenLabel): Promise<void> {
    const bytes = Buffer.from(labelLine(row, label));
    try {
      await this.#handle.appendFile(bytes);
      await this.#handle.sync();
    } catch (error) {
      await this.#handle.truncate(this.#size).catch(() => undefined);
      throw fileError(this.path, error);
    }
    this.#size += bytes.length;
    this.#labels.push(label);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

async function readLabels(
  handle: FileHandle,
  file: string,
): Promise<{ labels: GivenLabel[]; size: number; mended: string | undefined }> {
  const bytes = await handle.readFile();
  const whole = bytes.lastIndexOf(10) + 1;
  const labels: GivenLabel[] = [];
  for (const [index, line] of bytes.subarray(0, whole).toString('utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = readLabelLine(line);
    if ('problem' in read)
      throw new AssizeError(
        'data',
        `${file}:${index + 1}: ${read.problem} Mend the line, or label into another file with --out.`,
      );
    labels.push(read.label);
  }
  if (whole === bytes.length) return { labels, size: whole, mended: undefined };
  const tail = readLabelLine(bytes.subarray(whole).toString('utf8'));
  if ('label' in tail) {
    await handle.appendFile('\n');
    await handle.sync();
    return { labels: [...labels, tail.label], size: bytes.length + 1, mended: undefined };
  }
  await handle.truncate(whole);
  await handle.sync();
  return {
    labels,
    size: whole,
    mended: `${file}: its last line was cut off, and is taken away: that label was never confirmed.`,
  };
}

/** A new file's name is durable when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  // Some systems cannot sync folders.
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function fileError(file: string, error: unknown): AssizeError {
  if (error instanceof AssizeError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new AssizeError(
    'output',
    `${file}: expected a file that labels can be kept in, got ${code === '' ? message : code}. The label is not kept; make room or choose another file with --out.`,
    {
      cause: error,
      details: { path: file, reason: code },
    },
  );
}
