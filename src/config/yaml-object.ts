import { parse as parseYaml } from 'yaml';
import { AssizeError, describe } from '../core/errors.ts';
import { isObject } from '../core/json.ts';

/** The mapping that a YAML text holds. Throws `config` naming the place. */
export function yamlObject(text: string, place: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseYaml(text, { maxAliasCount: 100, prettyErrors: false });
  } catch (error) {
    throw new AssizeError(
      'config',
      `${place}: expected valid YAML, got: ${(error as Error).message.split('\n')[0]}. Correct it.`,
      { cause: error },
    );
  }
  if (!isObject(value))
    throw new AssizeError('config', `${place}: expected a mapping of keys, got ${describe(value)}. Write keys and values.`);
  return value;
}
