import path from 'node:path';
import { AssizeError } from '../../core/errors.ts';
import type { Preset } from '../../data/presets/preset.ts';
import { presetNamed, presets } from '../../data/presets/presets.ts';
import type { CliContext } from '../main.ts';
import { sampleConfig } from '../output/sample-config.ts';
import { table } from '../output/table.ts';
import { printJson } from './options.ts';

type DataOptions = { readonly json?: boolean; readonly quiet?: boolean; readonly to?: string; readonly acceptTerms?: boolean };

/** `assize data list`: the public data sets that presets read. */
export async function listData(given: unknown, context: CliContext): Promise<number> {
  if ((given as DataOptions).json === true) {
    printJson({ sets: presets.map((preset) => factsOf(preset)) }, context);
    return 0;
  }
  const rows = presets.map((preset) => [
    preset.name,
    preset.summary,
    preset.items?.toLocaleString('en') ?? 'not at hand',
    preset.languages.length > 5 ? `${preset.languages.length} languages` : preset.languages.join(' '),
    preset.goldBy,
    licenceText(preset),
  ]);
  context.stdout.write(
    `${table(['name', 'what is judged', 'items', 'languages', 'gold by', 'licence'], rows, context.stdout)}\n\n`,
  );
  context.stdout.write(
    'assize data show NAME tells all of one, with a configuration to paste; assize data pull NAME fetches its files.\n“not at hand”: read by its published layout, the files to be fetched by hand.\n',
  );
  return 0;
}

/** `assize data show`: all that is to be known of a set before it is used. */
export async function showData(name: string, given: unknown, context: CliContext): Promise<number> {
  const preset = presetNamed(name, 'data');
  const { source } = preset;
  if ((given as DataOptions).json === true) {
    printJson(
      {
        ...factsOf(preset),
        handled: preset.handled,
        columns: preset.columns ?? {},
        map: preset.map,
        files: source.files,
        config: sampleConfig(preset),
      },
      context,
    );
    return 0;
  }
  const { licence } = source;
  const lines = [
    `${preset.name}: ${preset.summary}`,
    '',
    `set        ${source.title}, ${source.home}`,
    `items      ${preset.items === undefined ? 'not counted: its files were not at hand' : preset.items.toLocaleString('en')}`,
    `languages  ${preset.languages.join(', ')}`,
    `gold       ${verdictText(preset)}; by ${preset.goldBy}`,
    `licence    ${licenceText(preset)}${licence.note === undefined ? '' : `. ${licence.note}`}`,
    ...(source.terms === undefined ? [] : [`terms      ${source.terms}`]),
    '',
    'What is odd, and what is made of it:',
    ...preset.handled.map((sentence) => `- ${sentence}`),
    '',
    'What a judge may see, and what stands beside it (map):',
    ...Object.entries(preset.map).map(([key, value]) => `- ${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
    ...(preset.columns === undefined
      ? []
      : [
          '',
          'Further columns, for filter, for map and for recorded judges:',
          ...Object.entries(preset.columns).map(([column, meaning]) => `- ${column}: ${meaning}`),
        ]),
    '',
    source.files.length === 0
      ? `Where to get it: by hand from ${source.home}, into data/${source.folder}.`
      : `Where to get it: assize data pull ${preset.name}, which fetches into data/${source.folder}:`,
    ...source.files.map(
      (file) =>
        `- ${file.to}: github.com/${file.repository} at ${file.commit}, ${file.path} (${file.bytes.toLocaleString('en')} bytes, SHA-256 ${file.sha256})`,
    ),
    '',
    'A configuration to paste (the judge is to be made yours):',
    '',
    sampleConfig(preset),
  ];
  context.stdout.write(`${lines.join('\n')}`);
  return 0;
}

/** `assize data pull`: licence and terms first, then the files, each checked by its sum. */
export async function pullData(name: string, given: unknown, context: CliContext): Promise<number> {
  const options = given as DataOptions;
  const preset = presetNamed(name, 'data');
  const { source } = preset;
  const note = source.licence.note === undefined ? '' : ` ${source.licence.note}`;
  if (options.quiet !== true) context.stderr.write(`${source.title}. Licence: ${licenceText(preset)}.${note}\n`);
  // Said also to those who want no notes: it is what the authors ask for.
  if (source.terms !== undefined) context.stderr.write(`${source.terms}\n`);
  if (source.terms !== undefined && options.acceptTerms !== true)
    throw new AssizeError(
      'usage',
      `${preset.name}: expected --accept-terms, since the authors of ${source.title} ask something of its users, got none. Read the terms, and give it if you accept them.`,
      {
        details: { terms: source.terms },
      },
    );
  const folder = path.resolve(context.cwd, options.to ?? path.join('data', source.folder));
  const { gitHubSource } = await import('../../data/pull/file-source.ts');
  const { pullFiles } = await import('../../data/pull/pull-files.ts');
  const from = gitHubSource({ env: context.env });
  const abort = new AbortController();
  const interrupt = (): void => abort.abort(new Error('interrupted'));
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    const { fetched, found } = await pullFiles(source, {
      folder,
      from,
      signal: abort.signal,
      ...(options.quiet !== true && {
        onEvent: ({ type, to, bytes, number, count }) =>
          context.stderr.write(
            `${number}/${count} ${to}: ${type === 'file-found' ? 'here' : `${bytes.toLocaleString('en')} bytes, SHA-256 as pinned`}\n`,
          ),
      }),
    });
    if (options.json === true)
      printJson({ name: preset.name, folder, fetched, found, files: source.files.map(({ to }) => to) }, context);
    else if (options.quiet !== true)
      context.stdout.write(
        `${source.title} is in ${path.relative(context.cwd, folder) || '.'}: ${source.files.length === 1 ? '1 file' : `${source.files.length} files`}, ${fetched} fetched, ${found} there before. assize data show ${preset.name} has a configuration to paste.\n`,
      );
    return 0;
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    context.stderr.write(`Interrupted. Run "assize data pull ${preset.name}" again: what is here is kept.\n`);
    return 130;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    await from.close();
  }
}

function licenceText({ source: { licence } }: Preset): string {
  return licence.light === 'none found'
    ? `${licence.name === 'none found' ? '' : `${licence.name}; `}none found`
    : `${licence.name} (${licence.light})`;
}

/** The values that gold takes, in words. */
function verdictText({ verdict }: Preset): string {
  const { kind, ...rest } = verdict;
  return `${kind} ${JSON.stringify(rest)}`;
}

function factsOf(preset: Preset): Record<string, unknown> {
  const { source } = preset;
  return {
    name: preset.name,
    summary: preset.summary,
    set: source.title,
    home: source.home,
    items: preset.items ?? null,
    languages: preset.languages,
    verdict: preset.verdict,
    goldBy: preset.goldBy,
    licence: { name: source.licence.name, light: source.licence.light, note: source.licence.note ?? null },
    terms: source.terms ?? null,
    pulled: source.files.length > 0,
    folder: `data/${source.folder}`,
  };
}
