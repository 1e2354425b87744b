import { stringify } from 'yaml';
import type { Preset } from '../../data/presets/preset.ts';

/** A configuration for a public set, to paste: the set, a judge whose menu has its gold, and a recorded judge where verdicts are in the data. */
export function sampleConfig(preset: Preset): string {
  const { name, recorded, verdict } = preset;
  const filesOf = (patterns: readonly string[]): string | string[] => {
    const files = patterns.map((file) => `data/${preset.source.folder}/${file}`);
    return files.length === 1 ? (files[0] as string) : files;
  };
  return stringify(
    {
      version: 1,
      datasets: {
        [name]: { preset: name, files: filesOf(preset.files) },
        ...(recorded && { [`${name}-recorded`]: { preset: name, files: filesOf(recorded.files) } }),
      },
      judges: {
        mine: {
          model: 'local:qwen2.5-coder-1.5b-instruct',
          rubric: `Say here what makes the verdict. Of this set: ${preset.summary}`,
          verdict,
        },
        ...(recorded && { 'gpt-4': { kind: 'recorded', column: recorded.column, verdict: recorded.verdict } }),
      },
    },
    { lineWidth: 150, aliasDuplicateObjects: false },
  );
}
