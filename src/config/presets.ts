import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { AssizeError } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import { schemaFault } from '../core/schema-fault.ts';
import { packageRoot } from './package-root.ts';
import { modelJudgeSchema } from './schema.ts';

const presetSchema = modelJudgeSchema.omit({ kind: true, preset: true }).extend({
  name: z.string(),
  summary: z.string(),
  needs: z.array(z.string()),
  notFor: z.string().optional(),
});

/** A ready-made judge without a model; paths in it are relative to `folder`. */
export type PresetJudge = z.output<typeof presetSchema> & { readonly folder: string };

/** Names of the ready-made judges, sorted. */
export function presetJudgeNames(): string[] {
  names ??= readdirSync(folder())
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort();
  return names;
}

let names: string[] | undefined;

/** A ready-made judge. Throws `config` naming the nearest where there is none of that name. */
export async function presetJudge(name: string, place: string): Promise<PresetJudge> {
  if (!presetJudgeNames().includes(name)) {
    const near = nearest(name, presetJudgeNames());
    throw new AssizeError(
      'config',
      `${place}: expected one of ${presetJudgeNames().join(', ')}, got "${name}". ${near === undefined ? 'Use one of these.' : `Did you mean ${near}?`}`,
    );
  }
  const file = path.join(folder(), `${name}.yaml`);
  const parsed = presetSchema.safeParse(parseYaml(await readFile(file, 'utf8')), { reportInput: true });
  if (!parsed.success) throw new AssizeError('internal', schemaFault(parsed.error, file));
  return { ...parsed.data, folder: folder() };
}

function folder(): string {
  return path.join(packageRoot(), 'presets', 'judges');
}
