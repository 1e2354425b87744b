import { AssizeError, exitCodeOf } from '../../core/errors.ts';
import { isObject } from '../../core/json.ts';
import type { CliContext } from '../main.ts';

/** Tells an error that ended a command: one line (and the list that belongs to it), no stack trace for what is not ours. Returns the exit code. */
export function reportError(error: unknown, { stderr, env }: CliContext): number {
  if (error instanceof AssizeError) {
    stderr.write(`${error.message}\n`);
    for (const line of furtherLines(error)) stderr.write(`  ${line}\n`);
    return exitCodeOf[error.code];
  }
  const message = error instanceof Error ? error.message : String(error);
  stderr.write(`assize: a fault of ours: ${message.split('\n')[0]}. Please report it; ASSIZE_DEBUG=1 shows where.\n`);
  if (env['ASSIZE_DEBUG'] === '1' && error instanceof Error) stderr.write(`${error.stack ?? ''}\n`);
  return exitCodeOf.internal;
}

/** Further faults of a configuration, and the first bad rows of a data set. */
function furtherLines({ details }: AssizeError): string[] {
  const { faults, badRows } = details;
  const rows = Array.isArray(badRows)
    ? badRows
        .slice(0, 20)
        .map((row: unknown) => (isObject(row) ? `${placeOf(row['source'])}: ${String(row['reason'])}` : String(row)))
    : [];
  return [...(Array.isArray(faults) ? faults.slice(1, 20).map(String) : []), ...rows];
}

function placeOf(source: unknown): string {
  return isObject(source) ? `${String(source['file'])}:${String(source['line'])}` : '';
}
