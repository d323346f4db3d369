/**
 * A proxy between a node and PostgreSQL that decides when each statement passes. It reads only as much of the protocol
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html) as it needs: a statement is everything up to a `Query` or `Sync` message,
 * and it is done when the server is ready for the next. So a request can be stopped between any two of its statements, whatever the code of the
 * service is.
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

const TYPE_BYTES = 1;

export async function openWireGate(target: { readonly host: string; readonly port: number }): Promise<WireGate> {
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
    const far = connect(target.port, target.host);
    let ready = 0;
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
    onMessages(near, { hasUntypedStart: true }, (type, message) => {
      unit.push(message);
      if (type === 'P') {
        const [name = '', query = ''] = stringsIn(message);
        sql.set(name, query);
        text ||= query;
      } else if (type === 'B') {
        const [, name = ''] = stringsIn(message);
        text ||= sql.get(name) ?? '';
      } else if (type === 'Q') {
        [text = ''] = stringsIn(message);
      } else if (type !== 'S') {
        // Parts of a statement wait for its end; other messages, such as the password, do not.
        if (type === 'D' || type === 'E' || type === 'C' || type === 'H') return;
        far.write(Buffer.concat(unit));
        unit = [];
        return;
      }
      if (type !== 'Q' && type !== 'S') return;
      const [whole, statement] = [Buffer.concat(unit), text];
      [unit, text] = [[], ''];
      recorded.push(statement);
      pass(() => {
        busy += 1;
        ready += 1;
        far.write(whole);
      });
    });
    far.on('data', (data) => near.write(data));
    onMessages(far, { hasUntypedStart: false }, (type) => {
      if (type !== 'Z' || ready === 0) return;
      ready -= 1;
      busy -= 1;
      notify();
    });
    far.on('close', () => {
      busy -= ready;
      ready = 0;
      notify();
    });
  });

  function pass(send: () => void): void {
    if (left > 0) {
      left -= 1;
      send();
    } else {
      waiting.push(send);
    }
    notify();
  }

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

/** The strings at the start of a message, after its type and length. */
function stringsIn(message: Buffer): string[] {
  const first = message.indexOf(0, TYPE_BYTES + 4);
  const second = message.indexOf(0, first + 1);
  const text = (start: number, end: number) => message.toString('utf8', start, end === -1 ? undefined : end);
  return [text(TYPE_BYTES + 4, first), text(first + 1, second)];
}
