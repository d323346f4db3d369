/**
 * A TCP proxy in front of a database that can be made slow, silent, cut or closed. Bytes pass in order and unchanged, or not at all. Loopback only.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface TcpProxy {
  readonly port: number;
  /**
   * How often the client sent something after it received something, on any connection. While there is a delay, this counts round trips; concurrent
   * ones count as one.
   */
  roundTrips(): number;
  /** Delays each piece of data from now on: in both directions, or only from the target. */
  delay(ms: number, directions?: 'both' | 'back'): void;
  /** New connections lead to that port, as after a failover; existing ones stay. */
  redirect(port: number): void;
  /** Connections stay and new ones are accepted, but no data passes. */
  stall(): void;
  /** Existing connections are dead for good; new ones work. Like a restarted firewall. */
  forget(): void;
  /** Resets every connection. */
  cut(): void;
  /** Resets every connection, and refuses new ones. */
  refuse(): Promise<void>;
  /** Repairs everything, also for remaining connections. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

/** To that port of this machine. */
export async function startProxy(firstTarget: number): Promise<TcpProxy> {
  let target = firstTarget;
  const sockets = new Set<Socket>();
  const forgotten = new Set<Socket>();
  let delayMs = 0;
  let delayed: 'both' | 'back' = 'both';
  let isStalled = false;
  let roundTrips = 0;
  let isAnswered = true;

  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    near.on('data', () => {
      if (isAnswered) roundTrips += 1;
      isAnswered = false;
    });
    join(near, far, 'there');
    join(far, near, 'back', () => {
      isAnswered = true;
    });
  });

  function join(from: Socket, to: Socket, direction: 'there' | 'back', passing = () => {}): void {
    sockets.add(from);
    // Without Nagle's algorithm, which would delay small pieces.
    from.setNoDelay(true);
    if (isStalled) from.pause();
    let passed = Promise.resolve();
    function pass(act: () => unknown): void {
      const dueAt = performance.now() + (delayed === 'both' || direction === 'back' ? delayMs : 0);
      passed = passed.then(() => waitUntil(dueAt)).then(() => void act());
    }
    from.on('data', (data) =>
      pass(() => {
        passing();
        to.write(data);
      }),
    );
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      pass(() => to.destroy());
    });
  }

  function cut(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }

  async function listen(port: number): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }

  async function close(): Promise<void> {
    if (!server.listening) return;
    server.close();
    cut();
    for (const socket of forgotten) socket.destroy();
    await once(server, 'close');
  }

  await listen(0);
  const { port } = server.address() as { port: number };
  return {
    port,
    roundTrips: () => roundTrips,
    delay(ms, directions = 'both') {
      delayMs = ms;
      delayed = directions;
    },
    redirect(to) {
      target = to;
    },
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    forget() {
      for (const socket of sockets) {
        socket.pause();
        sockets.delete(socket);
        forgotten.add(socket);
      }
    },
    cut,
    refuse: close,
    async mend() {
      delayMs = 0;
      isStalled = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    stop: close,
  };
}

async function waitUntil(dueAt: number): Promise<void> {
  const leftMs = dueAt - performance.now();
  if (leftMs > 0) await wait(leftMs);
}
