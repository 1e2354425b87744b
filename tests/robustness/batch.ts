import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** One command line: where it runs, and with which variables beside those that are there. */
export type BatchCommand = {
  readonly folder: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** How it ended. */
export type BatchEnd = { readonly code: number; readonly stdout: string; readonly stderr: string };

const built = process.env['ASSIZE_BIN'] ?? path.resolve(import.meta.dirname, '../../bin/assize.js');

/** Runs in the child: the built command line, command after command, each told apart by its own streams, folder and exit code. */
const program = `
import { Writable } from 'node:stream';
const [main, commands] = [process.argv[1], JSON.parse(await new Response(process.stdin).text())];
const { main: run } = await import(main);
const ends = [];
for (const { folder, args, env = {} } of commands) {
  const texts = { stdout: '', stderr: '' };
  const into = (name) => new Writable({ write(chunk, _encoding, done) { texts[name] += chunk; done(); } });
  process.chdir(folder);
  Object.assign(process.env, env);
  process.exitCode = 0;
  await run(args, { stdout: into('stdout'), stderr: into('stderr') });
  ends.push({ code: process.exitCode, ...texts });
  for (const name of Object.keys(env)) delete process.env[name];
}
process.exitCode = 0;
process.stdout.write(JSON.stringify(ends));
`;

/** Runs commands of the built program one after the other in one process: what starting a process for each would cost is most of their time. */
export function batch(commands: readonly BatchCommand[]): Promise<BatchEnd[]> {
  const main = pathToFileURL(path.resolve(path.dirname(built), '../dist/cli.js')).href;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, main], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(commands));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(text) as BatchEnd[]);
      else reject(new Error(`batch: expected it to end with 0, got ${code}.`));
    });
  });
}
