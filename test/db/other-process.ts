/** A second process on an SQLite file, for test/db/processes.test.ts. It gets commands as messages, and responds to each with a message. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { openSqlite } from '../../src/db/driver/sqlite/sqlite.ts';
import { insertOrganization } from '../../src/db/people/organizations.ts';
import type { OrganizationId } from '../../src/ids.ts';

const [path = ''] = process.argv.slice(2);
const db = openSqlite(path);

function rowOf(name: string) {
  return { id: `org_${name}` as OrganizationId, name, timeZone: 'UTC', createdAt: 0 };
}

/** Writes two rows in one transaction; between them, a worker of this process stops, and then the other process runs. */
async function stopWorkerInTransaction(): Promise<void> {
  const unlisten = await db.onWake(() => undefined);
  await db.transaction(async (tx) => {
    await tx.run(insertOrganization, rowOf('first'));
    unlisten();
    process.send?.('in transaction');
    await once(process, 'message');
    await tx.run(insertOrganization, rowOf('second'));
  });
}

async function write(): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(insertOrganization, rowOf('elsewhere'));
  });
}

const COMMANDS: Readonly<Record<string, () => Promise<void>>> = { stopWorkerInTransaction, write };

const [message] = await once(process, 'message');
const command = COMMANDS[String(message)];
assert.ok(command !== undefined, `no such command: ${message}`);
await command();
process.send?.('done');
await once(process, 'message');
await db.close();
process.disconnect?.();
