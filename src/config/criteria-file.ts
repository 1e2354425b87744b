import { schemaFault } from '../core/schema-fault.ts';
import { AssizeError } from '../core/errors.ts';
import { criteriaSetSchema, type CriteriaFile } from '../judge/criteria/criteria-set.ts';
import { readTextFile } from './text-file.ts';
import { yamlObject } from './yaml-object.ts';

/** Reads a criteria set's file, relative to `folder`. Throws `config` naming the place and what is wrong in it. */
export async function readCriteriaFile(file: string, folder: string, place: string): Promise<CriteriaFile> {
  const at = `${place} (${file})`;
  const parsed = criteriaSetSchema.safeParse(yamlObject(await readTextFile(file, folder, place), at), { reportInput: true });
  if (!parsed.success) throw new AssizeError('config', schemaFault(parsed.error, at, Object.keys(criteriaSetSchema.shape)));
  return parsed.data;
}
