import { isObject } from '../core/json.ts';

const headerWithSecret = /^(authorization|proxy-authorization|cookie|.*(api[-_]?key|token|secret).*)$/iu;

/** Literal secrets in a configuration, by the path of their key. The message never repeats the value. */
export function secretFaults(config: unknown): { keys: string[]; message: string }[] {
  if (!isObject(config) || !isObject(config['endpoints'])) return [];
  return Object.entries(config['endpoints']).flatMap(([name, endpoint]) => {
    if (!isObject(endpoint)) return [];
    const key = endpoint['key'];
    const headers = isObject(endpoint['headers']) ? Object.entries(endpoint['headers']) : [];
    return [
      ...(key === undefined || isVariable(key)
        ? []
        : [
            {
              keys: ['endpoints', name, 'key'],
              message: `endpoints.${name}.key: expected $NAME of an environment variable, got a literal value. Put the key in the environment and name the variable.`,
            },
          ]),
      ...headers
        .filter(([header, value]) => headerWithSecret.test(header) && typeof value === 'string' && !/\$[A-Za-z_]\w*/u.test(value))
        .map(([header]) => ({
          keys: ['endpoints', name, 'headers', header],
          message: `endpoints.${name}.headers.${header}: expected $NAME of an environment variable, got a literal value. Put the secret in the environment and name the variable.`,
        })),
    ];
  });
}

function isVariable(value: unknown): boolean {
  return typeof value === 'string' && /^\$[A-Za-z_][A-Za-z0-9_]*$/u.test(value);
}
