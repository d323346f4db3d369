import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { updateSetup } from '../../../src/db/people/organizations.ts';
import { call, failed, succeeded } from '../../support/drivers/api.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('organization', (create, itOnSqlite) => {
  const { watchbill, owner, viewer } = givenFreshWatchbill(create, { viewer: { name: 'Vera', seat: 'viewer' } });

  itOnSqlite('GET /organization/ shows it to all its users', async () => {
    const { organization } = succeeded(await viewer.get('/organization/'));
    assert.match(organization.id, /^org_[0-9a-hjkmnp-tv-z]{26}$/);
    assert.deepEqual(organization, { id: organization.id, name: 'My organization', time_zone: 'UTC' });
    failed(await call(watchbill.app, 'GET', '/organization/'), 401, 'unauthorized');
  });

  describe('PATCH /organization/', () => {
    itOnSqlite('changes only the given fields; the name is trimmed, the zone canonical', async () => {
      const { organization } = succeeded(await owner.patch('/organization/', { name: ' Lighthouse Works ' }));
      assert.deepEqual([organization.name, organization.time_zone], ['Lighthouse Works', 'UTC']);
      const admin = await watchbill.addPerson('Adam', { role: 'admin' });
      const changed = { ...organization, time_zone: 'Europe/Berlin' };
      assert.deepEqual(succeeded(await admin.patch('/organization', { time_zone: 'europe/berlin' })), {
        organization: changed,
      });
      assert.deepEqual(succeeded(await owner.patch('/organization/', {})), { organization: changed });
      assert.deepEqual(succeeded(await viewer.get('/organization/')), { organization: changed });
    });

    it('finishes the setup of a new organization step by step', async () => {
      const { services } = watchbill;
      const { organization } = succeeded(await owner.get('/organization/'));
      const asNew = { id: organization.id, setup: 'name' } as const;
      await services.db.transaction((tx) => tx.run(updateSetup, asNew));
      const setupAfter = async (body: object) =>
        succeeded(await owner.patch('/organization/', body)).organization.setup;
      assert.equal(await setupAfter({ time_zone: 'Asia/Tokyo' }), 'name');
      assert.equal(await setupAfter({ setup: 'checklist', name: 'Works' }), 'checklist');
      assert.equal(succeeded(await viewer.get('/organization/')).organization.setup, 'checklist');
      assert.equal(await setupAfter({ setup: 'done' }), undefined);
      failed(await owner.patch('/organization/', { setup: 'name' }), 400, 'bad_request');
      failed(await viewer.patch('/organization/', { setup: 'done' }), 403, 'forbidden');
    });

    it('of two concurrent changes, neither undoes the other', async () => {
      for (let i = 0; i < 10; i++) {
        const [name, zone] = [`Works ${i}`, i % 2 === 0 ? 'Asia/Tokyo' : 'UTC'];
        await Promise.all([
          owner.patch('/organization/', { name }),
          owner.patch('/organization/', { time_zone: zone }),
        ]);
        const { organization } = succeeded(await owner.get('/organization/'));
        assert.deepEqual([organization.name, organization.time_zone], [name, zone]);
      }
    });

    for (const [body, message] of [
      [{ name: '' }, 'name must not have fewer than 1 characters; it is "".'],
      [{ name: 'x'.repeat(101) }, `name must not have more than 100 characters; it is "${'x'.repeat(59)}…".`],
      [{ time_zone: '+02:00' }, 'time_zone must be an IANA time zone, such as Europe/Berlin; it is "+02:00".'],
      [{ time_zone: null }, 'time_zone must be string; it is null.'],
      [{ id: 'org_1' }, 'id is not a known field. Known: name, time_zone and setup.'],
    ] as const) {
      it(`says of ${JSON.stringify(body).slice(0, 40)}: ${message.slice(0, 60)}`, async () => {
        assert.equal(failed(await owner.patch('/organization/', body), 400, 'bad_request'), message);
      });
    }

    itOnSqlite('is for admins', async () => {
      const ada = await watchbill.addPerson('Ada');
      assert.match(failed(await ada.patch('/organization/', { name: 'Mine' }), 403, 'forbidden'), /needs an admin\.$/);
      failed(await viewer.patch('/organization/', { name: 'Mine' }), 403, 'forbidden');
    });
  });
});
