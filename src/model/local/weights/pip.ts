import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import type { Environment } from './environment.ts';

export type PipOptions = { readonly folder: string; readonly env: Environment; readonly signal: AbortSignal };

/** How pip may be called on a machine, the surest first. */
const callers: readonly (readonly string[])[] = [['python3', '-m', 'pip'], ['python', '-m', 'pip'], ['pip3'], ['pip']];

/**
 * Downloads one package's wheel into a folder with the machine's own pip, whose configuration says from where. Wheels only: a source archive would
 * run its author's code.
 *
 * @throws Error with pip's own last line, or that there is no pip; the signal's reason when aborted.
 */
export async function pipDownload(requirement: string, { folder, env, signal }: PipOptions): Promise<void> {
  await mkdir(folder, { recursive: true });
  const options = [
    'download',
    '--no-deps',
    '--only-binary=:all:',
    '--no-cache-dir',
    '--disable-pip-version-check',
    '--no-input',
    '--quiet',
  ];
  for (const caller of callers) {
    const [program, ...first] = caller as [string, ...string[]];
    const { code, errors } = await run(program, [...first, ...options, '--dest', folder, requirement], { env, signal });
    if (code === 0) return;
    if (code === undefined || errors.includes('No module named pip')) continue;
    const line = errors.split('\n').findLast((text) => text.trim() !== '') ?? `exit ${code}`;
    throw new Error(`pip download ${requirement}: ${line.trim().replace(/^ERROR: /u, '')}`);
  }
  throw new Error('no pip was found (python3 -m pip, pip)');
}

type Ended = { readonly code: number | undefined; readonly errors: string };

/** Runs a program to its end. `code` is `undefined` where there is no such program. */
function run(program: string, args: readonly string[], { env, signal }: Pick<PipOptions, 'env' | 'signal'>): Promise<Ended> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(program, args, { env: { ...env }, signal, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = `${errors}${text}`.slice(-4000);
    });
    child.on('error', (error) => {
      if (signal.aborted) reject(signal.reason);
      else if ('code' in error && error.code === 'ENOENT') resolve({ code: undefined, errors });
      else reject(error);
    });
    child.on('close', (code) => {
      if (signal.aborted) reject(signal.reason);
      else resolve({ code: code ?? 1, errors });
    });
  });
}
