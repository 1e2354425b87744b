import { z } from 'zod';
import { schemaKeys } from '../core/schema-keys.ts';
import { configSchema } from './schema.ts';

/** The configuration's JSON Schema, for editors. */
export function configJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' });
  return { ...schema, title: 'assize.yaml', description: 'Configuration of Assize: judges, data sets, endpoints.' };
}

/** The keys that may stand under a path of keys, gathered over every form that a value may have there. */
export function knownKeysAt(keys: readonly (string | number)[]): string[] {
  cached ??= configJsonSchema();
  return schemaKeys(cached, keys).filter((key) => key !== '$schema');
}

/** The keys that may stand under a path, and with a dot those that may stand one deeper (`harness.strategy`), for keys that stand too high. */
export function keysAround(keys: readonly (string | number)[]): string[] {
  const known = knownKeysAt(keys);
  return [...known, ...known.flatMap((key) => knownKeysAt([...keys, key]).map((deeper) => `${key}.${deeper}`))];
}

let cached: Record<string, unknown> | undefined;
