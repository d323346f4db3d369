/**
 * The baseline of the HTTP benchmark: `node:http` alone, sending prepared bytes. The parent process sends the bytes over the IPC channel and gets the
 * port back.
 */
import { createServer } from 'node:http';

export interface Prepared {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

process.once('message', (answer: Prepared) => {
  const body = Buffer.from(answer.body);
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(answer.status, answer.headers);
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
});
