/** The duration of a sign-in does not reveal who has an account: the slow part is done for everybody. */
import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { before, it } from 'node:test';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { freshBrowser, givePassword, PASSWORD } from '../../support/drivers/sessions.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

/** The runtime's name for one Argon2 computation. */
const ARGON2 = 'ARGON2REQUEST';

describeOnSqlite('a sign-in computes one hash', (create) => {
  const { watchbill } = givenWatchbill(create);
  before(async () => {
    for (const name of ['Ada', 'Linus']) await givePassword(watchbill, await watchbill.addPerson(name));
    await watchbill.addPerson('Grace');
    const { users } = succeeded(await watchbill.owner.get('/users/?query=linus'));
    succeeded(await watchbill.owner.delete(`/users/${users[0].id}`), 204);
  });

  async function hashesFor(work: () => Promise<unknown>): Promise<number> {
    let count = 0;
    const hook = createHook({
      init(_, type) {
        if (type === ARGON2) count++;
      },
    }).enable();
    await work();
    hook.disable();
    return count;
  }

  function attempt(email: string, password: string) {
    return freshBrowser(watchbill.app).post('/session/', { email, password });
  }

  it('when it succeeds', async () => {
    assert.equal(await hashesFor(async () => succeeded(await attempt('ada@example.com', PASSWORD), 201)), 1);
  });

  for (const [who, email, password] of [
    ['somebody with another password', 'ada@example.com', 'wrong horse battery staple'],
    ['somebody without a password', 'grace@example.com', PASSWORD],
    ['somebody who has left', 'linus@example.com', PASSWORD],
    ['nobody', 'nobody@example.com', PASSWORD],
  ] as const) {
    it(`for ${who}`, async () => {
      const count = await hashesFor(async () => failed(await attempt(email, password), 401, 'unauthorized'));
      assert.equal(count, 1);
    });
  }
});
