/**
 * Reads that are remembered for as long as nothing is written. The same question then gets the same rows: the very same
 * objects, frozen. So what is made of a row can be kept beside it (made-once.ts), even what needed further rows: while a row
 * comes back as the same object, the whole database is as it was. Any write forgets everything, which needs no list of what
 * depends on what, and so cannot get one wrong.
 */
import { dropAllKept } from '../made-once.ts';
import type { Queryable } from './database.ts';
import type { Parameters, ReadStatement } from './statement.ts';

/** In characters of text, about; a row counts for some by itself. Past it everything is forgotten. */
const MOST_REMEMBERED = 16 * 1024 * 1024;
const OF_A_ROW = 100;

/** `hasChanged` tells whether anything may have been written since it was last asked. */
export function rememberReads(db: Queryable, hasChanged: () => boolean): Queryable {
  let remembered = new Map<unknown, Map<string, readonly unknown[]>>();
  let size = 0;

  function recall<P, R>(statement: ReadStatement<P, R>, question: string): readonly R[] | undefined {
    if (hasChanged() || size > MOST_REMEMBERED) {
      remembered = new Map();
      size = 0;
      dropAllKept();
    }
    return remembered.get(statement)?.get(question) as readonly R[] | undefined;
  }

  async function read<P extends Parameters, R>(
    statement: ReadStatement<P, R>,
    parameters: P,
    question: string,
  ): Promise<readonly R[]> {
    let answers = remembered.get(statement);
    if (answers === undefined) {
      answers = new Map();
      remembered.set(statement, answers);
    }
    const rows = await db.all(statement, parameters);
    size += question.length + weigh(rows);
    // When everything was forgotten meanwhile, nobody looks here any more.
    answers.set(question, Object.freeze(rows));
    return rows;
  }

  return {
    async all(statement, parameters) {
      const question = questionOf(parameters);
      return recall(statement, question) ?? read(statement, parameters, question);
    },
    async first(statement, parameters) {
      const question = questionOf(parameters);
      return (recall(statement, question) ?? (await read(statement, parameters, question)))[0];
    },
  };
}

/** Different for different names and values, whatever characters are in them. */
function questionOf(parameters: Parameters): string {
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
