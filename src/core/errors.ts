/** What went wrong, as a literal that exit codes and HTTP statuses are tables over. */
export type ErrorCode =
  | 'usage' // the command line or a call of the library
  | 'config' // assize.yaml or the objects it stands for
  | 'data' // a data set or a row of it
  | 'model' // a model that cannot be had: absent, corrupt, unknown
  | 'store' // the store cannot be opened, read or written
  | 'locked' // another process works on the same run
  | 'output' // a result file cannot be written
  | 'interrupted' // the caller aborted
  | 'internal'; // a fault of ours

/**
 * The one error class. Its message is one line of the form *place: expected X, got Y. Do Z.*
 *
 * `details` holds what a program may want to know (file, line, key, path …) as JSON values; it never holds a secret.
 */
export class AssizeError extends Error {
  override readonly name = 'AssizeError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: Readonly<Record<string, unknown>> } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** Exit code of the command line for an error that ended it. */
export const exitCodeOf: Readonly<Record<ErrorCode, number>> = {
  usage: 2,
  config: 2,
  data: 2,
  model: 2,
  store: 2,
  locked: 2,
  output: 2,
  interrupted: 130,
  internal: 70,
};

/** A short description of a value for a message: its JSON (cut at 60 characters) and its type. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  const type = Array.isArray(value) ? 'list' : typeof value;
  const text = shown(value);
  const characters = [...text];
  const cut = characters.length > 60 ? `${characters.slice(0, 57).join('')}…` : text;
  return `${cut} (${type})`;
}

function shown(value: unknown): string {
  if (typeof value === 'object' || typeof value === 'string') {
    try {
      return JSON.stringify(value) ?? Object.prototype.toString.call(value);
    } catch {
      // It holds itself, or something that JSON has no form for.
      return Object.prototype.toString.call(value);
    }
  }
  // JSON has no NaN and no infinity: it would say null.
  return String(value);
}
