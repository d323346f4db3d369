/**
 * Where commands write, and the only place. They print other people's text: of files, answers, arguments and settings. What would control the terminal
 * or turn text around is replaced here, whichever way it came.
 */
import { inspect } from 'node:util';
import { asTerminalText } from '../text/harmless-text.ts';

/** The result of a command, on standard output. */
export function print(text: string): void {
  process.stdout.write(asTerminalText(text));
}

/** Errors and explanations, on standard error. */
export function warn(text: string): void {
  process.stderr.write(asTerminalText(text));
}

/** Whether a person reads what `warn` writes. */
export function isWatched(): boolean {
  return process.stderr.isTTY;
}

/** For a command: Node itself would print unexpected errors, and warnings of packages, as they are. */
export function warnOfSurprises(): void {
  process.on('uncaughtException', (error) => {
    warn(`${inspect(error)}\n`);
    process.exit(1);
  });
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => warn(`${name}: ${message}\n`));
}
