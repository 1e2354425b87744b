import { isObject } from './json.ts';

/** The keys that may stand under a path of keys of a JSON Schema, gathered over every form that a value may have there. */
export function schemaKeys(schema: unknown, keys: readonly (string | number)[]): string[] {
  let nodes: unknown[] = [schema];
  for (const key of keys) nodes = nodes.flatMap(branches).flatMap((node) => children(node, key));
  return [
    ...new Set(
      nodes
        .flatMap(branches)
        .flatMap((node) => (isObject(node) && isObject(node['properties']) ? Object.keys(node['properties']) : [])),
    ),
  ];
}

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
