import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/u.test(file))
  .map((file) => file.split(path.sep).join('/'));
const product = files.filter((file) => !/\.(test|bench)\.ts$/u.test(file));
const textOf = (file: string): string => readFileSync(path.join(source, file), 'utf8');

/** From top to bottom: a file imports from its own layer's folder or from a lower layer. Folders of one layer do not import each other. */
const layers = [
  ['index.ts', 'cli', 'server', 'integrations'],
  ['workspace'],
  ['config', 'testing'],
  ['contract', 'store', 'queue'],
  ['experiments'],
  ['studies', 'report'],
  ['measure'],
  ['run'],
  ['judge', 'perturb'],
  ['model', 'data'],
  ['core', 'stats'],
];
const heightOf = (folder: string): number => layers.length - layers.findIndex((layer) => layer.includes(folder));
const folderOf = (file: string): string => file.split('/')[0] as string;

function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/gu)].map(([, target]) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), target as string)),
  );
}

describe('architecture', () => {
  it('has source files in known folders only', () => {
    expect([...new Set(product.map(folderOf))].filter((folder) => heightOf(folder) > layers.length)).toEqual([]);
  });

  it('imports go down only', () => {
    const faults = product.flatMap((file) =>
      importsOf(file)
        .filter((target) => folderOf(target) !== folderOf(file) && heightOf(folderOf(target)) >= heightOf(folderOf(file)))
        .map((target) => `${file} → ${target}`),
    );
    expect(faults).toEqual([]);
  });

  it('studies import neither strategies, readers, models nor each other', () => {
    const faults = product
      .filter((file) => file.startsWith('studies/'))
      .flatMap((file) =>
        importsOf(file)
          .filter(
            (target) =>
              /^(judge\/(strategies|readers)|model\/(?!middleware\/call))/u.test(target) ||
              (target.startsWith('studies/') && target.split('/')[1] !== file.split('/')[1]),
          )
          .map((target) => `${file} → ${target}`),
      );
    expect(faults).toEqual([]);
  });

  it('strategies and readers do not import each other', () => {
    const own = (file: string): string => (file.startsWith('judge/strategies/') ? 'strategies' : 'readers');
    const faults = product
      .filter((file) => /^judge\/(strategies|readers)\//u.test(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) =>
            (own(file) === 'strategies' ? /^judge\/(strategies|readers)\//u : /^judge\/strategies\//u).test(target),
          )
          .map((target) => `${file} → ${target}`),
      );
    expect(faults).toEqual([]);
  });

  it('has no cycles between files', () => {
    const graph = new Map(product.map((file) => [file, importsOf(file).filter((target) => product.includes(target))]));
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (file: string, trail: string[]): void => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
        return;
      }
      state.set(file, 'open');
      for (const target of graph.get(file) ?? []) visit(target, [...trail, file]);
      state.set(file, 'done');
    };
    for (const file of product) visit(file, []);
    expect(cycles.filter((cycle) => !typeOnly(cycle))).toEqual([]);
  });

  it('keeps files under 400 lines', () => {
    expect(product.filter((file) => textOf(file).split('\n').length > 400)).toEqual([]);
  });

  it('has no utils or helpers folder, no export *, no default export', () => {
    expect(files.filter((file) => /(^|\/)(utils|helpers)(\/|\.ts$)/u.test(file))).toEqual([]);
    expect(product.filter((file) => /^export (\*|default)/mu.test(textOf(file)))).toEqual([]);
  });

  it('takes randomness and time as parameters', () => {
    const entryPoints = /^(cli|server|workspace|testing|config)\//u;
    expect(
      product.filter((file) => !entryPoints.test(file) && /Math\.random\(|Date\.now\(|new Date\(\)/u.test(textOf(file))),
    ).toEqual([]);
  });

  it('compares with no verdict-space kind outside the spaces’ own files', () => {
    // The statistics know levels of measurement, whose names are the same words, and no verdict space.
    const owners = /^(core\/|stats\/|config\/resolve-judge\.ts|config\/schema\.ts)/u;
    const comparison =
      /\.kind\s*[!=]==?\s*'(binary|ordinal|interval|preference|categorical)'|case '(binary|ordinal|interval|preference|categorical)':/u;
    expect(product.filter((file) => !owners.test(file) && comparison.test(textOf(file)))).toEqual([]);
  });
});

/** A cycle is harmless where some link of it is for types alone: it does not exist when the program runs. */
function typeOnly(cycle: string): boolean {
  const chain = cycle.split(' → ');
  return chain.some((file, index) => {
    const next = chain[index + 1];
    if (next === undefined) return false;
    const statements = [...textOf(file).matchAll(/import\s+(type\s)?([^;]*?)from\s+['"](\.[^'"]+)['"]/gu)].filter(
      ([, , , target]) => path.posix.normalize(path.posix.join(path.posix.dirname(file), target as string)) === next,
    );
    return (
      statements.length > 0 &&
      statements.every(
        ([, type, names]) =>
          type !== undefined ||
          (names as string)
            .replace(/[{}\s]/gu, '')
            .split(',')
            .filter(Boolean)
            .every((name) => name.startsWith('type')),
      )
    );
  });
}
