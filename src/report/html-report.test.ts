import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { measureStoredRun } from '../measure/stored-run.ts';
import { openMemoryStore } from '../store/open-store.ts';
import { putSampleRun, type SampleRunOptions } from '../testing/sample-run.ts';
import { htmlReport } from './html-report.ts';
import { reportOf } from './report-source.ts';

async function partsOf(options: SampleRunOptions): Promise<string[]> {
  const store = openMemoryStore({ now: () => '2026-01-01T00:00:00.000Z' });
  const run = await putSampleRun(store, options);
  const parts = [...htmlReport(reportOf({ run, ...measureStoredRun(run, store) }, store))];
  await store.close();
  return parts;
}

describe('the page of a report', () => {
  it('says the answer first, with what people reach and where the judge is stricter', async () => {
    const text = (await partsOf({ items: 400 })).join('').replace(/<[^>]+>/gu, ' ');
    const answer = text.slice(text.indexOf('helpful agrees'), text.indexOf('Agreement with gold'));
    expect(answer).toMatch(
      /agrees with gold in \d\d% \(\d\d–\d\d, n 376 in 12 clusters, 24 missing\); better than always giving/u,
    );
    expect(answer).toMatch(/people agree with each other in \d\d% \(.*\), and the judge with them in \d\d%/u);
    expect(answer).toMatch(/stricter .*on Hindi \(−\d\d points/u);
    expect(answer).toContain(
      '376 of 400 judgments gave a verdict; 8 abstained, 8 unreadable (8 off-menu), 8 failed (8 timeout).',
    );
  });

  it('lets its own script and style run by their hash, and nothing else', async () => {
    const html = (await partsOf({ items: 8 })).join('');
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/u.exec(html)?.[1] ?? '';
    const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const style = /<style>([^]*?)<\/style>/u.exec(html)?.[1] ?? '';
    const script = /<script>([^]*?)<\/script>/u.exec(html)?.[1] ?? '';
    expect(policy).toBe(
      `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`,
    );
    expect(html.match(/<script/gu)?.length).toBe(html.match(/<\/script>/gu)?.length);
    expect(/\s(?:src|href)="(?!#)|\sstyle="|\son\w+="|https?:/u.test(html.replace(script, ''))).toBe(false);
  });

  it('holds nothing of what others wrote as markup', async () => {
    const mark = '</script><x-mark onload=a>"\'';
    const html = (await partsOf({ items: 60, hostile: mark, judges: ['a', 'b'] })).join('');
    expect(html).not.toContain('<x-mark');
    expect(html).toContain('x-mark');
  });

  it('is written by stream: no part grows with the run', async () => {
    const largest = async (items: number): Promise<number> =>
      Math.max(...(await partsOf({ items, words: 100 })).filter((part) => part.includes('data-')).map(({ length }) => length));
    expect(await largest(6000)).toBeLessThan(1.1 * (await largest(4200)));
  });

  it('is there for a run without items, and without gold', async () => {
    const html = (await partsOf({ items: 0 })).join('');
    expect(html).toContain('Whether helpful is right cannot be said');
    expect(html).toContain('No judgment gave a verdict.');
  });

  it.each<[string, NonNullable<SampleRunOptions['space']>]>([
    ['levels', { verdict: { kind: 'ordinal', levels: [1, 2, 3].map((label) => ({ label })) }, values: [1, 2, 3] }],
    ['a range', { verdict: { kind: 'interval', min: 0, max: 100, better: 'higher' }, values: [0, 33.3, 100] }],
    ['a preference', { verdict: { kind: 'preference', ties: true }, values: ['A', 'B', 'tie'] }],
    [
      'a thousand labels',
      {
        verdict: { kind: 'categorical', labels: Array.from({ length: 1000 }, (_, place) => ({ label: `l${place}` })) },
        values: Array.from({ length: 200 }, (_, place) => `l${place}`),
      },
    ],
  ])('has figures of %s, none of them unsaid', async (_, space) => {
    const parts = await partsOf({ items: 120, space, judges: ['one', 'two'] });
    const text = parts
      .slice(0, -2)
      .join('')
      .replace(/<script[^]*?<\/script>|<style[^]*?<\/style>/gu, '')
      .replace(/<[^>]+>/gu, ' ');
    expect(text.match(/NaN|undefined%|\[object|Infinity|undefined (?!\()/gu)).toBeNull();
    expect(text).toContain('people');
    expect(text).toContain('Differences between judges');
    expect(parts.join('').length).toBeLessThan(2_000_000);
  });
});
