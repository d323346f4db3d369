/**
 * Calls a dead-man's switch once a minute while all kinds of work are on time. The monitoring service raises the alarm when the calls stop:
 * because no worker runs, the work is late, or the database cannot be reached.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { beginRequest } from '../network/outgoing-requests.ts';
import { counters } from '../process/counters.ts';
import type { Log } from '../process/log.ts';
import type { WorkKind } from '../services/jobs/due-work.ts';
import { measureWorkerLag } from '../services/jobs/worker-lag.ts';
import type { Services } from '../services/shared/services.ts';
import { MINUTE_MS } from '../time/units.ts';

const HEARTBEAT_INTERVAL_MS = MINUTE_MS;

/** As in the alert of docs/operations.md: longer than a burst of handoffs takes. */
const LATE_AFTER_MS = MINUTE_MS;

const CALL_TIMEOUT_MS = 10_000;

export type Beat = 'sent' | 'failed' | 'withheld';

export interface Heartbeat {
  /** Checks the work, and calls the address if all of it is on time. Never throws. */
  beat(): Promise<Beat>;
  stop(): void;
}

export interface HeartbeatOptions {
  readonly url: string;
  readonly timeoutMs?: number;
}

/** Calls now and then once a minute. */
export function startHeartbeat(services: Services, log: Log, options: HeartbeatOptions): Heartbeat {
  const heartbeat = createHeartbeat(services, log, options);
  const beating = setInterval(() => void heartbeat.beat(), HEARTBEAT_INTERVAL_MS).unref();
  void heartbeat.beat();
  return {
    beat: heartbeat.beat,
    stop() {
      clearInterval(beating);
      heartbeat.stop();
    },
  };
}

export function createHeartbeat(
  services: Services,
  log: Log,
  { url, timeoutMs = CALL_TIMEOUT_MS }: HeartbeatOptions,
): Heartbeat {
  const stopping = new AbortController();
  let latest: Beat = 'sent';

  /** Logs a change of state once. */
  function note(beat: Beat, fields: Readonly<Record<string, unknown>> = {}): Beat {
    counters.heartbeats[beat] += 1;
    if (beat !== latest) {
      if (beat === 'sent') log.info('the heartbeat is sent again');
      else log.warn(beat === 'failed' ? 'the heartbeat cannot be sent' : 'the heartbeat is withheld', fields);
    }
    latest = beat;
    return beat;
  }

  return {
    async beat() {
      const reason = await reasonToWithhold(services);
      if (stopping.signal.aborted) return 'withheld';
      if (reason !== undefined) return note('withheld', reason);
      try {
        await call(url, AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]));
        return note('sent');
      } catch (error) {
        if (stopping.signal.aborted) return 'withheld';
        return note('failed', { reason: error instanceof Error ? error.message : String(error) });
      }
    },
    stop: () => stopping.abort(),
  };
}

async function reasonToWithhold(services: Services): Promise<(object & Readonly<Record<string, unknown>>) | undefined> {
  try {
    const lag = await measureWorkerLag(services);
    if (lag === undefined) return { reason: 'the database cannot be reached' };
    const late = Object.entries(lag.lagMs).filter(([, lagMs]) => lagMs > LATE_AFTER_MS) as [WorkKind, number][];
    if (late.length === 0) return undefined;
    return {
      reason: 'work is late',
      seconds: Object.fromEntries(late.map(([kind, ms]) => [kind, Math.round(ms / 1000)])),
    };
  } catch (error) {
    return { reason: 'the work could not be measured', error };
  }
}

/** Any 2xx is a success. Redirects are not followed. */
async function call(url: string, signal: AbortSignal): Promise<void> {
  const request = beginRequest(url, { signal, agent: false, headers: { 'user-agent': 'Watchbill' } });
  request.on('error', () => undefined);
  request.end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode = 0 } = answer;
  // The body does not matter.
  request.destroy();
  if (statusCode < 200 || statusCode > 299) throw new Error(`the address answered ${statusCode}`);
}
