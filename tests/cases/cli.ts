import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  existsSync,
  openSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResultRow } from '../../src/run/result-rows.ts';
import type { JudgeSummary } from '../../src/measure/judge-summary.ts';
import {
  scriptedEndpoint,
  type Script,
  type ScriptedEndpoint,
  type ScriptedRequest,
} from '../../src/testing/scripted-endpoint.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** How a command ended. `summary` and `rows` are there where `judge` or `compare` printed and wrote them. */
export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly summary: JudgeSummary;
  readonly rows: readonly ResultRow[];
  /** The row of an item's first draw. */
  row(item: string): ResultRow;
};

/** A running command. */
export type Running = { readonly process: ChildProcess; readonly ended: Promise<Ended> };

/** What a user has: a folder with a configuration and data, and an endpoint that answers as a script says. */
export type Bench = {
  readonly folder: string;
  readonly endpoint: ScriptedEndpoint;
  write(name: string, content: string | Uint8Array): void;
  read(name: string): string;
  /** Runs `assize ARGS…` in the folder. */
  run(...args: string[]): Promise<Ended>;
  start(...args: string[]): Running;
  /** `assize judge NAME --data items --json --out rows.jsonl ARGS…`. */
  judge(name: string, ...args: string[]): Promise<Ended>;
  startJudge(name: string, ...args: string[]): Running;
  close(): Promise<void>;
};

/** A judge of the configuration; `model` is the endpoint's where it is left out. */
export type JudgeEntry = Readonly<Record<string, unknown>>;

export type BenchOptions = {
  readonly judges: Readonly<Record<string, JudgeEntry>>;
  readonly items: readonly object[];
  readonly script?: Script;
  /** Further keys of the endpoint's configuration. */
  readonly endpoint?: object;
  /** Default: the columns that the items have of id, output and gold. */
  readonly map?: object;
  readonly dataset?: object;
  readonly env?: Readonly<Record<string, string>>;
};

/** Binary, with the labels that the cases speak of. */
export const correct = { kind: 'binary', pass: 'C', fail: 'I' } as const;

/** Makes the folder and the endpoint. Close it when done. */
export async function bench({
  judges,
  items,
  script = () => '',
  endpoint: settings = {},
  map = plainMap(items),
  dataset = {},
  env = {},
}: BenchOptions): Promise<Bench> {
  build();
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-cases-'));
  const endpoint = await scriptedEndpoint(script);
  const write = (name: string, content: string | Uint8Array): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  const config = {
    endpoints: { desk: { kind: 'openai-compatible', baseUrl: endpoint.baseUrl, structured: 'none', ...settings } },
    judges: Object.fromEntries(
      Object.entries(judges).map(([name, judge]) => [name, isModelless(judge) ? judge : { model: 'desk:judge', ...judge }]),
    ),
    datasets: { items: { files: 'items.jsonl', map, ...dataset } },
  };
  // JSON is YAML.
  write('assize.yaml', JSON.stringify(config, undefined, 2));
  write('items.jsonl', items.map((item) => `${JSON.stringify(item)}\n`).join(''));

  const start = (...args: string[]): Running => launch(args, folder, { env });
  const judging = (name: string, args: readonly string[]): string[] => [
    'judge',
    name,
    '--data',
    'items',
    '--json',
    '--out',
    'rows.jsonl',
    ...args,
  ];
  return {
    folder,
    endpoint,
    write,
    read: (name) => readFileSync(path.join(folder, name), 'utf8'),
    start,
    run: (...args) => start(...args).ended,
    startJudge: (name, ...args) => start(...judging(name, args)),
    judge: (name, ...args) => start(...judging(name, args)).ended,
    close: async () => {
      await endpoint.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function plainMap(items: readonly object[]): object {
  return Object.fromEntries(
    ['id', 'output', 'gold'].filter((name) => items.some((item) => name in item)).map((name) => [name, name]),
  );
}

/** The items of texts, one each: ids `1`, `2`, …; the output begins with `#ID ` so that a script knows which is asked about. */
export function numbered(count: number, more: (number: number) => object = () => ({})): { id: string; output: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    output: `#${index + 1} An answer.`,
    ...more(index + 1),
  }));
}

/** The number of the item that a request is about. */
export function itemOf(request: ScriptedRequest): number {
  const number = /#(\d+) /u.exec(promptOf(request))?.[1];
  if (number === undefined) throw new Error(`expected a numbered item in the prompt, got ${request.text}`);
  return Number(number);
}

/** The texts of a request's messages, one after the other. */
export function promptOf(request: ScriptedRequest): string {
  const messages = (request.body?.['messages'] ?? []) as { content: string }[];
  return messages.map(({ content }) => content).join('\n');
}

function isModelless(judge: JudgeEntry): boolean {
  const harness = judge['harness'] as { strategy?: { kind?: string } } | undefined;
  return judge['kind'] === 'recorded' || harness?.strategy?.kind === 'panel';
}

/** What a command finds beside its arguments: further variables, a standard input, files in the place of its outputs. */
export type Surroundings = {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly outputs?: { readonly stdout?: string; readonly stderr?: string };
};

/** Runs `assize ARGS…` in a folder, of a bench or another. */
export function launch(args: readonly string[], folder: string, { env = {}, input, outputs = {} }: Surroundings = {}): Running {
  const rowsFile = path.join(folder, 'rows.jsonl');
  rmSync(rowsFile, { force: true });
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['pipe', place(outputs.stdout), place(outputs.stderr)],
  });
  // One that ends without reading its input leaves a broken pipe: no fault.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const rows = existsSync(rowsFile) ? linesOf(readFileSync(rowsFile, 'utf8')) : [];
      const row = (item: string): ResultRow => {
        const found = rows.find((candidate) => candidate.item === item);
        if (found === undefined) throw new Error(`expected a row of item ${item}, got none (exit code ${code}).\n${stderr}`);
        return found;
      };
      const summary = (stdout.startsWith('{') ? JSON.parse(stdout) : undefined) as JudgeSummary;
      resolve({ code, signal, stdout, stderr, summary, rows, row });
    });
  });
  return { process: child, ended };
}

function place(file: string | undefined): 'pipe' | number {
  return file === undefined ? 'pipe' : openSync(file, 'w');
}

function linesOf(text: string): ResultRow[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ResultRow);
}

/** The program under test; another one (an installed package) by `ASSIZE_BIN`. */
const program = process.env['ASSIZE_BIN'] ?? path.join(root, 'bin', 'assize.js');

/** Builds the program where it is older than its source; one test process builds, the others wait. */
function build(): void {
  if (process.env['ASSIZE_BIN'] !== undefined || isBuilt()) return;
  const lock = path.join(root, 'node_modules', '.assize-build');
  try {
    mkdirSync(lock);
  } catch {
    waitFor(isBuilt);
    return;
  }
  try {
    const { status, stderr } = spawnSync(path.join(root, 'node_modules', '.bin', 'tsdown'), ['--logLevel', 'error'], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`build: expected it to succeed, got ${status}.\n${stderr}`);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function isBuilt(): boolean {
  const main = path.join(root, 'dist', 'cli.js');
  return existsSync(main) && statSync(main).mtimeMs > newest(path.join(root, 'src'));
}

function newest(folder: string): number {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  return Math.max(...sources.map((name) => statSync(path.join(folder, name)).mtimeMs));
}

function waitFor(ready: () => boolean): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < 120_000 && !ready(); waited += 250) Atomics.wait(pause, 0, 0, 250);
}

/** Waits until something is so. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10);
}
