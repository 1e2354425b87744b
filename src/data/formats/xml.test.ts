import { describe, expect, it } from 'vitest';
import { collected } from '../scratch-folder.ts';
import { textChunks } from './text.ts';
import { readXml } from './xml.ts';

async function read(text: string | Uint8Array): Promise<unknown[]> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const source = (async function* () {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  })();
  const entries = (await collected(readXml(textChunks(source, 'f.xml'), 'f.xml'))).flat();
  return entries.map((entry) => ('record' in entry ? { ...entry, record: { ...entry.record } } : entry));
}

describe('flat XML', () => {
  it('reads attributes and children as columns, under the line of the row, whatever the line ends', async () => {
    const text =
      '<?xml version="1.0"?>\r\n<!DOCTYPE set SYSTEM "elsewhere.dtd">\r\n<set v="1">\r\n <!-- one -->\r\n <item id="1" ask=\'cause\'>\r\n  <p>A &amp; B &#233; &#x4e2d;</p><q/></item>\r\n</set>\r\n';
    expect(await read(text)).toEqual([{ line: 5, record: { id: '1', ask: 'cause', p: 'A & B é 中', q: '' } }]);
  });

  it('makes a row bad that is no flat one, and reads on', async () => {
    const text = '<s><i a="1"><a>2</a></i><i>words<b>1</b></i><i><b><c>1</c></b></i><i><b x="1">2</b></i><i><b>3</b></i></s>';
    expect(await read(text)).toEqual([
      { line: 1, bad: 'expected each column once, got a twice.' },
      { line: 1, bad: 'expected elements in <i>, got text beside them.' },
      { line: 1, bad: 'expected columns without attributes or elements, got <c> in <b>.' },
      { line: 1, bad: 'expected columns without attributes or elements, got <b> in <i>.' },
      { line: 1, record: { b: '3' } },
    ]);
  });

  it('says which byte is not UTF-8', async () => {
    expect(await read(Buffer.concat([Buffer.from('<s><i><b>'), Buffer.from([0xe9]), Buffer.from('</b></i></s>')]))).toEqual([
      { line: 1, bad: expect.stringMatching(/expected UTF-8, got the byte 0xE9/u) },
    ]);
  });

  it.each([
    [
      '<!DOCTYPE s [<!ENTITY a "b">]><s><i><b>&a;</b></i></s>',
      'f.xml:1: expected an element, a comment or text, got "<!DOCTYPE s [<!ENTITY a \\"b\\">',
    ],
    ['<s><i><b>&lol;</b></i></s>', 'got "&lol;"'],
    ['<s><i><b>a & b</b></i></s>', 'got "&"'],
    ['<s><i><b>&#0;</b></i></s>', 'got "&#0;"'],
    ['<s>\n<i></b></i></s>', 'f.xml:2: expected </i>, got </b>'],
    ['<s><i>', 'expected </i>, got the end of the file'],
    ['<s></s><t/>', 'expected one root, got <t> after it'],
    ['<s>words</s>', 'expected rows in <s>, got text beside them'],
    ['{"a": 1}', 'got text outside the root'],
    ['', 'expected a root element, got none'],
    ['<s><![CDATA[x]]></s>', 'expected an element, a comment or text'],
  ])('refuses %s', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('keeps a column named __proto__ a column', async () => {
    expect(await read('<s><i __proto__="x"/></s>')).toEqual([{ line: 1, record: { ['__proto__']: 'x' } }]);
  });
});
