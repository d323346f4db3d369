/** Public holidays and calendar rules in the file. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { succeeded } from '../support/drivers/api.ts';
import { applied, exported, killAtAnswer, type Service, startService, withFile } from '../support/drivers/as-code.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';

const NOW = '2026-11-16T12:00:00Z';

const ADA = { email: 'ada@example.com', name: 'Ada' };

function fileOf(people: readonly object[], rules?: object): string {
  return JSON.stringify({ version: 1, managed_by: 'rules', people, calendar_rules: rules });
}

describeOnSqlite('[CODE-1] public holidays in the file', (create) => {
  let service: Service;
  before(async () => {
    service = await startService(create, NOW);
  });
  after(() => service.watchbill.stop());

  const rules = async () =>
    succeeded(await service.watchbill.owner.get('/organization/calendar_rules/')).calendar_rules;
  const holidaysOfAda = async () => {
    const { users } = succeeded(await service.watchbill.owner.get('/users/?query=ada'));
    return succeeded(await service.watchbill.owner.get(`/users/${users[0].id}/holidays/`)).holidays;
  };

  it('of the organization are set once, with night and weekend', async () => {
    const german = { holidays: { country: 'DE', region: 'BE' } };
    const plan = await applied(service, fileOf([], german));
    assert.match(
      plan,
      /^~ calendar rules of the organization\n {4}~ holidays: none → DE, BE\n\n0 to create, 1 to change/,
    );
    assert.match(await applied(service, fileOf([], german)), /^Nothing to change: all 1 match the file\.\n$/);
    const more = { night: { from: '21:00', to: '05:00' }, weekend_days: ['friday', 'saturday'] };
    assert.match(
      await applied(service, fileOf([], more)),
      /^ {4}~ night: 22:00–06:00 → 21:00–05:00\n {4}~ weekend_days: saturday, sunday → friday, saturday\n/m,
    );
    assert.deepEqual(await rules(), { ...german, ...more });
    assert.match(await applied(service, fileOf([], { weekend_days: ['saturday', 'friday'] })), /^Nothing to change/);
    const turned = { region: 'BE', country: 'DE' };
    assert.match(await applied(service, fileOf([], { holidays: turned })), /^Nothing to change/, 'in another order');
    assert.match(
      await applied(service, fileOf([], { night: { to: '21:00', from: '05:00' } })),
      /~ night: 21:00–05:00 → 05:00–21:00\n/,
    );
    assert.match(await applied(service, fileOf([], { holidays: null })), /~ holidays: DE, BE → none\n/);
    assert.equal((await rules()).holidays, null);
  });

  it('of a person are set, changed and given back, also of a new one', async () => {
    const austrian = { ...ADA, holidays: { country: 'AT' } };
    assert.match(
      await applied(service, fileOf([austrian])),
      /^\+ person Ada .*\n {4}standard, member seat, own holidays AT\n/,
    );
    assert.deepEqual(await holidaysOfAda(), { country: 'AT' });
    assert.match(await applied(service, fileOf([austrian])), /^Nothing to change/);
    assert.match(await applied(service, fileOf([ADA])), /^Nothing to change/, 'absent: they stay');
    const file = await exported(service);
    assert.match(file, / {4}holidays: \{ country: AT \}\n/);
    assert.match(await applied(service, file), /^Nothing to change/);

    const kept = { ...ADA, holidays: null, overwrite: false };
    assert.match(
      await applied(service, fileOf([kept])),
      /^Kept: person Ada .* has own holidays AT, the file none\. overwrite: true would change it\.$/m,
    );
    const back = { ...ADA, name: 'Ada L.', holidays: null };
    assert.match(await applied(service, fileOf([back])), /~ name: "Ada" → "Ada L."\n {4}~ own holidays: AT → none\n/);
    assert.equal(await holidaysOfAda(), null);
  });

  it('of a new person are set with the person, so that nothing is left undone when apply is killed', async () => {
    const eve = { email: 'eve@example.com', name: 'Eve', overwrite: false, holidays: { country: 'AT' } };
    await withFile(fileOf([eve]), async (path) => {
      await killAtAnswer(service, ['apply', path], ({ method }) => method === 'POST');
    });
    assert.match(await applied(service, fileOf([eve])), /^Nothing to change: all 1 match the file\.\n$/);
    const { user_holidays } = succeeded(await service.watchbill.owner.get('/user_holidays/'));
    assert.deepEqual(
      user_holidays.map(({ holidays }: { holidays: object }) => holidays),
      [{ country: 'AT' }],
    );
  });

  it('are refused if there is no such country or region, with their line', async () => {
    const before = await exported(service);
    for (const [file, rule] of [
      [
        fileOf([], { holidays: { country: 'XX' } }),
        'calendar_rules.holidays.country must be a country with known public holidays; "XX" is not one.',
      ],
      [
        fileOf([{ ...ADA, name: 'Other', holidays: { country: 'DE', region: 'ZZ' } }]),
        'people[0].holidays.region must be a region of DE, such as those of GET /holiday_calendars/?country=DE; "ZZ" is not one.',
      ],
      [
        fileOf([{ ...ADA, holidays: { country: 'de' } }]),
        'people[0].holidays.country must be a country code of two capital letters, such as DE; it is "de".',
      ],
      [
        fileOf([], { weekend_days: ['someday'] }),
        'calendar_rules.weekend_days[0] must be one of sunday, monday, tuesday, wednesday, thursday, friday, saturday; it is "someday".',
      ],
      [
        fileOf([], { nights: 3 }),
        'calendar_rules.nights is not a known field. Known of calendar_rules: holidays, night and weekend_days.',
      ],
    ] as const) {
      await assert.rejects(applied(service, file), ({ message }: Error) => {
        assert.match(message, /^\S+\.yaml:1:\d+ /);
        assert.equal(message.replace(/^\S+ /, ''), rule);
        return true;
      });
    }
    assert.equal(await exported(service), before);
  });
});
