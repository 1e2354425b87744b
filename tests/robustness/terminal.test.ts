import { cpSync, mkdtempSync, rmSync } from 'node:fs';
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
