/**
 * Two nodes on one PostgreSQL, each behind its own gate. One operation is stopped before one of its statements; the other then runs until it has a
 * response or waits for a lock; then the first continues. Tried before each statement, this finds everything that a single switch between two
 * transactions can break, reproducibly.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startNode } from './node.ts';
import type { Pair } from './operations.ts';
import type { Answered } from './outcomes.ts';
import {
  type Answers,
  createTrial,
  type Interleaving,
  oneAfterTheOther,
  otherSide,
  type Perform,
  type Side,
  type Stage,
} from './stage.ts';
import { copyToPostgres, openPostgresState } from './stored-state.ts';
import { openWireGate, type WireGate } from './wire-gate.ts';
import type { BuiltWorld } from './world.ts';

/** A statement that takes longer may be waiting for a lock: only then PostgreSQL is asked. */
const QUICK_MS = 3;

/** Retries of one operation while the other is stopped may never end; nothing else needs this many statements. */
const MAX_STATEMENTS = 600;

/** By default PostgreSQL looks for deadlocks after a second, far longer than a whole race. */
const SESSION_OPTIONS = '-c deadlock_timeout=20ms';

export interface PostgresStageOptions {
  /** Changes the statements of both nodes, such as to drop a lock. */
  readonly rewrite?: (sql: string) => string;
}

export interface PostgresStage extends Stage {
  /** The statements of an operation of the pair that runs alone. */
  statementsOf(pair: Pair, side: Side): Promise<readonly string[]>;
}

export async function openPostgresStage(
  built: BuiltWorld,
  { rewrite }: PostgresStageOptions = {},
): Promise<PostgresStage> {
  const { config, directUrl, remove } = await copyToPostgres(built.path);
  const { url } = config;
  const { hostname, port } = new URL(url);
  const target = { host: hostname, port: Number(port), ...(rewrite && { rewrite }) };
  const gates = [await openWireGate(target), await openWireGate(target)] as const;
  const [a, b] = gates.map((gate, side) => startNode({ kind: 'postgres', url: through(url, gate, `node ${side}`) }));
  const nodes = [await (a as ReturnType<typeof startNode>), await (b as ReturnType<typeof startNode>)] as const;
  const state = await openPostgresState(directUrl);
  const trial = createTrial(built.world, nodes, state);
  const observer = new pg.Client({ connectionString: directUrl });
  await observer.connect();

  /** Stops one operation before its statement number `at`, counted from 0. */
  async function switchAt(perform: Perform, stopped: Side, at: number): Promise<Answers> {
    const [mine, others] = [gates[stopped], gates[otherSide(stopped)]];
    mine.holdAfter(at);
    others.record();
    const early = watched(perform(stopped));
    while (!mine.isHolding() && !early.isSettled()) await Promise.race([mine.changed(), early.promise]);
    const late = watched(perform(otherSide(stopped)));
    while (!late.isSettled() && others.statements().length < MAX_STATEMENTS) {
      const isSlow = await Promise.race([
        others.changed().then(() => false),
        late.promise.then(() => false),
        delay(QUICK_MS, true),
      ]);
      if (isSlow && others.isBusy() && (await isWaitingForLock(otherSide(stopped)))) break;
    }
    mine.open();
    const answers = [await early.promise, await late.promise] as const;
    return stopped === 0 ? answers : [answers[1], answers[0]];
  }

  async function isWaitingForLock(side: Side): Promise<boolean> {
    const { rows } = await observer.query({
      name: 'waiting',
      text: `select 1 from pg_stat_activity
        where datname = current_database() and application_name = $1 and wait_event_type = 'Lock'`,
      values: [`node ${side}`],
    });
    return rows.length > 0;
  }

  async function statementsOf(pair: Pair, side: Side): Promise<readonly string[]> {
    let statements: readonly string[] = [];
    await trial(pair, async (perform) => {
      gates[side].record();
      const first = await perform(side);
      statements = [...gates[side].statements()];
      const second = await perform(otherSide(side));
      return side === 0 ? [first, second] : [second, first];
    });
    return statements;
  }

  const known = new Map<Pair[Side], readonly string[]>();

  return {
    statementsOf,
    serially: (pair, first) => trial(pair, (perform) => oneAfterTheOther(perform, first)),
    atOnce: (pair, interleaving) => trial(pair, (perform) => interleaving.run(perform)),
    async interleavings(pair, amount, random) {
      const ways: Interleaving[] = [];
      const chosen: Side = random() < 0.5 ? 0 : 1;
      for (const side of [0, 1] as const) {
        if (amount === 'few' ? side !== chosen : side === 1 && pair[0] === pair[1]) continue;
        const statements = known.get(pair[side]) ?? (await statementsOf(pair, side));
        known.set(pair[side], statements);
        const points = amount === 'all' ? statements.keys() : oneOf(tellingPoints(statements), random);
        for (const at of points) {
          ways.push({
            name: `${side === 0 ? 'A' : 'B'} stopped before statement ${at}: ${statements[at]?.slice(0, 100)}`,
            likelyFirst: otherSide(side),
            run: (perform) => switchAt(perform, side, at),
          });
        }
      }
      return ways;
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await observer.end();
      await state.close();
      await Promise.all(gates.map((gate) => gate.stop()));
      await remove();
    },
  };
}

/**
 * The points where a switch most often breaks something: between a read and a lock or write that relies on it, between a lock and the first read that
 * relies on it, before the transaction begins, and after the commit.
 */
interface TellingPoints {
  readonly betweenKinds: readonly number[];
  readonly others: readonly number[];
}

function tellingPoints(statements: readonly string[]): TellingPoints {
  const kinds = statements.map(kindOf);
  const points = [...kinds.keys()].filter((at) => at > 0 && kinds[at] !== kinds[at - 1]);
  const isBetween = (at: number) => kinds[at] !== 'frame' && kinds[at - 1] !== 'frame';
  return { betweenKinds: points.filter(isBetween), others: points.filter((at) => !isBetween(at)) };
}

/** Lost updates happen between a read and the write that relies on it: more than half of the choices are such points. */
function oneOf({ betweenKinds, others }: TellingPoints, random: () => number): number[] {
  const points = betweenKinds.length > 0 && (others.length === 0 || random() < 0.6) ? betweenKinds : others;
  const at = points[Math.floor(random() * points.length)];
  return at === undefined ? [] : [at];
}

function kindOf(sql = ''): 'read' | 'change' | 'frame' {
  if (/^(begin|commit|rollback|notify)/.test(sql)) return 'frame';
  return sql.startsWith('select') && !/ for (no key )?update/.test(sql) ? 'read' : 'change';
}

function through(url: string, gate: WireGate, applicationName: string): string {
  const gated = new URL(url);
  gated.hostname = '127.0.0.1';
  gated.port = String(gate.port);
  gated.searchParams.set('application_name', applicationName);
  gated.searchParams.set('options', SESSION_OPTIONS);
  return gated.href;
}

function watched(promise: Promise<Answered>): { promise: Promise<Answered>; isSettled(): boolean } {
  let settled = false;
  const noted = promise.finally(() => {
    settled = true;
  });
  return { promise: noted, isSettled: () => settled };
}
