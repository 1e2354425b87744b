import { AssizeError } from '../../core/errors.ts';
import type { EndpointConfig } from '../endpoint.ts';

/** Environment variables by name; read at the moment of use. */
export type Environment = Readonly<Record<string, string | undefined>>;

const variable = /\$([A-Za-z_][A-Za-z0-9_]*)/gu;

/** Names of the variables that an endpoint's key and headers hold, each once, in order. */
export function variablesOf(config: EndpointConfig): string[] {
  const texts = [config.key ?? '', ...Object.values(config.headers ?? {})];
  return [...new Set(texts.flatMap((text) => [...text.matchAll(variable)].map((match) => match[1] as string)))];
}

/**
 * Puts the values of the environment in the place of each `$NAME`.
 *
 * @throws AssizeError `config`, naming the variable and the place, where one is unset or empty.
 */
export function expand(text: string, env: Environment, place: string): string {
  return text.replace(variable, (_match, name: string) => {
    const value = env[name];
    if (value === undefined || value === '') throw missingVariable(name, value, place);
    return value;
  });
}

/** The error of a variable that is unset or empty. */
export function missingVariable(name: string, value: string | undefined, place: string): AssizeError {
  const got = value === undefined ? 'no such variable' : 'an empty one';
  return new AssizeError(
    'config',
    `${place}: expected the environment variable ${name} to hold a value, got ${got}. Set ${name}.`,
    {
      details: { variable: name },
    },
  );
}
