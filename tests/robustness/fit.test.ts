import { afterEach, expect, test } from 'vitest';
import type { Bench } from '../cases/cli.ts';
import { bench } from '../cases/cli.ts';
import type { ScriptedRequest } from '../../src/testing/scripted-endpoint.ts';
import { expectRefusal, verdict } from './desk.ts';

const timeout = 180_000;
let own: Bench | undefined;
afterEach(async () => {
  await own?.close();
  own = undefined;
});

/** Two concepts, of which the second has two criteria. */
const criteria = `version: 1
concepts:
  - { name: Truth, criteria: [{ id: t, text: Right? }] }
  - { name: Form, criteria: [{ id: f1, text: Short? }, { id: f2, text: Clear? }] }
`;
/** The text tells the scores; gold is a pass where truth and form together are over 11, whatever the language. */
let state = 17;
const drawn = (below: number): number => {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
};
const items = Array.from({ length: 120 }, (_, index) => {
  const [t, f] = [1 + drawn(10), 1 + drawn(10)];
  const language = index < 70 ? 'en' : index < 100 ? 'de-AT' : 'hi';
  return {
    id: `i${index}`,
    output: `t=${t} f1=${f} f2=${f} w=${drawn(2)} #${index}`,
    gold: t + f > 11 ? 'pass' : 'fail',
    language,
    source: `s${index % 40}`,
  };
});
/** Scores what the text tells; judges without criteria by its last digit, which says nothing. */
function answers({ body }: ScriptedRequest): string {
  const text = JSON.stringify(body);
  const told = (key: string): number => Number(new RegExp(`${key}=(\\d+)`, 'u').exec(text)?.[1]);
  if (!text.includes('Score each criterion')) return verdict(told('w') === 1 ? 'pass' : 'fail');
  const keys = ['t', 'f1', 'f2'].filter((key) => text.includes(`- ${key}: `));
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, { reason: 'r', verdict: told(key) }])));
}
const binary = { kind: 'binary' };
const ucs = (more: object = {}) => ({
  verdict: binary,
  harness: { strategy: { kind: 'ucs', criteria: 'criteria.yaml', ...more } },
});
const judges = {
  u: ucs(),
  h: ucs({ head: 'head.json' }),
  j: { verdict: binary },
  joint: ucs({ head: 'head.json', scoring: 'joint' }),
};
const map = { id: 'id', output: 'output', gold: 'gold', language: 'language', group: 'source' };

async function opened(rows: readonly object[] = items): Promise<Bench> {
  own = await bench({ judges, items: rows, script: answers, map });
  own.write('criteria.yaml', criteria);
  return own;
}
const fitting = (...more: string[]): string[] => ['fit', 'u', '--data', 'items', '--quiet', ...more];
type Figures = { name?: string; metric?: string; group: string | null; value: number; low: number }[];
const figure = (list: Figures, name: string, group: string | null) =>
  list.find((one) => (one.name ?? one.metric) === name && one.group === group) as Figures[number];

test(
  'a rule in the scores is found in one language, carries over to others, and the head judges by it',
  async () => {
    const { run, endpoint, judge, read, write } = await opened();
    const ended = await run(...fitting('--head', 'logistic', '--train-language', 'en', '--out', 'head.json', '--json'));
    const fitted = JSON.parse(ended.stdout);
    expect([ended.code, fitted.head, fitted.trainedOn.rows, fitted.trainedOn.groups]).toEqual([0, 'logistic', 70, 40]);
    // Two calls for the scores of an item and one without criteria.
    expect([fitted.calls.made, endpoint.count]).toEqual([360, 360]);
    for (const group of ['en', 'de-AT', 'hi']) {
      expect(figure(fitted.metrics, 'balanced-accuracy', group).value).toBeGreaterThan(0.85);
      expect(figure(fitted.baselines.zeroShot, 'accuracy', group).value).toBeGreaterThan(0.2);
      expect(figure(fitted.baselines.constant, 'accuracy', group).value).toBeGreaterThan(0.2);
    }
    expect(figure(fitted.baselines.zeroShot, 'accuracy', null).low).toBeGreaterThan(0);
    expect(fitted.calibration.brier.value).toBeLessThan(0.1);
    const artifact = JSON.parse(read('head.json'));
    expect([artifact.kind, artifact.concepts, artifact.classes, artifact.model]).toEqual([
      'ucs-head',
      ['Truth', 'Form'],
      ['fail', 'pass'],
      'desk:judge',
    ]);

    const judged = await judge('h');
    expect([judged.code, judged.summary.scored, judged.summary.calls.made]).toEqual([0, 120, 0]);
    expect(figure(judged.summary.metrics as unknown as Figures, 'accuracy', null).value).toBeGreaterThan(0.9);
    expect(Object.keys(judged.rows[0]?.distribution ?? {})).toEqual(['fail', 'pass']);

    write('assize.yaml', read('assize.yaml').replaceAll('desk:judge', 'desk:other'));
    const other = await run('judge', 'h', '--data', 'items', '--limit', '2', '--dry-run', '--json');
    expect(other.code).toBe(0);
    const moved = await run('judge', 'h', '--data', 'items', '--limit', '2');
    expect(moved.stderr).toContain('its head was fitted to scores of desk:judge, and desk:other scores now');
    write('assize.yaml', read('assize.yaml').replaceAll('desk:other', 'desk:judge'));

    const again = await run(...fitting('--head', 'logistic', '--train-language', 'en', '--out', 'again.json', '--json'));
    expect([JSON.parse(again.stdout).calls.made, read('again.json')]).toEqual([0, read('head.json')]);
    const trees = await run(...fitting('--head', 'boosting', '--out', 'trees.json'));
    expect([trees.code, JSON.parse(again.stdout).calls.made]).toEqual([0, 0]);
    expect(trees.stdout).toContain('boosting head, fitted to 120 items of all languages from 40 sources.');
  },
  timeout,
);

test(
  'a head out of its criteria set, its scoring or its menu is refused, and so is a file that is no head',
  async () => {
    const { run, judge, write, read } = await opened();
    expectRefusal(await judge('h'), ['judges.h.harness.strategy.head', 'no such file']);
    await run(...fitting('--head', 'logistic', '--train-language', 'en', '--out', 'head.json'));
    expectRefusal(await judge('joint'), ['expected a head of scoring: joint, got one of per-concept']);
    write('head.json', read('head.json').replace('"fail","pass"', '"bad","good"'));
    expectRefusal(await judge('h'), ['verdicts fail, pass, got one with bad, good']);
    write('criteria.yaml', criteria.replace('Right?', 'True?'));
    expectRefusal(await judge('h'), ['fitted on another']);
    write('head.json', '{"version": 1}');
    expectRefusal(await judge('h'), ['head.json', 'kind']);
    write('head.json', 'no JSON');
    expectRefusal(await judge('h'), ['expected JSON as assize fit writes it']);
  },
  timeout,
);

test(
  'what no head can be fitted to is told in one line, and no head is written',
  async () => {
    const { run } = await opened([
      ...items.slice(0, 30).map((item) => ({ ...item, gold: 'pass' })),
      ...items.slice(70, 90).map((item, index) => ({ ...item, source: `s${index % 3}` })),
    ]);
    expectRefusal(await run('fit', 'j', '--data', 'items', '--out', 'h.json', '--quiet'), ['a judge of strategy ucs']);
    expectRefusal(await run(...fitting()), ['--out: expected a file for the head']);
    expectRefusal(await run(...fitting('--out', 'h.txt')), ['.json']);
    expectRefusal(await run(...fitting('--train-language', 'fr', '--out', 'h.json')), [
      '--train-language fr: expected items with gold',
    ]);
    expectRefusal(await run(...fitting('--train-language', 'en', '--out', 'h.json')), ['gold of two classes']);
    expectRefusal(await run(...fitting('--train-language', 'de', '--out', 'h.json')), ['at least 5 sources', 'got 3']);
    expect(await run(...fitting('--head', 'tree', '--out', 'h.json'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('mlp, logistic, svm, knn, forest, boosting'),
    });
  },
  timeout,
);

test(
  'missing scores are left out or imputed where asked; a failed call leaves the fit to be run again',
  async () => {
    own = await bench({
      judges,
      items,
      map,
      endpoint: { retries: 0 },
      script: (request) => {
        const text = JSON.stringify(request.body);
        if (text.includes('t=5 ') && text.includes('- t: ')) return request.index % 2 === 0 ? '{}' : 'nothing';
        return answers(request);
      },
    });
    own.write('criteria.yaml', criteria);
    const left = JSON.parse((await own.run(...fitting('--head', 'logistic', '--out', 'head.json', '--json'))).stdout);
    const lacking = items.filter(({ output }) => output.startsWith('t=5 ')).length;
    expect(left.trainedOn.rows).toBe(120 - lacking);
    expect(left.warnings.join(' ')).toContain(`${lacking} training items lack`);
    const imputed = JSON.parse(
      (await own.run(...fitting('--head', 'logistic', '--impute', '--out', 'head.json', '--json'))).stdout,
    );
    expect(imputed.trainedOn.rows).toBe(120);

    own.write('criteria.yaml', criteria.replace('Short?', 'Brief?'));
    own.endpoint.script((request) =>
      JSON.stringify(request.body).includes('t=6 ') ? { status: 500, text: 'down' } : answers(request),
    );
    const cut = await own.run(...fitting('--head', 'logistic', '--out', 'cut.json'));
    expect([cut.code, cut.stdout]).toEqual([3, '']);
    expect(cut.stderr).toContain('the head was not written');
    expect((await own.run('runs', 'show', 'last')).stdout).toContain('To go on: assize fit u --data items');
    expect(() => own?.read('cut.json')).toThrow('ENOENT');
    own.endpoint.script(answers);
    expect((await own.run(...fitting('--head', 'logistic', '--out', 'cut.json'))).code).toBe(0);
  },
  timeout,
);
