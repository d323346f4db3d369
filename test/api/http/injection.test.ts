/** Text from callers is always treated as text: in SQL, in LIKE, and when it is read again. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { succeeded } from '../../support/drivers/api.ts';
import { createSchedule, namesOf } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const NAMES = [
  `'; drop table teams; --`,
  `Robert'); delete from users where ('1' = '1`,
  `" or "1" = "1`,
  `' union select key_hash from api_keys --`,
  '$1 ?1 :name @name {0}',
  '100%',
  '%_%',
  'snake_case',
  'snakeXcase',
  'back\\slash',
  '\\%',
  '`id` /* comment */',
];

const PARTS = [...NAMES, '%', '_', '\\', '\\\\', '%%', '_%', "'", "''", '"', '--', ';', '%27', 'e_c', 'k\\', '?'];

describeOnSqlite('text of a caller', (create) => {
  const { owner } = givenWatchbill(create);
  before(async () => {
    for (const [index, name] of NAMES.entries()) {
      succeeded(await owner.post('/teams/', { name, description: name }), 201);
      succeeded(await owner.post('/users/', { name, email: `person-${index}@example.com` }), 201);
      await createSchedule(owner, [owner], { name, description: name });
    }
  });

  async function listed(path: string, query: Readonly<Record<string, string>>) {
    return succeeded(await owner.get(`${path}?${new URLSearchParams({ per_page: '100', ...query })}`));
  }

  for (const [path, noun] of [
    ['/teams/', 'teams'],
    ['/schedules', 'schedules'],
    ['/users/', 'users'],
  ] as const) {
    it(`is returned by ${path} as it was written`, async () => {
      const found = namesOf((await listed(path, {}))[noun]).filter((name) => name !== 'Owner');
      assert.deepEqual(found, NAMES);
    });

    it(`searched in ${path} is found where it is, and nowhere else`, async () => {
      for (const part of PARTS) {
        const expected = NAMES.filter((name) => name.toLowerCase().includes(part.toLowerCase()));
        const { [noun]: found, meta } = await listed(path, { query: part });
        assert.deepEqual([namesOf(found), meta.total], [expected, expected.length], part);
      }
    });
  }

  it('as an id is refused, or finds nothing', async () => {
    for (const text of [`' or '1' = '1`, `x';drop/**/table/**/audit_log;--`, '%', '_', '\\']) {
      for (const name of ['target_id', 'actor_id', 'action']) {
        const { status, body } = await owner.get(`/audit_log/?${new URLSearchParams({ [name]: text })}`);
        assert.ok(status === 400 || body.meta.total === 0, `${name}=${text}: ${JSON.stringify(body)}`);
      }
    }
    assert.ok((await listed('/audit_log/', {})).meta.total >= NAMES.length);
  });

  it('is not treated as a pattern in a prefix search', async () => {
    const totalOf = async (action: string) => (await listed('/audit_log/', { action })).meta.total;
    assert.equal(await totalOf('team.*'), NAMES.length);
    for (const action of ['team_*', 'te%*', '%*', '_*', '\\*']) assert.equal(await totalOf(action), 0, action);
  });
});
