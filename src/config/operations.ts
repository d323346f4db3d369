/** Settings of operations: webhooks, the heartbeat and metrics, how long things are kept, and the log. */
import { LOG_LEVELS } from '../process/log-levels.ts';
import { oneOf, parseNetworks, type Variables, wholeNumber } from './variables.ts';

export const OPERATIONS_VARIABLES = {
  WATCHBILL_WEBHOOK_ALLOW: {
    about:
      'Addresses that webhooks may lead to although they are not public, also without https; without it, only public addresses over https',
    allowed: 'addresses or networks, with commas between them, such as 10.1.2.3, 10.0.0.0/8',
    fallbackText: 'none',
    parse: parseNetworks,
  },
  WATCHBILL_HEARTBEAT_URL: {
    about:
      'Address that a worker calls (`GET`) once a minute while all kinds of work are on time, for a service that raises the alarm when the calls stop',
    allowed: 'an address that begins with http:// or https://',
    fallbackText: 'no calls',
    secret: true,
    fromFile: true,
    parse: (value) => (['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '') ? value : undefined),
  },
  WATCHBILL_METRICS_PORT: {
    about:
      'Port on which `worker` serves `/metrics`, at the address `HOST`; 0 takes any free one. `serve` has `/metrics` on `PORT`',
    ...wholeNumber(0, 65_535),
    fallbackText: 'none',
  },
  WATCHBILL_KEEP_AUDIT_LOG_DAYS: {
    about: 'How long audit entries are kept',
    ...daysOrForEver(),
    fallback: 'forever',
  },
  WATCHBILL_KEEP_DELIVERIES_DAYS: {
    about: 'How long deliveries are kept after they were sent or given up',
    ...daysOrForEver(),
    fallback: '90',
  },
  WATCHBILL_KEEP_ENDED_SESSIONS_DAYS: {
    about: 'How long sessions are kept after they ended by themselves',
    ...daysOrForEver(),
    fallback: '30',
  },
  LOG_LEVEL: {
    about: 'Lowest level that is logged',
    ...oneOf(...LOG_LEVELS),
    fallback: 'info',
  },
  WATCHBILL_ACCESS_LOG: {
    about: 'Whether each request is logged, at level `info`',
    ...oneOf('off', 'on'),
    fallback: 'off',
  },
} as const satisfies Variables;

function daysOrForEver() {
  const { allowed, parse } = wholeNumber(1, 36_500);
  return {
    allowed: `${allowed}, or forever`,
    parse: (value: string): number | 'forever' | undefined => (value === 'forever' ? value : parse(value)),
  };
}

export function daysIn(days: number | 'forever'): number | undefined {
  return days === 'forever' ? undefined : days;
}
