/** Parses the words after `watchbill` into a command and its options. Bad input is a `UsageError` with a one-line message. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

export class UsageError extends Error {}

export interface Command {
  readonly options: readonly string[];
  /** The name of a required word after the command that is not an option. It counts as the option of this name. */
  readonly operand?: string;
  /** Options without a value. */
  readonly flags?: readonly string[];
  readonly run: (options: Options, flags: Flags) => Promise<void>;
}

/** Option values by name, as text. */
export type Options = Readonly<Record<string, string | undefined>>;

/** Flags that were given. */
export type Flags = ReadonlySet<string>;

/** A command has one or two words, followed by its options. */
export function commandIn(
  words: readonly string[],
  commands: Readonly<Record<string, Command>>,
): [command: Command, rest: string[]] | undefined {
  for (const length of [1, 2]) {
    const command = commands[words.slice(0, length).join(' ')];
    if (command !== undefined) return [command, words.slice(length)];
  }
  return undefined;
}

export function argumentsIn(words: string[], command: Command): [options: Options, flags: Flags] {
  const { options: names, flags = [], operand } = command;
  const textOptions = names.map((name) => [name, { type: 'string' }] as const);
  const flagOptions = flags.map((name) => [name, { type: 'boolean' }] as const);
  const { values, positionals } = parsed({
    args: words,
    options: Object.fromEntries([...textOptions, ...flagOptions]),
    allowPositionals: true,
  });
  if (operand === undefined && positionals[0] !== undefined) throw unexpected(positionals[0], values, command);
  if (operand !== undefined && positionals.length !== 1) {
    throw new UsageError(`Expected one ${operand}; got ${positionals.length}.`);
  }
  const given = Object.entries<unknown>(values);
  const options = given.filter(([, value]) => typeof value === 'string') as [name: string, value: string][];
  return [
    Object.fromEntries(operand === undefined ? options : [...options, [operand, positionals[0]]]),
    new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
  ];
}

/** Suggests the option that was probably meant: the first that is not given. */
function unexpected(word: string, given: object, { options, flags = [] }: Command): UsageError {
  const shown = inOneLine(word);
  const meant = options.find((name) => !(name in given));
  const hint = meant === undefined ? '' : ` Did you mean --${meant} ${shown}?`;
  const known = [...options, ...flags].map((name) => `--${name}`).join(', ');
  return new UsageError(`Unexpected argument '${shown}'.${hint} Options: ${known || 'none'}.`);
}

function parsed<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(inOneLine(error instanceof Error ? error.message : String(error)));
  }
}

function inOneLine(text: string): string {
  return text.replaceAll('\n', ' ');
}
