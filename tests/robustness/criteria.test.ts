import { afterEach, expect, test } from 'vitest';
import type { Bench } from '../cases/cli.ts';
import type { ScriptedRequest } from '../../src/testing/scripted-endpoint.ts';
import { desk, expectRefusal, verdict } from './desk.ts';

const timeout = 120_000;
let own: Bench | undefined;
afterEach(async () => {
  await own?.close();
  own = undefined;
});

const said = ({ body }: ScriptedRequest): string => JSON.stringify(body);
/** Names two concepts, writes a question for each, scores every criterion 8, and passes. */
function answers(request: ScriptedRequest): string {
  const text = said(request);
  if (text.includes('Name the concepts'))
    return JSON.stringify({
      concepts: [
        { name: 'Truth', description: 'Facts hold.' },
        { name: 'Form', description: 'Short.' },
      ],
    });
  const named = ['Truth', 'Form'].filter((name) => text.includes(`- ${name}: `));
  if (text.includes('For each concept write questions'))
    return JSON.stringify({ criteria: named.map((concept) => ({ concept, question: `Is ${concept} there?` })) });
  if (text.includes('Score each criterion'))
    return JSON.stringify(
      Object.fromEntries(
        ['truth-1', 'form-1'].filter((key) => text.includes(key)).map((key) => [key, { reason: 'r', verdict: 8 }]),
      ),
    );
  return verdict('pass');
}
const ucs = {
  j: { verdict: { kind: 'binary' } },
  u: { verdict: { kind: 'binary' }, harness: { strategy: { kind: 'ucs', criteria: 'criteria.yaml' } } },
};
const make = ['criteria', 'make', '--task', 'Judge short answers.', '--model', 'desk:judge', '--out', 'criteria.yaml'];

test(
  'a set is made once, is a file to edit, and judges',
  async () => {
    own = await desk(3, { judges: ucs, script: answers });
    const made = await own.run(...make, '--json');
    expect([made.code, JSON.parse(made.stdout)]).toMatchObject([0, { concepts: 2, criteria: 2, calls: { made: 3, cached: 0 } }]);
    const again = await own.run(...make, '--json');
    expect([JSON.parse(again.stdout).calls, own.endpoint.count]).toEqual([{ made: 0, cached: 3 }, 3]);
    expect(JSON.parse(again.stdout).hash).toBe(JSON.parse(made.stdout).hash);
    const shown = await own.run('criteria', 'show', 'criteria.yaml');
    for (const text of ['2 criteria of 2 concepts', 'made by desk:judge, per-concept', 'truth-1  Is Truth there?'])
      expect(shown.stdout).toContain(text);

    const judged = await own.judge('u');
    expect([judged.code, judged.summary.scored, judged.summary.calls.made]).toEqual([0, 3, 9]);
    own.write('edited.yaml', own.read('criteria.yaml').replace('Is Form there?', 'Is it short?'));
    const changed = await own.run('criteria', 'diff', 'criteria.yaml', 'edited.yaml');
    expect(changed.stdout).toBe('~ Form / form-1: Is Form there? → Is it short?\n');
    own.write('criteria.yaml', own.read('edited.yaml'));
    const other = await own.judge('u');
    // The scores of the concept that was not edited are there.
    expect([other.summary.judgeHash === judged.summary.judgeHash, other.summary.calls.made]).toEqual([false, 6]);
  },
  timeout,
);

test(
  'what is wrong is told in one line',
  async () => {
    own = await desk(1, { judges: ucs, script: () => 'Sorry, I cannot.' });
    expectRefusal(await own.judge('u'), ['judges.u.harness.strategy.criteria', 'criteria.yaml', 'no such file']);
    expectRefusal(await own.run(...make), ['concepts: expected a JSON object with concepts']);
    expectRefusal(await own.run(...make.slice(0, -1), 'items.yaml.txt'), ['.yaml']);
    expectRefusal(await own.run(...make.slice(0, -1), 'assize.yaml'), ['--out assize.yaml', 'the configuration']);
    expectRefusal(await own.run(...make.slice(0, 5), 'nobody:m', '--out', 'c.yaml'), ['nobody']);
    own.write('twice.yaml', 'version: 1\nconcepts:\n  - { name: a, criteria: [{ id: x, text: y }, { id: X, text: z }] }\n');
    expectRefusal(await own.run('criteria', 'show', 'twice.yaml'), ['twice.yaml', 'concepts[0].criteria[1].id', 'differ']);
    own.write('wrong.yaml', 'version: 1\nconcept: []\n');
    expectRefusal(await own.run('criteria', 'show', 'wrong.yaml'), ['wrong.yaml']);
  },
  timeout,
);
