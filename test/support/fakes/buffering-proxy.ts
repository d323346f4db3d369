/** A proxy that buffers responses, like nginx, unless they have `x-accel-buffering: no`. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE_BYTES = 4096;

export interface BufferingProxy {
  /** `http://127.0.0.1:41234` */
  readonly address: string;
  stop(): Promise<void>;
}

/** `isStubborn`: it buffers in any case. */
export async function startBufferingProxy(target: string, isStubborn = false): Promise<BufferingProxy> {
  const server = createServer((asked, reply) => {
    const onward = request(target + asked.url, { method: asked.method, headers: asked.headers }, (answer) => {
      const mayPass = answer.headers['x-accel-buffering'] === 'no' && !isStubborn;
      const held: Buffer[] = [];
      let heldBytes = 0;
      let isPassing = mayPass;
      const pass = () => {
        if (!reply.headersSent) reply.writeHead(answer.statusCode ?? 502, answer.headers);
        for (const piece of held.splice(0)) reply.write(piece);
      };
      if (mayPass) pass();
      answer.on('data', (piece: Buffer) => {
        held.push(piece);
        heldBytes += piece.length;
        isPassing ||= heldBytes >= PAGE_BYTES;
        if (isPassing) pass();
      });
      answer.on('end', () => {
        pass();
        reply.end();
      });
      answer.on('error', () => reply.destroy());
    });
    onward.on('error', () => reply.destroy());
    reply.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
