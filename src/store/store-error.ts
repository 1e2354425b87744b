import { AssizeError } from '../core/errors.ts';

type Advice = readonly [expected: string, got: string, todo: string];

const moveIt = 'Choose another place with store: in assize.yaml or ASSIZE_STORE.';

/** What each of the database's complaints means to a user; the longest prefix that fits a code speaks. */
const adviceByCode: Readonly<Record<string, Advice>> = {
  SQLITE_BUSY: [
    'its turn to write',
    'another process writing all the while',
    'Run again when that process has ended; all that was finished is kept.',
  ],
  SQLITE_FULL: ['room to write', 'a full disk', 'Free some space and run again; all that was finished is kept.'],
  SQLITE_READONLY: ['a writable file', 'one that is read-only', `Make the file and its folder writable. ${moveIt}`],
  SQLITE_NOTADB: ['a store of assize', 'another kind of file', `Move it away, and a new store is made. ${moveIt}`],
  SQLITE_CORRUPT: ['a sound file', 'a damaged one', 'Put back a copy, or move the file away, and a new store is made.'],
  SQLITE_IOERR: [
    'the disk to read and write',
    'a refusal',
    'Check the disk and its free space, and run again; all that was finished is kept.',
  ],
  SQLITE_CANTOPEN: [
    'a file to read and write',
    'no leave to open it',
    `Make the file and its folder readable and writable. ${moveIt}`,
  ],
  SQLITE_PERM: [
    'a file to read and write',
    'no leave to open it',
    `Make the file and its folder readable and writable. ${moveIt}`,
  ],
  ENOSPC: ['room to write', 'a full disk', 'Free some space and run again; all that was finished is kept.'],
  EACCES: ['leave to write', 'a refusal', `Make the file and its folder readable and writable. ${moveIt}`],
  EPERM: ['leave to write', 'a refusal', `Make the file and its folder readable and writable. ${moveIt}`],
  EROFS: ['a writable disk', 'one that is read-only', moveIt],
  ENOTDIR: ['a folder above it', 'a file', moveIt],
  EEXIST: ['a folder above it', 'a file', moveIt],
};

/**
 * A complaint of the database or the file system as one line that says what to do. `details` has `file` and, where there is one, the `code`.
 *
 * Errors that are ours already pass unchanged.
 */
export function storeError(cause: unknown, file: string): AssizeError {
  if (cause instanceof AssizeError) return cause;
  const code = codeOf(cause);
  const known = Object.keys(adviceByCode).find((prefix) => code === prefix || code.startsWith(`${prefix}_`));
  const advice = known === undefined ? undefined : adviceByCode[known];
  const [expected, got, todo] = advice ?? ['the store to answer', 'an error', 'Run again; if it stays, report this.'];
  return new AssizeError('store', `${file}: expected ${expected}, got ${got} (${reasonOf(cause, code)}). ${todo}`, {
    cause,
    details: { file, ...(code !== '' && { code }) },
  });
}

/** Whether the write lock was not to be had: the one complaint that waiting cures. */
export function isBusy(error: unknown): boolean {
  return error instanceof AssizeError && String(error.details['code']).startsWith('SQLITE_BUSY');
}

function codeOf(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && cause.code !== '') return cause.code;
  // The driver gives no code when it cannot open a file, only this text.
  return cause instanceof Error && cause.message.startsWith('ConnectionFailed') ? 'SQLITE_CANTOPEN' : '';
}

function reasonOf(cause: unknown, code: string): string {
  const text = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
  if (code === 'SQLITE_CANTOPEN') return code;
  return code === '' || text.startsWith(code) ? text || 'no reason given' : `${code}: ${text}`;
}
