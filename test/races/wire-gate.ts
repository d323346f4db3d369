/**
 * A proxy between a node and PostgreSQL that decides when each statement passes. It reads only as much of the protocol
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html) as it needs: a statement is everything up to an `Execute` or `Query`
 * message. So a request can be stopped between any two of its statements, also those that it sends together, whatever the code of the service is.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface WireGate {
  readonly port: number;
  /** From now on `count` statements pass, and the next ones wait. Clears the recorded statements. */
  holdAfter(count: number): void;
  /** Everything passes again, waiting statements first. */
  open(): void;
  /** The SQL of the statements since `holdAfter` or `record`, including waiting ones. */
  statements(): readonly string[];
  /** Clears the recorded statements, and lets all pass. */
  record(): void;
  /** Whether a statement waits at the gate. */
  isHolding(): boolean;
  /** Whether PostgreSQL is executing a statement, or it waits for a lock. */
  isBusy(): boolean;
  /** Resolves when one of the two above may have changed. */
  changed(): Promise<void>;
  stop(): Promise<void>;
}

export interface GateOptions {
  readonly host: string;
  readonly port: number;
  /** Changes the text of statements as they are prepared, such as to drop a lock. */
  readonly rewrite?: (sql: string) => string;
}

const TYPE_BYTES = 1;

/** Each ends with a `ReadyForQuery` from the server. An `Execute` is carried out before that, a `Query` may have several statements. */
interface Sent {
  readonly kind: 'execute' | 'query';
  isDone: boolean;
}

export async function openWireGate({ host, port: targetPort, rewrite = (sql) => sql }: GateOptions): Promise<WireGate> {
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let left = Number.POSITIVE_INFINITY;
  let busy = 0;
  let recorded: string[] = [];
  let notice = Promise.withResolvers<void>();

  function notify(): void {
    notice.resolve();
    notice = Promise.withResolvers();
  }

  const server = createServer((near) => {
    const far = connect(targetPort, host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    const sql = new Map<string, string>();
    let unit: Buffer[] = [];
    let text = '';
    /** How many of this connection wait. */
    let held = 0;
    /** In order: the server answers the first one. */
    const sent: Sent[] = [];

    function noteDone(one: Sent | undefined): void {
      if (one === undefined || one.isDone) return;
      one.isDone = true;
      busy -= 1;
      notify();
    }

    function passStatement(whole: Buffer, kind: Sent['kind']): void {
      recorded.push(text);
      text = '';
      pass((isLate) => {
        if (isLate) held -= 1;
        sent.push({ kind, isDone: false });
        busy += 1;
        far.write(whole);
      });
    }

    function pass(send: (isLate: boolean) => void): void {
      if (left > 0) {
        left -= 1;
        send(false);
      } else {
        held += 1;
        waiting.push(() => send(true));
      }
      notify();
    }

    onMessages(near, { hasUntypedStart: true }, (type, message) => {
      if (type === 'P') {
        const [name = '', query = ''] = stringsIn(message);
        sql.set(name, query);
        unit.push(rewritten(message, name, query));
        return;
      }
      unit.push(message);
      if (type === 'B') {
        const [, name = ''] = stringsIn(message);
        text = sql.get(name) ?? '';
      } else if (type === 'Q') {
        [text = ''] = stringsIn(message);
      }
      // Parts of a statement wait for its end.
      if (type === 'B' || type === 'D' || type === 'C' || type === 'H') return;
      const whole = Buffer.concat(unit);
      unit = [];
      if (type === 'E') passStatement(whole, 'execute');
      else if (type === 'Q') passStatement(whole, 'query');
      // The `Sync` follows its statement. Other messages, such as the password, do not wait.
      else if (type === 'S' && held > 0) waiting.push(() => far.write(whole));
      else far.write(whole);
    });

    function rewritten(message: Buffer, name: string, query: string): Buffer {
      const changed = rewrite(query);
      if (changed === query) return message;
      const rest = message.subarray(TYPE_BYTES + 4 + Buffer.byteLength(name) + 1 + Buffer.byteLength(query) + 1);
      return messageOf('P', Buffer.concat([Buffer.from(`${name}\0${changed}\0`), rest]));
    }

    far.on('data', (data) => near.write(data));
    onMessages(far, { hasUntypedStart: false }, (type) => {
      const [first] = sent;
      const isAnswer = type === 'C' || type === 'I' || type === 's' || type === 'E';
      if (type === 'Z') noteDone(sent.shift());
      else if (isAnswer && first?.kind === 'execute') noteDone(first);
    });
    far.on('close', () => sent.forEach(noteDone));
  });

  function open(): void {
    left = Number.POSITIVE_INFINITY;
    for (const send of waiting.splice(0)) send();
    notify();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    port,
    holdAfter(count) {
      recorded = [];
      left = count;
    },
    open,
    statements: () => recorded,
    record() {
      recorded = [];
      open();
    },
    isHolding: () => waiting.length > 0,
    isBusy: () => busy > 0,
    changed: () => notice.promise,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Calls back with each complete message. The first message of a client has no type. */
function onMessages(
  socket: Socket,
  { hasUntypedStart }: { readonly hasUntypedStart: boolean },
  take: (type: string, message: Buffer) => void,
): void {
  let rest: Buffer = Buffer.alloc(0);
  let typeBytes = hasUntypedStart ? 0 : TYPE_BYTES;
  socket.on('data', (data: Buffer) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      const type = typeBytes === 0 ? '' : String.fromCharCode(message[0] as number);
      typeBytes = TYPE_BYTES;
      take(type, message);
    }
  });
}

function messageOf(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(TYPE_BYTES + 4);
  head.write(type);
  head.writeUInt32BE(content.length + 4, TYPE_BYTES);
  return Buffer.concat([head, content]);
}

/** The strings at the start of a message, after its type and length. */
function stringsIn(message: Buffer): string[] {
  const first = message.indexOf(0, TYPE_BYTES + 4);
  const second = message.indexOf(0, first + 1);
  const text = (start: number, end: number) => message.toString('utf8', start, end === -1 ? undefined : end);
  return [text(TYPE_BYTES + 4, first), text(first + 1, second)];
}
