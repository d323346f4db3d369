/** What the service tells whoever runs it: one line of JSON for each thing worth telling, on standard output. */
import { inspect } from 'node:util';
import type { Clock } from './time/clock.ts';
import { formatInstant } from './time/iso.ts';

const LEVELS = ['error', 'warn', 'info', 'debug'] as const;

type Level = (typeof LEVELS)[number];

/** The least level that is logged, or none at all. */
export const LOG_LEVELS = [...LEVELS, 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** `error` in the fields is shown whole, with what caused it. */
export type Log = Readonly<Record<Level, (message: string, fields?: Readonly<Record<string, unknown>>) => void>>;

export function createLog(
  least: LogLevel,
  clock: Clock,
  write: (line: string) => void = (line) => process.stdout.write(line),
): Log {
  const logged = LEVELS.slice(0, LEVELS.indexOf(least as Level) + 1);
  const at = (level: Level) => {
    if (!logged.includes(level)) return () => undefined;
    return (message: string, { error, ...fields }: Readonly<Record<string, unknown>> = {}) => {
      const time = formatInstant(clock.now());
      const what = error === undefined ? {} : { error: inspect(error) };
      write(`${JSON.stringify({ time, level, message, ...fields, ...what })}\n`);
    };
  };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}
