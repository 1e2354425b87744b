import { Command } from 'commander';
import { expect, test } from 'vitest';
import { usageLine } from './usage-line.ts';

const program = new Command('assize');
program.command('judge').requiredOption('--data <set>').option('--limit <n>').option('--no-cache').option('--json');
const runs = program.command('runs');
runs.command('list');
runs.command('show');

test.each([
  [
    `error: option '--limit <n>' argument 'x' is invalid. expected a whole number of 1 or more, got "x".`,
    [],
    '--limit: expected a whole number of 1 or more, got "x". See assize --help.',
  ],
  [`error: option '--limit <n>' argument missing`, [], '--limit: expected <n>, got nothing. Add it.'],
  [`error: required option '--data <set>' not specified`, [], '--data: expected <set>, got nothing. Add it.'],
  [
    `error: unknown option '--limt'\n(Did you mean --limit?)`,
    [],
    '--limt: expected an option of the command, got an unknown one. Did you mean --limit?',
  ],
  [`error: unknown option '--zzz'`, [], '--zzz: expected an option of the command, got an unknown one. See assize --help.'],
  [`error: missing required argument 'judge'`, ['judge'], 'assize: expected <judge>, got nothing. See assize --help.'],
  [
    `error: too many arguments for 'judge'. Expected 1 argument but got 2.`,
    ['judge', 'a', 'b'],
    'judge: expected 1 argument, got 2. See assize --help.',
  ],
  [
    `error: too many arguments. Expected 0 arguments but got 2.`,
    ['juge', 'a'],
    'assize: expected one of judge, runs, got "juge". Did you mean judge?',
  ],
  [
    `error: too many arguments for 'list'. Expected 0 arguments but got 1.`,
    ['runs', 'shw'],
    'assize runs: expected one of list, show, got "shw". Did you mean show?',
  ],
  [
    `error: required option '--data <set>' not specified`,
    ['judge', 'j', '--dta', 'items'],
    '--dta: expected an option of the command, got an unknown one. Did you mean --data?',
  ],
  [
    `error: required option '--data <set>' not specified`,
    ['judge', 'j', '--limit', '--dta', '--jsn=x'],
    '--jsn: expected an option of the command, got an unknown one. Did you mean --json?',
  ],
  [
    `error: required option '--data <set>' not specified`,
    ['judge', 'j', '--limit', '3', '--', '--dta'],
    '--data: expected <set>, got nothing. Add it.',
  ],
  [
    `error: unknown option '--cache'\n(Did you mean --no-cache?)`,
    ['judge', 'j', '--data', 'items', '--cache'],
    '--cache: expected an option of the command, got an unknown one. Did you mean --no-cache?',
  ],
  [`error: something new`, [], 'assize: something new. See assize --help.'],
])('%s', (text, args, line) => {
  expect(usageLine(text, program, args)).toBe(line);
});
