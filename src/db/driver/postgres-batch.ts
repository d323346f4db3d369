/**
 * Sends the statements of one turn of the event loop to PostgreSQL as one batch (decision 25). `pg` ends each statement with a `Sync`, which PostgreSQL
 * answers with a packet, and asks for the columns of each result. A batch has one `Sync`. It asks for the columns of a prepared statement once:
 * PostgreSQL refuses to execute the statement if they have changed.
 *
 * If a statement fails, PostgreSQL skips the rest of the batch: the statements after it fail with the same error. Outside of a transaction it also
 * undoes those before it; only reads are sent there.
 */
import pg from 'pg';
import type { Value } from './statement.ts';

export interface SentStatement {
  /** A statement without a name is prepared each time. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: readonly Value[];
}

export interface StatementResult {
  readonly rows: unknown[];
  readonly rowCount: number;
  /** What PostgreSQL did: `SELECT`, `COMMIT`, or `ROLLBACK` if it was asked to commit a failed transaction. */
  readonly command: string;
}

export interface Batches {
  /** `timeoutMs` holds for the whole batch, and the first statement of the batch sets it. */
  send(client: pg.ClientBase, statement: SentStatement, timeoutMs?: number): Promise<StatementResult>;
  /** Identifies the batch that is to be sent at the end of this turn. */
  current(client: pg.ClientBase): object | undefined;
  /** Sends SQL that may have several statements, after everything that was sent before. */
  sendText(client: pg.ClientBase, text: string): Promise<pg.QueryResult>;
}

export function createBatches(types: pg.CustomTypesConfig): Batches {
  const open = new WeakMap<pg.ClientBase, Batch>();
  const columnsOf = new WeakMap<pg.Connection, Map<string, Columns>>();

  function close(client: pg.ClientBase): void {
    const batch = open.get(client);
    if (batch === undefined) return;
    open.delete(client);
    client.query(batch);
  }

  function start(client: pg.ClientBase, timeoutMs: number | undefined): Batch {
    const batch = new Batch(types, columnsOf, timeoutMs);
    open.set(client, batch);
    process.nextTick(close, client);
    return batch;
  }

  return {
    send: (client, statement, timeoutMs) => (open.get(client) ?? start(client, timeoutMs)).add(statement),
    current: (client) => open.get(client),
    sendText(client, text) {
      close(client);
      return client.query(text);
    },
  };
}

/** The methods of a connection that `pg` uses for its own queries. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** Texts by names: those that PostgreSQL has prepared, and those that were sent. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly name: string | undefined; readonly text: string }): void;
  bind(values: {
    readonly statement: string | undefined;
    readonly values: readonly Value[];
    readonly valueMapper: (value: Value) => string | null;
  }): void;
  describe(what: { readonly type: 'P' }): void;
  execute(): void;
  sync(): void;
}

interface Columns {
  /** A row of nulls: copies of it have the same layout. */
  readonly empty: Record<string, unknown>;
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
}

const NO_COLUMNS: Columns = { empty: {}, names: [], parsers: [] };

interface Pending {
  readonly statement: SentStatement;
  readonly rows: unknown[];
  columns: Columns;
  tag: string;
  /** A row that could not be read. */
  failure?: unknown;
  readonly resolve: (result: StatementResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The client calls the methods of the query whose response it reads. */
class Batch extends pg.Query {
  readonly #types: pg.CustomTypesConfig;
  readonly #known: WeakMap<pg.Connection, Map<string, Columns>>;
  readonly #pending: Pending[] = [];
  #columns = new Map<string, Columns>();
  /** The position of the statement whose response comes next. */
  #position = 0;
  /** Of that statement, for the client, which notes the name of a prepared statement. */
  declare name: string | undefined;
  declare text: string | undefined;
  /** The client sets it to stop the timeout. */
  declare callback: ((error: unknown) => void) | undefined;
  readonly query_timeout: number | undefined;

  constructor(
    types: pg.CustomTypesConfig,
    known: WeakMap<pg.Connection, Map<string, Columns>>,
    timeoutMs: number | undefined,
  ) {
    super('');
    this.#types = types;
    this.#known = known;
    this.query_timeout = timeoutMs;
  }

  add(statement: SentStatement): Promise<StatementResult> {
    const { promise, resolve, reject } = Promise.withResolvers<StatementResult>();
    this.#pending.push({ statement, rows: [], columns: NO_COLUMNS, tag: '', resolve, reject });
    return promise;
  }

  override submit = (connection: pg.Connection): null => {
    const wire = connection as unknown as Wire;
    this.#columns = this.#known.get(connection) ?? new Map();
    this.#known.set(connection, this.#columns);
    wire.stream.cork();
    try {
      for (const pending of this.#pending) this.#write(wire, pending);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    this.#moveTo(0);
    return null;
  };

  #write(wire: Wire, pending: Pending): void {
    const { name, text, values = [] } = pending.statement;
    const isPrepared =
      name !== undefined &&
      (wire.parsedStatements[name] !== undefined || wire.submittedNamedStatements[name] !== undefined);
    if (!isPrepared) {
      wire.parse({ name, text });
      if (name !== undefined) wire.submittedNamedStatements[name] = text;
    }
    wire.bind({ statement: name, values, valueMapper: asText });
    const columns = name === undefined ? undefined : this.#columns.get(name);
    if (columns === undefined) wire.describe({ type: 'P' });
    else pending.columns = columns;
    wire.execute();
  }

  #moveTo(position: number): void {
    this.#position = position;
    this.name = this.#pending[position]?.statement.name;
    this.text = this.#pending[position]?.statement.text;
  }

  get #current(): Pending {
    return this.#pending[this.#position] as Pending;
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    const names = fields.map(({ name }) => name);
    this.#current.columns = {
      names,
      empty: Object.fromEntries(names.map((name) => [name, null])),
      parsers: fields.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, 'text')),
    };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const current = this.#current;
    try {
      current.rows.push(rowOf(current.columns, fields));
    } catch (error) {
      current.failure = error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const current = this.#current;
    const { name } = current.statement;
    current.tag = text;
    if (name !== undefined) this.#columns.set(name, current.columns);
    this.#moveTo(this.#position + 1);
  }

  handleReadyForQuery(): void {
    this.callback?.(undefined);
    for (const pending of this.#pending) settle(pending);
  }

  handleError(error: unknown, connection: pg.Connection): void {
    this.callback?.(error);
    const { submittedNamedStatements } = connection as unknown as Wire;
    for (const pending of this.#pending.slice(0, this.#position)) settle(pending);
    for (const { statement, reject } of this.#pending.slice(this.#position)) {
      if (statement.name !== undefined) delete submittedNamedStatements[statement.name];
      reject(error);
    }
  }
}

function rowOf({ empty, names, parsers }: Columns, fields: readonly (string | null)[]): unknown {
  const row = { ...empty };
  for (let i = 0; i < fields.length; i++) {
    const value = fields[i] as string | null;
    if (value !== null) row[names[i] as string] = (parsers[i] as (text: string) => unknown)(value);
  }
  return row;
}

function settle({ rows, tag, failure, resolve, reject }: Pending): void {
  if (failure === undefined) resolve({ rows, ...readTag(tag) });
  else reject(failure);
}

function asText(value: Value): string | null {
  return value === null ? null : String(value);
}

/** `INSERT 0 1`, `SELECT 5`, `COMMIT`. */
function readTag(tag: string): Pick<StatementResult, 'command' | 'rowCount'> {
  const words = tag.split(' ');
  return { command: words[0] as string, rowCount: Number(words.at(-1)) || 0 };
}
