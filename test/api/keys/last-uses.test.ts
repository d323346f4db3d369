/** The last use of keys and sessions is collected in memory, and written for all of them at once. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { ApiKeyId, OrganizationId } from '../../../src/ids.ts';
import { createIdSource } from '../../../src/ids.ts';
import { lastUse, writeLastUses } from '../../../src/services/shared/last-uses.ts';
import {
  addKey,
  type Person,
  personWith,
  startWatchbill,
  succeeded,
  type Watchbill,
} from '../../support/drivers/api.ts';
import { openSession } from '../../support/drivers/sessions.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('the last use of keys and sessions', (create) => {
  let watchbill: Watchbill;
  let ada: Person;

  beforeEach(async () => {
    watchbill = await startWatchbill(create);
    ada = await watchbill.addPerson('Ada');
    await writeLastUses(watchbill.services);
  });
  afterEach(() => watchbill.stop());

  /** The stored rows, as another node sees them. */
  async function stored(): Promise<Record<string, unknown>[]> {
    const { db } = watchbill.services;
    const rows = await db.exclusively((tx) =>
      tx.execute(`select 'key' as what, last_used_at as at from api_keys where user_id = '${ada.id}'
        union all select 'session', last_seen_at from sessions where user_id = '${ada.id}' order by 1`),
    );
    return rows.map((row) => ({ ...row }) as Record<string, unknown>);
  }

  it('is written in batches, not with each request', async () => {
    const browser = await openSession(watchbill, ada);
    const second = await personWith(watchbill.app, await addKey(watchbill.services, ada.id));
    await writeLastUses(watchbill.services);
    const before = await stored();
    watchbill.at('2026-01-05T11:00:00Z');
    for (const caller of [ada, second, browser]) succeeded(await caller.get('/user/'));
    assert.deepEqual(await stored(), before);

    await writeLastUses(watchbill.services);
    const at = Number(Date.parse('2026-01-05T11:00:00Z'));
    assert.deepEqual(
      (await stored()).map((row) => ({ what: row.what, at: Number(row.at) })),
      [
        { what: 'key', at },
        { what: 'key', at },
        { what: 'session', at },
      ],
    );
    assert.equal(watchbill.services.lastUses.apiKeys.size + watchbill.services.lastUses.sessions.size, 0);
  });

  it('never goes back: if two nodes saw a key, the later time stays', async () => {
    watchbill.at('2026-01-05T12:00:00Z');
    succeeded(await ada.get('/user/'));
    await writeLastUses(watchbill.services);
    const latest = await stored();
    const { api_keys: keys } = succeeded(await ada.get('/user/api_keys/'));
    watchbill.services.lastUses.apiKeys.set(keys[0].id as ApiKeyId, {
      organizationId: succeeded(await ada.get('/organization/')).organization.id as OrganizationId,
      atMs: Date.parse('2026-01-05T11:30:00Z'),
    });
    await writeLastUses(watchbill.services);
    assert.deepEqual(await stored(), latest);
  });

  it('is kept if it cannot be written, and is written the next time', async () => {
    watchbill.at('2026-01-05T13:00:00Z');
    succeeded(await ada.get('/user/'));
    const { services } = watchbill;
    const refusing = { ...services.db, queueTransaction: () => Promise.reject(new Error('no way')) };
    await assert.rejects(writeLastUses({ ...services, db: refusing }), /no way/);
    assert.equal(services.lastUses.apiKeys.size, 1);
    await writeLastUses(services);
    assert.equal(Number((await stored())[0]?.at), Date.parse('2026-01-05T13:00:00Z'));
  });
});

it('is not overwritten by an earlier time noted on another node', () => {
  const id = createIdSource({ now: () => 0 })('apiKey');
  const uses = new Map([[id, { organizationId: 'org_a' as OrganizationId, atMs: 5 }]]);
  assert.deepEqual([lastUse(uses, id, null), lastUse(uses, id, 4), lastUse(uses, id, 6)], [5, 5, 6]);
});
