// Speed, as ratios in one run: `npm run bench` (add --quick for a tenth of the sizes). Prints a table and one JSON line.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const cli = path.join(here, '..', 'bin', 'assize.js');
const scale = process.argv.includes('--quick') ? 0.1 : 1;
const folder = mkdtempSync(path.join(tmpdir(), 'assize-bench-'));
const rows = [];

try {
  await helpTime();
  await slowEndpoint();
  await instantEndpoint();
  await memoryAndResume();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `\n${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
);
for (const { name, value, bound } of rows) console.log(`${name.padEnd(70)} ${value.padStart(16)}   ${bound}`);
console.log(JSON.stringify(rows));

function tell(name, value, bound) {
  rows.push({ name, value, bound });
  console.error(`${name}: ${value} (${bound})`);
}

async function helpTime() {
  const time = (args) => {
    const times = Array.from({ length: 7 }, () => {
      const started = performance.now();
      spawnSync(process.execPath, args);
      return performance.now() - started;
    });
    return times.sort((a, b) => a - b)[3];
  };
  const bare = time(['-e', '0']);
  const help = time([cli, '--help']);
  tell('assize --help, median of 7 (bare node beside it)', `${help.toFixed(0)} ms (${bare.toFixed(0)})`, 'under 200 ms');
}

async function slowEndpoint() {
  const items = 6400 * scale;
  const server = await endpoint(100);
  const bare = JSON.parse(
    spawnSync(process.execPath, [path.join(here, 'bare-pool.mjs'), server.port, items, 64].map(String), { encoding: 'utf8' })
      .stdout,
  ).rate;
  const { summary } = judge('slow', { port: server.port, items, width: 64 });
  server.stop();
  const rate = summary.scored / summary.seconds;
  tell(
    `100 ms, 64 in flight, ${items} items: judgments/s, bare pool, share`,
    `${rate.toFixed(0)}, ${bare.toFixed(0)}, ${(rate / bare).toFixed(3)}`,
    'share at least .97',
  );
}

async function instantEndpoint() {
  const items = 20_000 * scale;
  const server = await endpoint(0);
  const bare = JSON.parse(
    spawnSync(process.execPath, [path.join(here, 'bare-pool.mjs'), server.port, items, 64].map(String), { encoding: 'utf8' })
      .stdout,
  ).rate;
  const { summary, usage } = judge('instant', { port: server.port, items, width: 64 });
  server.stop();
  tell(
    `instant, ${items} items: durable judgments/s (bare pool, which keeps nothing)`,
    `${(summary.scored / summary.seconds).toFixed(0)} (${bare.toFixed(0)})`,
    'at least 2,000',
  );
  tell('instant: CPU seconds per 1,000 judgments, whole process', ((usage.cpuSeconds / items) * 1000).toFixed(2), 'at most 0.6');
}

async function memoryAndResume() {
  const large = 100_000 * scale;
  const server = await endpoint(0);
  const small = judge('small', { port: server.port, items: large / 10, width: 64 });
  const big = judge('big', { port: server.port, items: large, width: 64 });
  const again = judge('big', { port: server.port, items: large, width: 64, made: true });
  server.stop();
  tell(
    `peak memory at ${large} items (at a tenth)`,
    `${big.usage.megabytes.toFixed(0)} MB (${small.usage.megabytes.toFixed(0)}), ×${(big.usage.megabytes / small.usage.megabytes).toFixed(2)}`,
    'under 300 MB, ×1.15',
  );
  tell(
    `resume with nothing to do, ${large} judgments: seconds, calls`,
    `${again.usage.seconds.toFixed(1)} s, ${again.summary.calls.made}`,
    'under 5 s, 0',
  );
}

function judge(name, { port, items, width, made = false }) {
  const data = path.join(folder, `${name}.jsonl`);
  if (!made) {
    writeFileSync(
      data,
      Array.from({ length: items }, (_, index) =>
        JSON.stringify({
          id: index,
          q: `Question number ${index} about a thing?`,
          o: `The answer to ${index} is that it depends on the thing. `.repeat(3),
          g: index % 3 === 0 ? 'bad' : 'good',
          l: index % 2 === 0 ? 'en' : 'de',
        }),
      ).join('\n'),
    );
    writeFileSync(
      path.join(folder, `${name}.yaml`),
      `store: ${name}-store
endpoints: { e: { kind: openai-compatible, baseUrl: "http://127.0.0.1:${port}/v1", maxConcurrency: ${width}, price: { input: 0.1, output: 0.4 } } }
judges: { j: { model: "e:m", rubric: Is the answer good?, verdict: { kind: binary, pass: good, fail: bad } } }
datasets: { d: { files: ${name}.jsonl, map: { id: id, input: q, output: o, gold: g, language: l } } }
`,
    );
  }
  const usageFile = path.join(folder, 'usage.json');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', path.join(here, 'usage.mjs'), cli, 'judge', 'j', '--config', `${name}.yaml`, '--data', 'd', '--json', '--quiet'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1e9, env: { ...process.env, BENCH_USAGE: usageFile } },
  );
  if (status !== 0) throw new Error(`assize judge: exit ${status}: ${stderr}`);
  return { summary: JSON.parse(stdout), usage: JSON.parse(readFileSync(usageFile, 'utf8')) };
}

function endpoint(delayMs) {
  const child = spawn(process.execPath, [path.join(here, 'endpoint.mjs'), String(delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    child.stdout.once('data', (text) => resolve({ port: Number(text), stop: () => child.kill() }));
  });
}
