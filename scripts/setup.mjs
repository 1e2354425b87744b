// Installs what the lock file names and builds the program, where either is missing or out of date. Used by quickstart and test: plain Node, no dependency.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stamp = path.join(root, 'node_modules', '.assize-installed');

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Node: expected 20.19 or newer, got ${process.versions.node}. Install a newer Node.`);
}

export function install() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.error('Installing what the lock file names …');
  // --ignore-scripts: the binaries come ready inside the packages, and node-llama-cpp's own script would compile where it finds none.
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, lock);
}

export function build() {
  const built = path.join(root, 'dist', 'cli.js');
  if (existsSync(built) && statSync(built).mtimeMs > newest(path.join(root, 'src'))) return;
  console.error('Building …');
  run(process.execPath, [path.join(root, 'node_modules', 'tsdown', 'dist', 'run.mjs'), '--logLevel', 'error']);
}

export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    ...options,
  });
  if (result.status !== 0)
    fail(
      `${[path.basename(command), ...args].join(' ')}: expected it to end well, got ${result.error?.message ?? `exit code ${result.status}`}. Read what it said above.`,
    );
  return result;
}

export function fail(message) {
  console.error(message);
  process.exit(2);
}

function newest(folder) {
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? newest(file) : statSync(file).mtimeMs;
    }),
  );
}
