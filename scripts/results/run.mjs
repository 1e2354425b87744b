// `npm run results`: how far each preset judge agrees with people on public sets, on a model of this machine. Written to docs/results.
//
//   npm run results -- --sets data                 where `assize data pull` has put them (default: data)
//   npm run results -- --only llmbar-natural,pws   some of the sets; the others keep what they have
//   npm run results -- --page                      the page again from the figures that are there, without judging
//
// What was judged before is not judged again: the calls are kept in .results/.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, checkNode, fail, install, root } from '../setup.mjs';
import { writePage } from './page.mjs';
import { plan } from './plan.mjs';

const { values: options } = parseArgs({
  options: {
    sets: { type: 'string', default: 'data' },
    model: { type: 'string', default: 'local:qwen2.5-coder-1.5b-instruct' },
    only: { type: 'string' },
    page: { type: 'boolean', default: false },
  },
});
const work = path.join(root, '.results');
const figures = path.join(root, 'docs', 'results', 'figures');

checkNode();
install();
build();
mkdirSync(work, { recursive: true });
mkdirSync(figures, { recursive: true });
if (!options.page) judgeSets(chosen());
writePage(path.dirname(figures), figures);

function chosen() {
  if (options.only === undefined) return plan;
  const names = options.only.split(',');
  const unknown = names.find((name) => plan.every(({ set }) => set !== name));
  if (unknown !== undefined)
    fail(`--only: expected names among ${plan.map(({ set }) => set).join(', ')}, got ${unknown}. Correct it.`);
  return plan.filter(({ set }) => names.includes(set));
}

function judgeSets(sets) {
  const folder = path.resolve(root, options.sets);
  const config = path.join(work, 'assize.yaml');
  // JSON is YAML.
  writeFileSync(config, `${JSON.stringify(configOf(folder), null, 2)}\n`);
  for (const { set, files, judges, recorded = {}, items } of sets) {
    if (!existsSync(path.join(folder, files.split('/')[0]))) {
      console.log(`${set}: not in ${options.sets}; what the page has of it stays. "assize data list" tells where to get it.`);
      continue;
    }
    console.log(`\n${set}:`);
    const names = [...Object.keys(judges), ...Object.keys(recorded)].map((name) => judgeName(set, name));
    const { status, stdout } = assize([
      names.length > 1 ? 'compare' : 'judge',
      ...names,
      ...`--sample ${items} --seed 1 --max-unreadable 1 --json`.split(' '),
      '--config',
      config,
      '--data',
      set,
    ]);
    if (status === null || ![0, 3].includes(status)) process.exit(status ?? 130);
    const told = JSON.parse(stdout);
    const people = agreementOf(set, config, names[0]);
    writeFileSync(path.join(figures, `${set}.json`), `${JSON.stringify({ ...figureOf(set, told), people }, null, 2)}\n`);
  }
}

function configOf(folder) {
  return {
    version: 1,
    defaults: { model: options.model },
    datasets: Object.fromEntries(
      plan.flatMap(({ set, preset = set, files: pattern, filter, people }) => {
        const files = path.relative(work, path.join(folder, pattern));
        const items = [set, { preset, files, ...(filter !== undefined && { filter }) }];
        // A row a rating, joined to the item that was rated.
        const ratings = [`${set}.people`, { preset: people, files, map: { id: 'item' }, raters: { consensus: 'majority' } }];
        return people === undefined ? [items] : [items, ratings];
      }),
    ),
    judges: Object.fromEntries(
      plan.flatMap(({ set, judges, recorded = {} }) =>
        Object.entries({ ...judges, ...recorded }).map(([name, judge]) => [judgeName(set, name), judge]),
      ),
    ),
  };
}

/** How far the people who labelled a set agree with each other: on the whole set, whatever was judged of it. */
function agreementOf(set, config, judge) {
  if (plan.find((one) => one.set === set).people === undefined) return null;
  const { status, stdout } = assize([
    ...`label ${set}.people --agreement --judge ${judge} --limit 1 --json`.split(' '),
    '--config',
    config,
  ]);
  if (status !== 0) process.exit(status ?? 130);
  const { raters, alpha, percent } = JSON.parse(stdout);
  return { raters: raters.length, alpha, percent };
}

function judgeName(set, name) {
  return `${set}.${name}`;
}

/** What the page needs, without what changes from run to run. */
function figureOf(set, told) {
  const { judges = [told], differences = [] } = told;
  const short = (name) => name.slice(set.length + 1);
  return {
    set,
    model: options.model,
    judges: judges.map(
      ({
        judge,
        judgeHash,
        items,
        withoutGold,
        expected,
        scored,
        abstained,
        unreadable,
        failed,
        soleVerdict,
        metrics,
        overConstant,
      }) => ({
        judge: short(judge),
        judgeHash,
        items,
        withoutGold,
        expected,
        scored,
        abstained,
        unreadable,
        failed,
        metrics: metrics.filter(({ group }) => group === null),
        overConstant,
        soleVerdict,
      }),
    ),
    differences: differences.map((difference) => ({ ...difference, a: short(difference.a), b: short(difference.b) })),
  };
}

function assize(args) {
  return spawnSync(process.execPath, [path.join(root, 'bin', 'assize.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
}
