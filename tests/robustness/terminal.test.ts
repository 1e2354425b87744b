import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';

const example = fileURLToPath(new URL('../../examples/recorded', import.meta.url));

/** What a terminal is to a program: a stream that says so, has a width and takes a cursor's moves. */
function terminal() {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const move = (): boolean => true;
  return {
    stream: Object.assign(stream, {
      isTTY: true,
      columns: 100,
      rows: 40,
      cursorTo: move,
      moveCursor: move,
      clearLine: move,
      clearScreenDown: move,
    }),
    text: () => text,
  };
}

test.each([
  ['judge', 'quick'],
  ['compare', 'quick', 'careful'],
])('%s on a terminal ends its bar: nothing keeps the process alive, and the cursor is shown again', async (...command) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-terminal-'));
  // Whoever has tried the example has its store, in which the run is done.
  cpSync(example, folder, { recursive: true, filter: (file) => path.basename(file) !== '.assize' });
  const [out, error] = [terminal(), terminal()];
  const timersBefore = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const codeBefore = process.exitCode;
  try {
    await main([...command, '--config', path.join(folder, 'assize.yaml'), '--data', 'verdicts'], {
      stdout: out.stream,
      stderr: error.stream,
    });
    expect(out.text()).toContain('agrees with gold in');
    const [hidden, shown] = [error.text().lastIndexOf('\u001b[?25l'), error.text().lastIndexOf('\u001b[?25h')];
    expect([hidden >= 0, shown > hidden]).toEqual([true, true]);
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBeLessThanOrEqual(timersBefore);
  } finally {
    process.exitCode = codeBefore;
    rmSync(folder, { recursive: true, force: true });
  }
});

test('whatever data, judges and files are called, nothing of them moves a cursor, hides or turns round on a terminal', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-hostile-'));
  const codeBefore = process.exitCode;
  const evil = '\u001b[2J\u009b31m\u202egpj\u0007\u200b';
  writeFileSync(
    path.join(folder, 'items.jsonl'),
    [`${evil}1`, `${evil}2`]
      .map((id) => JSON.stringify({ id, input: evil, output: evil, quick: evil, gold: 'pass', language: 'ar', why: evil }))
      .join('\n'),
  );
  writeFileSync(
    path.join(folder, 'assize.yaml'),
    JSON.stringify({
      version: 1,
      judges: {
        [`q${evil}`]: { kind: 'recorded', column: 'quick', rationaleColumn: 'why', verdict: { kind: 'binary' } },
        asks: { model: 'ollama:none', rubric: evil, verdict: { kind: 'binary' } },
      },
      datasets: { [`d${evil}`]: { files: 'items.jsonl' } },
    }),
  );
  const said: string[] = [];
  try {
    for (const args of [
      ['judge', 'asks', '--data', `d${evil}`, '--dry-run'],
      ['judge', 'asks', '--data', `d${evil}`, '--dry-run', '--json'],
      ['judge', `q${evil}`, '--data', `d${evil}`],
      ['judge', `q${evil}`, '--data', `d${evil}`, '--json'],
      ['judge', `q${evil}x`, '--data', 'd'],
      ['judges', 'list'],
      ['judges', 'show', 'asks'],
      ['runs', 'list'],
      ['runs', 'show', 'last'],
      ['runs', 'show', 'last', '--item', `${evil}1`],
      ['runs', 'show', 'last', '--item', `${evil}1`, '--json'],
      ['runs', 'show', 'last', '--item', evil],
      [`${evil}command`],
      ['judge', 'asks', `--${evil}`],
    ]) {
      const [out, error] = [terminal(), terminal()];
      const all = args[0]?.startsWith(evil) ? args : [...args, '--config', path.join(folder, 'assize.yaml')];
      await main(all, { stdout: out.stream, stderr: error.stream });
      // Our own bold, and the bar's moves and its hidden cursor.
      const own = new RegExp(`${String.fromCodePoint(0x1b)}(?:[78]|\\[(?:\\?(?:7|25)[lh]|\\d*[GK]|(?:0|1|22|39)m))`, 'gu');
      said.push(...`${out.text()}${error.text()}`.replace(own, '').split('\n'));
    }
  } finally {
    process.exitCode = codeBefore;
    rmSync(folder, { recursive: true, force: true });
  }
  expect(said.length).toBeGreaterThan(100);
  expect(said.join('\n')).toContain('gpj');
  expect(said.filter((line) => /[\p{Cc}\p{Cf}]/u.test(line))).toEqual([]);
});
