/**
 * What 1.0.0 promises: settings, API, database and file format only grow. A database, a file and a list of settings of 1.0.0-rc.1 are stored in
 * test/fixtures/rc1/; this version must serve, plan and know them.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { VARIABLES } from '../../src/config/config.ts';
import type { Variable } from '../../src/config/variables.ts';
import { SETTINGS } from '../fixtures/rc1/settings.ts';
import { type Answers, NOW, storedAnswers, storedDatabase, storedFile } from '../fixtures/rc1/stored.ts';
import { clientFrom, type OpenApp, openApp, succeeded } from '../support/drivers/api.ts';
import { applied, type Service, startService } from '../support/drivers/as-code.ts';
import type { Json } from '../support/drivers/calls.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createSqlite, type TestDatabase } from '../support/servers/databases.ts';

describe('a database of 1.0.0-rc.1', () => {
  let place: TestDatabase;
  let open: OpenApp;
  let answers: Answers;

  before(async () => {
    place = await createSqlite();
    assert.ok(place.config.kind === 'sqlite');
    await writeFile(place.config.path, await storedDatabase());
    answers = await storedAnswers();
    open = await openApp(place.config, NOW);
  });
  after(() => cleanUp(() => open.close(), place.remove));

  it('is served: every answer has every field that it had then, with the same value', async () => {
    const owner = clientFrom(open.app, { headers: { 'x-api-key': answers.key } });
    assert.ok(Object.keys(answers.bodies).length > 50);
    for (const [path, body] of Object.entries(answers.bodies)) {
      assertContains(succeeded(await owner.get(path)), body, path);
    }
  });

  it('is in accordance with the file that was exported from it', async () => {
    const url = await open.app.listen({ port: 0, host: '127.0.0.1' });
    const service = { watchbill: open, address: { url, key: answers.key } };
    assert.match(
      await applied(service as unknown as Service, await storedFile(), { isPlan: true }),
      /^Nothing to change/,
    );
  });
});

describe('a file of 1.0.0-rc.1', () => {
  let service: Service;
  before(async () => {
    service = await startService(() => createSqlite('migrated'), NOW);
  });
  after(() => service.watchbill.stop());

  it('is planned and applied', async () => {
    const file = await storedFile();
    assert.match(await applied(service, file, { isPlan: true }), /Platform/);
    await applied(service, file);
    const names = (parse(file) as { schedules: { name: string }[] }).schedules.map(({ name }) => name);
    const { schedules } = succeeded(await service.watchbill.owner.get('/schedules?per_page=100'));
    assert.deepEqual(schedules.map(({ name }: Json) => name).sort(), names.sort());
  });
});

describe('the settings of 1.0.0-rc.1', () => {
  const variables: Readonly<Record<string, Variable<unknown>>> = VARIABLES;

  for (const [name, { fallback, accepted, fromFile }] of Object.entries(SETTINGS)) {
    it(`${name} is known, with the same default, and accepts what it did`, () => {
      const variable = variables[name];
      assert.ok(variable !== undefined);
      assert.deepEqual([variable.fallback, variable.fromFile], [fallback, fromFile]);
      for (const value of accepted) assert.notEqual(variable.parse(value), undefined, value);
    });
  }
});

/** Objects may have new fields, and lists of words new words. */
function assertContains(now: Json, then: Json, path: string): void {
  if (Array.isArray(then) && then.every((value) => typeof value === 'string')) {
    assert.deepEqual(
      then.filter((value) => !now.includes(value)),
      [],
      path,
    );
  } else if (typeof then === 'object' && then !== null) {
    if (Array.isArray(then)) assert.equal(now.length, then.length, path);
    for (const [name, value] of Object.entries(then)) assertContains(now?.[name], value, `${path} ${name}`);
  } else {
    assert.equal(now, then, path);
  }
}
