import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parquetReadObjects, asyncBufferFromFile } from 'hyparquet';
import { numbered, type Bench } from '../cases/cli.ts';
import { desk, expectRefusal, verdict } from '../robustness/desk.ts';

const files = ['--html', 'r.html', '--markdown', 'r.md', '--junit', 'r.xml', '--tables', 'tables'];

describe('the report of a command', { timeout: 60_000 }, () => {
  let bench: Bench;

  beforeAll(async () => {
    // Two raters label each item, by turns the first row and the second of one text; the judge passes all.
    const items = numbered(20, (number) => ({
      output: `#${Math.ceil(number / 2)} An answer.`,
      gold: number % 4 === 0 ? 'fail' : 'pass',
      who: number % 2 === 0 ? 'bo' : 'anna',
    }));
    bench = await desk(0, {
      judges: { j: { verdict: { kind: 'binary' } }, k: { prompt: { system: 'Be strict.' }, verdict: { kind: 'binary' } } },
      items,
      map: { id: 'id', output: 'output', gold: 'gold', rater: 'who' },
      script: ({ text }) => verdict(text.includes('Be strict') && /#[13] /u.test(text) ? 'fail' : 'pass'),
    });
  }, 60_000);
  afterAll(() => bench.close());

  it('is written by judge in every form, and again from the store', async () => {
    const judged = await bench.run('judge', 'j', '--data', 'items', ...files, '--min', 'accuracy=0.9', '--json');
    expect([judged.code, judged.stderr]).toEqual([1, expect.stringContaining('j: accuracy: expected at least 0.9')]);
    const read = (name: string): string => readFileSync(path.join(bench.folder, name), 'utf8');
    const answer = /j agrees with gold in 75% \([^)]*\)/u.exec(read('r.html'))?.[0];
    expect(answer).toBeDefined();
    expect(read('r.html')).toContain('people agree with each other in 50%');
    expect(read('r.md')).toContain('- **j\\: accuracy\\: expected at least 0.9, got 0.7500.**');
    expect(read('r.xml')).toMatch(/tests="2" failures="1".*accuracy at least 0\.9"><failure/su);
    const raters = await parquetReadObjects({
      file: await asyncBufferFromFile(path.join(bench.folder, 'tables', 'raters.parquet')),
    });
    expect(
      raters.filter(({ figure }) => figure === 'accuracy').map(({ first, second, value }) => [first, second, value]),
    ).toEqual([
      ['judge', 'anna', 1],
      ['judge', 'bo', 0.5],
      ['any rater', 'any rater', 0.5],
      ['judge', 'any rater', 0.75],
    ]);
    const shown = await bench.run('runs', 'show', 'last', '--html', 'again.html', '--tables', 'tables2');
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining(answer as string)]);
    expect(read('again.html')).toContain(answer);
    expect(readdirSync(path.join(bench.folder, 'tables2'))).toEqual(readdirSync(path.join(bench.folder, 'tables')));
    expect(read('tables2/figures.csv')).toBe(read('tables/figures.csv'));
  });

  it('of compare has the difference, drawn and in words', async () => {
    const compared = await bench.run('compare', 'j', 'k', '--data', 'items', '--html', 'c.html', '--json');
    expect(compared.code).toBe(0);
    const html = readFileSync(path.join(bench.folder, 'c.html'), 'utf8');
    expect(html).toMatch(/k against j, accuracy: −20 points/u);
    expect(html).toContain('Differences between judges');
    const shown = await bench.run('runs', 'show', 'last', '--json', '--markdown', 'c.md');
    const { differences } = JSON.parse(shown.stdout) as {
      differences: { a: string; b: string; metric: string; value: number }[];
    };
    expect(differences.find(({ metric }) => metric === 'accuracy')).toMatchObject({ a: 'j', b: 'k', value: -0.2 });
  });

  it('goes to the step summary only where it is asked for', async () => {
    const without = await bench.run('runs', 'show', 'last', '--step-summary');
    expectRefusal(without, ['--step-summary', 'GITHUB_STEP_SUMMARY']);
    const summary = path.join(bench.folder, 'summary.md');
    process.env['GITHUB_STEP_SUMMARY'] = summary;
    try {
      await bench.run('runs', 'show', 'last', '--html', 'x.html');
      expect(existsSync(summary)).toBe(false);
      for (let time = 0; time < 2; time += 1) expect((await bench.run('runs', 'show', 'last', '--step-summary')).code).toBe(0);
      expect(readFileSync(summary, 'utf8').match(/^## /gmu)?.length).toBe(2);
    } finally {
      delete process.env['GITHUB_STEP_SUMMARY'];
    }
  });

  it('is refused before anything is paid where it cannot be written', async () => {
    const before = bench.endpoint.requests.length;
    for (const flags of [['--html', 'no/such/r.html'], ['--junit', '.'], ['--tables', 'assize.yaml'], ['--step-summary']])
      expectRefusal(await bench.run('judge', 'j', '--data', 'items', '--fresh', '--no-cache', ...flags), []);
    expect(bench.endpoint.requests.length).toBe(before);
    expectRefusal(await bench.run('runs', 'show', 'last', '--item', '1', '--html', 'r.html'), ['--item']);
  });
});
