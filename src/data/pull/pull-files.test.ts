import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../core/hash.ts';
import type { PublicSource, PublishedFile } from '../presets/public-source.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { gitHubSource } from './file-source.ts';
import { pullFiles, type PullEvent } from './pull-files.ts';

const contents: Readonly<Record<string, Buffer>> = {
  'data/a=1,b.jsonl': Buffer.from('{"a":1}\n'),
  'data/deep/é.json': Buffer.from('[]'),
};
const fileOf = (path: string, to: string): PublishedFile => {
  const bytes = contents[path] as Buffer;
  return { repository: 'Org/Set', commit: 'c0ffee', path, to, bytes: bytes.length, sha256: sha256(bytes) };
};
const source: PublicSource = {
  title: 'A set',
  folder: 'set',
  licence: { name: 'MIT', light: 'open' },
  home: 'https://example.org/set',
  files: [fileOf('data/a=1,b.jsonl', 'a.jsonl'), fileOf('data/deep/é.json', 'deep/er/b.json')],
};

let server: Server;
let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let folder: string;
let asked: string[];
let events: PullEvent[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const signal = new AbortController().signal;

const published = (request: IncomingMessage, response: ServerResponse): void => {
  const path = decodeURIComponent((request.url ?? '').replace('/mirror/Org/Set/c0ffee/', ''));
  const content = contents[path];
  response.writeHead(content === undefined ? 404 : 200).end(content);
};
const pull = async (of: PublicSource = source, given = signal): ReturnType<typeof pullFiles> => {
  const { port } = server.address() as AddressInfo;
  const from = gitHubSource({ env: { ASSIZE_GITHUB_RAW: `http://127.0.0.1:${port}/mirror/` }, pauseMs: 1 });
  try {
    return await pullFiles(of, { folder, from, signal: given, onEvent: (event) => events.push(event) });
  } finally {
    await from.close();
  }
};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(async () => {
  scratch = await scratchFolder();
  folder = join(scratch.path, 'set');
  [asked, events, answer] = [[], [], published];
});
afterEach(async () => scratch.remove());

describe('pulling a set', () => {
  it('fetches each file from its commit under its own name, and keeps what is there', async () => {
    expect(await pull()).toEqual({ fetched: 2, found: 0 });
    expect(await readFile(join(folder, 'a.jsonl'))).toEqual(contents['data/a=1,b.jsonl']);
    expect(await readFile(join(folder, 'deep/er/b.json'))).toEqual(contents['data/deep/é.json']);
    expect(asked).toEqual(['/mirror/Org/Set/c0ffee/data/a%3D1%2Cb.jsonl', '/mirror/Org/Set/c0ffee/data/deep/%C3%A9.json']);
    expect(events.map(({ type, to, number, count }) => [type, to, number, count])).toEqual([
      ['file-fetched', 'a.jsonl', 1, 2],
      ['file-fetched', 'deep/er/b.json', 2, 2],
    ]);
    expect(await pull()).toEqual({ fetched: 0, found: 2 });
    expect(asked).toHaveLength(2);
  });

  it('goes on after a pull that failed, and leaves no part of a file', async () => {
    answer = (request, response) => {
      if (asked.length > 1) response.writeHead(200, { 'content-length': 2 }).write('[', () => response.destroy());
      else published(request, response);
    };
    await expect(pull()).rejects.toMatchObject({
      code: 'data',
      message: expect.stringMatching(
        /got no whole answer \(.*Run the same command again.*https:\/\/github\.com\/Org\/Set\/tree\/c0ffee/u,
      ),
    });
    expect(await readdir(folder)).toEqual(['a.jsonl']);
    answer = published;
    expect(await pull()).toEqual({ fetched: 1, found: 1 });
  });

  it('tries again where it may help, and not where it cannot', async () => {
    answer = (request, response) => (asked.length < 3 ? response.writeHead(503).end() : published(request, response));
    expect(await pull()).toEqual({ fetched: 2, found: 0 });
    expect(asked).toHaveLength(4);
    answer = (_request, response) => response.writeHead(404).end();
    asked = [];
    folder = join(scratch.path, 'other');
    await expect(pull()).rejects.toThrow('got none there (404)');
    expect(asked).toHaveLength(1);
  });

  it('refuses a file with another sum, after a second look, and writes nothing', async () => {
    answer = (_request, response) => response.end('{"a":2}\n');
    await expect(pull()).rejects.toThrow(/expected SHA-256 [0-9a-f]{64}, got [0-9a-f]{64} \(8 of 8 bytes\)\. Do not use it/u);
    expect([asked.length, await readdir(folder)]).toEqual([2, []]);
  });

  it('gives up a body that grows past the file’s size', async () => {
    answer = (_request, response) => response.end('x'.repeat(1_000_000));
    await expect(pull()).rejects.toThrow('got more than its 8 bytes');
  });

  it('never replaces another file, and never follows a link out of the folder', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'a.jsonl'), 'mine');
    await expect(pull()).rejects.toMatchObject({ code: 'output', message: expect.stringContaining('got something else') });
    expect(await readFile(join(folder, 'a.jsonl'), 'utf8')).toBe('mine');

    folder = join(scratch.path, 'linked');
    const outside = join(scratch.path, 'outside');
    await mkdir(join(outside, 'er'), { recursive: true });
    await mkdir(folder);
    await symlink(outside, join(folder, 'deep'));
    await expect(pull()).rejects.toThrow('expected a folder, got a file or a link');
    await symlink(join(outside, 'new.jsonl'), join(folder, 'x'));
    const dangling = { ...source, files: [{ ...(source.files[0] as PublishedFile), to: 'x' }] };
    await expect(pull(dangling)).rejects.toThrow('got something else');
    expect([await readdir(join(outside, 'er')), await lstat(join(outside, 'new.jsonl')).catch(() => 'none')]).toEqual([
      [],
      'none',
    ]);
  });

  it.each(['../a', '/a', 'a/../../b', 'a\\b', 'C:/a'])('refuses the path %s', async (to) => {
    await expect(pull({ ...source, files: [{ ...(source.files[0] as PublishedFile), to }] })).rejects.toThrow(
      'expected a path inside',
    );
    expect(asked).toEqual([]);
  });

  it('says in one line where to fetch by hand, without network and where nothing is pinned', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
    await new Promise((resolve) => closed.close(resolve));
    const from = gitHubSource({ env: { ASSIZE_GITHUB_RAW: base }, attempts: 1 });
    await expect(pullFiles(source, { folder, from, signal })).rejects.toMatchObject({
      code: 'data',
      message: `A set: expected ${base}/Org/Set/c0ffee/data/a%3D1%2Cb.jsonl, got no connection (ECONNREFUSED). Set HTTPS_PROXY if there is one, or fetch by hand from https://github.com/Org/Set/tree/c0ffee into ${folder}; assize data show lists the files.`,
    });
    await expect(pull({ ...source, files: [] })).rejects.toThrow('Fetch them by hand from https://example.org/set into');
  });

  it('stops when it is told to', async () => {
    const abort = new AbortController();
    answer = () => abort.abort(new Error('enough'));
    await expect(pull(source, abort.signal)).rejects.toThrow('enough');
    expect(await readdir(folder)).toEqual([]);
  });
});
