/**
 * Rule STO-4: reads are remembered for as long as nothing is committed. The same question then gets the same rows: the very same
 * objects, frozen. So what is made of a row can be kept beside it (row-cache.ts), even what needed further rows: while a row
 * comes back as the same object, the whole database is as it was. Any commit forgets everything, which needs no list of what
 * depends on what, and so cannot get one wrong.
 *
 * A generation is what was read between two changes. A row belongs to the generation in which its read began, also when it
 * arrives later. A remembered row is given only to a reader who knows that the generation was still current when they began to
 * read: `confirm` asks. What is not remembered is read at once, without asking. A read that is under way is shared in the same
 * way as its rows: after a change, many ask the same at once.
 */
import { clearRowCaches } from '../../row-cache.ts';
import type { Queryable } from './database.ts';
import type { Parameters, Question, ReadStatement } from './statement.ts';

/** In characters of text, about; a row counts for some by itself. Past it everything is forgotten. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;
const OF_A_ROW = 100;

/** Identifies a database server from its start to its end. */
export type ServerId = string;

/** Rows, and the server that they came from where that is known. */
export interface RowsOfServer<R> {
  readonly rows: readonly R[];
  readonly server: ServerId | undefined;
}

type Read = <P extends Parameters, R>(statement: ReadStatement<P, R>, parameters: P) => Promise<RowsOfServer<R>>;

export interface ReadCache extends Queryable {
  /** Reads in any case, and remembers what `read` gives. */
  readThrough<P extends Parameters, R>(
    statement: ReadStatement<P, R>,
    parameters: P,
    read: () => Promise<RowsOfServer<R>>,
  ): Promise<readonly R[]>;
  /** Whether it is at the moment, or is being read. */
  isCached(question: Question): boolean;
  /** Begins a new generation, which remembers the rows of that server; without one, it remembers nothing. */
  forget(server?: ServerId): void;
}

/** Rows, or a read that is under way. That gives nothing when it fails, or when its rows are not to be remembered. */
type Answer = readonly unknown[] | Promise<readonly unknown[] | undefined>;

interface Generation {
  readonly server: ServerId | undefined;
  readonly answers: Map<unknown, Map<string, Answer>>;
  size: number;
}

function newGeneration(server: ServerId | undefined): Generation {
  return { server, answers: new Map(), size: 0 };
}

/** `confirm` tells whether the reader may have what is remembered. It calls `forget` first when something has changed. */
export function createReadCache(read: Read, confirm: () => boolean | Promise<boolean>): ReadCache {
  let current = newGeneration(undefined);

  function forget(server?: ServerId): void {
    current = newGeneration(server);
    clearRowCaches();
  }

  function recall(statement: ReadStatement<never, unknown>, question: string): Answer | undefined {
    return current.answers.get(statement)?.get(question);
  }

  async function readThrough<P extends Parameters, R>(
    statement: ReadStatement<P, R>,
    parameters: P,
    read: () => Promise<RowsOfServer<R>>,
  ): Promise<readonly R[]> {
    if (current.size > MAX_CACHED_CHARACTERS) forget(current.server);
    const generation = current;
    const reading = read();
    if (generation.server === undefined) return (await reading).rows;

    const question = questionOf(parameters);
    const answers = answersTo(generation, statement);
    const remembered = reading.then(
      ({ rows, server }) => {
        if (generation === current && server === generation.server) {
          generation.size += question.length + weigh(rows);
          answers.set(question, Object.freeze(rows));
          return rows;
        }
        answers.delete(question);
        return undefined;
      },
      () => {
        answers.delete(question);
        return undefined;
      },
    );
    answers.set(question, remembered);
    return ((await remembered) as readonly R[] | undefined) ?? (await reading).rows;
  }

  async function all<P extends Parameters, R>(statement: ReadStatement<P, R>, parameters: P): Promise<readonly R[]> {
    const question = questionOf(parameters);
    const confirmed = confirm();
    let found = recall(statement, question);
    if (confirmed !== true && found !== undefined) found = (await confirmed) ? recall(statement, question) : undefined;
    if (found instanceof Promise) found = await found;
    return (found as readonly R[] | undefined) ?? readThrough(statement, parameters, () => read(statement, parameters));
  }

  return {
    all,
    async first(statement, parameters) {
      return (await all(statement, parameters))[0];
    },
    readThrough,
    isCached: ({ statement, parameters }) => recall(statement, questionOf(parameters)) !== undefined,
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

/** Different for different names and values, whatever characters are in them. */
export function questionOf(parameters: Parameters): string {
  let question = '';
  for (const name in parameters) {
    const value = parameters[name];
    question += typeof value === 'string' ? `${name}${value.length}:${value}` : `${name}=${JSON.stringify(value)};`;
  }
  return question;
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
