/** Generates mixed traffic, as an organization with dashboards and people does, and measures latencies. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, connectTo, type Wanted, written } from './connection.ts';
import { type Installation, idNumbered } from './installation.ts';
import { chance } from './samples.ts';

/** Chooses the next request, and learns from its response. */
export interface Mix {
  next(): Asked;
}

interface Asked extends Wanted {
  readonly learn?: (body: string) => void;
}

const READS = ['/schedules/{id}', '/schedules/{id}/shifts/', '/oncall?per_page=20', '/user/'];
const LISTS = ['/user/shifts', '/schedules?per_page=20', '/users/?per_page=20', '/teams/?per_page=20'];

/** Reads in a hundred requests; the rest are writes. */
const READS_OF_HUNDRED = 80;
const LISTS_OF_HUNDRED = 15;

/** Reads of schedules and lists only. */
export function readsOf({ amounts }: Installation): Mix {
  const random = chance(1);
  const among = (paths: readonly string[]) => paths[Math.floor(random() * paths.length)] as string;
  return {
    next: () => {
      const path = among(random() * (READS_OF_HUNDRED + LISTS_OF_HUNDRED) < READS_OF_HUNDRED ? READS : LISTS);
      return { method: 'GET', path: path.replace('{id}', anySchedule(random, amounts.schedules)) };
    },
  };
}

/** With writes: overrides are created and deleted again, and teams get a new description. */
export function mixOf(installation: Installation, teamIds: readonly string[]): Mix {
  const reads = readsOf(installation);
  const random = chance(2);
  const made: string[] = [];

  function nextWrite(): Asked {
    const which = Math.floor(random() * 3);
    if (which === 0) {
      const path = `/teams/${teamIds[Math.floor(random() * teamIds.length)]}`;
      return { method: 'PATCH', path, body: { description: `Changed ${random()}` } };
    }
    const last = which === 1 ? made.pop() : undefined;
    return last === undefined ? newOverride() : { method: 'DELETE', path: last };
  }

  function newOverride(): Asked {
    const path = `/schedules/${anySchedule(random, installation.amounts.schedules)}/overrides/`;
    const user_references = [{ type: 'internal_user_id', value: idNumbered('usr', 1) }];
    return {
      method: 'POST',
      path,
      body: { start: '2100-01-01T00:00:00Z', end: '2100-01-02T00:00:00Z', user_references },
      learn: (body) => made.push(path + (JSON.parse(body) as { override: { id: string } }).override.id),
    };
  }

  return { next: () => (random() * 100 < READS_OF_HUNDRED + LISTS_OF_HUNDRED ? reads.next() : nextWrite()) };
}

function anySchedule(random: () => number, schedules: number): string {
  return idNumbered('sch', 1 + Math.floor(random() * schedules));
}

export interface Driven {
  readonly perSecond: number;
  /** In milliseconds. */
  readonly latencies: readonly number[];
  /** Responses that were not successful, or did not come. */
  readonly failures: number;
}

export interface Drive {
  readonly addresses: readonly string[];
  readonly key: string;
  readonly mix: Mix;
  readonly connections: number;
  readonly seconds: number;
  /** Absent: each connection sends the next request as soon as it has a response. */
  readonly perSecond?: number;
}

/**
 * At a fixed rate, latency is measured from the time at which a request was due. So waiting for a free connection counts too, and so does the
 * millisecond that a timer may be late.
 */
export async function drive({ addresses, key, mix, connections, seconds, perSecond }: Drive): Promise<Driven> {
  const all = await Promise.all(
    Array.from({ length: connections }, (_, i) => connectTo(addresses[i % addresses.length] as string)),
  );
  const latencies: number[] = [];
  let failures = 0;
  let started = 0;
  const beginMs = performance.now();
  const endMs = beginMs + seconds * 1_000;

  async function keepAsking(connection: Connection): Promise<void> {
    for (;;) {
      const dueMs = perSecond === undefined ? performance.now() : beginMs + (started++ * 1_000) / perSecond;
      if (dueMs >= endMs) return;
      const early = dueMs - performance.now();
      if (early > 0) await delay(early);
      const { learn, ...wanted } = mix.next();
      const { status, body } = await connection.send(written(wanted, key));
      latencies.push(performance.now() - dueMs);
      if (status < 300) learn?.(body);
      else failures += 1;
    }
  }

  try {
    for (const { status } of await Promise.allSettled(all.map(keepAsking))) failures += status === 'rejected' ? 1 : 0;
    return { perSecond: latencies.length / ((performance.now() - beginMs) / 1_000), latencies, failures };
  } finally {
    for (const connection of all) connection.close();
  }
}
