import { z } from 'zod';
import { isObject } from '../core/json.ts';
import { configSchema } from './schema.ts';

/** The configuration's JSON Schema, for editors. */
export function configJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' });
  return { ...schema, title: 'assize.yaml', description: 'Configuration of Assize: judges, data sets, endpoints.' };
}

/** The keys that may stand under a path of keys, gathered over every form that a value may have there. */
export function knownKeysAt(keys: readonly (string | number)[]): string[] {
  cached ??= configJsonSchema();
  let nodes: unknown[] = [cached];
  for (const key of keys) nodes = nodes.flatMap(branches).flatMap((node) => children(node, key));
  return [
    ...new Set(
      nodes
        .flatMap(branches)
        .flatMap((node) => (isObject(node) && isObject(node['properties']) ? Object.keys(node['properties']) : [])),
    ),
  ].filter((key) => key !== '$schema');
}

/** The keys that may stand under a path, and with a dot those that may stand one deeper (`harness.strategy`), for keys that stand too high. */
export function keysAround(keys: readonly (string | number)[]): string[] {
  const known = knownKeysAt(keys);
  return [...known, ...known.flatMap((key) => knownKeysAt([...keys, key]).map((deeper) => `${key}.${deeper}`))];
}

let cached: Record<string, unknown> | undefined;

function branches(node: unknown): unknown[] {
  if (!isObject(node)) return [];
  const union = node['anyOf'] ?? node['oneOf'];
  return Array.isArray(union) ? [node, ...union.flatMap(branches)] : [node];
}

function children(node: unknown, key: string | number): unknown[] {
  if (!isObject(node)) return [];
  if (typeof key === 'number') return node['items'] === undefined ? [] : [node['items']];
  const properties = isObject(node['properties']) ? node['properties'] : {};
  if (Object.hasOwn(properties, key)) return [properties[key]];
  return isObject(node['additionalProperties']) ? [node['additionalProperties']] : [];
}
