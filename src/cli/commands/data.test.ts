import { access, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../../config/load.ts';
import { presets } from '../../data/presets/presets.ts';
import { scratchFolder } from '../../data/scratch-folder.ts';
import type { CliContext } from '../main.ts';
import { sampleConfig } from '../output/sample-config.ts';
import { listData, pullData, showData } from './data.ts';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let server: Server;
let asked: string[];
let out: string;
let err: string;
let context: CliContext;

function sink(write: (text: string) => void): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      write(String(chunk));
      done();
    },
  });
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => new Promise((resolve) => server.close(resolve)));
beforeEach(async () => {
  scratch = await scratchFolder();
  [asked, out, err] = [[], '', ''];
  context = {
    stdout: sink((text) => (out += text)),
    stderr: sink((text) => (err += text)),
    env: { ASSIZE_GITHUB_RAW: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    cwd: scratch.path,
  };
});
afterEach(async () => scratch.remove());

describe('assize data list', () => {
  it('has a line a set, with its licence in words', async () => {
    expect(await listData({}, context)).toBe(0);
    for (const { name } of presets) expect(out).toMatch(new RegExp(`^${name} `, 'mu'));
    expect(out).toMatch(/^memerag .* 2,322 .*de es fr hi.*CC BY-NC 4\.0 \(non-commercial\)$/mu);
    expect(out).toMatch(/^copa .* none found$/mu);
    expect(out).toMatch(/^belebele .* not at hand /mu);
  });

  it('is one object with --json', async () => {
    await listData({ json: true }, context);
    const { sets } = JSON.parse(out) as { sets: Record<string, unknown>[] };
    expect(sets.find(({ name }) => name === 'seahorse')).toMatchObject({
      items: 755,
      licence: { light: 'ask' },
      terms: expect.stringContaining('training'),
      pulled: true,
    });
    expect([sets.length, err]).toEqual([presets.length, '']);
  });
});

describe('assize data show', () => {
  it('tells oddities, terms, files with commit and sum, and a configuration', async () => {
    await showData('memerag', {}, context);
    for (const text of [
      'never used to train models',
      'never a superset',
      'github.com/amazon-science/MEMERAG at aa274f6e1faf8efed80ee41c3dbe24af0103a707, data/memerag/de.jsonl',
      'preset: memerag',
      'factuality: the label as published',
    ])
      expect(out).toContain(text);
  });

  it('says of a set that was not at hand where to get it', async () => {
    await showData('wino-x', {}, context);
    expect(out).toContain('by hand from https://huggingface.co/datasets/demelin/wino_x, into data/wino_x');
    expect(out).toContain('the files were not at hand');
  });

  it('names the nearest of a name that is none', async () => {
    await expect(showData('memrag', {}, context)).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining('Did you mean memerag?'),
    });
  });

  it.each(presets.map((preset) => [preset.name, preset] as const))(
    'gives a configuration of %s that can be pasted',
    (name, preset) => {
      const { config } = parseConfig(sampleConfig(preset), 'assize.yaml');
      expect(config.datasets[name]?.preset).toBe(name);
      expect(config.judges['mine']).toMatchObject({ verdict: { kind: preset.verdict.kind } });
    },
  );
});

describe('assize data pull', () => {
  it('says the terms and asks for their acceptance before any request', async () => {
    await expect(pullData('memerag', { quiet: true }, context)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('expected --accept-terms'),
    });
    expect([asked, err]).toEqual([[], expect.stringContaining('never used to train models')]);
    await expect(pullData('memerag', { acceptTerms: true }, context)).rejects.toThrow('got none there (404)');
    expect([asked, err]).toEqual([
      ['/amazon-science/MEMERAG/aa274f6e1faf8efed80ee41c3dbe24af0103a707/data/memerag/de.jsonl'],
      expect.stringContaining('MEMERAG. Licence: CC BY-NC 4.0 (non-commercial).'),
    ]);
  });

  it('puts files into data/FOLDER, or where --to says', async () => {
    await expect(pullData('pws', {}, context)).rejects.toThrow(`into ${join(scratch.path, 'data', 'pws_winograd')}`);
    await expect(pullData('pws', { to: 'here' }, context)).rejects.toThrow(`into ${join(scratch.path, 'here')}`);
    await access(join(scratch.path, 'here'));
    expect(err).toContain('CC BY-SA 4.0 (open). What is made from it');
  });

  it('keeps what is there, and tells it in one object', async () => {
    const folder = process.env['ASSIZE_PUBLIC_DATA'] ?? new URL('../../../../shared/datasets', import.meta.url).pathname;
    const file = await readFile(join(folder, 'pws_winograd/pws.tsv')).catch(() => undefined);
    if (file === undefined) return;
    await scratch.put('data/pws_winograd/pws.tsv', file);
    expect(await pullData('pws', { json: true }, context)).toBe(0);
    expect(JSON.parse(out)).toEqual({
      name: 'pws',
      folder: join(scratch.path, 'data/pws_winograd'),
      fetched: 0,
      found: 1,
      files: ['pws.tsv'],
    });
    expect(asked).toEqual([]);
  });

  it('refuses a set without pinned files, with its address', async () => {
    await expect(pullData('belebele', {}, context)).rejects.toThrow(
      'Fetch them by hand from https://huggingface.co/datasets/facebook/belebele into',
    );
  });
});
