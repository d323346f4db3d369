/** Rule TRU-5: applying an import changes nobody who is there already, unless the file says `overwrite: true`. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { parseFile } from '../../src/as-code/file/yaml.ts';
import { importFrom } from '../../src/moving-in/import-command.ts';
import { succeeded } from '../support/drivers/api.ts';
import { applied, exported, type Service, startService } from '../support/drivers/as-code.ts';
import { createFolder } from '../support/servers/child-processes.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';

const NOW = '2026-11-16T12:00:00Z';

const SOURCE = {
  data: [
    {
      id: 's1',
      name: 'Platform',
      timezone: 'Europe/Berlin',
      rotations: [
        {
          id: 'r1',
          name: 'Weeks',
          startDate: '2026-11-02T08:00:00Z',
          type: 'weekly',
          length: 1,
          participants: ['ada', 'ben'].map((name) => ({ type: 'user', username: `${name}@example.com` })),
        },
      ],
    },
  ],
};
const PEOPLE = {
  data: ['ada', 'ben'].map((name) => ({
    username: `${name}@example.com`,
    fullName: `${name} of Opsgenie`,
    timeZone: 'America/Lima',
  })),
};

describeOnSqlite('[TRU-5] people who are there already', (create) => {
  let service: Service;
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let file: string;
  beforeEach(async () => {
    service = await startService(create, NOW);
    const ada = { email: 'Ada@example.com', name: 'Ada Lovelace', time_zone: 'Europe/London', role: 'admin' };
    succeeded(await service.watchbill.owner.post('/users/', ada), 201);
    folder = await createFolder('watchbill-kept-');
    writeFileSync(join(folder.path, 'schedules.json'), JSON.stringify(SOURCE));
    writeFileSync(join(folder.path, 'users.json'), JSON.stringify(PEOPLE));
    const out = join(folder.path, 'opsgenie.yaml');
    await importFrom({
      product: 'opsgenie',
      from: folder.path,
      access: undefined,
      now: Date.parse(NOW),
      weeks: 4,
      out,
      save: undefined,
      writesOverrides: false,
    });
    file = readFileSync(out, 'utf8');
  });
  afterEach(async () => {
    await service.watchbill.stop();
    await folder.remove();
  });

  async function people() {
    const { users } = succeeded(await service.watchbill.owner.get('/users/'));
    return users
      .filter(({ email }: { email: string }) => /^(ada|ben)@/i.test(email))
      .map(({ email, name, time_zone, role }: Record<string, string>) => [email, name, time_zone, role].join(', '))
      .sort();
  }

  it('stay as they are when an import is applied, and the plan says how the file differs', async () => {
    const plan = await applied(service, file, { isPlan: true });
    assert.match(
      plan,
      /^Kept: person Ada Lovelace \(Ada@example\.com\) has name "Ada Lovelace", the file "ada of Opsgenie"; time_zone "Europe\/London", the file "America\/Lima"\. overwrite: true would change it\.$/m,
    );
    assert.doesNotMatch(plan, /^~ person/m);
    assert.match(plan, /Ada Lovelace, ben of Opsgenie, 1 week each/);
    await applied(service, file);
    assert.deepEqual(await people(), [
      'Ada@example.com, Ada Lovelace, Europe/London, admin',
      'ben@example.com, ben of Opsgenie, America/Lima, standard',
    ]);
    assert.match(await applied(service, file), /^Nothing to change: all \d match the file or are kept\.$/m);
  });

  it('stay as they are when an import without overwrite is applied, as earlier versions wrote it', async () => {
    await applied(service, file.replaceAll(/^ *overwrite: false\n/gm, ''));
    assert.equal((await people())[0], 'Ada@example.com, Ada Lovelace, Europe/London, admin');
  });

  it('are changed with overwrite: true, and by any other file that does not say anything about it', async () => {
    await applied(service, file.replaceAll('overwrite: false', 'overwrite: true'));
    assert.equal((await people())[0], 'Ada@example.com, ada of Opsgenie, America/Lima, admin');
    // All that it has comes from the import, so it has the same managed_by.
    const again = parse(await exported(service));
    assert.equal(again.managed_by, 'opsgenie');
    const adaIn = (one: { people: { email: string; name: string; overwrite?: boolean }[] }) =>
      one.people.find(({ email }) => email === 'Ada@example.com') ?? assert.fail();
    adaIn(again).name = 'Ada again';
    await applied(service, stringify(again));
    assert.equal((await people())[0], 'Ada@example.com, Ada again, America/Lima, admin');
    const own = { ...again, managed_by: 'watchbill', people: [{ email: 'Ada@example.com', name: 'Ada at last' }] };
    await applied(service, stringify(own));
    assert.equal((await people())[0], 'Ada@example.com, Ada at last, America/Lima, admin');
  });

  it('keep their seat: a viewer cannot be on call, whatever the import says', async () => {
    const { users } = succeeded(await service.watchbill.owner.get('/users/?query=ada'));
    succeeded(await service.watchbill.owner.patch(`/users/${users[0].id}`, { role: 'standard', seat: 'viewer' }));
    await assert.rejects(applied(service, file), /must have a member seat; "ada@example\.com" has a viewer seat/);
  });

  it('overwrite is true or false', () => {
    assert.throws(
      () => parseFile(file.replace('overwrite: false', 'overwrite: maybe'), 'a.yaml'),
      /people\[0\]\.overwrite must be boolean; it is "maybe"/,
    );
  });
});
