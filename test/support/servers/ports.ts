import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give higher ones to clients, and to servers that ask for any: these are hardly ever taken between our look and our use. */
const [FIRST, LAST] = [20_000, 32_000];

/** A free port on loopback. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
