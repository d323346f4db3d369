/** Exports and applies files like the commands, against a running service. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { applyFile, exportOrganization } from '../../../src/as-code/commands.ts';
import type { ChatConfig } from '../../../src/config/chat.ts';
import type { CreateDatabase } from '../servers/databases.ts';
import { startCommand } from '../servers/server-process.ts';
import { startWatchbill, type Watchbill } from './api.ts';

export interface Service {
  readonly watchbill: Watchbill;
  readonly address: { readonly url: string; readonly key: string };
}

export async function startService(
  create: CreateDatabase,
  now: string,
  chat?: ChatConfig,
  options?: Parameters<typeof startWatchbill>[3],
): Promise<Service> {
  const watchbill = await startWatchbill(create, now, chat, options);
  const url = await watchbill.app.listen({ port: 0, host: '127.0.0.1' });
  return { watchbill, address: { url, key: watchbill.owner.key } };
}

/** What applying the file prints. Uses the clock of the service. */
export async function applied({ watchbill, address }: Service, content: string, options = {}): Promise<string> {
  return withFile(content, async (path) => {
    const printed: string[] = [];
    const terminal = { print: (more: string) => void printed.push(more), warn: assert.fail };
    const wanted = { isPlan: false, prune: false, json: false, ...options };
    await applyFile(address, path, wanted, watchbill.services.clock, terminal);
    return printed.join('');
  });
}

/** Without the first line, which contains the address of the service. */
export async function exported({ watchbill, address }: Service): Promise<string> {
  const printed: string[] = [];
  const terminal = { print: (more: string) => void printed.push(more), warn: assert.fail };
  await exportOrganization(address, watchbill.services.clock, terminal);
  return printed.join('').replace(/^.*\n/, '');
}

/** Runs the command as a process, with a key of that service. */
export function startAsProcess({ address }: Pick<Service, 'address'>, ...words: string[]) {
  return startCommand({ kind: 'sqlite', path: join(tmpdir(), 'not-used.db') }, words, {
    WATCHBILL_URL: address.url,
    WATCHBILL_API_KEY: address.key,
  });
}

export async function runAsProcess(service: Pick<Service, 'address'>, ...words: string[]) {
  const child = startAsProcess(service, ...words);
  assert.ok(child.stdout !== null && child.stderr !== null);
  const [[exitCode], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { exitCode, stdout, stderr };
}

/** Runs the command, and kills it when the service has carried out the chosen request: before it can read the answer. */
export async function killAtAnswer(
  service: Service,
  words: readonly string[],
  isLast: (request: IncomingMessage) => boolean,
): Promise<void> {
  const child = startAsProcess(service, ...words);
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    response.writeHead = (...head: unknown[]) => {
      if (isLast(request)) child.kill('SIGKILL');
      return writeHead(...head);
    };
  };
  const { server } = service.watchbill.app;
  server.prependListener('request', onRequest);
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
  server.off('request', onRequest);
}

let files = 0;

export async function withFile<T>(content: string, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `watchbill-${process.pid}-${++files}.yaml`);
  await writeFile(path, content);
  try {
    return await work(path);
  } finally {
    await rm(path);
  }
}
