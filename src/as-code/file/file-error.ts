import { asSingleLine } from '../../text/harmless-text.ts';

/** The file cannot be used. The message has a line for each problem: its place in the file, and what is wrong. */
export class FileError extends Error {
  override readonly name = 'FileError';

  constructor(...problems: readonly string[]) {
    super(problems.map(asSingleLine).join('\n'));
  }
}
