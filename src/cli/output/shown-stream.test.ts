import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { jsonText } from './json-text.ts';
import { shownStream } from './shown-stream.ts';

function sink() {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY: true, columns: 70 }), text: () => text };
}

test('what came from data is text: no escape, no other direction, nothing hidden', () => {
  const { stream, text } = sink();
  const shown = shownStream(stream);
  shown.write('id \u001B[2J\u009B1m\u202Egpj.exe\r\n\u001B]0;title\u0007 end\n');
  expect(text()).toBe('id ‹U+001B›[2J‹U+009B›1m‹U+202E›gpj.exe\n‹U+001B›]0;title‹U+0007› end\n');
  expect([shown.isTTY, shown.columns]).toEqual([true, 70]);
});

test('our own bold stays', () => {
  const { stream, text } = sink();
  shownStream(stream).write('\u001B[1mhead\u001B[22m\n');
  expect(text()).toBe('\u001B[1mhead\u001B[22m\n');
});

test('JSON is the same value, and has nothing that a terminal obeys', () => {
  const value = { 'k\u202E': ['\u009B2J\u2028\u{E0041}\uFEFF', 'سلام\u200C', 7, null], nested: { tab: '\t' } };
  const text = jsonText(value, 2);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(text).toContain('\\u009b2J\\u2028\\udb40\\udc41\\ufeff');
  expect(text.split('\n').length).toBeGreaterThan(5);
});
