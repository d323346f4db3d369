import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addKey, call, failed, succeeded } from '../../support/drivers/api.ts';
import { createSchedule, namesOf } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill, givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('users', (create, itOnSqlite) => {
  const { watchbill, owner, admin, ada, viewer } = givenWatchbill(create, {
    admin: { name: 'Admin', role: 'admin' },
    ada: 'Ada',
    viewer: { name: 'Vera', seat: 'viewer' },
  });

  async function add(email: string, more: object = {}) {
    return succeeded(await owner.post('/users/', { name: 'Someone', email, ...more }), 201).user;
  }

  describe('GET /user/', () => {
    itOnSqlite('is the owner of the key', async () => {
      assert.deepEqual(succeeded(await viewer.get('/user/')), {
        user: { id: viewer.id, name: 'Vera', email: 'vera@example.com', role: 'standard', seat: 'viewer' },
      });
      assert.deepEqual(succeeded(await owner.get('/user')), {
        user: { id: owner.id, name: 'Owner', email: 'owner@example.com', role: 'owner', seat: 'member' },
      });
    });

    itOnSqlite('is the same for all keys of a user', async () => {
      const second = await addKey(watchbill.services, ada.id);
      assert.equal(succeeded(await call(watchbill.app, 'GET', '/user/', second)).user.id, ada.id);
    });
  });

  describe('GET /users/{user_id}', () => {
    itOnSqlite('is for everyone, viewers too', async () => {
      const { user } = succeeded(await ada.get('/user/'));
      for (const person of [owner, admin, ada, viewer]) {
        assert.deepEqual(succeeded(await person.get(`/users/${ada.id}`)), { user });
      }
    });

    itOnSqlite('accepts the version header', async () => {
      const headers = { 'x-api-key': ada.key, 'x-api-version': '2026-11-01' };
      const answer = await watchbill.app.inject({ url: `/users/${ada.id}`, headers });
      assert.deepEqual([answer.statusCode, answer.headers['x-api-version']], [200, '2026-11-01']);
    });

    for (const id of ['usr_01kz0000000000000000000000', 'usr_1', 'ada@example.com', 'tea_01kz0000000000000000000000']) {
      it(`does not find ${id}`, async () => {
        assert.ok(failed(await owner.get(`/users/${id}`), 404, 'not_found').includes(id));
      });
    }
  });

  describe('GET /users/', () => {
    it('has pages in order of creation, with the true total also past the end', async () => {
      const { users, meta } = succeeded(await viewer.get('/users/?per_page=4'));
      assert.deepEqual(namesOf(users), ['Owner', 'Admin', 'Ada', 'Vera']);
      assert.deepEqual([meta.page, meta.per_page], [1, 4]);
      const last = await add('last@example.com');
      const total = meta.total + 1;
      assert.deepEqual(succeeded(await viewer.get(`/users?per_page=1&page=${total}`)), {
        users: [last],
        meta: { total, page: total, per_page: 1 },
      });
      assert.deepEqual(succeeded(await viewer.get('/users/?page=1000')), {
        users: [],
        meta: { total, page: 1000, per_page: 20 },
      });
    });

    itOnSqlite('finds a part of the name or email, ignoring case', async () => {
      succeeded(await owner.post('/users/', { name: 'Zoë Ångström', email: 'Zoe.Physics@example.com' }), 201);
      const { user } = succeeded(await owner.post('/users/', { name: 'Someone', email: 'some_one@example.com' }), 201);
      const found = async (query: string) =>
        namesOf(succeeded(await viewer.get(`/users/?query=${encodeURIComponent(query)}`)).users);
      for (const query of ['ångs', 'ZOË', 'zoe\u0308', 'ZOE.phys'])
        assert.deepEqual(await found(query), ['Zoë Ångström']);
      assert.deepEqual(await found('some_one@'), ['Someone']);
      assert.deepEqual(await found('some%one'), []);
      succeeded(await owner.patch(`/users/${user.id}`, { name: 'Émilie' }));
      assert.deepEqual(await found('éMIL'), ['Émilie']);
      succeeded(await owner.delete(`/users/${user.id}`), 204);
      assert.deepEqual(await found('éMIL'), []);
      const { meta } = succeeded(await viewer.get('/users/?query=zo%C3%AB&per_page=1&page=2'));
      assert.deepEqual(meta, { total: 1, page: 2, per_page: 1 });
    });

    for (const query of ['page=0', 'per_page=0', 'per_page=101', 'page=x', 'page=1&page=2', 'colour=red']) {
      itOnSqlite(`refuses ?${query}`, async () => {
        failed(await viewer.get(`/users/?${query}`), 400, 'bad_request');
      });
    }
  });

  describe('POST /users/', () => {
    itOnSqlite('responds 201 with the user, all fields set', async () => {
      const body = {
        name: ' Grace Hopper ',
        email: 'Grace.Hopper@example.com',
        time_zone: 'america/new_york',
        role: 'admin',
        seat: 'member',
        chat_id: 'U0GRACE',
      };
      const { user } = succeeded(await owner.post('/users/', body), 201);
      assert.match(user.id, /^usr_[0-9a-hjkmnp-tv-z]{26}$/);
      assert.deepEqual(user, { ...body, id: user.id, name: 'Grace Hopper', time_zone: 'America/New_York' });
      assert.deepEqual(succeeded(await viewer.get(`/users/${user.id}`)), { user });
    });

    itOnSqlite('creates a standard member by default, and omits unset fields', async () => {
      const user = await add('plain@example.com');
      assert.deepEqual(user, {
        id: user.id,
        name: 'Someone',
        email: 'plain@example.com',
        role: 'standard',
        seat: 'member',
      });
    });

    itOnSqlite('refuses an email of another user, in any case', async () => {
      await add('Taken@Example.com');
      for (const email of ['Taken@Example.com', 'taken@example.com', 'TAKEN@EXAMPLE.COM']) {
        failed(await owner.post('/users/', { name: 'Other', email }), 422, 'unprocessable_entity');
      }
    });

    itOnSqlite('refuses a chat_id that another user has', async () => {
      await add('chat-1@example.com', { chat_id: 'U0ONE' });
      const body = { name: 'Other', email: 'chat-2@example.com', chat_id: 'U0ONE' };
      failed(await owner.post('/users/', body), 422, 'unprocessable_entity');
    });

    it('of fifty concurrent requests with one email, one is created', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          owner.post('/users/', { name: 'Racer', email: i % 2 === 0 ? 'race@example.com' : 'RACE@example.com' }),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 49 }, () => 422)]);
    });

    for (const role of ['owner', 'admin']) {
      itOnSqlite(`refuses a viewer seat with the role ${role}`, async () => {
        const body = { name: 'Odd', email: `${role}-viewer@example.com`, role, seat: 'viewer' };
        failed(await owner.post('/users/', body), 422, 'unprocessable_entity');
      });
    }

    for (const [what, changes] of [
      ['no name', { name: undefined }],
      ['a blank name', { name: ' ' }],
      ['no email', { email: undefined }],
      ['an email without @', { email: 'ada' }],
      ['an email with a space', { email: 'a da@example.com' }],
      ['an email that is null', { email: null }],
      ['a time zone that nobody knows', { time_zone: 'Mars/Olympus' }],
      ['an offset for a time zone', { time_zone: '+01:00' }],
      ['an unknown role', { role: 'root' }],
      ['an unknown seat', { seat: 'guest' }],
      ['an empty chat_id', { chat_id: '' }],
      ['an id of their own', { id: 'usr_01kz0000000000000000000000' }],
      ['a list for a name', { name: ['Ada'] }],
    ] as const) {
      itOnSqlite(`refuses ${what} with 400`, async () => {
        const body = { name: 'Ok', email: 'ok@example.com', ...changes };
        failed(await owner.post('/users/', body), 400, 'bad_request');
      });
    }

    itOnSqlite('is allowed for admins; owners are created by owners', async () => {
      const body = (email: string, role = 'standard') => ({ name: 'New', email, role });
      for (const person of [ada, viewer]) {
        failed(await person.post('/users/', body('no@example.com')), 403, 'forbidden');
      }
      succeeded(await admin.post('/users/', body('by-admin@example.com')), 201);
      succeeded(await admin.post('/users/', body('admin-by-admin@example.com', 'admin')), 201);
      failed(await admin.post('/users/', body('owner-by-admin@example.com', 'owner')), 403, 'forbidden');
      const second = succeeded(await owner.post('/users/', body('second-owner@example.com', 'owner')), 201);
      succeeded(await owner.patch(`/users/${second.user.id}`, { role: 'standard' }));
    });
  });

  describe('PATCH /users/{user_id}', () => {
    itOnSqlite('changes only the given fields', async () => {
      const user = await add('before@example.com', { time_zone: 'Asia/Tokyo', chat_id: 'U0BEFORE' });
      const path = `/users/${user.id}`;
      const after = { ...user, name: 'After', seat: 'viewer' };
      assert.deepEqual(succeeded(await owner.patch(path, { name: ' After ', seat: 'viewer' })), { user: after });
      assert.deepEqual(succeeded(await owner.patch(path, {})), { user: after });
      assert.deepEqual(succeeded(await viewer.get(path)), { user: after });
    });

    it('keeps a time zone that this runtime does not know, unless it is given', async () => {
      const user = await add('from-mars@example.com', { time_zone: 'Asia/Tokyo' });
      const setZone = `update users set time_zone = 'Mars/Olympus' where id = '${user.id}'`;
      await watchbill.services.db.exclusively((tx) => tx.execute(setZone));
      const path = `/users/${user.id}`;
      const renamed = { ...user, name: 'Renamed', time_zone: 'Mars/Olympus' };
      assert.deepEqual(succeeded(await owner.patch(path, { name: 'Renamed' })), { user: renamed });
      assert.deepEqual(succeeded(await owner.get(path)), { user: renamed });
      const moved = { ...renamed, time_zone: 'Asia/Seoul' };
      assert.deepEqual(succeeded(await owner.patch(path, { time_zone: 'asia/seoul' })), { user: moved });
    });

    it('refuses a viewer seat for somebody with time off that is not over', async () => {
      const user = await add('away@example.com');
      const away = { start: '2026-01-01T00:00:00Z', end: '2027-01-01T00:00:00Z' };
      const { time_off } = succeeded(await owner.post(`/users/${user.id}/time_off/`, away), 201);
      const message = failed(await owner.patch(`/users/${user.id}`, { seat: 'viewer' }), 422, 'unprocessable_entity');
      assert.equal(
        message,
        `A user with a viewer seat has no time off. ${user.id} has 1 entry of time off that is not over: delete it first.`,
      );
      succeeded(await owner.delete(`/users/${user.id}/time_off/${time_off.id}`), 204);
      succeeded(await owner.patch(`/users/${user.id}`, { seat: 'viewer' }));
    });

    itOnSqlite('clears time_zone and chat_id with null', async () => {
      const user = await add('clear@example.com', { time_zone: 'Asia/Tokyo', chat_id: 'U0CLEAR' });
      const { time_zone, chat_id, ...cleared } = user;
      const answer = await owner.patch(`/users/${user.id}`, { time_zone: null, chat_id: null });
      assert.deepEqual(succeeded(answer), { user: cleared });
    });

    it("refuses the email of another user, in any case; the user's own in another case is accepted", async () => {
      const user = await add('mine@example.com');
      const path = `/users/${user.id}`;
      failed(await owner.patch(path, { email: 'ADA@example.com' }), 422, 'unprocessable_entity');
      assert.equal(succeeded(await owner.get(path)).user.email, 'mine@example.com');
      assert.equal(succeeded(await owner.patch(path, { email: 'Mine@example.com' })).user.email, 'Mine@example.com');
    });

    itOnSqlite('refuses the chat_id of another user', async () => {
      await add('first-chat@example.com', { chat_id: 'U0FIRST' });
      const user = await add('second-chat@example.com', { chat_id: 'U0SECOND' });
      failed(await owner.patch(`/users/${user.id}`, { chat_id: 'U0FIRST' }), 422, 'unprocessable_entity');
    });

    itOnSqlite('keeps role and seat consistent: owners and admins need a member seat', async () => {
      const user = await add('in-line@example.com', { seat: 'viewer' });
      const path = `/users/${user.id}`;
      failed(await owner.patch(path, { role: 'admin' }), 422, 'unprocessable_entity');
      succeeded(await owner.patch(path, { role: 'admin', seat: 'member' }));
      failed(await owner.patch(path, { seat: 'viewer' }), 422, 'unprocessable_entity');
      succeeded(await owner.patch(path, { role: 'standard', seat: 'viewer' }));
    });

    for (const [what, body] of [
      ['a blank name', { name: '' }],
      ['a name that is null', { name: null }],
      ['an email without @', { email: 'ada' }],
      ['an unknown role', { role: 'root' }],
      ['an unknown time zone', { time_zone: 'Mars/Olympus' }],
      ['an unknown field', { password: 'x' }],
    ] as const) {
      itOnSqlite(`refuses ${what} with 400`, async () => {
        failed(await owner.patch(`/users/${ada.id}`, body), 400, 'bad_request');
      });
    }

    itOnSqlite('is 404 for unknown users', async () => {
      for (const id of ['usr_01kz0000000000000000000000', 'usr_1']) {
        assert.ok(failed(await owner.patch(`/users/${id}`, { name: 'No' }), 404, 'not_found').includes(id));
      }
    });

    itOnSqlite('is not allowed for the role standard, not even for oneself', async () => {
      for (const person of [ada, viewer]) {
        failed(await person.patch(`/users/${viewer.id}`, { name: 'Other' }), 403, 'forbidden');
        failed(await person.patch(`/users/${person.id}`, { role: 'admin', seat: 'member' }), 403, 'forbidden');
      }
      assert.equal(succeeded(await ada.get('/user/')).user.role, 'standard');
    });

    itOnSqlite('lets admins change everyone but owners, and make nobody an owner', async () => {
      const user = await add('someone@example.com');
      succeeded(await admin.patch(`/users/${user.id}`, { role: 'admin' }));
      failed(await admin.patch(`/users/${owner.id}`, { name: 'Mine' }), 403, 'forbidden');
      failed(await admin.patch(`/users/${owner.id}`, { role: 'standard' }), 403, 'forbidden');
      failed(await admin.patch(`/users/${user.id}`, { role: 'owner' }), 403, 'forbidden');
      failed(await admin.patch(`/users/${admin.id}`, { role: 'owner' }), 403, 'forbidden');
    });

    itOnSqlite('takes effect on the next request of the changed user', async () => {
      const person = await watchbill.addPerson('Promoted');
      failed(await person.post('/users/', { name: 'A', email: 'a@example.com' }), 403, 'forbidden');
      succeeded(await owner.patch(`/users/${person.id}`, { role: 'admin' }));
      succeeded(await person.post('/users/', { name: 'A', email: 'a@example.com' }), 201);
      succeeded(await owner.patch(`/users/${person.id}`, { role: 'standard', seat: 'viewer' }));
      failed(await person.post('/teams/', { name: 'No longer' }), 403, 'forbidden');
    });

    itOnSqlite('shows wherever the user is shown', async () => {
      const person = await watchbill.addPerson('Maiden');
      const { id } = await createSchedule(owner, [person]);
      succeeded(await owner.patch(`/users/${person.id}`, { name: 'Married' }));
      const { schedule } = succeeded(await viewer.get(`/schedules/${id}`));
      assert.deepEqual(namesOf(schedule.current_oncall_shift.users), ['Married']);
    });

    describe('the last owner', () => {
      const { watchbill, owner, viewer } = givenFreshWatchbill(create, { viewer: { name: 'Vera', seat: 'viewer' } });

      itOnSqlite('cannot be demoted', async () => {
        const path = `/users/${owner.id}`;
        for (const role of ['admin', 'standard']) {
          assert.match(failed(await owner.patch(path, { role }), 422, 'unprocessable_entity'), /last owner/i);
        }
        failed(await owner.patch(path, { role: 'standard', seat: 'viewer' }), 422, 'unprocessable_entity');
        assert.equal(succeeded(await owner.patch(path, { name: 'Still owner' })).user.role, 'owner');
      });

      it('of two owners who demote each other concurrently, one stays', async () => {
        const second = await watchbill.addPerson('Second', { role: 'owner' });
        const answers = await Promise.all([
          owner.patch(`/users/${second.id}`, { role: 'admin' }),
          second.patch(`/users/${owner.id}`, { role: 'admin' }),
        ]);
        const done = answers.filter(({ status }) => status === 200);
        assert.equal(done.length, 1, JSON.stringify(answers.map(({ body }) => body)));
        const { users } = succeeded(await viewer.get('/users/?per_page=100'));
        assert.equal(users.filter(({ role }: { role: string }) => role === 'owner').length, 1);
      });
    });
  });
});
