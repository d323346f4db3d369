import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { ChatError, type ChatProvider } from '../../../src/chat/provider.ts';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { buildApp } from '../../../src/http/app.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import type { Answer } from '../../support/drivers/answer.ts';
import {
  call,
  failed,
  type Person,
  PUBLIC_URL,
  silentLog,
  startWatchbill,
  succeeded,
  type Watchbill,
} from '../../support/drivers/api.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases, describeOnSqlite } from '../../support/servers/databases.ts';

interface LocalGroup {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly is_enabled: boolean;
  readonly member_ids: readonly string[];
}

/** Daily shifts; the first begins on Monday at 09:00. */
function rotationOf(...users: readonly Person[]) {
  return {
    name: 'Primary',
    rotation_start: '2026-01-05T09:00:00Z',
    concurrent_oncall_users: 1,
    user_references: users.map(({ id }) => ({ type: 'internal_user_id', value: id })),
    shift_length: { amount: 1, unit: 'days' },
  };
}

async function addSchedule(creator: Person, name: string, ...users: readonly Person[]): Promise<string> {
  const body = { name, time_zone: 'UTC', team_ids: [], layers: [rotationOf(...users)] };
  return succeeded(await creator.post('/schedules', body), 201).schedule.id;
}

async function localGroups(person: Person): Promise<LocalGroup[]> {
  return succeeded(await person.get('/chat/local/groups/?per_page=100')).groups;
}

/** The owner as a client of a service whose chat differs in some methods. */
function ownerWithChat(watchbill: Watchbill, differences: (chat: ChatProvider) => Partial<ChatProvider>) {
  return withChat(watchbill, watchbill.owner, differences);
}

async function withChat(
  { services }: Watchbill,
  { key }: Person,
  differences: (chat: ChatProvider) => Partial<ChatProvider>,
): Promise<(method: 'PUT' | 'DELETE' | 'GET', path: string, body?: unknown) => Promise<Answer>> {
  const chatOf: typeof services.chatOf = (organizationId) => {
    const chat = services.chatOf(organizationId);
    return chat && { ...chat, ...differences(chat) };
  };
  const app = await buildApp({
    services: { ...services, chatOf },
    docsUrl: 'http://docs.test',
    publicUrl: () => PUBLIC_URL,
    rateLimit: 0,
    log: silentLog,
  });
  return (method, path, body) => call(app, method, path, key, body);
}

describeOnBothDatabases('the chat', (create, itOnSqlite) => {
  const { watchbill, owner, ada, bob, cleo, viewer } = givenWatchbill(create, {
    ada: 'Ada',
    bob: 'Bob',
    cleo: 'Cleo',
    viewer: { name: 'Vera', seat: 'viewer' },
  });
  before(async () => {
    for (const [person, chatId] of [
      [ada, 'U0ADA'],
      [bob, 'U0BOB'],
    ] as const) {
      succeeded(await owner.patch(`/users/${person.id}`, { chat_id: chatId }));
    }
  });

  beforeEach(() => watchbill.at('2026-01-05T09:00:00Z'));

  async function groupWith(handle: string): Promise<LocalGroup | undefined> {
    return (await localGroups(viewer)).find((group) => group.handle === handle);
  }

  function work(): Promise<void> {
    return runAllDue(watchbill.services);
  }

  async function auditOf(scheduleId: string): Promise<string[]> {
    const { audit_log: entries } = succeeded(await owner.get(`/audit_log/?target_id=${scheduleId}&per_page=100`));
    return entries.map(({ action }: { action: string }) => action).reverse();
  }

  describe('PUT /schedules/{schedule_id}/chat_user_group/', () => {
    itOnSqlite('[CH-3] creates the group, adds who is on call now, and responds with the chat’s id', async () => {
      const id = await addSchedule(owner, 'First', ada, bob);
      const answer = await owner.put(`/schedules/${id}/chat_user_group/`, { name: ' First on call ', handle: 'first' });
      const group = await groupWith('first');
      assert.deepEqual(succeeded(answer), { user_group: { id: group?.id, name: 'First on call', handle: 'first' } });
      assert.deepEqual(group, {
        id: group?.id,
        name: 'First on call',
        handle: 'first',
        is_enabled: true,
        member_ids: ['U0ADA'],
        left_out: [],
      });
      const sync = { state: 'in_sync', last_success_at: '2026-01-05T09:00:00Z', left_out: [] };
      assert.deepEqual(succeeded(await viewer.get(`/schedules/${id}/chat_user_group/`)), {
        user_group: { ...answer.body.user_group, members: [{ id: ada.id, name: 'Ada' }], sync },
      });
    });

    itOnSqlite('[CH-3] takes over an existing group with the handle, and enables it again', async () => {
      const before = await addSchedule(owner, 'Before', ada);
      const path = `/schedules/${before}/chat_user_group`;
      const { user_group } = succeeded(await owner.put(path, { name: 'Old', handle: 'taken-over' }));
      succeeded(await owner.delete(path), 204);
      await work();
      const after = await addSchedule(owner, 'After', bob);
      assert.deepEqual(
        succeeded(await owner.put(`/schedules/${after}/chat_user_group/`, { name: 'New', handle: 'taken-over' })),
        { user_group: { id: user_group.id, name: 'New', handle: 'taken-over' } },
      );
      assert.deepEqual(await groupWith('taken-over'), {
        id: user_group.id,
        name: 'New',
        handle: 'taken-over',
        is_enabled: true,
        member_ids: ['U0BOB'],
        left_out: [],
      });
    });

    itOnSqlite('[CH-3] when attached again, renames the group', async () => {
      const id = await addSchedule(owner, 'Renamed', ada);
      const path = `/schedules/${id}/chat_user_group/`;
      const { user_group } = succeeded(await owner.put(path, { name: 'One', handle: 'one' }));
      assert.deepEqual(succeeded(await owner.put(path, { name: 'Two', handle: 'two' })), {
        user_group: { id: user_group.id, name: 'Two', handle: 'two' },
      });
      assert.equal((await groupWith('two'))?.id, user_group.id);
      assert.equal(await groupWith('one'), undefined);
    });

    itOnSqlite('[CH-3] explains a refusal of the chat: a handle of another group, or a reserved one', async () => {
      const id = await addSchedule(owner, 'Refused', ada);
      const other = await addSchedule(owner, 'Other', ada);
      succeeded(await owner.put(`/schedules/${other}/chat_user_group/`, { name: 'Other', handle: 'others' }));
      const path = `/schedules/${id}/chat_user_group/`;
      const kept = await owner.put(path, { name: 'All', handle: 'everyone' });
      assert.match(failed(kept, 422, 'unprocessable_entity'), /keeps the handle @everyone for itself/);
      failed(await owner.get(path), 404, 'not_found');
      succeeded(await owner.put(path, { name: 'Own', handle: 'own' }));
      const taken = await owner.put(path, { name: 'Own', handle: 'others' });
      assert.match(failed(taken, 422, 'unprocessable_entity'), /Another user group .* has the handle @others/);
      assert.equal(succeeded(await owner.get(path)).user_group.handle, 'own');
    });

    itOnSqlite('[CH-4] leaves out people without a chat id; if nobody is left, the bot is the member', async () => {
      const id = await addSchedule(owner, 'Without chat', cleo);
      succeeded(await owner.put(`/schedules/${id}/chat_user_group/`, { name: 'Bot', handle: 'bot-only' }));
      assert.deepEqual((await groupWith('bot-only'))?.member_ids, ['U0WATCHBILL']);
      const empty = await addSchedule(owner, 'Nobody');
      succeeded(await owner.put(`/schedules/${empty}/chat_user_group/`, { name: 'None', handle: 'none' }));
      assert.deepEqual((await groupWith('none'))?.member_ids, ['U0WATCHBILL']);
    });

    itOnSqlite('[CH-4] several schedules with one group: everyone on call is in it', async () => {
      const one = await addSchedule(owner, 'Shared 1', ada);
      const two = await addSchedule(owner, 'Shared 2', bob);
      const ids = new Set<string>();
      for (const id of [one, two]) {
        const answer = await owner.put(`/schedules/${id}/chat_user_group/`, { name: 'Shared', handle: 'shared' });
        ids.add(succeeded(answer).user_group.id);
      }
      assert.equal(ids.size, 1);
      assert.deepEqual((await groupWith('shared'))?.member_ids, ['U0ADA', 'U0BOB']);
      succeeded(await owner.delete(`/schedules/${one}/chat_user_group/`), 204);
      await work();
      const { is_enabled, member_ids } = (await groupWith('shared')) ?? {};
      assert.deepEqual({ is_enabled, member_ids }, { is_enabled: true, member_ids: ['U0BOB'] });
    });

    for (const [body, message] of [
      [{}, 'name and handle are required.'],
      [{ name: 'A' }, 'handle is required.'],
      [{ handle: 'a' }, 'name is required.'],
      [{ name: ' ', handle: 'a' }, 'name must not be blank; it is " ".'],
      [
        { name: 'x'.repeat(61), handle: 'a' },
        `name must not have more than 60 characters; it is "${'x'.repeat(59)}…".`,
      ],
      [{ name: 'A', handle: '' }, 'handle must not have fewer than 1 characters; it is "".'],
      [
        { name: 'A', handle: 'x'.repeat(61) },
        `handle must not have more than 60 characters; it is "${'x'.repeat(59)}…".`,
      ],
      [{ name: 'A', handle: 'Upper' }, 'handle must be lower case letters, digits, -, _ and .; it is "Upper".'],
      [{ name: 'A', handle: 'a b' }, 'handle must be lower case letters, digits, -, _ and .; it is "a b".'],
      [{ name: 'A', handle: '@a' }, 'handle must be lower case letters, digits, -, _ and .; it is "@a".'],
      [{ name: 'A', handle: 'a', id: 'S0' }, 'id is not a known field. Known: name and handle.'],
    ] as const) {
      itOnSqlite(`says of ${JSON.stringify(body).slice(0, 40)}: ${message.slice(0, 60)}`, async () => {
        const answer = await owner.put('/schedules/sch_none/chat_user_group/', body);
        assert.equal(failed(answer, 400, 'bad_request'), message);
      });
    }

    itOnSqlite('accepts 60 characters of name and of handle', async () => {
      const id = await addSchedule(owner, 'Long', ada);
      const names = { name: '🛟'.repeat(60), handle: 'a-b_c.0'.padEnd(60, 'z') };
      const { user_group } = succeeded(await owner.put(`/schedules/${id}/chat_user_group/`, names));
      assert.deepEqual(user_group, { id: user_group.id, ...names });
    });

    it('of thirty concurrent attachments with different handles, only the attached group stays enabled', async () => {
      const id = await addSchedule(owner, 'Race', ada);
      const path = `/schedules/${id}/chat_user_group/`;
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => owner.put(path, { name: `Race ${i}`, handle: `race-${i}` })),
      );
      for (const answer of answers) succeeded(answer);
      await work();
      const { id: groupId, name, handle } = succeeded(await owner.get(path)).user_group;
      const enabled = (await localGroups(owner)).filter(
        (group) => group.is_enabled && group.handle.startsWith('race-'),
      );
      assert.deepEqual(
        enabled.map((group) => ({ id: group.id, name: group.name, handle: group.handle })),
        [{ id: groupId, name, handle }],
      );
    });

    it('of thirty schedules that attach one handle at once, all get the same group, with everyone in it', async () => {
      const schedules = await Promise.all(
        Array.from({ length: 30 }, (_, i) => addSchedule(owner, `Crowd ${i}`, i % 2 === 0 ? ada : bob)),
      );
      const answers = await Promise.all(
        schedules.map((id) => owner.put(`/schedules/${id}/chat_user_group/`, { name: 'Crowd', handle: 'crowd' })),
      );
      assert.equal(new Set(answers.map((answer) => succeeded(answer).user_group.id)).size, 1);
      assert.deepEqual((await groupWith('crowd'))?.member_ids.toSorted(), ['U0ADA', 'U0BOB']);
    });

    describe('a handle of an existing group in the chat', () => {
      async function givenForeignGroup(handle: string): Promise<LocalGroup> {
        const organizationId = (await watchbill.services.db.first(anyOrganization, {}))?.id;
        assert.ok(organizationId !== undefined);
        const chat = watchbill.services.chatOf(organizationId);
        const group = await chat?.createUserGroup({ name: 'Executives', handle });
        assert.ok(chat !== undefined && group !== undefined);
        await chat.setUserGroupMembers(group.id, ['U0BOSS']);
        return (await groupWith(handle)) as LocalGroup;
      }

      it('is refused to a member, also while another member tries, and the group does not change', async () => {
        const group = await givenForeignGroup('executives');
        const ids = await Promise.all(['A', 'B'].map((name) => addSchedule(ada, `Coup ${name}`, ada)));
        const wanted = { name: 'Mine now', handle: 'executives' };
        for (const answer of await Promise.all(ids.map((id) => ada.put(`/schedules/${id}/chat_user_group/`, wanted)))) {
          assert.match(failed(answer, 403, 'forbidden'), /@executives\. Only an admin can take it over/);
        }
        await work();
        assert.deepEqual(await groupWith('executives'), group);
        failed(await ada.get(`/schedules/${ids[0]}/chat_user_group/`), 404, 'not_found');
      });

      itOnSqlite('is also refused if the group appears while ours is being created', async () => {
        const id = await addSchedule(ada, 'Late coup', ada);
        const group = await givenForeignGroup('latecomers');
        let looks = 0;
        const ask = await withChat(watchbill, ada, (chat) => ({
          findUserGroupByHandle: async (handle) => (looks++ === 0 ? undefined : chat.findUserGroupByHandle(handle)),
        }));
        const wanted = { name: 'Late', handle: 'latecomers' };
        failed(await ask('PUT', `/schedules/${id}/chat_user_group/`, wanted), 403, 'forbidden');
        assert.deepEqual(await groupWith('latecomers'), group);
      });

      itOnSqlite('may be taken over by an admin', async () => {
        const group = await givenForeignGroup('interns');
        const id = await addSchedule(ada, 'Interns', ada);
        const wanted = { name: 'Interns', handle: 'interns' };
        const { user_group } = succeeded(await owner.put(`/schedules/${id}/chat_user_group/`, wanted));
        assert.equal(user_group.id, group.id);
        assert.deepEqual((await groupWith('interns'))?.member_ids, ['U0ADA']);
      });

      itOnSqlite('may be shared by a member who may change the other schedules with it, and by no other', async () => {
        const [first, second] = [await addSchedule(ada, 'Day', ada), await addSchedule(ada, 'Night', ada)];
        const foreign = await addSchedule(cleo, 'Elsewhere', cleo);
        const wanted = { name: 'Lookout', handle: 'lookout' };
        succeeded(await ada.put(`/schedules/${first}/chat_user_group/`, wanted));
        succeeded(await ada.put(`/schedules/${second}/chat_user_group/`, wanted));
        failed(await cleo.put(`/schedules/${foreign}/chat_user_group/`, wanted), 403, 'forbidden');
        assert.equal((await ada.delete(`/schedules/${first}/chat_user_group/`)).status, 204);
        assert.equal((await ada.delete(`/schedules/${second}/chat_user_group/`)).status, 204);
        succeeded(await cleo.put(`/schedules/${foreign}/chat_user_group/`, wanted));
      });
    });

    itOnSqlite('a group that was deleted in the chat is created again', async () => {
      const id = await addSchedule(owner, 'Moved house', ada);
      const path = `/schedules/${id}/chat_user_group/`;
      const { user_group } = succeeded(await owner.put(path, { name: 'House', handle: 'house-1' }));
      const ask = await ownerWithChat(watchbill, (chat) => ({
        findUserGroup: async (groupId) => (groupId === user_group.id ? undefined : chat.findUserGroup(groupId)),
      }));
      const moved = succeeded(await ask('PUT', path, { name: 'House', handle: 'house-2' })).user_group;
      assert.notEqual(moved.id, user_group.id);
      assert.equal(succeeded(await owner.get(path)).user_group.id, moved.id);
    });

    itOnSqlite('a chat that does not respond is 502, and nothing is attached', async () => {
      const id = await addSchedule(owner, 'Unlucky', ada);
      const path = `/schedules/${id}/chat_user_group/`;
      const ask = await ownerWithChat(watchbill, () => ({
        createUserGroup: async () => {
          throw new ChatError('unavailable');
        },
      }));
      failed(await ask('PUT', path, { name: 'Unlucky', handle: 'unlucky' }), 502, 'chat_unavailable');
      failed(await owner.get(path), 404, 'not_found');
    });

    itOnSqlite('a chat that fails half-way is 502, and the same call again completes the work', async () => {
      const id = await addSchedule(owner, 'Half-way', ada);
      const path = `/schedules/${id}/chat_user_group/`;
      const names = { name: 'Half-way', handle: 'half-way' };
      const ask = await ownerWithChat(watchbill, () => ({
        setUserGroupMembers: async () => {
          throw new ChatError('unavailable');
        },
      }));
      failed(await ask('PUT', path, names), 502, 'chat_unavailable');
      assert.deepEqual((await groupWith('half-way'))?.member_ids, []);
      succeeded(await owner.put(path, names));
      assert.deepEqual((await groupWith('half-way'))?.member_ids, ['U0ADA']);
    });

    it('a schedule that is deleted meanwhile is 404, and no enabled group is left', async () => {
      const id = await addSchedule(owner, 'Vanishing', ada);
      const ask = await ownerWithChat(watchbill, (chat) => ({
        createUserGroup: async (names) => {
          succeeded(await owner.delete(`/schedules/${id}`), 204);
          return chat.createUserGroup(names);
        },
      }));
      const names = { name: 'Vanishing', handle: 'vanishing' };
      failed(await ask('PUT', `/schedules/${id}/chat_user_group/`, names), 404, 'not_found');
      await work();
      assert.equal((await groupWith('vanishing'))?.is_enabled, false);
    });

    itOnSqlite('a group that is detached while it is renamed gets its old names back', async () => {
      const id = await addSchedule(owner, 'Moving', ada);
      const path = `/schedules/${id}/chat_user_group/`;
      for (const [now, next, take] of [
        ['kept', 'other', () => owner.delete(path)],
        ['other', 'last', () => owner.delete(`/schedules/${id}`)],
      ] as const) {
        const { user_group } = succeeded(await owner.put(path, { name: now, handle: now }));
        let isTaken = false;
        const ask = await ownerWithChat(watchbill, (chat) => ({
          renameUserGroup: async (groupId, names) => {
            await chat.renameUserGroup(groupId, names);
            if (isTaken) return;
            isTaken = true;
            succeeded(await take(), 204);
          },
        }));
        const answer = await ask('PUT', path, { name: next, handle: next });
        assert.equal((await groupWith(now))?.id, user_group.id);
        if (next === 'last') failed(answer, 404, 'not_found');
        else assert.notEqual(succeeded(answer).user_group.id, user_group.id);
      }
    });
  });

  it('a rename is audited once, even if another request sees the new names before they are stored', async () => {
    const admin = await watchbill.addPerson('Adam', { role: 'admin' });
    for (const [now, next, isSameSchedule] of [
      ['before-1', 'after-1', false],
      ['before-2', 'after-2', true],
    ] as const) {
      const id = await addSchedule(owner, now, ada);
      const other = isSameSchedule ? id : await addSchedule(owner, next, bob);
      succeeded(await owner.put(`/schedules/${id}/chat_user_group/`, { name: now, handle: now }));
      const names = { name: next, handle: next };
      const ask = await ownerWithChat(watchbill, (chat) => ({
        renameUserGroup: async (groupId, given) => {
          await chat.renameUserGroup(groupId, given);
          succeeded(await admin.put(`/schedules/${other}/chat_user_group/`, names));
        },
      }));
      succeeded(await ask('PUT', `/schedules/${id}/chat_user_group/`, names));
      const attached = 'schedule.chat_user_group_attached';
      assert.deepEqual(await auditOf(id), ['schedule.created', attached, 'schedule.chat_user_group_renamed']);
      if (!isSameSchedule) assert.deepEqual(await auditOf(other), ['schedule.created', attached]);
      const { audit_log } = succeeded(await owner.get(`/audit_log/?target_id=${id}&per_page=1`));
      assert.equal(audit_log[0].actor.id, isSameSchedule ? admin.id : owner.id);
    }
  });

  describe('GET and DELETE /schedules/{schedule_id}/chat_user_group/', () => {
    itOnSqlite('without a group, both are 404', async () => {
      const id = await addSchedule(owner, 'No group', ada);
      for (const answer of [
        await owner.get(`/schedules/${id}/chat_user_group/`),
        await owner.delete(`/schedules/${id}/chat_user_group/`),
      ]) {
        assert.match(failed(answer, 404, 'not_found'), /has no user group in the chat\.$/);
      }
    });

    itOnSqlite('[CH-5] removing disables the group', async () => {
      const id = await addSchedule(owner, 'Removed', ada);
      const path = `/schedules/${id}/chat_user_group/`;
      succeeded(await owner.put(path, { name: 'Removed', handle: 'removed' }));
      assert.equal(succeeded(await owner.delete(path), 204), undefined);
      assert.equal((await groupWith('removed'))?.is_enabled, true);
      await work();
      assert.equal((await groupWith('removed'))?.is_enabled, false);
      failed(await owner.get(path), 404, 'not_found');
      failed(await owner.delete(path), 404, 'not_found');
    });

    itOnSqlite('[CH-5] removing does not call the chat', async () => {
      const id = await addSchedule(owner, 'Chat down', ada);
      const path = `/schedules/${id}/chat_user_group/`;
      succeeded(await owner.put(path, { name: 'Down', handle: 'down' }));
      const ask = await ownerWithChat(watchbill, (chat) =>
        Object.fromEntries(
          Object.entries(chat).map(([name, value]) => [
            name,
            typeof value === 'function' ? () => assert.fail(`the chat was asked to ${name}`) : value,
          ]),
        ),
      );
      succeeded(await ask('DELETE', path), 204);
      failed(await owner.get(path), 404, 'not_found');
    });

    itOnSqlite('[CH-5] deleting the schedule disables the group', async () => {
      const id = await addSchedule(owner, 'Deleted', ada);
      succeeded(await owner.put(`/schedules/${id}/chat_user_group/`, { name: 'Deleted', handle: 'deleted' }));
      succeeded(await owner.put(`/schedules/${id}/chat_channels/C0ONCALL`), 204);
      succeeded(await owner.delete(`/schedules/${id}`), 204);
      await work();
      assert.equal((await groupWith('deleted'))?.is_enabled, false);
    });

    it('attaching, detaching, linking and deleting at once: nothing fails, and no enabled group is left', async () => {
      const ids = await Promise.all(Array.from({ length: 10 }, (_, i) => addSchedule(owner, `Storm ${i}`, ada)));
      const answers = await Promise.all(
        ids.flatMap((id, i) => {
          const group = `/schedules/${id}/chat_user_group/`;
          return [
            owner.put(group, { name: 'Storm', handle: `storm-${i % 3}` }),
            owner.delete(group),
            owner.put(`/schedules/${id}/chat_channels/C0ONCALL`),
            owner.put(group, { name: 'Storm', handle: `storm-${i % 3}` }),
            owner.delete(`/schedules/${id}`),
          ];
        }),
      );
      for (const { status, body } of answers) assert.ok([200, 204, 404].includes(status), JSON.stringify(body));
      await work();
      const groups = (await localGroups(owner)).filter(({ handle }) => handle.startsWith('storm-'));
      assert.deepEqual(
        groups.filter(({ is_enabled }) => is_enabled),
        [],
      );
    });
  });

  describe('/schedules/{schedule_id}/chat_channels/', () => {
    itOnSqlite('[CH-6] links and unlinks; linking again changes nothing, unlinking again is 404', async () => {
      const id = await addSchedule(owner, 'Linked', ada);
      const path = `/schedules/${id}/chat_channels/`;
      for (let i = 0; i < 2; i++) succeeded(await owner.put(`${path}C0ONCALL`), 204);
      watchbill.at('2026-01-05T09:01:00Z');
      succeeded(await owner.put(`${path}C0GENERAL`), 204);
      assert.deepEqual(succeeded(await viewer.get(path)), {
        channels: [
          { id: 'C0ONCALL', name: 'oncall' },
          { id: 'C0GENERAL', name: 'general' },
        ],
        meta: { total: 2, page: 1, per_page: 20 },
      });
      assert.deepEqual(succeeded(await viewer.get(`${path}?per_page=1&page=2`)).channels, [
        { id: 'C0GENERAL', name: 'general' },
      ]);
      assert.equal(succeeded(await owner.delete(`${path}C0ONCALL`), 204), undefined);
      assert.match(failed(await owner.delete(`${path}C0ONCALL`), 404, 'not_found'), /"C0ONCALL" is not linked to sch_/);
      assert.equal(succeeded(await viewer.get(path)).meta.total, 1);
    });

    itOnSqlite('[CH-6] an unknown channel is 404; a private or archived one 422, with the reason', async () => {
      const id = await addSchedule(owner, 'Unlinkable', ada);
      const path = `/schedules/${id}/chat_channels/`;
      assert.equal(
        failed(await owner.put(`${path}C0NOWHERE`), 404, 'not_found'),
        'There is no channel "C0NOWHERE" in the chat.',
      );
      assert.match(failed(await owner.put(`${path}C0LEADS`), 422, 'unprocessable_entity'), /#leads is private/);
      const ask = await ownerWithChat(watchbill, () => ({
        findChannel: async (channelId) => ({ id: channelId, name: 'old', isPrivate: false, isArchived: true }),
      }));
      assert.match(failed(await ask('PUT', `${path}C0OLD`), 422, 'unprocessable_entity'), /#old is archived/);
      assert.equal(succeeded(await owner.get(path)).meta.total, 0);
    });

    for (const channel of ['%00', 'a%20b', '%F0%9F%9B%9F', "';drop"]) {
      itOnSqlite(`there is no channel ${channel}`, async () => {
        const id = await addSchedule(owner, 'Odd', ada);
        failed(await owner.put(`/schedules/${id}/chat_channels/${channel}`), 404, 'not_found');
        failed(await owner.delete(`/schedules/${id}/chat_channels/${channel}`), 404, 'not_found');
      });
    }

    it('thirty concurrent links all succeed, and create one link', async () => {
      const id = await addSchedule(owner, 'Linked at once', ada);
      const path = `/schedules/${id}/chat_channels/C0ONCALL`;
      const linked = await Promise.all(Array.from({ length: 30 }, () => owner.put(path)));
      for (const answer of linked) succeeded(answer, 204);
      const unlinked = await Promise.all(Array.from({ length: 30 }, () => owner.delete(path)));
      assert.deepEqual(unlinked.map(({ status }) => status).sort(), [204, ...Array.from({ length: 29 }, () => 404)]);
    });
  });

  describe('permissions', () => {
    itOnSqlite('change: people in the rotation, the creator, and admins; read: everyone', async () => {
      const id = await addSchedule(cleo, 'Cleo’s', ada);
      const group = `/schedules/${id}/chat_user_group/`;
      const channel = `/schedules/${id}/chat_channels/C0ONCALL`;
      for (const person of [bob, viewer]) {
        failed(await person.put(group, { name: 'No', handle: 'no' }), 403, 'forbidden');
        failed(await person.delete(group), 403, 'forbidden');
        failed(await person.put(channel), 403, 'forbidden');
        failed(await person.delete(channel), 403, 'forbidden');
      }
      for (const person of [cleo, ada]) {
        succeeded(await person.put(group, { name: 'Yes', handle: 'yes' }));
        succeeded(await person.put(channel), 204);
        succeeded(await viewer.get(group));
        succeeded(await person.delete(group), 204);
        succeeded(await person.delete(channel), 204);
      }
    });

    itOnSqlite('an unknown schedule is 404 everywhere', async () => {
      for (const id of ['sch_none', 'sch_01hzzzzzzzzzzzzzzzzzzzzzzz']) {
        const group = `/schedules/${id}/chat_user_group/`;
        for (const answer of [
          await owner.get(group),
          await owner.put(group, { name: 'A', handle: 'a' }),
          await owner.delete(group),
          await owner.get(`/schedules/${id}/chat_channels/`),
          await owner.put(`/schedules/${id}/chat_channels/C0ONCALL`),
          await owner.delete(`/schedules/${id}/chat_channels/C0ONCALL`),
        ]) {
          assert.equal(failed(answer, 404, 'not_found'), `There is no schedule "${id}".`);
        }
      }
    });

    itOnSqlite('nothing works without a key', async () => {
      for (const path of [
        '/chat/channels/',
        '/chat/local/channels/',
        '/chat/local/groups/',
        '/chat/local/messages/',
        '/schedules/sch_none/chat_user_group/',
        '/schedules/sch_none/chat_channels/',
      ]) {
        failed(await call(watchbill.app, 'GET', path), 401, 'unauthorized');
      }
    });
  });

  itOnSqlite('audits what was done, and not what changed nothing', async () => {
    const id = await addSchedule(owner, 'Audited', ada);
    const group = `/schedules/${id}/chat_user_group/`;
    const channel = `/schedules/${id}/chat_channels/C0ONCALL`;
    for (const handle of ['audited', 'audited', 'audited-2']) {
      succeeded(await owner.put(group, { name: 'Audited', handle }));
    }
    for (let i = 0; i < 2; i++) succeeded(await owner.put(channel), 204);
    succeeded(await owner.delete(channel), 204);
    succeeded(await owner.delete(group), 204);
    assert.deepEqual(await auditOf(id), [
      'schedule.created',
      'schedule.chat_user_group_attached',
      'schedule.chat_user_group_renamed',
      'schedule.chat_channel_linked',
      'schedule.chat_channel_unlinked',
      'schedule.chat_user_group_detached',
    ]);
  });

  itOnSqlite('[CH-2] the channels of the chat, in pages', async () => {
    const channels = [
      { id: 'C0GENERAL', name: 'general', is_private: false, is_archived: false },
      { id: 'C0ONCALL', name: 'oncall', is_private: false, is_archived: false },
      { id: 'C0LEADS', name: 'leads', is_private: true, is_archived: false },
    ];
    for (const path of ['/chat/channels/', '/chat/local/channels/']) {
      assert.deepEqual(succeeded(await viewer.get(path)), { channels, meta: { total: 3, page: 1, per_page: 20 } });
      assert.deepEqual(succeeded(await viewer.get(`${path}?page=2&per_page=2`)), {
        channels: channels.slice(2),
        meta: { total: 3, page: 2, per_page: 2 },
      });
      failed(await viewer.get(`${path}?per_page=101`), 400, 'bad_request');
    }
  });
});

describeOnSqlite('a chat on the free plan', (create) => {
  it('[CH-3] has channels, but no user groups', async () => {
    const watchbill = await startWatchbill(create, undefined, { provider: 'local', plan: 'free' });
    const { owner } = watchbill;
    const id = await addSchedule(owner, 'Free', owner);
    const path = `/schedules/${id}/chat_user_group/`;
    failed(await owner.put(path, { name: 'A', handle: 'a' }), 422, 'chat_group_only_available_for_paid_teams');
    failed(await owner.get(path), 404, 'not_found');
    assert.deepEqual(await localGroups(owner), []);
    succeeded(await owner.put(`/schedules/${id}/chat_channels/C0ONCALL`), 204);
    await watchbill.stop();
  });
});

describeOnSqlite('without a chat', (create) => {
  it('what needs a chat is 422; the rest works', async () => {
    const watchbill = await startWatchbill(create, undefined, { provider: 'none' });
    const { owner } = watchbill;
    const id = await addSchedule(owner, 'Quiet', owner);
    const group = `/schedules/${id}/chat_user_group/`;
    for (const answer of [
      await owner.get('/chat/channels/'),
      await owner.get('/chat/local/channels/'),
      await owner.get('/chat/local/groups/'),
      await owner.get('/chat/local/messages/'),
      await owner.put(group, { name: 'A', handle: 'a' }),
      await owner.put(`/schedules/${id}/chat_channels/C0ONCALL`),
    ]) {
      failed(answer, 422, 'chat_not_connected');
    }
    failed(await owner.get(group), 404, 'not_found');
    failed(await owner.delete(group), 404, 'not_found');
    assert.deepEqual(succeeded(await owner.get(`/schedules/${id}/chat_channels/`)).channels, []);
    await watchbill.stop();
  });
});
