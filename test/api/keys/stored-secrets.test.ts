/** A copy of the database gives no access: it contains no usable key, token or password. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, it } from 'node:test';
import { sealed } from '../../../src/secrets/installation-secret.ts';
import { startWatchbill, succeeded, TEST_SECRET, type Watchbill } from '../../support/drivers/api.ts';
import { addFeed } from '../../support/drivers/calendars.ts';
import { freshBrowser, invite, openSession, signIn } from '../../support/drivers/sessions.ts';
import { storedTables } from '../../support/plans/stored-tables.ts';
import { describeOnBothDatabases, type TestDatabase } from '../../support/servers/databases.ts';

const NEW_PASSWORD = 'a password that is nowhere';

describeOnBothDatabases('a copy of the database', (create) => {
  let watchbill: Watchbill;
  let place: TestDatabase;
  let copy: string;
  let made: Readonly<Record<'key' | 'session' | 'link', string>>;
  let secrets: Readonly<Record<string, string>>;

  before(async () => {
    watchbill = await startWatchbill(async (content) => {
      place = await create(content);
      return place;
    });
    const { app, owner } = watchbill;
    const ada = await watchbill.addPerson('Ada');
    const admin = await openSession(watchbill, owner);
    const used = { token: await invite(admin, ada.id), password: NEW_PASSWORD };
    succeeded(await freshBrowser(app).post('/sign_in_links/use', used), 201);
    const session = await signIn(app, 'ada@example.com', NEW_PASSWORD);
    const { api_key } = succeeded(await session.post('/user/api_keys/', { name: 'Deploys' }), 201);
    made = {
      key: api_key.key,
      session: session.cookie.split('=')[1] ?? assert.fail(),
      link: await invite(admin, ada.id),
    };
    secrets = {
      ...made,
      'the first key': owner.key,
      'the token of a calendar feed': /calendars\/(.+)\.ics/.exec((await addFeed(ada)).url)?.[1] ?? assert.fail(),
      'a link that was used': used.token,
      'a password': NEW_PASSWORD,
      'the secret of the installation': TEST_SECRET[0].export().toString('utf8'),
    };
    copy = await everyRow();
  });
  after(() => watchbill.stop());

  async function everyRow(): Promise<string> {
    const { db } = watchbill.services;
    const tables = [...(await storedTables(db, place.config.kind)).keys()];
    return db.exclusively(async (tx) => {
      const rows: unknown[] = [];
      for (const table of tables) rows.push(await tx.execute(`select * from ${table}`));
      return JSON.stringify(rows);
    });
  }

  it('contains no key, password, session, link or secret', () => {
    for (const name of ['Ada', 'Deploys', 'api_key.created']) assert.ok(copy.includes(name), name);
    for (const [what, secret] of Object.entries(secrets)) assert.ok(!copy.includes(secret), what);
  });

  it('contains the hashes of keys, sessions and links, and the password as Argon2id', () => {
    const { key, session, link } = made;
    assert.ok(copy.includes(createHash('sha256').update(key).digest('hex')));
    assert.ok(copy.includes(sealed(TEST_SECRET, 'session', session)));
    assert.ok(copy.includes(sealed(TEST_SECRET, 'sign-in link', link)));
    assert.match(copy, /"\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
