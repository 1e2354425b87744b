import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const bin = (name: string): string => path.join(root, 'node_modules', '.bin', name);
let folder: string;

beforeAll(() => {
  if (!existsSync(path.join(root, 'dist', 'index.js')))
    throw new Error('package: expected a built program in dist/, got none. Run npm test, or npm run build first.');
  folder = mkdtempSync(path.join(tmpdir(), 'assize-package-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tarball = (): string =>
  path.join(
    folder,
    `assize-${(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version}.tgz`,
  );

describe('the packed package', () => {
  it('is clean for publint and attw', () => {
    expect(spawnSync(bin('publint'), ['run', tarball(), '--strict'], { encoding: 'utf8' })).toMatchObject({ status: 0 });
    expect(spawnSync(bin('attw'), [tarball(), '--profile', 'esm-only', '--no-emoji'], { encoding: 'utf8' })).toMatchObject({
      status: 0,
    });
  }, 120_000);

  it('installs in an empty folder, and works there as a library and as a command', () => {
    const { overrides } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      overrides: Record<string, string>;
    };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', overrides }));
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', tarball()], { cwd: folder });
    writeFileSync(
      path.join(folder, 'd.jsonl'),
      '{"id":1,"o":"x","v":"good","g":"good"}\n{"id":2,"o":"y","v":"bad","g":"good"}\n',
    );
    writeFileSync(
      path.join(folder, 'use.js'),
      `import { judge } from 'assize';
import { scriptedModel } from 'assize/testing';
const verdict = { kind: 'binary', pass: 'good', fail: 'bad' };
const config = { judges: { r: { kind: 'recorded', column: 'v', verdict } }, datasets: { d: { files: 'd.jsonl', map: { id: 'id', output: 'o', gold: 'g' } } } };
const summary = await judge({ config, judge: 'r', data: 'd', store: 'memory' });
console.log(JSON.stringify([summary.scored, summary.metrics.find(({ name }) => name === 'accuracy').value, typeof scriptedModel]));
`,
    );
    expect(execFileSync(process.execPath, ['use.js'], { cwd: folder, encoding: 'utf8' })).toBe('[2,0.5,"function"]\n');
    const version = spawnSync(path.join(folder, 'node_modules', '.bin', 'assize'), ['--version'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(version).toMatchObject({ status: 0, stdout: '0.1.0\n' });
  }, 300_000);
});
