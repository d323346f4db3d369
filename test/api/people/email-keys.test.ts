/** Emails are compared by one key everywhere. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Answer } from '../../support/drivers/answer.ts';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { freshBrowser, givePassword, openSession, PASSWORD } from '../../support/drivers/sessions.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const KELVIN = '\u212a';
const TAKEN = /Another user already has this email/;

describeOnBothDatabases('the key of an email', (create) => {
  const given = givenFreshWatchbill(create, { kate: 'Kate' });
  const { owner } = given;

  const add = (email: string) => owner.post('/users/', { name: 'Somebody', email });
  const added = async (email: string) => succeeded(await add(email), 201).user as { id: string; email: string };
  const refusedAsTaken = (answer: Answer) => assert.match(failed(answer, 422, 'unprocessable_entity'), TAKEN);

  it('decides whether an email is taken, when a user is added or changed', async () => {
    await added('ÄNNA@bücher.example');
    const { id } = await added('someone@example.com');
    for (const email of ['änna@BÜCHER.example', 'A\u0308nna@xn--bcher-kva.example', `${KELVIN}ATE@example.com`]) {
      refusedAsTaken(await add(email));
      refusedAsTaken(await owner.patch(`/users/${id}`, { email }));
    }
  });

  it('lets one of two concurrent requests have the same email in different spellings', async () => {
    const ways = [
      'änna@bücher.example',
      'ÄNNA@bücher.example',
      'änna@xn--bcher-kva.example',
      'a\u0308nna@BÜCHER.example',
    ];
    const answers = await Promise.all(ways.map(add));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422]);
  });

  it('finds the user by email, as it was stored and in every equivalent spelling', async () => {
    const { email } = succeeded(await owner.patch(`/users/${given.kate.id}`, { email: 'KÄTE@bücher.example' })).user;
    assert.equal(email, 'KÄTE@bücher.example');
    await givePassword(given.watchbill, given.kate);
    const { app } = given.watchbill;
    for (const written of [email, 'käte@xn--bcher-kva.example', `${KELVIN}a\u0308TE@BÜCHER.example`]) {
      succeeded(await freshBrowser(app).post('/session/', { email: written, password: PASSWORD }), 201);
      const layer = {
        name: 'Days',
        rotation_start: '2026-01-05T09:00:00Z',
        shift_length: { amount: 1, unit: 'days' },
        concurrent_oncall_users: 1,
        user_references: [{ type: 'email', value: written }],
      };
      const body = { name: `Schedule of ${written}`, time_zone: 'UTC', team_ids: [], layers: [layer] };
      const { schedule } = succeeded(await owner.post('/schedules', body), 201);
      assert.equal(schedule.layers[0].users[0].id, given.kate.id);
    }
    const browser = await openSession(given.watchbill, given.kate);
    failed(
      await browser.put('/user/password', { current_password: PASSWORD, password: 'KÄTE@XN--bcher-kva.example' }),
      422,
      'unprocessable_entity',
    );
    // One counter for all of them.
    const attempt = (written: string) => freshBrowser(app).post('/session/', { email: written, password: 'wrong' });
    for (const written of [email, email, email, email, 'käte@xn--bcher-kva.example'])
      failed(await attempt(written), 401, 'unauthorized');
    failed(await attempt(`${KELVIN}a\u0308TE@BÜCHER.example`), 429, 'too_many_requests');
  });

  it('is free again when its user is deactivated', async () => {
    const { id } = await added('ÄNNA@bücher.example');
    succeeded(await owner.delete(`/users/${id}`), 204);
    assert.notEqual((await added('änna@xn--bcher-kva.example')).id, id);
  });
});
