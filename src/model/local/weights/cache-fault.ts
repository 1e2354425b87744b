import { AssizeError } from '../../../core/errors.ts';

/** What a failed write to the models' folder means, in one line; faults of another kind pass as they are. */
export function cacheFault(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  const refused = (expected: string, advice: string): AssizeError =>
    new AssizeError('model', `models: expected ${expected}, got ${folder} (${code}). ${advice}`, {
      cause: error,
      details: { folder, code },
    });
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return refused('room on the disk for the model', 'Free some, or set ASSIZE_CACHE to a folder on another disk.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOENT':
      return refused('a cache folder that can be written', 'Set ASSIZE_CACHE to one that can.');
    default:
      return error;
  }
}

/** One line that says why something failed: an error's message with its cause's, white space collapsed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error && error.cause.message !== '' ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`.replace(/\s+/gu, ' ').trim();
}
