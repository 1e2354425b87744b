import type { z } from 'zod';
import { describe } from './errors.ts';
import { isObject } from './json.ts';
import { nearest } from './nearest.ts';

type Issue = z.core.$ZodIssue;

/** One line for the first fault that a schema found: place, what was expected, what came, and the nearest key where one was unknown. */
export function schemaFault(error: z.ZodError, place: string, knownKeys: readonly string[] = []): string {
  const issue = error.issues[0];
  return issue === undefined ? `${place}: expected a valid value. Check it.` : issueFault(deepest(issue), place, knownKeys);
}

/** One line for one fault. `knownKeys` are offered where a key is unknown; those with a dot (`harness.strategy`) where a key belongs deeper. */
export function issueFault(issue: Issue, place: string, knownKeys: readonly string[] = []): string {
  const at = [place, ...issue.path.map(String)].join('.').replace(/\.(\d+)(?=\.|$)/gu, '[$1]');
  switch (issue.code) {
    case 'unrecognized_keys': {
      const key = issue.keys[0] ?? '';
      const here = knownKeys.filter((known) => !known.includes('.'));
      const near = nearest(key, here) ?? knownKeys.find((known) => known.endsWith(`.${key}`));
      const options = here.length > 0 ? `one of ${here.join(', ')}` : 'a known key';
      return `${at}.${key}: expected ${options}, got the unknown key "${key}". ${near === undefined ? 'Remove it.' : `Did you mean ${near}?`}`;
    }
    case 'invalid_type':
      return `${at}: expected ${issue.expected}, got ${describe(issue.input)}. ${issue.input === undefined ? 'Add it.' : 'Correct it.'}`;
    case 'invalid_value':
      return `${at}: expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}, got ${describe(issue.input)}. Use ${issue.values.length === 1 ? 'it' : 'one of these'}.`;
    case 'too_small':
      return `${at}: expected ${issue.origin === 'number' || issue.origin === 'int' ? 'a number' : sized(issue.origin)} ${issue.inclusive === false ? 'above' : 'of at least'} ${issue.minimum}, got ${describe(issue.input)}. ${issue.origin === 'array' ? 'Add to' : 'Raise'} it.`;
    case 'too_big':
      return `${at}: expected ${issue.origin === 'number' || issue.origin === 'int' ? 'a number' : sized(issue.origin)} ${issue.inclusive === false ? 'below' : 'of at most'} ${issue.maximum}, got ${describe(issue.input)}. ${issue.origin === 'array' ? 'Shorten' : 'Lower'} it.`;
    case 'invalid_union': {
      const got = isObject(issue.input) && issue.discriminator !== undefined ? issue.input[issue.discriminator] : issue.input;
      const kinds = [...issue.message.matchAll(/'([^']+)'/gu)].map(([, kind]) => kind as string);
      const near = typeof got === 'string' ? nearest(got, kinds) : undefined;
      return `${at}: expected ${kinds.length > 0 ? `one of ${kinds.join(', ')}` : 'another value'}, got ${describe(got)}. ${near === undefined ? 'Correct it.' : `Did you mean ${near}?`}`;
    }
    default:
      return `${at}: ${issue.message}`;
  }
}

/** What has a size, in words of the file: a list, not an array. */
function sized(origin: string): string {
  return origin === 'array' ? 'a list with a length' : origin === 'string' ? 'a text with a length' : `a ${origin} with a size`;
}

/** Inside a union, the branch that came furthest tells the user most. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const branches = issue.errors.flatMap((branch) =>
    branch[0] === undefined ? [] : [deepest({ ...branch[0], path: [...issue.path, ...branch[0].path] })],
  );
  return branches.sort((a, b) => b.path.length - a.path.length)[0] ?? issue;
}
