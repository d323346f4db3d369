/** The log: one line of JSON per event on standard output, without secrets. */
import { format, inspect } from 'node:util';
import { pino } from 'pino';
import { redactFields, redactText } from '../secrets/redaction.ts';
import { withEscapes } from '../text/harmless-text.ts';
import type { Clock } from '../time/clock.ts';
import { formatInstant } from '../time/iso.ts';
import type { Level, LogLevel } from './log-levels.ts';
import { standardOutput } from './output.ts';

/** `error` in the fields is logged in full, with its causes. */
export type Log = Readonly<Record<Level, (message: string, fields?: Readonly<Record<string, unknown>>) => void>>;

export function createLog(least: LogLevel, clock: Clock, write?: (line: string) => void): Log {
  const logger = pino(
    {
      level: least,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${formatInstant(clock.now())}"`,
      formatters: { level: (level) => ({ level }), log: redactFields },
    },
    // JSON leaves C1 characters and direction marks as they are, and a terminal that shows the log would obey them.
    { write: (line: string) => (write ?? writeToStandardOutput)(withEscapes(line)) },
  );
  const at = (level: Level) => {
    if (!logger.isLevelEnabled(level)) return () => undefined;
    return (message: string, { error, ...fields }: Readonly<Record<string, unknown>> = {}) => {
      const what = error === undefined ? {} : { error: inspect(error) };
      logger[level]({ ...fields, ...what }, redactText(message));
    };
  };
  const log = { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };

  /** Lines that were dropped while the output failed are counted, and the next line reports the count. */
  function writeToStandardOutput(line: string): void {
    const output = standardOutput();
    const lines = output.takeDropped();
    if (lines > 0) log.warn('lines of the log were lost: standard output could not be written', { lines });
    output.write(line);
  }

  return log;
}

/** Logs a crash too: Node itself reports it only on standard error. */
export function logCrash(log: Log): void {
  process.on('uncaughtExceptionMonitor', (error) => log.error('an unexpected error ends the process', { error }));
}

/** Sends to the log what packages write to the console, and warnings of Node: the output of a service is JSON lines only. */
export function logConsole(log: Log): void {
  const at =
    (level: Level) =>
    (...given: unknown[]) =>
      log[level](`a package said: ${format(...given)}`);
  const levels = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'debug', trace: 'debug' } as const;
  for (const [method, level] of Object.entries(levels)) Object.assign(console, { [method]: at(level) });
  // Node's own listener writes to standard error.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn('a package warned', { error: warning }));
}
