/**
 * Rule STO-4: reads are cached until the next commit. The same read then returns the same frozen row objects. So a value computed
 * from a row can be cached together with it (row-cache.ts), even if it needed further rows, read after it: as long as a read returns
 * the same object, the whole database is unchanged. Any commit clears the cache, so there is no list of dependencies that could be wrong.
 *
 * A generation is everything read between two changes. A row belongs to the generation in which its read began, even if it
 * arrives later. A cached row is returned only to a reader that knows that the generation was still current when the reader
 * began: `confirm` checks that. Rows that are not cached are read at once, without a check. Concurrent equal reads are shared,
 * because after a change many requests read the same rows.
 */
import { clearRowCaches } from '../../process/row-cache.ts';
import type { Queryable } from './database.ts';
import type { Parameters, ReadStatement } from './statement.ts';

/** Approximate limit in characters of text. Beyond it the cache is cleared. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;
const OF_A_ROW = 100;

/** Identifies a database server from its start to its end. */
export type ServerId = string;

/** Rows, and the server that they came from, if known. */
export interface RowsOfServer<R> {
  readonly rows: readonly R[];
  readonly server: ServerId | undefined;
}

type Read = <P extends Parameters, R>(statement: ReadStatement<P, R>, parameters: P) => Promise<RowsOfServer<R>>;

export interface ReadCache extends Required<Omit<Queryable, 'isLocal'>> {
  /** Begins a new generation, which caches rows of that server; without a server, it caches nothing. */
  forget(server?: ServerId): void;
}

/** Rows, or a running read. A running read resolves to undefined if it fails or its rows must not be cached. */
type Answer = readonly unknown[] | Promise<readonly unknown[] | undefined>;

interface Generation {
  readonly server: ServerId | undefined;
  readonly answers: Map<unknown, Map<string, Answer>>;
  size: number;
}

function newGeneration(server: ServerId | undefined): Generation {
  return { server, answers: new Map(), size: 0 };
}

/** `confirm` returns whether the reader may use the cache. It calls `forget` first if something has changed. */
export function createReadCache(read: Read, confirm: () => boolean | Promise<boolean>): ReadCache {
  let current = newGeneration(undefined);

  function forget(server?: ServerId): void {
    current = newGeneration(server);
    clearRowCaches();
  }

  function recall(statement: ReadStatement<never, unknown>, key: string): Answer | undefined {
    return current.answers.get(statement)?.get(key);
  }

  async function readAndKeep<P extends Parameters, R>(
    statement: ReadStatement<P, R>,
    parameters: P,
    key: string,
  ): Promise<readonly R[]> {
    if (current.size > MAX_CACHED_CHARACTERS) forget(current.server);
    const generation = current;
    const reading = read(statement, parameters);
    if (generation.server === undefined) return (await reading).rows;

    const answers = answersTo(generation, statement);
    const remembered = reading.then(
      ({ rows, server }) => {
        if (generation === current && server === generation.server) {
          generation.size += key.length + weigh(rows);
          answers.set(key, Object.freeze(rows));
          return rows;
        }
        answers.delete(key);
        return undefined;
      },
      () => {
        answers.delete(key);
        return undefined;
      },
    );
    answers.set(key, remembered);
    return ((await remembered) as readonly R[] | undefined) ?? (await reading).rows;
  }

  async function all<P extends Parameters, R>(statement: ReadStatement<P, R>, parameters: P): Promise<readonly R[]> {
    const key = cacheKeyOf(parameters);
    const confirmed = confirm();
    let found = recall(statement, key);
    if (confirmed !== true && found !== undefined) found = (await confirmed) ? recall(statement, key) : undefined;
    if (found instanceof Promise) found = await found;
    return (found as readonly R[] | undefined) ?? readAndKeep(statement, parameters, key);
  }

  return {
    all,
    async first(statement, parameters) {
      return (await all(statement, parameters))[0];
    },
    isCached: (statement, parameters) => recall(statement, cacheKeyOf(parameters)) !== undefined,
    forget,
  };
}

function answersTo({ answers }: Generation, statement: ReadStatement<never, unknown>): Map<string, Answer> {
  let found = answers.get(statement);
  if (found === undefined) {
    found = new Map();
    answers.set(statement, found);
  }
  return found;
}

/** Unique for each set of names and values, whatever characters they contain. */
function cacheKeyOf(parameters: Parameters): string {
  let key = '';
  for (const name in parameters) {
    const value = parameters[name];
    key += typeof value === 'string' ? `${name}${value.length}:${value}` : `${name}=${JSON.stringify(value)};`;
  }
  return key;
}

function weigh(rows: readonly unknown[]): number {
  let weight = OF_A_ROW;
  for (const row of rows) {
    weight += OF_A_ROW;
    const values = Object.freeze(row) as Readonly<Record<string, unknown>>;
    for (const name in values) {
      const value = values[name];
      if (typeof value === 'string') weight += value.length;
    }
  }
  return weight;
}
