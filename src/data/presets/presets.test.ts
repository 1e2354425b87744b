import { describe, expect, it } from 'vitest';
import { viewOf } from '../../core/space-view.ts';
import { presetNamed, presets } from './presets.ts';

describe('presets', () => {
  it('are found by name; another name has the nearest', () => {
    expect(presetNamed('memerag', 'd.preset').summary).toContain('supported');
    expect(() => presetNamed('memreag', 'd.preset')).toThrow(
      /^d\.preset: expected one of xcopa, .*, got "memreag" \(string\)\. Did you mean memerag\?$/u,
    );
    expect(() => presetNamed('x', 'd.preset')).toThrow('got "x" (string). Map the columns with map.');
  });

  it.each(presets.map((preset) => [preset.name, preset] as const))('%s says all that is to be known', (_name, preset) => {
    expect(presets.filter(({ name }) => name === preset.name)).toHaveLength(1);
    expect(viewOf(preset.verdict).numeric || (viewOf(preset.verdict).classes?.length ?? 0) > 1).toBe(true);
    expect(viewOf(preset.verdict).pairwise).toBe(preset.map.outputA !== undefined);
    expect(preset.handled.length).toBeGreaterThan(0);
    // A count is of files that were at hand; whose were not says so.
    expect(preset.items !== undefined).toBe(preset.source.files.length > 0);
    expect(preset.handled[0]?.startsWith('Written by the published layout')).toBe(preset.items === undefined);
    // What may not be used for everything says so each time that it is read.
    expect(['non-commercial', 'ask'].includes(preset.source.licence.light)).toBe(preset.source.terms !== undefined);
  });

  it('have one source for a folder', () => {
    for (const { source } of presets)
      for (const other of presets) if (other.source.folder === source.folder) expect(other.source).toBe(source);
  });
});
