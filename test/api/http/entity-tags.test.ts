import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Answer } from '../../support/drivers/answer.ts';
import { type Client, clientFrom, failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

/** Tags that match nothing. */
const OTHERS = ['"other"', '"a", "b"', 'W/"other"', '""'];

const MALFORMED = ['other', '"other', '*, "other"', 'w/"other"', '"a" "b"'];

describeOnBothDatabases('[STO-8] entity tags', (create, itOnSqlite) => {
  const { watchbill, owner, ada, ben } = givenWatchbill(create, { ada: 'Ada', ben: 'Ben' });
  const paths = { user: '', 'own user': '/user/', team: '', organization: '/organization/', schedule: '' };

  before(async () => {
    paths.user = `/users/${ada.id}`;
    paths.team = `/teams/${await addTeam('Core')}`;
    paths.schedule = `/schedules/${(await createSchedule(owner, [ada, ben])).id}`;
  });

  async function addTeam(name: string): Promise<string> {
    return succeeded(await owner.post('/teams/', { name }), 201).team.id;
  }

  async function addTimeOff(): Promise<string> {
    const body = { start: '2026-02-02T00:00:00Z', end: '2026-02-06T00:00:00Z', reason: 'Surgery' };
    return succeeded(await ben.post('/user/time_off/', body), 201).time_off.id;
  }

  async function addWebhook(): Promise<string> {
    const body = { url: 'https://hooks.example.com/a', events: ['oncall.changed'] };
    return `/webhooks/${succeeded(await owner.post('/webhooks/', body), 201).webhook.id}`;
  }

  async function addUserGroup(): Promise<string> {
    const path = `${paths.schedule}/chat_user_group/`;
    succeeded(await owner.put(path, { name: 'First', handle: 'first' }));
    return path;
  }

  function expecting(tag: string, { key }: Person = owner): Client {
    return clientFrom(watchbill.app, { headers: { 'x-api-key': key, 'if-match': tag } });
  }

  function onlyNew(value: string, more: Readonly<Record<string, string>> = {}): Client {
    return clientFrom(watchbill.app, { headers: { 'x-api-key': owner.key, 'if-none-match': value, ...more } });
  }

  async function tagAt(path: string): Promise<string> {
    return tagIn(await owner.get(path));
  }

  for (const what of Object.keys(paths) as (keyof typeof paths)[]) {
    describe(`of a ${what}`, () => {
      itOnSqlite('are the same until it is changed, and PATCH answers with the new one', async () => {
        const path = paths[what];
        const tag = await tagAt(path);
        assert.equal(await tagAt(path), tag);
        const changed = tagIn(await owner.patch(path, { name: `New ${what}` }));
        assert.notEqual(changed, tag);
        assert.equal(await tagAt(path), changed);
      });

      itOnSqlite(
        'accept a change with the current tag, also among others, made weak by a proxy, or with *',
        async () => {
          const path = paths[what];
          for (const matching of [
            (tag: string) => tag,
            (tag: string) => `W/"x", "y" ,${tag}`,
            (tag: string) => `W/${tag}`,
            () => '*',
          ]) {
            const name = `${what} ${matching('…')}`;
            const answer = await expecting(matching(await tagAt(path))).patch(path, { name });
            assert.equal(nameIn(answer), name);
          }
        },
      );

      itOnSqlite('refuse a change with other tags: 412, and nothing is written', async () => {
        const path = paths[what];
        const [before, entries] = [await owner.get(path), await auditTotal()];
        for (const tag of OTHERS) {
          failed(await expecting(tag).patch(path, { name: 'Lost' }), 412, 'precondition_failed');
        }
        assert.deepEqual((await owner.get(path)).body, before.body);
        assert.deepEqual([await tagAt(path), await auditTotal()], [tagIn(before), entries]);
      });

      it('refuse one of two concurrent changes with the same tag', async () => {
        const path = paths[what];
        for (let i = 0; i < 5; i++) {
          const client = expecting(await tagAt(path));
          const names = [`${what} ${i} A`, `${what} ${i} B`];
          const answers = await Promise.all(names.map((name) => client.patch(path, { name })));
          assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
          const winner = answers.findIndex(({ status }) => status === 200);
          assert.equal(nameIn(await owner.get(path)), names[winner]);
        }
      });

      itOnSqlite('are checked last: missing permission or a bad body is reported first', async () => {
        const path = paths[what];
        for (const tag of MALFORMED) {
          const message = failed(await expecting(tag).patch(path, { name: 'Lost' }), 400, 'bad_request');
          assert.match(message, /^if-match must be \* or entity tags in quotes/);
        }
        if (what === 'own user') return;
        const eve = await watchbill.addPerson(`Eve-${what}`);
        failed(await expecting('"other"', eve).patch(path, { name: 'Lost' }), 403, 'forbidden');
      });
    });
  }

  describe('[TRU-1] of what forms change', () => {
    interface Changed {
      readonly method: 'patch' | 'put';
      readonly path: () => Promise<string>;
      readonly bodies: readonly [object, object];
    }
    const THINGS: Readonly<Record<string, Changed>> = {
      webhook: {
        method: 'patch',
        path: addWebhook,
        bodies: [{ description: 'Mine' }, { events: ['gap.ahead'] }],
      },
      'external id of a webhook': {
        method: 'patch',
        path: addWebhook,
        bodies: [{ external_id: 'pager' }, { managed_by: 'file' }],
      },
      'time off': {
        method: 'patch',
        path: async () => `/users/${ben.id}/time_off/${await addTimeOff()}`,
        bodies: [{ end: '2026-02-07T00:00:00Z' }, { reason: 'Moving house' }],
      },
      'user group of a schedule': {
        method: 'put',
        path: addUserGroup,
        bodies: [
          { name: 'Second', handle: 'first' },
          { name: 'First', handle: 'second' },
        ],
      },
      'rules of the organization': {
        method: 'patch',
        path: async () => '/organization/calendar_rules/',
        bodies: [{ weekend_days: ['friday'] }, { night: { from: '21:00', to: '05:00' } }],
      },
      'holidays of a user': {
        method: 'put',
        path: async () => `/users/${ben.id}/holidays/`,
        bodies: [{ holidays: { country: 'DE' } }, { holidays: { country: 'FR' } }],
      },
    };

    for (const [what, { method, path: pathOf, bodies }] of Object.entries(THINGS)) {
      it(`${what}: one of two changes with the same tag is refused, and changes nothing`, async () => {
        const path = await pathOf();
        const client = expecting(await tagAt(path));
        const answers = await Promise.all(bodies.map((body) => client[method](path, body)));
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
        const made = answers.find(({ status }) => status === 200) as Answer;
        const stored = await owner.get(path);
        assert.partialDeepStrictEqual(stored.body, made.body);
        assert.equal(tagIn(stored), tagIn(made));
        failed(await expecting('"other"')[method](path, bodies[0]), 412, 'precondition_failed');
        succeeded(await expecting(tagIn(stored))[method](path, bodies[0]));
        succeeded(await owner[method](path, bodies[1]));
      });
    }
  });

  describe('of a schedule', () => {
    itOnSqlite('change with its layer and its teams', async () => {
      const path = paths.schedule;
      const tags = [await tagAt(path)];
      const team = await addTeam('Edge');
      for (const change of [{ layers: [layer([ben, ada])] }, { team_ids: [team] }, { description: 'First' }]) {
        tags.push(tagIn(await owner.patch(path, change)));
      }
      assert.equal(new Set(tags).size, 4);
      assert.equal(await tagAt(path), tags.at(-1));
    });

    itOnSqlite('do not change with time, with an override, or with the name of a person or a team', async () => {
      const { id } = await createSchedule(owner, [ada, ben], { team_ids: [await addTeam('Night')] });
      const path = `/schedules/${id}`;
      const before = await owner.get(path);
      await createOverride(owner, { id }, [ben], '2026-01-05T10:00:00Z', '2026-01-05T12:00:00Z');
      succeeded(await owner.patch(`/users/${ada.id}`, { name: 'Countess' }));
      watchbill.at('2026-01-05T11:00:00Z');
      const after = await owner.get(path);
      assert.notDeepEqual(after.body, before.body);
      assert.equal(tagIn(after), tagIn(before));
    });
  });

  describe('of an override', () => {
    const [start, end] = ['2026-01-08T10:00:00Z', '2026-01-08T12:00:00Z'];

    async function newPath(): Promise<string> {
      const { id } = await createSchedule(owner, [ada, ben]);
      return `/schedules/${id}/overrides/${(await createOverride(owner, { id }, [ben], start, end)).id}`;
    }

    itOnSqlite(
      'change with its times, people and reason, but not with a name, and PATCH answers with the new one',
      async () => {
        const path = await newPath();
        const tags = [await tagAt(path)];
        const user_references = [{ type: 'internal_user_id', value: ada.id }];
        for (const change of [
          { start: '2026-01-08T09:00:00Z' },
          { end: start },
          { user_references },
          { reason: 'Ill' },
        ]) {
          tags.push(tagIn(await expecting(tags.at(-1) ?? '').patch(path, change)));
          assert.equal(await tagAt(path), tags.at(-1));
        }
        assert.equal(new Set(tags).size, 5);
        succeeded(await owner.patch(`/users/${ada.id}`, { name: 'Ada again' }));
        assert.equal(await tagAt(path), tags.at(-1));
      },
    );

    itOnSqlite('refuse a change with other tags: 412, and nothing is written', async () => {
      const path = await newPath();
      const [before, entries] = [await owner.get(path), await auditTotal()];
      for (const tag of OTHERS) {
        failed(await expecting(tag).patch(path, { reason: 'Lost' }), 412, 'precondition_failed');
      }
      assert.deepEqual((await owner.get(path)).body, before.body);
      assert.equal(await auditTotal(), entries);
    });

    it('[TRU-4] delete it only in the version that was read', async () => {
      const path = await newPath();
      const tag = await tagAt(path);
      for (const other of OTHERS) failed(await expecting(other).delete(path), 412, 'precondition_failed');
      for (const bad of MALFORMED) failed(await expecting(bad).delete(path), 400, 'bad_request');
      const changed = tagIn(await owner.patch(path, { reason: 'Ill' }));
      failed(await expecting(tag).delete(path), 412, 'precondition_failed');
      failed(await expecting(tag, await watchbill.addPerson('Fay')).delete(path), 403, 'forbidden');
      assert.equal(await tagAt(path), changed);
      const answers = await Promise.all([expecting(changed).delete(path), expecting(changed).delete(path)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404]);
      failed(await expecting('*').delete(path), 404, 'not_found');
    });

    it('refuse one of two concurrent changes with the same tag', async () => {
      const path = await newPath();
      for (let i = 0; i < 5; i++) {
        const client = expecting(await tagAt(path));
        const answers = await Promise.all(['A', 'B'].map((reason) => client.patch(path, { reason: `${reason} ${i}` })));
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
      }
    });
  });

  it('[TRU-1] of a user group: a refused change leaves the name in the chat as it is stored', async () => {
    const { id } = await createSchedule(owner, [ada]);
    const path = `/schedules/${id}/chat_user_group/`;
    failed(await expecting('*').put(path, { name: 'None', handle: 'none' }), 412, 'precondition_failed');
    succeeded(await owner.put(path, { name: 'Third', handle: 'third' }));
    const client = expecting(await tagAt(path));
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => client.put(path, { name, handle: 'third' })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412]);
    const { name } = succeeded(await owner.get(path)).user_group;
    const { groups } = succeeded(await owner.get('/chat/local/groups/?per_page=100'));
    const found = groups.find(({ handle }: { handle: string }) => handle === 'third');
    assert.equal(found.name, name);
  });

  it('[TRU-1] of a user group: with if-none-match: *, only the first of several callers attaches one', async () => {
    const { id } = await createSchedule(owner, [ada]);
    const path = `/schedules/${id}/chat_user_group/`;
    const client = onlyNew('*');
    for (const bad of ['"other"', '**']) {
      const message = failed(await onlyNew(bad).put(path, { name: 'A', handle: 'fourth' }), 400, 'bad_request');
      assert.match(message, /^if-none-match /);
    }
    const both = onlyNew('*', { 'if-match': '*' });
    failed(await both.put(path, { name: 'A', handle: 'fourth' }), 412, 'precondition_failed');
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => client.put(path, { name, handle: 'fourth' })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412]);
    const made = answers.find(({ status }) => status === 200) as Answer;
    const entries = await auditTotal();
    const message = failed(await client.put(path, { name: 'D', handle: 'other' }), 412, 'precondition_failed');
    assert.match(message, /already has the user group @fourth/);
    failed(await both.put(path, { name: 'D', handle: 'other' }), 412, 'precondition_failed');
    assert.partialDeepStrictEqual((await owner.get(path)).body, made.body);
    assert.equal(await auditTotal(), entries);
    const { groups } = succeeded(await owner.get('/chat/local/groups/?per_page=100'));
    const inChat = groups.filter(({ handle }: { handle: string }) => handle === 'fourth' || handle === 'other');
    assert.deepEqual(
      inChat.map(({ name }: { name: string }) => name),
      [succeeded(made).user_group.name],
    );
  });

  describe('of time off', () => {
    it('are the same for the person and for admins, and also checked in DELETE', async () => {
      const id = await addTimeOff();
      const [path, own] = [`/users/${ben.id}/time_off/${id}`, `/user/time_off/${id}`];
      const tag = tagIn(await ben.get(own));
      assert.equal(await tagAt(path), tag);
      const changed = tagIn(await expecting(tag, ben).patch(own, { reason: 'Moving house' }));
      failed(await expecting(tag).patch(path, { reason: null }), 412, 'precondition_failed');
      for (const client of [expecting(tag), expecting(OTHERS.join())]) {
        failed(await client.delete(path), 412, 'precondition_failed');
      }
      failed(await expecting(tag, ben).delete(own), 412, 'precondition_failed');
      for (const bad of MALFORMED) failed(await expecting(bad, ben).delete(own), 400, 'bad_request');
      assert.equal(await tagAt(path), changed);
      const answers = await Promise.all([expecting(changed).delete(path), expecting(changed, ben).delete(own)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404]);
      failed(await owner.get(path), 404, 'not_found');
      failed(await ben.get(own), 404, 'not_found');
      failed(await expecting('*').delete(path), 404, 'not_found');
    });

    itOnSqlite('tell nothing about the reason to others, who get 403 for a change', async () => {
      const path = `/users/${ben.id}/time_off/${await addTimeOff()}`;
      const before = await ada.get(path);
      assert.equal(succeeded(before).time_off.reason, undefined);
      const changed = tagIn(await owner.patch(path, { reason: 'Moving house' }));
      assert.equal(tagIn(await ada.get(path)), tagIn(before));
      failed(await expecting(changed, ada).patch(path, { reason: null }), 403, 'forbidden');
      failed(await expecting('"other"', ada).delete(path), 403, 'forbidden');
    });
  });

  describe('in DELETE', () => {
    const things = {
      user: async () => `/users/${(await watchbill.addPerson(`Cid${++count}`)).id}`,
      team: async () => `/teams/${await addTeam(`Team ${++count}`)}`,
      schedule: async () => `/schedules/${(await createSchedule(owner, [ada])).id}`,
      webhook: addWebhook,
      'user group': addUserGroup,
    };
    let count = 0;

    function change(path: string, text: string): Promise<Answer> {
      if (path.startsWith('/webhooks/')) return owner.patch(path, { description: text });
      return path.endsWith('/chat_user_group/')
        ? owner.put(path, { name: text, handle: 'first' })
        : owner.patch(path, { name: text });
    }

    for (const [what, add] of Object.entries(things)) {
      it(`delete a ${what} only in the version that was read`, async () => {
        const path = await add();
        const tag = await tagAt(path);
        for (const other of OTHERS) failed(await expecting(other).delete(path), 412, 'precondition_failed');
        for (const bad of MALFORMED) failed(await expecting(bad).delete(path), 400, 'bad_request');
        const changed = tagIn(await change(path, `Changed ${++count}`));
        const entries = await auditTotal();
        failed(await expecting(tag).delete(path), 412, 'precondition_failed');
        assert.deepEqual([await tagAt(path), await auditTotal()], [changed, entries]);
        succeeded(await expecting(changed).delete(path), 204);
        failed(await expecting('*').delete(path), 404, 'not_found');
        failed(await owner.get(path), 404, 'not_found');
        succeeded(await expecting('*').delete(await add()), 204);
      });
    }
  });

  async function auditTotal(): Promise<number> {
    return succeeded(await owner.get('/audit_log/')).meta.total;
  }
});

function tagIn(answer: Answer): string {
  succeeded(answer);
  const { etag } = answer.headers;
  assert.match(String(etag), /^"[\w-]{22}"$/);
  return String(etag);
}

function nameIn(answer: Answer): string {
  const [thing] = Object.values<{ name: string }>(succeeded(answer));
  assert.ok(thing !== undefined);
  return thing.name;
}
