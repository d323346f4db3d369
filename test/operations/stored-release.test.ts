/**
 * What 1.0.0 promises: settings, API, commands, database and file format only grow. A database of each kind, a file, the document of the API and the
 * lists of commands and settings of 1.0.0-rc.1 are stored in test/fixtures/rc1/; this version must serve, plan and know them.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { VARIABLES } from '../../src/config/config.ts';
import type { Variable } from '../../src/config/variables.ts';
import { SETTINGS } from '../fixtures/rc1/settings.ts';
import {
  type Answers,
  loadDatabase,
  NOW,
  storedAnswers,
  storedApi,
  storedFile,
  storedUsage,
} from '../fixtures/rc1/stored.ts';
import { clientFrom, type OpenApp, openApp, succeeded } from '../support/drivers/api.ts';
import { shrinkagesOf } from '../support/drivers/api-growth.ts';
import { applied, type Service, startService } from '../support/drivers/as-code.ts';
import type { Json } from '../support/drivers/calls.ts';
import { run } from '../support/servers/child-processes.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createSqlite, describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';

const MAIN = fileURLToPath(new URL('../../bin/watchbill.mjs', import.meta.url));

describeOnBothDatabases('a database of 1.0.0-rc.1', (create) => {
  let place: TestDatabase;
  let open: OpenApp;
  let answers: Answers;

  before(async () => {
    place = await create();
    await loadDatabase(place.config);
    answers = await storedAnswers(place.config.kind);
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

describe('the API of 1.0.0-rc.1', () => {
  it('has only grown: paths, parameters, bodies, answers and events', async () => {
    const document = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
    assert.deepEqual(shrinkagesOf(await storedApi(), document), []);
  });
});

describe('the commands of 1.0.0-rc.1', () => {
  it('are there, with their options', async () => {
    const [now, then] = [
      commandsIn((await run(process.execPath, [MAIN, '--help'])).stdout),
      commandsIn(await storedUsage()),
    ];
    assert.ok(then.size > 15);
    for (const [name, options] of then) {
      const known = now.get(name);
      assert.ok(known !== undefined, name);
      assert.deepEqual(
        [...options].filter((option) => !known.has(option)),
        [],
        name,
      );
    }
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

/** Options by the name of their command. */
function commandsIn(usage: string): Map<string, ReadonlySet<string>> {
  const commands = usage.matchAll(/^ {2}([a-z-]+(?: [a-z]+)?)\b(.*(?:\n {10}.*)*)/gm);
  return new Map([...commands].map(([, name = '', text = '']) => [name, new Set(text.match(/--[a-z-]+/g))]));
}

/** Objects may have new fields, and lists of words new words. */
function assertContains(now: Json, then: Json, path: string): void {
  if (Array.isArray(then)) assert.ok(Array.isArray(now), path);
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
