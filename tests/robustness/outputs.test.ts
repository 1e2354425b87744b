import { mkdirSync, readFileSync, symlinkSync, linkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Bench } from '../cases/cli.ts';
import { desk, expectRefusal } from './desk.ts';

const timeout = 120_000;
const benches: Bench[] = [];
afterAll(async () => {
  for (const each of benches) await each.close();
});

async function opened(count = 3): Promise<Bench> {
  const own = await desk(count);
  benches.push(own);
  return own;
}

describe('an output never replaces what the user needs', () => {
  test(
    'the configuration, the store, the data, another output: refused before a call, whatever the spelling, and nothing is touched',
    async () => {
      const own = await opened();
      const data = path.join(own.folder, 'items.jsonl');
      const before = { config: readFileSync(path.join(own.folder, 'assize.yaml'), 'utf8'), data: readFileSync(data, 'utf8') };
      symlinkSync(data, path.join(own.folder, 'linked.jsonl'));
      linkSync(data, path.join(own.folder, 'same.jsonl'));
      symlinkSync(path.join(own.folder, 'assize.yaml'), path.join(own.folder, 'page.html'));
      mkdirSync(path.join(own.folder, '.assize'), { recursive: true });
      for (const [options, says] of [
        [
          ['--out', 'items.jsonl'],
          ['--out items.jsonl', 'a file of datasets.items'],
        ],
        [['--out', './../' + path.basename(own.folder) + '/items.jsonl'], ['a file of datasets.items']],
        [['--out', 'linked.jsonl'], ['a file of datasets.items']],
        [['--out', 'same.jsonl'], ['a file of datasets.items']],
        [
          ['--html', 'page.html'],
          ['--html page.html', 'the configuration'],
        ],
        [['--html', 'assize.yaml'], ['the configuration']],
        [['--html', 'report.txt'], ['ends in .html or .htm']],
        [['--html', '.assize/assize.db'], ['a file of the store']],
        [['--out', '.assize/rows.jsonl'], ['a file of the store']],
        [['--out', 'x.html', '--html', 'x.html'], ['the file of --out']],
      ] as const) {
        expectRefusal(await own.run('judge', 'j', '--data', 'items', '--quiet', ...options), says);
        expectRefusal(await own.run('judge', 'j', '--data', 'items', '--quiet', '--dry-run', ...options.slice(0, 2)), []);
      }
      expect(own.endpoint.count).toBe(0);
      expect({ config: readFileSync(path.join(own.folder, 'assize.yaml'), 'utf8'), data: readFileSync(data, 'utf8') }).toEqual(
        before,
      );
      expect((await own.run('judge', 'j', '--data', 'items', '--quiet', '--out', 'rows.jsonl', '--html', 'r.html')).code).toBe(0);
      expectRefusal(await own.run('runs', 'export', 'last', '--out', 'items.jsonl'), ['a file of datasets.items']);
    },
    timeout,
  );

  test(
    'nor becomes data the next time',
    async () => {
      const own = await opened();
      const config = JSON.parse(readFileSync(path.join(own.folder, 'assize.yaml'), 'utf8')) as {
        datasets: { items: { files: string } };
      };
      config.datasets.items.files = '*items*.jsonl';
      own.write('assize.yaml', JSON.stringify(config));
      const refused = await own.run('judge', 'j', '--data', 'items', '--quiet', '--out', 'judged-items.jsonl');
      expectRefusal(refused, ['a file of datasets.items (*items*.jsonl)']);
      expect((await own.run('judge', 'j', '--data', 'items', '--quiet', '--out', 'out/rows.jsonl')).code).toBe(2);
      expect((await own.run('judge', 'j', '--data', 'items', '--quiet', '--out', 'rows.jsonl')).code).toBe(0);
    },
    timeout,
  );
});
