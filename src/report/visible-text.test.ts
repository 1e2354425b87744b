import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { escapeHtml } from './html-escape.ts';
import { markdownText } from './markdown-text.ts';
import { visibleText } from './visible-text.ts';

it('shows controls, separators, overrides and tags, and leaves what people write', () => {
  expect(visibleText('a\0b\u001b[31mc\u2028d\u202ee\u{e0041}f\u007f\r\ng\th\rw\ud800')).toBe(
    'a⟦NUL⟧b⟦ESC⟧[31mc⟦LS⟧d⟦RLO⟧e⟦U+E0041⟧f⟦U+007F⟧\ng\th⟦CR⟧w\ufffd',
  );
  const spared = 'می‌خواهم क्‍ष 👩‍👩‍👧 \u200fعربي\u200e \u2067isolate\u2069 日本語';
  expect(visibleText(spared)).toBe(spared);
});

it('leaves no markup in HTML, and no character that HTML reads otherwise', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      const escaped = escapeHtml(text);
      expect(/[<>"'`]|&(?!#\d+;)|\0/u.test(escaped)).toBe(false);
      expect(escaped.replace(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)))).toBe(visibleText(text));
    }),
  );
});

it('leaves no markup in Markdown: no cell border, link, mention, HTML, line', () => {
  expect(markdownText('a|b\nc <b> @team [x](javascript:y) ![i](u) `c` *e* _f_ # h http://a.b www.a.b')).toBe(
    'a\\|b c &#60;b&#62; &#64;team \\[x\\]\\(javascript\\:y\\) \\!\\[i\\]\\(u\\) \\`c\\` \\*e\\* \\_f\\_ &#35; h http\\://a.b www\\.a.b',
  );
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(/[<>@\n]|(?<!\\)[|`[\]*_]/u.test(markdownText(text).replace(/\\\\/gu, ''))).toBe(false);
    }),
  );
});
