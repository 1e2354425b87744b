import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bench } from '../cases/cli.ts';
import { batch, type BatchCommand, type BatchEnd } from './batch.ts';
import { desk, expectRefusal, plainConfig, type ConfigObject } from './desk.ts';

type BadInput = {
  readonly name: string;
  /** Spoils the configuration, or gives its text. */
  readonly config?: (config: ConfigObject) => ConfigObject | string | Uint8Array;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly folders?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly says: readonly string[];
};

const plain = ['judge', 'j', '--data', 'items', '--json'];
const rows = (...items: object[]): string => items.map((item) => `${JSON.stringify(item)}\n`).join('');
const good = { id: 'a', output: 'One.', gold: 'pass' };
const judge = (more: object) => (config: ConfigObject) => ({
  ...config,
  judges: { j: { model: 'desk:judge', verdict: { kind: 'binary' }, ...more } },
});
const set = (more: object) => (config: ConfigObject) => ({
  ...config,
  datasets: { items: { ...config.datasets['items'], ...more } },
});
const endpoint = (more: object) => (config: ConfigObject) => ({
  ...config,
  endpoints: { desk: { ...config.endpoints['desk'], ...more } },
});
const notUtf8 = new Uint8Array([0x61, 0xff, 0xfe, 0x62]);

const configurations: BadInput[] = [
  { name: 'no configuration', args: [...plain, '--config', 'none.yaml'], says: ['none.yaml', 'assize init'] },
  { name: 'a folder for a configuration', folders: ['folder'], args: [...plain, '--config', 'folder'], says: ['folder'] },
  { name: 'a configuration below a file', args: [...plain, '--config', 'items.jsonl/assize.yaml'], says: ['items.jsonl'] },
  { name: 'a configuration that is no YAML', config: () => 'judges: [', says: ['assize.yaml:1:'] },
  { name: 'a configuration that is a list', config: () => '- a\n- b\n', says: ['assize.yaml'] },
  { name: 'a configuration that is a text', config: () => 'hello\n', says: ['assize.yaml'] },
  { name: 'a configuration of two documents', config: () => '---\njudges: {}\n---\njudges: {}\n', says: ['assize.yaml'] },
  { name: 'a configuration that is not UTF-8', config: () => notUtf8, says: ['assize.yaml', 'UTF-8'] },
  { name: 'an empty configuration', config: () => '', says: ['judge "j"'] },
  { name: 'a key given twice', config: () => 'judges: {}\njudges: {}\n', says: ['assize.yaml:2:1'] },
  { name: 'another version', config: (config) => ({ ...config, version: 2 }), says: ['version', '1'] },
  { name: 'a misspelt top-level key', config: (config) => ({ ...config, judgse: {} }), says: ['judgse', 'judges'] },
  { name: 'a misspelt judge key', config: judge({ modle: 'x' }), says: ['modle', 'model'] },
  { name: 'a misspelt endpoint key', config: endpoint({ baseURL: 'x' }), says: ['baseURL', 'baseUrl'] },
  { name: 'a misspelt data key', config: set({ mapp: {} }), says: ['mapp', 'map'] },
  { name: 'a misspelt mapped field', config: set({ map: { ouptut: 'output' } }), says: ['ouptut', 'output'] },
  { name: 'a misspelt verdict kind', config: judge({ verdict: { kind: 'binray' } }), says: ['verdict', 'binary'] },
  { name: 'a misspelt harness key', config: judge({ harness: { reasks: 1 } }), says: ['reasks', 'reask'] },
  { name: 'a literal key', config: endpoint({ key: 'sk-1234' }), says: ['endpoints.desk.key', '$NAME'] },
  { name: 'a literal secret in a header', config: endpoint({ headers: { Authorization: 'Bearer x' } }), says: ['Authorization'] },
  {
    name: 'a key variable unset',
    config: endpoint({ key: '$ASSIZE_TEST_NO_SUCH' }),
    says: ['ASSIZE_TEST_NO_SUCH', 'no such variable'],
  },
  {
    name: 'a key variable empty',
    config: endpoint({ key: '$ASSIZE_TEST_EMPTY' }),
    env: { ASSIZE_TEST_EMPTY: '' },
    says: ['ASSIZE_TEST_EMPTY'],
  },
  {
    name: 'a header variable unset',
    config: endpoint({ headers: { 'x-api-key': '$ASSIZE_TEST_NO_SUCH' } }),
    says: ['ASSIZE_TEST_NO_SUCH'],
  },
  { name: 'a base URL that is none', config: endpoint({ baseUrl: 'localhost' }), says: ['baseUrl', 'http'] },
  { name: 'no base URL', config: endpoint({ baseUrl: undefined }), says: ['baseUrl'] },
  { name: 'a negative price', config: endpoint({ price: { input: -1, output: 1 } }), says: ['price'] },
];

const judges: BadInput[] = [
  { name: 'an unknown judge', args: ['judge', 'jj', '--data', 'items'], says: ['"jj"', 'Did you mean j?'] },
  {
    name: 'a judge named like a property of objects',
    args: ['judge', 'constructor', '--data', 'items'],
    says: ['"constructor"'],
  },
  { name: 'an unknown preset', config: judge({ preset: 'fathfulness' }), says: ['fathfulness', 'Did you mean faithfulness'] },
  { name: 'an unknown strategy', config: judge({ harness: { strategy: 'singel' } }), says: ['singel', 'single'] },
  {
    name: 'an unknown option of a strategy',
    config: judge({ harness: { strategy: { kind: 'vote', vots: 3 } } }),
    says: ['vots', 'votes'],
  },
  { name: 'votes that are no number', config: judge({ harness: { strategy: { kind: 'vote', votes: '3' } } }), says: ['votes'] },
  { name: 'an unknown reader', config: judge({ harness: { reader: 'jsn' } }), says: ['jsn', 'json'] },
  {
    name: 'an unknown option of a reader',
    config: judge({ harness: { reader: { kind: 'json', verdictkey: 'v' } } }),
    says: ['verdictkey', 'verdictKey'],
  },
  {
    name: 'a pairwise strategy on single items',
    config: judge({ harness: { strategy: 'both-orders' } }),
    says: ['harness.strategy', 'preference'],
  },
  {
    name: 'a panel that contains itself',
    config: judge({ harness: { strategy: { kind: 'panel', members: ['j'] } } }),
    says: ['j → j'],
  },
  {
    name: 'a panel that contains itself by way of another',
    config: (config) => ({
      ...config,
      judges: {
        j: { harness: { strategy: { kind: 'panel', members: ['k'] } } },
        k: { harness: { strategy: { kind: 'panel', members: ['j'] } } },
      },
    }),
    says: ['j → k → j'],
  },
  {
    name: 'a panel of an unknown judge',
    config: judge({ harness: { strategy: { kind: 'panel', members: ['nobody'] } } }),
    says: ['nobody'],
  },
  { name: 'an empty panel', config: judge({ harness: { strategy: { kind: 'panel', members: [] } } }), says: ['members'] },
  { name: 'no verdict space', config: judge({ verdict: undefined }), says: ['verdict'] },
  {
    name: 'two labels that are one',
    config: judge({ verdict: { kind: 'binary', pass: 'Ok', fail: 'ok' } }),
    says: ['verdict', 'ok'],
  },
  { name: 'no levels', config: judge({ verdict: { kind: 'ordinal', levels: [] } }), says: ['levels'] },
  { name: 'an interval without width', config: judge({ verdict: { kind: 'interval', min: 1, max: 1 } }), says: ['verdict'] },
  { name: 'a missing rubric file', config: judge({ rubric: 'none.md' }), says: ['none.md', 'no such file'] },
  {
    name: 'a folder for a rubric',
    folders: ['rubric.md'],
    config: judge({ rubric: 'rubric.md' }),
    says: ['rubric.md', 'a folder'],
  },
  {
    name: 'a rubric that is not UTF-8',
    files: { 'rubric.md': notUtf8 },
    config: judge({ rubric: 'rubric.md' }),
    says: ['UTF-8'],
  },
  { name: 'an empty rubric file', files: { 'rubric.md': '' }, config: judge({ rubric: 'rubric.md' }), says: ['rubric'] },
  {
    name: 'a rubric with a misspelt key',
    files: { 'r.yaml': 'criteira: []\n' },
    config: judge({ rubric: 'r.yaml' }),
    says: ['criteira', 'criteria'],
  },
  { name: 'a missing prompt file', config: judge({ prompt: 'none.txt' }), says: ['none.txt'] },
  {
    name: 'a folder for a prompt',
    folders: ['p.md'],
    config: judge({ prompt: { template: 'p.md' } }),
    says: ['p.md', 'a folder'],
  },
  {
    name: 'a prompt file with a misspelt key',
    files: { 'p.yaml': 'templat: x\n' },
    config: judge({ prompt: 'p.yaml' }),
    says: ['templat', 'template'],
  },
  {
    name: 'a prompt file with a wrong type',
    files: { 'p.yaml': 'template: [1]\n' },
    config: judge({ prompt: 'p.yaml' }),
    says: ['template'],
  },
  { name: 'an empty prompt file', files: { 'p.md': '' }, config: judge({ prompt: 'p.md' }), says: ['prompt'] },
  { name: 'a filter in a prompt', config: judge({ prompt: { template: '{{ output | upper }}' } }), says: ['upper'] },
  { name: 'a block in a prompt', config: judge({ prompt: { template: '{% if x %}{{ output }}' } }), says: ['{%'] },
  { name: 'an unknown placeholder', config: judge({ prompt: { template: '{{ ouput }}' } }), says: ['ouput', 'output'] },
  { name: 'gold in a prompt', config: judge({ prompt: { template: '{{ gold }} {{ output }}' } }), says: ['gold'] },
  {
    name: 'a placeholder that no item has',
    config: judge({ prompt: { template: '{{ output }} {{ context }}' } }),
    says: ['context'],
  },
  { name: 'a model without an endpoint', config: judge({ model: 'judge' }), says: ['model', 'ENDPOINT:MODEL'] },
  { name: 'an unknown endpoint', config: judge({ model: 'dsk:judge' }), says: ['dsk', 'desk'] },
  { name: 'a setting out of range', config: judge({ model: { id: 'desk:judge', temperature: -1 } }), says: ['temperature'] },
  { name: 'examples of an unknown set', config: judge({ prompt: { examples: { data: 'none', n: 1 } } }), says: ['none'] },
  { name: 'examples of the judged set', config: judge({ prompt: { examples: { data: 'items', n: 1 } } }), says: ['examples'] },
];

const data: BadInput[] = [
  { name: 'an unknown set', args: ['judge', 'j', '--data', 'itms'], says: ['"itms"', 'Did you mean items?'] },
  { name: 'a missing file', config: set({ files: 'none.jsonl' }), says: ['none.jsonl'] },
  { name: 'a glob that matches nothing', config: set({ files: 'none/**/*.jsonl' }), says: ['none/**/*.jsonl'] },
  { name: 'a folder for a file', folders: ['data.jsonl'], config: set({ files: 'data.jsonl' }), says: ['data.jsonl'] },
  { name: 'an empty file', files: { 'items.jsonl': '' }, says: ['items'] },
  { name: 'a file of blank lines', files: { 'items.jsonl': '\n\n  \n' }, says: ['items'] },
  { name: 'an empty list', files: { 'items.json': '[]' }, config: set({ files: 'items.json' }), says: ['items'] },
  {
    name: 'a table of a head alone',
    files: { 'items.csv': 'id,output,gold\n' },
    config: set({ files: 'items.csv' }),
    says: ['items'],
  },
  { name: 'a filter that leaves nothing', config: set({ filter: { id: 'nobody' } }), says: ['items'] },
  { name: 'an unknown ending', files: { 'items.dat': 'x' }, config: set({ files: 'items.dat' }), says: ['items.dat', 'format'] },
  { name: 'an unknown format', config: set({ format: 'xlsx' }), says: ['format', 'jsonl'] },
  { name: 'an unknown preset of sets', config: set({ preset: 'nothing-such' }), says: ['nothing-such'] },
  { name: 'a line that is no JSON', files: { 'items.jsonl': `${rows(good)}{"id": \n` }, says: ['items.jsonl:2'] },
  { name: 'a line that is no object', files: { 'items.jsonl': `${rows(good)}7\n` }, says: ['items.jsonl:2'] },
  {
    name: 'JSON that is cut',
    files: { 'items.json': '[{"id": 1, "output": "x"' },
    config: set({ files: 'items.json' }),
    says: ['items.json'],
  },
  { name: 'a file that is not UTF-8', files: { 'items.jsonl': notUtf8 }, says: ['items.jsonl:1'] },
  {
    name: 'Parquet that is none',
    files: { 'items.parquet': 'PAR1 no' },
    config: set({ files: 'items.parquet' }),
    says: ['items.parquet'],
  },
  {
    name: 'an empty Parquet file',
    files: { 'items.parquet': '' },
    config: set({ files: 'items.parquet' }),
    says: ['items.parquet'],
  },
  { name: 'duplicate ids', files: { 'items.jsonl': rows(good, { ...good, output: 'Two.' }) }, says: ['items.jsonl:2', '"a"'] },
  {
    name: 'ids that are one as text',
    files: { 'items.jsonl': rows({ ...good, id: 7 }, { ...good, id: '7' }) },
    says: ['items.jsonl:2'],
  },
  {
    name: 'ids that are one after NFC',
    files: { 'items.jsonl': rows({ ...good, id: '\u00e9' }, { ...good, id: 'e\u0301' }) },
    says: ['items.jsonl:2'],
  },
  { name: 'a field mapped to nothing', config: set({ map: { id: 'id', output: 'answer', gold: 'gold' } }), says: ['answer'] },
  { name: 'gold mapped to nothing', config: set({ map: { id: 'id', output: 'output', gold: 'label' } }), says: ['label'] },
  { name: 'an id mapped to nothing', config: set({ map: { id: 'key', output: 'output' } }), says: ['key'] },
  {
    name: 'an item without the output',
    files: { 'items.jsonl': rows(good, { id: 'b', gold: 'pass' }) },
    says: ['items.jsonl:2', 'output'],
  },
  {
    name: 'gold outside the verdict space',
    files: { 'items.jsonl': rows(good, { ...good, id: 'b', gold: 'great' }) },
    says: ['items.jsonl:2', 'great'],
  },
  {
    name: 'a recorded column that is not there',
    config: judge({ kind: 'recorded', column: 'none', model: undefined }),
    says: ['none'],
  },
];

const options: BadInput[] = [
  { name: 'no set', args: ['judge', 'j'], says: ['--data'] },
  { name: 'an unknown option', args: [...plain, '--limt', '3'], says: ['--limt', '--limit'] },
  { name: 'an unknown command', args: ['juge', 'j'], says: ['juge'] },
  { name: 'an unknown command below', args: ['runs', 'shw', 'x'], says: ['shw'] },
  { name: 'a word too many', args: ['judge', 'j', 'k', '--data', 'items'], says: ['judge'] },
  { name: 'compare with one judge', args: ['compare', 'j', '--data', 'items'], says: ['two judges'] },
  { name: 'compare a judge with itself', args: ['compare', 'j', 'j', '--data', 'items'], says: ['once'] },
  { name: 'a limit of 0', args: [...plain, '--limit', '0'], says: ['--limit'] },
  { name: 'a limit that is no number', args: [...plain, '--limit', 'x'], says: ['--limit'] },
  { name: 'limit and sample', args: [...plain, '--limit', '1', '--sample', '1'], says: ['--sample'] },
  { name: 'more draws than can be', args: [...plain, '--draws', '9000000000000000'], says: ['draws', '333333333'] },
  { name: 'a folder to begin in that is a file', args: ['init', 'items.jsonl'], says: ['items.jsonl'] },
  { name: 'a local model that nobody knows', args: ['models', 'pull', 'local:nothing'], says: ['nothing'] },
  { name: 'a probe without a model', args: ['models', 'probe', 'desk'], says: ['ENDPOINT:MODEL'] },
  { name: 'no draws', args: [...plain, '--draws', '0'], says: ['--draws'] },
  { name: 'a negative seed', args: [...plain, '--seed', '-1'], says: ['--seed'] },
  { name: 'no concurrency', args: [...plain, '--concurrency', '0'], says: ['--concurrency'] },
  ...['-1', 'NaN', 'Infinity', '', 'ten'].map((amount) => ({
    name: `a budget of ${amount || 'nothing'}`,
    args: [...plain, `--budget-usd=${amount}`],
    says: ['--budget-usd'],
  })),
  ...['limit', 'sample', 'draws', 'concurrency', 'seed', 'max-failed', 'budget-usd', 'max-unreadable', 'time-limit'].flatMap(
    (option) =>
      ['0x10', '1e999', '1e0', ' ', ' 1', '1_0', '٣'].map((text) => ({
        name: `--${option} ${JSON.stringify(text)}`,
        args: [...plain, `--${option}`, text],
        says: [`--${option}: expected a`, `got ${JSON.stringify(text)}.`],
      })),
  ),
  { name: 'a threshold in hexadecimal', args: [...plain, '--min', 'accuracy=0x0'], says: ['--min', 'METRIC=VALUE'] },
  { name: 'a set under a misspelt option', args: ['judge', 'j', '--dta', 'items'], says: ['--dta: ', 'Did you mean --data?'] },
  {
    name: 'an output under a misspelt option',
    args: ['runs', 'export', 'last', '--ot=x.csv'],
    says: ['--ot: ', 'Did you mean --out?'],
  },
  { name: 'a budget with no price', args: [...plain, '--budget-usd', '1'], says: ['price'] },
  { name: 'a share above 1', args: [...plain, '--max-unreadable', '2'], says: ['--max-unreadable'] },
  { name: 'a threshold without a bound', args: [...plain, '--min', 'accuracy'], says: ['--min'] },
  { name: 'a threshold that is no number', args: [...plain, '--min', 'accuracy=high'], says: ['--min'] },
  { name: 'a threshold of an unknown figure', args: [...plain, '--min', 'acuracy=0.5'], says: ['acuracy', 'accuracy'] },
  { name: 'a threshold of an unknown language', args: [...plain, '--min', 'accuracy@de=0.5'], says: ['de'] },
  { name: 'results into a missing folder', args: [...plain, '--out', 'none/rows.jsonl'], says: ['none'] },
  { name: 'results into a folder', folders: ['folder.jsonl'], args: [...plain, '--out', 'folder.jsonl'], says: ['folder.jsonl'] },
  { name: 'results of an unknown ending', args: [...plain, '--out', 'rows.doc'], says: ['rows.doc', '.jsonl'] },
  { name: 'a report into a missing folder', args: [...plain, '--html', 'none/report.html'], says: ['none'] },
  { name: 'an unknown run', args: ['runs', 'show', 'nobody'], says: ['nobody'] },
  { name: 'an export of an unknown run', args: ['runs', 'export', 'nobody', '--out', 'x.jsonl'], says: ['nobody'] },
  { name: 'a deletion of an unknown run', args: ['runs', 'delete', 'nobody'], says: ['nobody'] },
];

const models: BadInput[] = [
  { name: 'a local file that is not there', config: judge({ model: 'local:./none.gguf' }), says: ['none.gguf'] },
  { name: 'a folder for local weights', folders: ['w.gguf'], config: judge({ model: 'local:./w.gguf' }), says: ['w.gguf'] },
  {
    name: 'local weights that are none',
    files: { 'w.gguf': 'GGUFnothing more' },
    config: judge({ model: 'local:./w.gguf' }),
    says: ['w.gguf'],
  },
  { name: 'empty local weights', files: { 'w.gguf': '' }, config: judge({ model: 'local:./w.gguf' }), says: ['w.gguf'] },
  {
    name: 'an unknown local name',
    config: judge({ model: 'local:qwen2.5-coder-1.5b-instrct' }),
    says: ['qwen2.5-coder-1.5b-instruct'],
  },
];

describe.each([
  ['configuration', configurations],
  ['judge', judges],
  ['data', data],
  ['options', options],
  ['local model', models],
])('bad input: %s', (_kind, cases) => {
  let own: Bench;
  let ends: BatchEnd[];
  beforeAll(async () => {
    own = await desk(3);
    ends = await batch(cases.map((one, index) => commandOf(own, one, index)));
  }, 240_000);
  afterAll(() => own.close());

  test.each(cases.map((one, index) => [one.name, one.says, index] as const))('%s', (_name, says, index) => {
    expectRefusal(ends[index] as BatchEnd, says);
  });

  test('no call was made', () => {
    expect(own.endpoint.count).toBe(0);
  });
});

/** A folder of its own, with a sound configuration and data but for what the case says. */
function commandOf(
  own: Bench,
  { config, files = {}, folders = [], env = {}, args = plain }: BadInput,
  index: number,
): BatchCommand {
  const folder = path.join(own.folder, `case-${index}`);
  const sound = plainConfig(own.endpoint.baseUrl);
  const content = config === undefined ? sound : config(sound);
  const all = {
    'items.jsonl': own.read('items.jsonl'),
    'assize.yaml': typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content, undefined, 2),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) own.write(`case-${index}/${name}`, text);
  for (const name of folders) mkdirSync(path.join(folder, name), { recursive: true });
  return { folder, args, env: { ASSIZE_CACHE: path.join(folder, 'cache'), ...env } };
}
