/** The levels of the log. */
const LEVELS = ['error', 'warn', 'info', 'debug'] as const;

export type Level = (typeof LEVELS)[number];

/** The lowest level that is logged, or none at all. */
export const LOG_LEVELS = [...LEVELS, 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
