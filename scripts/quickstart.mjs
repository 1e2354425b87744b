// `npm run quickstart`: from a fresh clone to a small model on this machine judging real items, in one command.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { build, checkNode, install, root } from './setup.mjs';

const judges = ['one-call', 'both-orders', 'vote-of-three'];
const model = 'local:qwen2.5-coder-1.5b-instruct';
const folder = path.join(root, 'examples', 'quickstart');
const report = path.join('examples', 'quickstart', 'out', 'report.html');
const rows = path.join('examples', 'quickstart', 'out', 'judgments.jsonl');

checkNode();
install();
build();
mkdirSync(path.join(folder, 'out'), { recursive: true });
assize(['models', 'pull', model]);
console.log(
  `\nJudging 8 of the example pairs (a seeded sample, four languages) with three judges on ${model}: one call; both orders; a vote of three.\n`,
);
const code = assize(
  [
    'compare',
    ...judges,
    '--config',
    path.join(folder, 'assize.yaml'),
    '--data',
    'pairs',
    '--sample',
    '8',
    '--html',
    report,
    '--out',
    rows,
  ],
  [0, 1, 3],
);
console.log(`
The full result: ${report} (open it in a browser) and ${rows} (a row a judgment).
Run this again: nothing is judged twice. Try next, in ${path.join('examples', 'quickstart')}:
  npx assize judge faithful --data claims --sample 12   a pointwise judge of claims against a passage
  npx assize runs show last --item ITEM                 one judgment with its prompt and reply
  npx assize init my-judge                              your own judge and items
`);
process.exitCode = code;

function assize(args, accepted = [0]) {
  const { status, signal } = spawnSync(process.execPath, [path.join(root, 'bin', 'assize.js'), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (signal !== null || status === null || !accepted.includes(status)) process.exit(status ?? 130);
  return status;
}
