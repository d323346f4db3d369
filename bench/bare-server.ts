/**
 * The rival of the HTTP benchmark: `node:http` and nothing else, sending bytes that were prepared. What to send comes over
 * the process's channel; the port goes back over it.
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
