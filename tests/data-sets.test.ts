import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { presets } from '../src/data/presets/presets.ts';

const page = fileURLToPath(new URL('../docs/guide/data-sets.md', import.meta.url));

/** The table of the guide, from what the presets say of themselves. UPDATE_DOCS=1 writes it. */
it('the guide’s table of data sets is what the presets say', () => {
  const rows = presets.map(({ name, summary, source, items, languages, goldBy }) => {
    const { licence } = source;
    const cells = [
      `\`${name}\``,
      summary,
      `[${source.title}](${source.home})`,
      items?.toLocaleString('en') ?? 'not at hand',
      languages.join(' '),
      goldBy,
      licence.light === 'none found' ? licence.light : `${licence.name} (${licence.light})`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const table = [
    '| preset | what is judged | set | items | languages | gold by | licence (light) |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
  const text = readFileSync(page, 'utf8');
  const between = /(<!-- sets: [^>]*-->\n)([\s\S]*?)(<!-- \/sets -->)/u;
  if (process.env['UPDATE_DOCS'] === '1')
    writeFileSync(
      page,
      text.replace(between, (_, before: string, _old, after: string) => `${before}\n${table}\n\n${after}`),
    );
  expect(between.exec(readFileSync(page, 'utf8'))?.[2]?.trim()).toBe(table);
});
