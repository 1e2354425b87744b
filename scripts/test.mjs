// `npm test`: installs what is missing, builds, type-checks, lints, runs every test, and tells which suites were left out and why.
// Its last line is `N passed, N failed`, from the test runner's own result file.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, checkNode, install, root } from './setup.mjs';

const results = path.join(root, '.test-results');
const inCi = Boolean(process.env.CI);
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const steps = [];
/** The names that `findChromium` of src/testing/chromium.ts looks for, and how one is fetched where every suite has to run. */
const chromiums = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const fetchChromium = '(apt-get update -q && apt-get install -y -q --no-install-recommends chromium)';

checkNode();
install();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
build();
step('type check', bin('tsc'), []);
step('lint', bin('oxlint'), []);
step('format', bin('prettier'), ['--check', '--log-level', 'warn', 'src', 'tests', 'scripts', 'bench', 'bin']);
if (inCi)
  step('weights of the local model for tests', process.execPath, [
    path.join(root, 'bin', 'assize.js'),
    'models',
    'pull',
    'local:smollm2-135m-instruct',
    '--quiet',
  ]);
if (inCi) step('Chromium for the report', 'sh', ['-c', `command -v ${chromiums.join(' || command -v ')} || ${fetchChromium}`]);
const file = path.join(results, 'vitest.json');
step('tests', bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${file}`,
  ...process.argv.slice(2),
]);

const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
const failedSteps = steps.filter(({ ok }) => !ok).map(({ name }) => name);
const leftOut = report === undefined ? [] : suitesLeftOut(report);
const missing = report === undefined || process.argv.length > 2 ? [] : suitesThatDidNotRun(report);
for (const { file: name, tests } of leftOut) console.log(`left out: ${name}: ${tests} tests (what they need is not here)`);
for (const name of missing) console.log(`did not run: ${name}`);
if (failedSteps.length > 0) console.log(`failed: ${failedSteps.join(', ')}`);
// Where everything can be had, a suite that leaves itself out is a fault; the public data sets may be absent anywhere.
const unexpected = inCi ? leftOut.filter(({ file: name }) => !/(?:public-data|public-sets)\.test/u.test(name)) : [];
for (const { file: name } of unexpected) console.log(`expected to run here: ${name}`);
const passed = report?.numPassedTests ?? 0;
const failed =
  (report?.numFailedTests ?? 0) +
  (report === undefined ? 1 : 0) +
  missing.length +
  unexpected.length +
  failedSteps.filter((name) => name !== 'tests').length +
  (report !== undefined && failedSteps.includes('tests') && report.numFailedTests === 0 ? 1 : 0);
const line = `${passed} passed, ${failed} failed`;
writeFileSync(path.join(results, 'counts.txt'), `${line}\n`);
console.log(line);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function step(name, command, args) {
  console.log(`— ${name}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  steps.push({ name, ok: status === 0 });
}

function suitesLeftOut({ testResults }) {
  return testResults
    .map(({ name, assertionResults }) => ({
      file: path.relative(root, name),
      tests: assertionResults.filter(({ status }) => status === 'pending' || status === 'skipped').length,
    }))
    .filter(({ tests }) => tests > 0);
}

function suitesThatDidNotRun({ testResults }) {
  const ran = new Set(
    testResults.filter(({ assertionResults }) => assertionResults.length > 0).map(({ name }) => path.relative(root, name)),
  );
  const all = ['src', 'tests'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  return all.filter((name) => name.endsWith('.test.ts') && !ran.has(name));
}
