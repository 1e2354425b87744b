import { expect, it } from 'vitest';
import { measureStoredRun } from '../measure/stored-run.ts';
import { openMemoryStore } from '../store/open-store.ts';
import { putSampleRun } from '../testing/sample-run.ts';
import { junitReport } from './junit-report.ts';
import { markdownReport } from './markdown-report.ts';
import { reportOf } from './report-source.ts';

async function sample(options: Parameters<typeof putSampleRun>[1]) {
  const store = openMemoryStore({ now: () => '2026-01-01T00:00:00.000Z' });
  const run = await putSampleRun(store, options);
  return reportOf({ run, ...measureStoredRun(run, store) }, store);
}

it('says faults first, then the answer, then tables whose rows have as many cells as their head', async () => {
  const text = markdownReport(await sample({ items: 200, judges: ['helpful', 'quick'] }), [
    'helpful: kappa: expected at least 0.9, got 0.6.',
  ]);
  const lines = text.split('\n');
  expect(lines[0]).toBe('## helpful, quick on answers');
  expect(lines[2]).toBe('- **helpful\\: kappa\\: expected at least 0.9, got 0.6.**');
  expect(text).toMatch(/helpful agrees with gold in \d\d%/u);
  expect(text).toMatch(/- quick against helpful, accuracy\\: −?\\?\+?\d+ points/u);
  const cells = (line: string): number => line.replaceAll('\\|', '').split('|').length;
  for (const [place, line] of lines.entries()) {
    if (!line.startsWith('| --- ')) continue;
    for (let row = place - 1; lines[row]?.startsWith('|') === true; row += 1)
      expect(cells(lines[row] as string)).toBe(cells(line));
  }
  expect(lines.filter((line) => line.startsWith('| --- ')).length).toBe(4);
});

it('makes a JUnit suite a judge, a case a bound, and names items without a verdict', async () => {
  const xml = junitReport(await sample({ items: 200, judges: ['helpful', 'quick'] }), [
    { suite: 'helpful', name: 'complete' },
    { suite: 'helpful', name: 'kappa at least 0.9', fault: 'helpful: kappa: expected at least 0.9, got <0.6>.' },
    { suite: 'quick', name: 'complete' },
  ]);
  expect(xml).toContain('<testsuites name="helpful, quick on answers" tests="3" failures="1"');
  expect(xml.match(/<testsuite /gu)?.length).toBe(2);
  expect(xml).toContain('<testcase classname="helpful" name="complete"/>');
  expect(xml).toContain('<failure message="helpful: kappa: expected at least 0.9, got &#60;0.6&#62;.">');
  expect(xml).toContain('item-8, draw 0: unreadable (off-menu): expected one of pass, fail, got &#34;maybe&#34;');
  expect(xml).toContain('item-42, draw 0: failed (timeout): no reply in 60 s');
});
