import type { z } from 'zod';
import { AssizeError } from '../core/errors.ts';
import { issueFault } from '../core/schema-fault.ts';
import { configSchema, type Config } from './schema.ts';
import { keysAround } from './known-keys.ts';
import { secretFaults } from './secrets.ts';

type Where = (keys: readonly (string | number)[]) => string;

/**
 * A value as a configuration, with its defaults.
 *
 * @param where The place of a path of keys, for messages.
 * @throws AssizeError `config` with every fault, the first in the message, all in `details.faults`.
 */
export function checkedConfig(value: unknown, where: Where): Config {
  const secrets = secretFaults(value);
  const faults = secrets.map(({ keys, message }) => `${where(keys)}: ${message}`);
  const parsed = configSchema.safeParse(value, { reportInput: true });
  if (parsed.success && faults.length === 0) return parsed.data;
  for (const issue of parsed.error?.issues ?? [])
    if (!secrets.some(({ keys }) => keys.join('.') === issue.path.join('.'))) faults.push(faultOf(issue, where));
  throw new AssizeError('config', faults[0] as string, { details: { faults } });
}

function faultOf(issue: z.core.$ZodIssue, where: Where): string {
  const keys = [...issue.path, ...(issue.code === 'unrecognized_keys' && issue.keys[0] !== undefined ? [issue.keys[0]] : [])] as (
    string | number
  )[];
  const narrowed = narrowest(issue);
  const at =
    narrowed === issue
      ? keys
      : ([
          ...narrowed.path,
          ...(narrowed.code === 'unrecognized_keys' && narrowed.keys[0] !== undefined ? [narrowed.keys[0]] : []),
        ] as (string | number)[]);
  const fault = issueFault(narrowed, '', keysAround(narrowed.path as (string | number)[]));
  // A fault of the whole file has no key to name.
  return `${where(at)}: ${fault.replace(/^(: |\.)/u, '')}`;
}

/** Inside a union, the branch that fits best: the one with the fewest faults, then the deepest. */
function narrowest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const branches = issue.errors
    .filter((branch) => branch.length > 0)
    .map((branch) => ({
      size: branch.length,
      type: branch.some((entry) => entry.path.length === 0 && entry.code === 'invalid_type') ? 1 : 0,
      kind: branch.some((entry) => entry.path.length === 1 && entry.path[0] === 'kind') ? 1 : 0,
      issue: branch[0] as z.core.$ZodIssue,
    }))
    .sort((a, b) => a.type - b.type || a.kind - b.kind || a.size - b.size || b.issue.path.length - a.issue.path.length);
  const best = branches[0];
  if (best === undefined) return issue;
  if (best.type === 1 && branches.every(({ type }) => type === 1))
    return {
      ...issue,
      code: 'custom',
      message: `expected ${branches.map((branch) => (branch.issue.code === 'invalid_type' ? branch.issue.expected : 'another value')).join(' or ')}, got ${JSON.stringify(issue.input)}. Correct it.`,
    } as z.core.$ZodIssue;
  return narrowest({ ...best.issue, path: [...issue.path, ...best.issue.path] });
}
