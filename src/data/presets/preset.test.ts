import { expect, it } from 'vitest';
import { presetNamed, type Preset } from './preset.ts';

it('finds a preset by name, and names the nearest', () => {
  const preset: Preset = { name: 'memerag', summary: 'Answers', map: { output: 'answer' } };
  expect(presetNamed('memerag', 'd.preset', [preset])).toBe(preset);
  expect(() => presetNamed('memreag', 'd.preset', [preset])).toThrow(
    'd.preset: expected one of memerag, got "memreag" (string). Did you mean memerag?',
  );
  expect(() => presetNamed('x', 'd.preset', [])).toThrow(
    'd.preset: expected no preset (none is there yet), got "x" (string). Map the columns with map.',
  );
});
