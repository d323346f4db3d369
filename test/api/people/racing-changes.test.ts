/** Concurrent changes to one user: each is stored, and none is based on outdated data. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inDepth } from '../../support/depth.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const PAIRS = inDepth(20, 60);

describeOnBothDatabases('[STO-2] concurrent changes', (create) => {
  const { watchbill, owner } = givenWatchbill(create);

  it(`keep both a role given by an owner and a name chosen by the user, ${PAIRS} times`, async () => {
    const ada = await watchbill.addPerson('Ada');
    for (let i = 0; i < PAIRS; i++) {
      const [role, name] = [i % 2 === 0 ? 'admin' : 'standard', `Ada ${i}`];
      const answers = await Promise.all([owner.patch(`/users/${ada.id}`, { role }), ada.patch('/user/', { name })]);
      const [byOwner, byAda] = answers.map((answer) => succeeded(answer).user);
      const { user } = succeeded(await ada.get('/user/'));
      assert.deepEqual([user.role, user.name], [role, name], `pair ${i}`);
      assert.deepEqual([byOwner.role, byAda.name], [role, name], `the answers of pair ${i}`);
      const seesTheOther = [byOwner.name === name, byAda.role === role];
      assert.deepEqual(seesTheOther.sort(), [false, true], `pair ${i}: one came first, and its answer shows that`);
    }
  });

  it(`keep each setting that is switched by itself, ${PAIRS} times`, async () => {
    const eve = await watchbill.addPerson('Eve');
    const path = '/user/settings/';
    for (let i = 0; i < PAIRS; i++) {
      const [now, before] = i % 2 === 0 ? (['add', 'remove'] as const) : (['remove', 'add'] as const);
      succeeded(await eve.patch(path, { settings: { [before]: { chat_mentions: ['shift_ended', 'shift_moved'] } } }));
      const answers = await Promise.all(
        ['shift_ended', 'shift_moved'].map((why) => eve.patch(path, { settings: { [now]: { chat_mentions: [why] } } })),
      );
      for (const answer of answers) succeeded(answer);
      const { chat_mentions } = succeeded(await eve.get(path)).settings;
      const switched = now === 'add' ? ['shift_ended', 'shift_moved'] : [];
      assert.deepEqual(chat_mentions, ['put_on_call', 'taken_off_call', ...switched], `pair ${i}`);
    }
  });

  it(`never make a viewer a member of a team, ${PAIRS} times`, async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Core' }), 201);
    const ben = await watchbill.addPerson('Ben');
    for (let i = 0; i < PAIRS; i++) {
      const [seated, added] = await Promise.all([
        owner.patch(`/users/${ben.id}`, { seat: 'viewer' }),
        owner.put(`/teams/${team.id}/members/${ben.id}`),
      ]);
      const { seat } = succeeded(await owner.get(`/users/${ben.id}`)).user;
      const { meta } = succeeded(await owner.get(`/teams/${team.id}/members/`));
      const outcome = { seated: seated.status, added: added.status, seat, members: meta.total };
      const viewer = { seated: 200, added: 422, seat: 'viewer', members: 1 };
      assert.deepEqual(outcome, seat === 'viewer' ? viewer : { seated: 422, added: 204, seat, members: 2 });
      if (seat === 'viewer') succeeded(await owner.patch(`/users/${ben.id}`, { seat: 'member' }));
      else succeeded(await owner.delete(`/teams/${team.id}/members/${ben.id}`), 204);
    }
  });
});
