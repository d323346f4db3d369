/**
 * Failover of PostgreSQL: the primary of a pair ends, the standby is promoted, and the old primary returns as a standby. The nodes reach the pair
 * through HAProxy and must write again soon after the promotion.
 */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_ANSWER_MS } from '../answers.ts';
import { type Fault, felt } from '../faults.ts';
import { type OpenGround, on } from '../grounds.ts';
import { type Haproxy, startHaproxy, type WhenDown } from './haproxy.ts';
import { type Member, type PostgresPair, startPair, urlOf } from './pair.ts';
import { getPrograms } from './programs.ts';
import { watchReadiness } from './readiness.ts';

/** Serving nodes. */
const NODES = 2;

/** From the promotion of the standby. HAProxy takes 3 to 6 s of it to find the new primary: two checks, one every 3 s. */
const WRITES_WITHIN_MS = 10_000;

/** An idle connection is closed after 10 s, and the listening one is checked every 15 s. */
const LEFT_WITHIN_MS = 30_000;
const POLL_INTERVAL_MS = 200;

const DATABASE = 'watchbill';

const COUNT_NODE_CONNECTIONS = `select count(*)::int as found from pg_stat_activity where datname = '${DATABASE}'`;

interface PairGround {
  readonly pair: PostgresPair;
  readonly haproxy: Haproxy;
  readonly notes: string[];
}

export function onPair(whenDown: WhenDown, ...faults: readonly Fault<PairGround>[]): OpenGround {
  return async () => {
    const programs = await getPrograms();
    const pair = await startPair(programs.postgres);
    await pair.primary.query(`create database ${DATABASE}`);
    const haproxy = await startHaproxy(programs.haproxy, pair.members, whenDown);
    const notes: string[] = [];
    return {
      config: { kind: 'postgres', url: urlOf(haproxy.port, DATABASE) },
      nodes: NODES,
      faults: on({ pair, haproxy, notes }, faults),
      notes,
      async remove() {
        await haproxy.stop();
        await pair.remove();
      },
    };
  };
}

/** The primary is killed. */
export const killPrimary = replacePrimary(({ pair }) => pair.killPrimary());

/** The primary is stopped normally, as for maintenance. */
export const stopPrimary = replacePrimary(({ pair }) => pair.stopPrimary());

/** The primary refuses writes, but stays up. HAProxy no longer leads there; each node has to leave by itself. */
export const makePrimaryReadOnly = replacePrimary(
  async ({ pair, haproxy }) => {
    await pair.makePrimaryReadOnly();
    await haproxy.leadsTo(0);
  },
  ({ pair }) => isLeft(pair.other),
);

function replacePrimary(
  end: (ground: PairGround) => Promise<void>,
  settle: (ground: PairGround) => Promise<void> = async () => {},
): Fault<PairGround> {
  return async (site, ground) => {
    const { pair, haproxy, notes } = ground;
    const { addresses, answers } = site;
    const before = answers.unavailable;
    const readiness = addresses.map(watchReadiness);
    const begunAt = performance.now();
    await end(ground);
    await felt(site);
    await answers.until(() => readiness.every(({ refusals }) => refusals > 0), 'no node is ready', MAX_ANSWER_MS);

    const promotedAt = performance.now();
    await pair.promote();
    const promotionMs = performance.now() - promotedAt;
    const served = () =>
      addresses.map((address) => answers.servedAfter(promotedAt, address) ?? Number.POSITIVE_INFINITY);
    await answers.until(() => Math.max(...served()) < Number.POSITIVE_INFINITY, 'every node writes', MAX_ANSWER_MS);
    const isReady = () => readiness.every(({ readySince }) => readySince !== undefined);
    await answers.until(isReady, 'every node is ready', MAX_ANSWER_MS);

    await settle(ground);
    // Otherwise, on a slow machine, it may lead to the old primary again before it has noticed that it was gone.
    await haproxy.leadsTo(1);
    await pair.rejoin();
    assert.equal(await countNodeConnections(pair.other), 0, 'connections of nodes to the standby');
    await Promise.all(readiness.map(({ stop }) => stop()));
    assert.ok(isReady(), 'a node was ready again, but not for good');
    const readyMs = readiness.map(({ readySince = Number.NaN }) => readySince - promotedAt);
    const note =
      `promotion ordered ${seconds(promotedAt - begunAt)} after the fault began, done in ${seconds(promotionMs)}; ` +
      `after the order, the nodes wrote after ${served().map(seconds).join(' and ')} ` +
      `and were ready after ${readyMs.map(seconds).join(' and ')}; 503s: ${answers.unavailable - before}`;
    notes.push(note);
    assert.ok(Math.max(...served()) <= WRITES_WITHIN_MS, note);
    return promotedAt;
  };
}

/** Waits until no process of the service is connected. */
async function isLeft(member: Member): Promise<void> {
  const giveUpAt = performance.now() + LEFT_WITHIN_MS;
  for (;;) {
    const found = await countNodeConnections(member);
    if (found === 0) return;
    assert.ok(performance.now() < giveUpAt, `${found} connections to a server that refuses writes were kept`);
    await wait(POLL_INTERVAL_MS);
  }
}

async function countNodeConnections(member: Member): Promise<number> {
  const [row] = await member.query(COUNT_NODE_CONNECTIONS);
  return row.found;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
