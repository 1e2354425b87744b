import type { Command } from 'commander';
import { nearest } from '../../core/nearest.ts';

type Form = readonly [pattern: RegExp, line: (...groups: string[]) => string];

const see = 'See assize --help.';

/** The parser's messages, and how each is told in our form. */
const forms: readonly Form[] = [
  [/^option '(?:-\w, )?(--[\w-]+).*?' argument '.*' is invalid\. (.+)$/su, (option, fault) => `${option}: ${fault} ${see}`],
  [
    /^option '(?:-\w, )?(--[\w-]+) (.+)' argument missing$/u,
    (option, value) => `${option}: expected ${value}, got nothing. Add it.`,
  ],
  [/^required option '(--[\w-]+) (.+)' not specified$/u, (option, value) => `${option}: expected ${value}, got nothing. Add it.`],
  [
    /^unknown option '([^']+)' \(Did you mean (.+)\?\)$/u,
    (option, near) => `${option}: expected an option of the command, got an unknown one. Did you mean ${near}?`,
  ],
  [/^unknown option '(.+)'$/su, (option) => `${option}: expected an option of the command, got an unknown one. ${see}`],
  [/^missing required argument '(.+)'$/u, (name) => `assize: expected <${name}>, got nothing. ${see}`],
  [
    /^too many arguments for '(.+)'\. Expected (\d+) arguments? but got (\d+)\.$/u,
    (command, expected, got) => `${command}: expected ${expected} argument${expected === '1' ? '' : 's'}, got ${got}. ${see}`,
  ],
];

/**
 * A usage error in one line of our form. Words that no command has are named with the nearest that there is, whatever the parser made of them.
 *
 * @param text the parser's message, e.g. `error: unknown option '--limt'`.
 */
export function usageLine(text: string, program: Command, args: readonly string[]): string {
  const message = text
    .replace(/^error: /u, '')
    .trim()
    .split('\n')
    .join(' ');
  if (/^(too many arguments|unknown command)/u.test(message)) {
    const unknown = unknownCommand(program, args);
    if (unknown !== undefined) return unknown;
  }
  if (/^(unknown|required) option/u.test(message)) {
    const unknown = unknownOption(program, args, / \(Did you mean (.+)\?\)$/u.exec(message)?.[1]);
    if (unknown !== undefined) return unknown;
  }
  for (const [pattern, line] of forms) {
    const match = pattern.exec(message);
    if (match !== null) return line(...match.slice(1));
  }
  return `assize: ${message}${/[.?)]$/u.test(message) ? '' : '.'} ${see}`;
}

/** Follows the words through the commands to the first that names none. */
function unknownCommand(program: Command, args: readonly string[]): string | undefined {
  let command = program;
  for (const word of args) {
    if (command.commands.length === 0 || word.startsWith('-')) return undefined;
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) {
      const names = command.commands.map((one) => one.name());
      const near = nearest(word, names);
      return `${pathOf(command)}: expected one of ${names.join(', ')}, got "${word}". ${near === undefined ? see : `Did you mean ${near}?`}`;
    }
    command = next;
  }
  return undefined;
}

/**
 * The first option that its command has not. One that is required is often missing because it is misspelt: then the misspelt one is what the user has to see.
 *
 * @param suggested the parser's own suggestion, where nothing nearer is found.
 */
function unknownOption(program: Command, args: readonly string[], suggested: string | undefined): string | undefined {
  let command = program;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as string;
    if (word === '--') return undefined;
    if (!word.startsWith('-') || word === '-') {
      command = command.commands.find((one) => one.name() === word) ?? command;
      continue;
    }
    const name = word.split('=', 1)[0] as string;
    const option = command.options.find(({ long, short }) => name === long || name === short);
    if (option === undefined && name !== '--help' && name !== '-h') {
      const names = command.options.flatMap(({ long }) => (long === undefined ? [] : [long.slice(2)]));
      const near = nearest(name.replace(/^-+/u, ''), names);
      const meant = near === undefined ? suggested : `--${near}`;
      return `${name}: expected an option of the command, got an unknown one. ${meant === undefined ? see : `Did you mean ${meant}?`}`;
    }
    if (option?.required === true && !word.includes('=')) at += 1;
  }
  return undefined;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
