import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { junitReport } from '../../src/report/junit-report.ts';
import { visibleText } from '../../src/report/visible-text.ts';
import { findChromium, openChromium, type Browser, type BrowserPage } from '../../src/testing/chromium.ts';
import { hostile, pageFolder, sampleReport } from './report-files.ts';

const chromium = findChromium();
const ready = 'document.documentElement.dataset.ready';
const rows = `[...document.querySelectorAll('#list tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))`;

/** Left out where there is no Chromium; `CI` fetches one. */
describe.skipIf(chromium === undefined)('the report in a real browser', { timeout: 60_000 }, () => {
  const folder = pageFolder();
  let browser: Browser;
  const urls: Record<string, string> = {};

  beforeAll(async () => {
    browser = await openChromium(chromium as string);
    urls['plain'] = await folder.page('plain', await sampleReport({ items: 200 }));
    urls['two'] = await folder.page('two', await sampleReport({ items: 60, judges: ['helpful', 'quick'], steps: 3 }));
    urls['hostile'] = await folder.page('hostile', await sampleReport({ items: 60, hostile, steps: 2 }));
    urls['large'] = await folder.page('large', await sampleReport({ items: 10_000, words: 300 }));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    folder.remove();
  });

  const opened = async (name: string, prepare?: (page: BrowserPage) => Promise<unknown>): Promise<BrowserPage> => {
    const page = await browser.page();
    await prepare?.(page);
    await page.open(urls[name] as string);
    await page.until(ready);
    return page;
  };
  const set = (name: string, label: string): string =>
    `(() => { const select = document.getElementById('f-${name}'); select.value = [...select.options].find(({ text }) => text.startsWith(${JSON.stringify(label)})).value; select.form.dispatchEvent(new Event('submit', { cancelable: true })); })()`;
  const type = (text: string): string =>
    `(() => { const input = document.getElementById('f-text'); input.value = ${JSON.stringify(text)}; input.form.dispatchEvent(new Event('submit', { cancelable: true })); })()`;
  const press = (page: BrowserPage, key: string, code: number): Promise<unknown> =>
    page
      .send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key,
        windowsVirtualKeyCode: code,
        ...(key === 'Enter' && { text: '\r' }),
      })
      .then(() => page.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: code }));

  it('opens 10,000 judgments in under 2 s', async () => {
    const times: number[] = [];
    for (let time = 0; time < 3; time += 1) times.push(Number(await (await opened('large')).evaluate(ready)));
    const page = await opened('large');
    expect(await page.evaluate(`document.getElementById('count').textContent`)).toBe('10000 judgments');
    expect(await page.evaluate(`document.querySelectorAll('#list tbody tr').length`)).toBe(50);
    expect(Math.min(...times)).toBeLessThan(2000);
  });

  it('unpacks a judgment deep in a large run, and only its block', async () => {
    const page = await opened('large');
    await page.evaluate(type('item-9987'));
    await page.evaluate(`document.querySelector('#list tbody button').click()`);
    const text = await page.until<string>(`document.querySelector('.opened')?.textContent`);
    expect(text).toContain('#9986');
    expect(text).toContain('You are a careful evaluator.');
  });

  it('asks for nothing, complains of nothing, and runs no script but its own', async () => {
    for (const name of ['plain', 'two', 'hostile']) {
      const page = await opened(name);
      await page.evaluate(
        `(async () => { for (const button of [...document.querySelectorAll('#list tbody button')].slice(0, 8)) button.click(); await new Promise((done) => setTimeout(done, 300)); for (const one of document.querySelectorAll('details')) one.open = true; })()`,
      );
      expect([name, page.requests, page.complaints]).toEqual([name, [], []]);
      expect(await page.evaluate('window.owned ?? null')).toBeNull();
      await page.evaluate(
        `(() => { const script = document.createElement('script'); script.textContent = 'window.owned = 4'; document.body.append(script); const style = document.createElement('style'); style.textContent = 'body { display: none }'; document.head.append(style); const image = new Image(); image.src = 'https://example.org/x.png'; document.body.append(image); document.body.setAttribute('onclick', 'window.owned = 5'); document.body.click(); })()`,
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(await page.evaluate('[window.owned ?? null, getComputedStyle(document.body).display]')).toEqual([null, 'block']);
      expect(page.requests).toEqual([]);
    }
  });

  it('shows hostile text as text, wherever it came from', async () => {
    const page = await opened('hostile');
    expect(await page.evaluate(`document.querySelectorAll('img, iframe, style:not(head > style), body style').length`)).toBe(0);
    expect(await page.evaluate('document.title')).toContain('</script></style><script>window.owned = 1</script><img');
    const seen = visibleText(hostile);
    expect(seen).toContain('⟦LS⟧⟦PS⟧⟦NUL⟧⟦ESC⟧[31m⟦RLO⟧');
    await page.evaluate(`document.querySelector('#list tbody button').click()`);
    const [cells, pres] = await page.until<[string[], string[]]>(
      `document.querySelector('.opened') && [[...document.querySelectorAll('#list tbody tr:first-child > *')].map((cell) => cell.textContent), [...document.querySelectorAll('.opened pre')].map((pre) => pre.textContent)]`,
    );
    expect(cells[0]).toBe(`item-1${seen}`);
    expect(pres.filter((text) => text.includes(seen)).length).toBeGreaterThanOrEqual(3);
    const words = await page.evaluate<string>('document.body.innerText');
    expect(/(?![\t\n])\p{Cc}|[\u2028\u2029\u202d\u202e]/u.test(words)).toBe(false);
  });

  it('filters, sorts and turns pages', async () => {
    const page = await opened('plain');
    await page.evaluate(set('language', 'ja'));
    await page.evaluate(set('outcome', 'differs from gold ('));
    const found = await page.evaluate<string[][]>(rows);
    expect(found.length).toBeGreaterThan(0);
    for (const [, language, verdict, gold] of found)
      expect([language, verdict?.includes(', differs from gold'), verdict?.includes(gold as string)]).toEqual([
        'ja',
        true,
        false,
      ]);
    await page.evaluate(`document.getElementById('filters').reset()`);
    await page.until(`document.getElementById('count').textContent === '200 judgments'`);
    await page.evaluate(set('outcome', 'unreadable: off-menu'));
    expect((await page.evaluate<string[][]>(rows)).map(([item]) => item)).toEqual(['item-8', 'item-58', 'item-108', 'item-158']);
    await page.evaluate(`document.querySelector('[data-sort=item]').click()`);
    await page.evaluate(`document.querySelector('[data-sort=item]').click()`);
    expect((await page.evaluate<string[][]>(rows)).map(([item]) => item)).toEqual(['item-158', 'item-108', 'item-58', 'item-8']);
    expect(await page.evaluate(`document.querySelector('[aria-sort]').textContent`)).toBe('item ▼');
    await page.evaluate(`document.getElementById('filters').reset()`);
    await page.until(`document.getElementById('count').textContent === '200 judgments'`);
    await page.evaluate(`document.querySelector('[data-go=last]').click()`);
    expect(
      await page.evaluate(`[document.getElementById('page').textContent, document.querySelector('[data-go=next]').disabled]`),
    ).toEqual(['Page 4 of 4', true]);
    await page.evaluate(type('ITEM-77'));
    expect((await page.evaluate<string[][]>(rows)).map(([item]) => item)).toEqual(['item-77']);
    await page.evaluate(type('no such text'));
    expect(await page.evaluate(`[document.getElementById('count').textContent, document.getElementById('list').hidden]`)).toEqual(
      ['0 of 200 judgments', true],
    );
  });

  it('is worked by keyboard: skip link, arrows between items, Enter opens, Escape closes', async () => {
    const page = await opened('plain');
    await press(page, 'Tab', 9);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('To the judgments');
    await page.evaluate(`document.querySelector('#list tbody button').focus()`);
    await press(page, 'ArrowDown', 40);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('item-2');
    await press(page, 'Enter', 13);
    await page.until(`document.querySelector('.opened')`);
    expect(
      await page.evaluate(
        `[document.activeElement.getAttribute('aria-expanded'), document.getElementById(document.activeElement.getAttribute('aria-controls')) !== null]`,
      ),
    ).toEqual(['true', true]);
    await press(page, 'Escape', 27);
    expect(await page.evaluate(`[document.querySelector('.opened'), document.activeElement.textContent]`)).toEqual([
      null,
      'item-2',
    ]);
  });

  it('shows the parts of a judgment as a tree, each with its prompt and reply', async () => {
    const page = await opened('two');
    await page.evaluate(`document.querySelector('#list tbody button').click()`);
    await page.until(`document.querySelector('.opened')`);
    const tree = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.opened ul.tree ul.tree summary')].map(({ textContent }) => textContent)`,
    );
    expect(tree.map((line) => line.split(':')[0])).toEqual(['vote/0 · ask', 'vote/1 · ask', 'vote/2 · ask']);
    expect(await page.evaluate(`document.querySelectorAll('.opened ul.tree ul.tree details h4').length`)).toBe(9);
  });

  it('gives each text its own direction and language', async () => {
    const page = await opened('plain');
    const told = await page.evaluate(
      `[...document.querySelectorAll('#list tbody tr')].slice(0, 4).map((row) => { const text = row.lastChild.firstChild; return [text.lang, text.matches(':dir(rtl)')]; })`,
    );
    expect(told).toEqual([
      ['', false],
      ['hi', false],
      ['ar', true],
      ['ja', false],
    ]);
    await page.evaluate(`document.querySelectorAll('#list tbody button')[2].click()`);
    await page.until(`document.querySelector('.opened')`);
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('.opened pre.prose')].map((pre) => [pre.lang, pre.matches(':dir(rtl)')])`,
      ),
    ).toEqual([['ar', true]]);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.opened pre')).unicodeBidi`)).toBe('plaintext');
  });

  it('is readable in dark and light, and needs no sideways scrolling on a phone', async () => {
    const paper: unknown[] = [];
    for (const scheme of ['light', 'dark']) {
      const page = await opened('plain', async (one) => {
        await one.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
        await one.send('Emulation.setDeviceMetricsOverride', { width: 360, height: 740, deviceScaleFactor: 1, mobile: false });
      });
      const worst = await page.evaluate<number>(`(() => {
        const light = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const behind = (element) => { for (let one = element; one; one = one.parentElement) { const colour = getComputedStyle(one).backgroundColor; if (!/, 0(\\.\\d+)?\\)$/.test(colour)) return colour; } return 'rgb(255, 255, 255)'; };
        return Math.min(...[...document.querySelectorAll('main p, main td, main th, main h2, main summary, main .quiet, main button:not(:disabled), main label')].filter((one) => one.innerText).map((one) => { const [a, b] = [light(getComputedStyle(one).color), light(behind(one))]; return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); }));
      })()`);
      expect(worst).toBeGreaterThan(4.5);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      paper.push(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
    }
    expect(paper[0]).not.toEqual(paper[1]);
  });

  it('tells a screen reader what everything is', async () => {
    const page = await opened('two');
    expect(await page.evaluate(`[...document.querySelectorAll('table')].filter((table) => !table.caption).length`)).toBe(0);
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('svg')].filter((svg) => svg.getAttribute('aria-hidden') !== 'true' && !svg.getAttribute('aria-label')).length`,
      ),
    ).toBe(0);
    const { nodes } = await page.send<{ nodes: { ignored: boolean; role?: { value: string }; name?: { value: string } }[] }>(
      'Accessibility.getFullAXTree',
    );
    const controls = nodes.filter(
      ({ ignored, role }) =>
        !ignored && ['button', 'combobox', 'searchbox', 'region', 'table', 'link', 'columnheader'].includes(role?.value ?? ''),
    );
    expect(controls.length).toBeGreaterThan(100);
    expect(controls.filter(({ name }) => (name?.value ?? '') === '').map(({ role }) => role?.value)).toEqual([]);
    expect(
      await page.evaluate(
        'new Set([...document.querySelectorAll("[id]")].map(({ id }) => id)).size === document.querySelectorAll("[id]").length',
      ),
    ).toBe(true);
  });

  it('stands without its script: figures and answer are there, and the way to the rows is told', async () => {
    const page = await browser.page();
    await page.send('Emulation.setScriptExecutionDisabled', { value: true });
    await page.open(urls['plain'] as string);
    const { root } = await page.send<{ root: { nodeId: number } }>('DOM.getDocument', { depth: 0 });
    const { nodeId } = await page.send<{ nodeId: number }>('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: 'noscript p code',
    });
    const { outerHTML } = await page.send<{ outerHTML: string }>('DOM.getOuterHTML', { nodeId });
    expect(outerHTML).toContain('assize runs export r-sample');
  });

  it('opens what is folded when it is printed', async () => {
    const page = await opened('plain');
    const folded = `document.querySelectorAll('details.printed:not([open])').length`;
    const before = await page.evaluate<number>(folded);
    expect(before).toBeGreaterThan(0);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await page.evaluate(folded)).toBe(0);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    expect(await page.evaluate(folded)).toBe(before);
    const { data } = await page.send<{ data: string }>('Page.printToPDF');
    expect(Buffer.from(data, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('writes JUnit that an XML parser takes, whatever stands in it', async () => {
    const report = await sampleReport({ items: 60, hostile });
    const suite = report.judges[0]?.summary.judge as string;
    const xml = junitReport(report, [
      { suite, name: `kappa ${hostile}` },
      { suite, name: 'accuracy', fault: `too low ${hostile}` },
    ]);
    const page = await opened('plain');
    const parsed = await page.evaluate(
      `(() => { const document = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml'); return [document.querySelectorAll('parsererror').length, document.querySelectorAll('testcase').length, document.querySelector('failure').getAttribute('message'), document.querySelector('system-out').textContent.split('\\n').length]; })()`,
    );
    expect(parsed).toEqual([0, 2, `too low ${visibleText(hostile)}`, 5]);
  });
});
