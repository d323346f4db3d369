import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { parseId } from '../../../src/ids.ts';
import { retryDelivery } from '../../../src/services/deliveries/delivery-list.ts';
import { enqueue } from '../../../src/services/outbox/outbox.ts';
import type { Answer } from '../../support/drivers/answer.ts';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { messagesIn, workAt } from '../../support/drivers/worker.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

interface Delivery {
  readonly id: string;
  readonly text: string;
  readonly status: string;
}

describeOnBothDatabases('deliveries', (create, itOnSqlite) => {
  const { watchbill, owner, ada } = givenFreshWatchbill(create, { ada: 'Ada' }, '2026-01-05T09:00:00Z');
  beforeEach(async () => {
    await send('C0ONCALL', 'One');
    await workAt(watchbill, '2026-01-05T10:00:00Z');
    // Nobody in the built-in chat has this id yet.
    await send('U0ADA', 'Two');
    await workAt(watchbill, '2026-01-05T11:00:00Z');
    await send('C0GENERAL', 'Three');
  });

  async function send(destinationId: string, text: string): Promise<void> {
    const { services } = watchbill;
    const organization = await services.db.first(anyOrganization, {});
    assert.ok(organization !== undefined);
    const message = { lines: [[{ bold: text }, ' at ', { instant: 0, zone: 'UTC' }]] };
    await services.db.transaction((tx) => enqueue(services, tx, organization.id, [{ destinationId, message }]));
  }

  async function list(query = ''): Promise<Delivery[]> {
    return succeeded(await owner.get(`/deliveries/${query}`)).deliveries;
  }

  async function find(text: string): Promise<Delivery> {
    const found = (await list('?per_page=100')).find((delivery) => delivery.text.startsWith(text));
    assert.ok(found !== undefined);
    return found;
  }

  async function retry(text: string): Promise<Answer> {
    return owner.post(`/deliveries/${(await find(text)).id}/retry`);
  }

  describe('GET /deliveries/', () => {
    itOnSqlite('lists deliveries, newest first: sent, failed with the reason, or pending', async () => {
      const { deliveries, meta } = succeeded(await owner.get('/deliveries/'));
      for (const { id } of deliveries) assert.match(id, /^del_[0-9a-hjkmnp-tv-z]{26}$/);
      assert.deepEqual(
        deliveries.map(({ id: _, ...delivery }: Delivery) => delivery),
        [
          {
            kind: 'chat',
            destination_id: 'C0GENERAL',
            status: 'pending',
            text: 'Three at Thu 1 Jan 1970, 00:00 UTC',
            attempts: 0,
            created_at: '2026-01-05T11:00:00Z',
          },
          {
            kind: 'chat',
            destination_id: 'U0ADA',
            status: 'failed',
            text: 'Two at Thu 1 Jan 1970, 00:00 UTC',
            attempts: 1,
            error: 'The chat has no channel and nobody "U0ADA".',
            created_at: '2026-01-05T10:00:00Z',
            done_at: '2026-01-05T11:00:00Z',
          },
          {
            kind: 'chat',
            destination_id: 'C0ONCALL',
            status: 'sent',
            text: 'One at Thu 1 Jan 1970, 00:00 UTC',
            attempts: 1,
            created_at: '2026-01-05T09:00:00Z',
            done_at: '2026-01-05T10:00:00Z',
          },
        ],
      );
      assert.deepEqual(meta, { total: 3, page: 1, per_page: 20 });
    });

    itOnSqlite('filters by status', async () => {
      for (const [status, text] of [
        ['pending', 'Three'],
        ['failed', 'Two'],
        ['sent', 'One'],
      ]) {
        const { deliveries, meta } = succeeded(await owner.get(`/deliveries/?status=${status}`));
        assert.deepEqual([deliveries.length, deliveries[0].text.split(' ')[0], meta.total], [1, text, 1]);
      }
    });

    itOnSqlite('gives pages, and the true total past the end', async () => {
      const { deliveries, meta } = succeeded(await owner.get('/deliveries/?per_page=2&page=2'));
      assert.deepEqual([deliveries[0].destination_id, meta], ['C0ONCALL', { total: 3, page: 2, per_page: 2 }]);
      assert.deepEqual(succeeded(await owner.get('/deliveries?status=sent&page=9')), {
        deliveries: [],
        meta: { total: 1, page: 9, per_page: 20 },
      });
    });

    for (const query of ['status=lost', 'status=', 'colour=red', 'per_page=101', 'page=0']) {
      itOnSqlite(`refuses ?${query}`, async () => {
        failed(await owner.get(`/deliveries/?${query}`), 400, 'bad_request');
      });
    }
  });

  describe('POST /deliveries/{delivery_id}/retry', () => {
    it('is refused if the caller lost the role after the request was authenticated', async () => {
      const { services } = watchbill;
      const admin = await watchbill.addPerson('Admin', { role: 'admin' });
      const organization = await services.db.first(anyOrganization, {});
      const userId = parseId('user', admin.id);
      assert.ok(organization !== undefined && userId !== undefined);
      const authenticated = { organizationId: organization.id, userId, role: 'admin', seat: 'member' } as const;
      succeeded(await owner.patch(`/users/${admin.id}`, { role: 'standard' }));
      const { id } = await find('Two');
      await assert.rejects(retryDelivery(services, authenticated, id), { code: 'forbidden' });
      assert.equal((await find('Two')).status, 'failed');
    });

    itOnSqlite('refuses a sent, a pending and an unknown delivery', async () => {
      const sent = failed(await retry('One'), 422, 'unprocessable_entity');
      assert.equal(sent, 'Only a delivery that failed can be retried: this one is sent.');
      assert.match(failed(await retry('Three'), 422, 'unprocessable_entity'), /this one is pending\.$/);
      for (const id of ['del_01kz0000000000000000000000', 'del_none', ada.id]) {
        const message = failed(await owner.post(`/deliveries/${id}/retry`), 404, 'not_found');
        assert.equal(message, `There is no delivery "${id}".`);
      }
    });

    itOnSqlite('sends a failed delivery again, before later ones, and wakes the workers', async () => {
      succeeded(await owner.patch(`/users/${ada.id}`, { chat_id: 'U0ADA' }));
      await send('U0ADA', 'Four');
      watchbill.at('2026-01-07T12:00:00Z');
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      const unlisten = await watchbill.services.db.onWake(resolve);
      succeeded(await retry('Two'), 204);
      await woken;
      unlisten();

      const { id, ...again } = await find('Two');
      assert.deepEqual(again, {
        kind: 'chat',
        destination_id: 'U0ADA',
        status: 'pending',
        text: 'Two at Thu 1 Jan 1970, 00:00 UTC',
        attempts: 1,
        error: 'The chat has no channel and nobody "U0ADA".',
        created_at: '2026-01-07T12:00:00Z',
      });
      await workAt(watchbill, '2026-01-07T12:00:01Z');
      assert.deepEqual(
        (await messagesIn(owner, 'U0ADA')).map((text) => text.split(' ')[0]),
        ['Two', 'Four'],
      );
      const { audit_log } = succeeded(await owner.get('/audit_log/?action=delivery.retried'));
      assert.deepEqual([audit_log.length, audit_log[0].target_id, audit_log[0].actor.id], [1, id, owner.id]);
    });

    it('sends it once, however many requests come at once', async () => {
      await send('U0BOB', 'Five');
      await workAt(watchbill, '2026-01-07T13:00:00Z');
      const bob = await watchbill.addPerson('Bob');
      succeeded(await owner.patch(`/users/${bob.id}`, { chat_id: 'U0BOB' }));
      const answers = await Promise.all(Array.from({ length: 5 }, () => retry('Five')));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 422, 422, 422, 422]);
      await workAt(watchbill, '2026-01-07T13:00:01Z');
      assert.equal((await messagesIn(owner, 'U0BOB')).length, 1);
    });
  });

  itOnSqlite('are for admins', async () => {
    await send('C0NOWHERE', 'Six');
    await workAt(watchbill, '2026-01-07T14:00:00Z');
    const path = `/deliveries/${(await find('Six')).id}/retry`;
    const viewer = await watchbill.addPerson('Vera', { seat: 'viewer' });
    for (const person of [ada, viewer]) {
      failed(await person.get('/deliveries/'), 403, 'forbidden');
      failed(await person.post(path), 403, 'forbidden');
    }
    assert.match(failed(await ada.get('/deliveries/'), 403, 'forbidden'), /needs an admin\.$/);
    const admin = await watchbill.addPerson('Adam', { role: 'admin' });
    succeeded(await admin.get('/deliveries/'));
    succeeded(await admin.post(path), 204);
  });
});
