import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AssizeError } from '../core/errors.ts';

/** Whether a value of the configuration is a path: one line that ends in `.md`, `.txt`, `.yaml` or `.yml`. */
export function isTextPath(value: string): boolean {
  return !value.includes('\n') && /\.(md|txt|ya?ml)$/iu.test(value.trim());
}

/** Reads a text file that a configuration names. Throws `config` with the place of the name; so it does for a file without text, which would judge nothing. */
export async function readTextFile(file: string, folder: string, place: string): Promise<string> {
  const full = path.resolve(folder, file.trim());
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(full));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const got =
      code === 'ENOENT'
        ? 'no such file'
        : code === 'EISDIR'
          ? 'a folder'
          : code === 'ERR_ENCODING_INVALID_ENCODED_DATA' || error instanceof TypeError
            ? 'bytes that are not UTF-8'
            : (code ?? 'an error');
    throw new AssizeError(
      'config',
      `${place}: expected a readable text file at ${file.trim()}, got ${got}. Correct the path (it is relative to the configuration).`,
      { cause: error },
    );
  }
  if (text.trim() === '')
    throw new AssizeError('config', `${place}: expected text in ${file.trim()}, got an empty file. Write it, or name another.`);
  return text;
}
