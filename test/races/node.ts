/** One of the nodes that race: the whole service on a database, with a fixed clock. */
import type { DatabaseConfig } from '../../src/config/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { buildApp } from '../../src/http/app.ts';
import { createIdSource } from '../../src/ids.ts';
import { connectChat } from '../../src/services/chat/chat-connection.ts';
import { runDueBatch } from '../../src/services/jobs/due-work.ts';
import { noLastUses } from '../../src/services/shared/last-uses.ts';
import type { Services } from '../../src/services/shared/services.ts';
import { PUBLIC_URL, silentLog, TEST_SECRET } from '../support/drivers/api.ts';
import { SAME_ORIGIN } from '../support/drivers/sessions.ts';
import { isWork, type Operation, requestOf } from './operations.ts';
import type { Answered } from './outcomes.ts';
import { NOW_MS, type World } from './world.ts';

export interface Node {
  perform(operation: Operation, world: World): Promise<Answered>;
  stop(): Promise<void>;
}

interface LocalNode extends Node {
  readonly services: Services;
  listen(): Promise<string>;
}

export async function startNode(database: DatabaseConfig): Promise<LocalNode> {
  const clock = { now: () => NOW_MS };
  const db = await openDatabase(database);
  const base = {
    db,
    clock,
    newId: createIdSource(clock),
    lastUses: noLastUses(),
    secret: TEST_SECRET,
    // Takes every mail: what is compared is what the service stores.
    mailer: { send: () => Promise.resolve() },
    publicUrl: PUBLIC_URL,
  };
  const services = { ...base, chatOf: connectChat({ provider: 'local', plan: 'paid' }, base) };
  const app = await buildApp({
    services,
    docsUrl: 'http://docs.test',
    publicUrl: () => PUBLIC_URL,
    rateLimit: 0,
    log: silentLog,
  });

  return {
    services,
    async perform(operation, world) {
      if (isWork(operation)) {
        return runDueBatch(services, operation.work).then(
          // How much was due when it looked depends on what another transaction has locked just then.
          () => ({ status: 'done', body: undefined }),
          (error: unknown) => ({ status: 'failed', body: String(error) }),
        );
      }
      const response = await app.inject(requestOf(operation, world, SAME_ORIGIN));
      return { status: response.statusCode, body: bodyOf(response.body) };
    },
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    async stop() {
      await app.close();
      await services.db.close();
    },
  };
}

/** A page is not compared. */
export function bodyOf(text: string): unknown {
  return text === '' || text.startsWith('<') ? undefined : JSON.parse(text);
}
