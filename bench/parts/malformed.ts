/**
 * Sends malformed requests to every route of a running service, each over its own connection, byte by byte as generated. The requests are those of
 * test/api/http/fuzz.test.ts, and the same in every run.
 */
import { connect } from 'node:net';
import fc from 'fast-check';
import { ERRORS } from '../../src/errors.ts';
import { type WireRequest, wrongRequestsTo } from '../../test/support/arbitraries/request-arbitraries.ts';
import { furnish, type Things } from '../../test/support/arbitraries/things.ts';
import { startWatchbill } from '../../test/support/drivers/api.ts';
import { documentedOperations } from '../../test/support/drivers/openapi.ts';
import { createSqlite } from '../../test/support/servers/databases.ts';
import { startServer } from '../../test/support/servers/server-process.ts';
import { scaled } from '../installation.ts';
import type { Part, Row } from '../table.ts';

const REQUESTS = scaled(10_000, 100);
/** More than needed: about a tenth of the generated requests are valid after all, and do not count. */
const MADE_UP = Math.ceil(REQUESTS * 1.25);
const BATCH_SIZE = 8;
const SEED = 20260105;

/** After this long without a response, the service is waiting for the rest of a body that is shorter than its content-length. */
const TIMEOUT_MS = 5_000;
const GIVE_UP_MS = 30_000;

export const malformedPart: Part = {
  notes: [
    `Malformed: ${REQUESTS.toLocaleString('en')} requests over every route of the OpenAPI document, each with one to three things wrong, to a service on SQLite, ${BATCH_SIZE} at a time.`,
    'Those that turn out to be right all the same are not counted among them. What is counted is answers of 5xx, and refusals without the envelope or without an answer.',
  ],
  run: async () => {
    const place = await createSqlite();
    const watchbill = await startWatchbill(async () => place);
    const server = await startServer(place.config, watchbill.owner.key);
    try {
      const things = await furnish(watchbill);
      const operations = documentedOperations();
      const requests = fc.sample(fc.oneof(...operations.map(wrongRequestsTo)), { seed: SEED, numRuns: MADE_UP });
      return rowsOf(await sendUntilEnough(requests, (some) => sendAll(server.address, some, things)));
    } finally {
      server.process.kill('SIGTERM');
      await server.exited;
      await watchbill.stop();
    }
  },
};

type Verdict = 'refused' | 'done' | 'failed' | 'without envelope';

function rowsOf(verdicts: readonly Verdict[]): Row[] {
  const count = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
  const of = `of ${REQUESTS.toLocaleString('en')} malformed requests`;
  return [
    { what: `${of}: answered with 5xx`, unit: 'answers', figure: count('failed'), goal: { atMost: 0 } },
    { what: `${of}: without the envelope`, unit: 'answers', figure: count('without envelope'), goal: { atMost: 0 } },
    { what: `${of}: refused in proper form`, unit: 'answers', figure: count('refused') },
    { what: 'requests that turned out to be right, beside these', unit: 'answers', figure: count('done') },
  ];
}

/** Sends requests until this many were invalid. */
async function sendUntilEnough(
  requests: readonly WireRequest[],
  send: (some: readonly WireRequest[]) => Promise<Verdict[]>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let missing = REQUESTS;
  while (missing > 0) {
    const some = requests.slice(verdicts.length, verdicts.length + missing);
    if (some.length < missing) throw new Error(`of ${requests.length} requests too few were wrong`);
    verdicts.push(...(await send(some)));
    missing = REQUESTS - verdicts.filter((verdict) => verdict !== 'done').length;
  }
  return verdicts;
}

async function sendAll(address: string, requests: readonly WireRequest[], things: Things): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const left = requests.values();
  await Promise.all(
    Array.from({ length: BATCH_SIZE }, async () => {
      for (const request of left) {
        const answer = await send(address, request, things);
        const verdict = verdictOn(request, answer);
        verdicts.push(verdict);
        if (verdict === 'failed' || verdict === 'without envelope') {
          console.error(
            `${request.method} ${request.url.slice(0, 200)} (${request.operation}):\n${answer.slice(0, 500)}`,
          );
        }
      }
    }),
  );
  return verdicts;
}

/** A response to HEAD has no body. CONNECT asks for a tunnel, which Node refuses without any response. */
function verdictOn({ method }: WireRequest, answer: string): Verdict {
  const [, digits = '0', body = ''] = /^HTTP\/1\.1 (\d+).*?\r\n\r\n(.*)$/s.exec(answer) ?? [];
  const status = Number(digits);
  if (status >= 500) return 'failed';
  if (status >= 200 && status < 400) return 'done';
  const isRight = status === 0 ? method === 'CONNECT' : method === 'HEAD' || isEnvelope(body, status);
  return isRight ? 'refused' : 'without envelope';
}

function isEnvelope(body: string, status: number): boolean {
  try {
    const { error } = JSON.parse(body) as { error: { code: keyof typeof ERRORS; status: number } };
    return error.status === status && ERRORS[error.code].status === status;
  } catch {
    return false;
  }
}

/** Returns the raw response. */
function send(address: string, request: WireRequest, things: Things): Promise<string> {
  const { hostname, port } = new URL(address);
  const body = Buffer.from(things.putInto(request.body ?? ''), request.encoding);
  const headers = {
    host: hostname,
    connection: 'close',
    ...(request.body !== undefined && { 'content-length': String(body.length) }),
    ...request.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${things.putInto(value)}\r\n`);
  const head = `${request.method} ${things.putInto(request.url)} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname).setEncoding('utf8').setTimeout(TIMEOUT_MS);
    socket.on('data', (text) => {
      answer += text;
    });
    socket.once('timeout', () => {
      socket.end().setTimeout(GIVE_UP_MS, () => socket.destroy());
    });
    // A refusal may come before everything was sent: the service then closes the connection, and further writes fail.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    socket.write(Buffer.concat([Buffer.from(head), body]));
  });
}
