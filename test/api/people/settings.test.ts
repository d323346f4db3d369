import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { openSession } from '../../support/drivers/sessions.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const PATH = '/user/settings/';
const DEFAULTS = { reminder_hours: [], chat_mentions: ['put_on_call', 'taken_off_call'] };

describeOnSqlite('the settings of a user', (create) => {
  const { watchbill, ada } = givenWatchbill(create, { ada: 'Ada' });

  async function change(person: Person, settings: object): Promise<unknown> {
    return succeeded(await person.patch(PATH, { settings })).settings;
  }

  it('have no reminders at first', async () => {
    const { settings } = succeeded(await (await watchbill.addPerson('New')).get(PATH));
    assert.deepEqual(settings, { ...DEFAULTS, reminder_hours: [] });
  });

  it('can be changed and read, the longest notice first, without duplicates', async () => {
    for (const [given, kept] of [
      [
        [24, 1],
        [24, 1],
      ],
      [
        [1, 24],
        [24, 1],
      ],
      [[1], [1]],
      [[24], [24]],
      [[1, 1], [1]],
      [[], []],
    ]) {
      assert.deepEqual(await change(ada, { reminder_hours: given }), { ...DEFAULTS, reminder_hours: kept });
      assert.deepEqual(succeeded(await ada.get(PATH)).settings, { ...DEFAULTS, reminder_hours: kept });
    }
  });

  it('have the reasons for mentions, without duplicates', async () => {
    const eve = await watchbill.addPerson('Eve');
    for (const [given, kept] of [
      [['shift_moved'], ['shift_moved']],
      [
        ['taken_off_call', 'put_on_call', 'put_on_call'],
        ['put_on_call', 'taken_off_call'],
      ],
      [[], []],
    ]) {
      assert.deepEqual(await change(eve, { chat_mentions: given }), { reminder_hours: [], chat_mentions: kept });
      assert.deepEqual(succeeded(await eve.get(PATH)).settings, { reminder_hours: [], chat_mentions: kept });
    }
    assert.deepEqual(await change(eve, { reminder_hours: [1] }), { reminder_hours: [1], chat_mentions: [] });
  });

  it('have lists whose elements can be added and removed one by one', async () => {
    const mia = await watchbill.addPerson('Mia');
    const defaults = ['put_on_call', 'taken_off_call'];
    for (const [given, hours, mentions] of [
      [{ add: { reminder_hours: [1] } }, [1], defaults],
      [{ add: { reminder_hours: [24, 24] } }, [24, 1], defaults],
      [{ add: { reminder_hours: [24] } }, [24, 1], defaults],
      [{ remove: { reminder_hours: [1] } }, [24], defaults],
      [{ remove: { reminder_hours: [1] } }, [24], defaults],
      [{ add: { chat_mentions: ['shift_ended'] } }, [24], [...defaults, 'shift_ended']],
      [
        { add: { chat_mentions: ['shift_moved'], reminder_hours: [1] }, remove: { chat_mentions: ['put_on_call'] } },
        [24, 1],
        ['taken_off_call', 'shift_ended', 'shift_moved'],
      ],
      [
        { chat_mentions: ['shift_ended'], add: { chat_mentions: ['put_on_call'] } },
        [24, 1],
        ['put_on_call', 'shift_ended'],
      ],
      [
        { add: { reminder_hours: [1] }, remove: { reminder_hours: [1], chat_mentions: [] } },
        [24],
        ['put_on_call', 'shift_ended'],
      ],
      [{ add: {}, remove: {} }, [24], ['put_on_call', 'shift_ended']],
    ] as const) {
      const expected = { reminder_hours: hours, chat_mentions: mentions };
      assert.deepEqual(await change(mia, given), expected, JSON.stringify(given));
      assert.deepEqual(succeeded(await mia.get(PATH)).settings, expected, JSON.stringify(given));
    }
  });

  it('name the field and the rule if an element cannot be added', async () => {
    const answer = await ada.patch(PATH, { settings: { add: { reminder_hours: [2] } } });
    assert.equal(failed(answer, 400, 'bad_request'), 'settings.add.reminder_hours[0] must be one of 24, 1; it is 2.');
  });

  it('have the format of dates and times, by field, also in the session', async () => {
    const kim = await watchbill.addPerson('Kim');
    const session = await openSession(watchbill, kim);
    const ofSession = async () => succeeded(await session.get('/session/')).session.display;
    assert.equal(await ofSession(), undefined);
    await change(kim, { display: { time_format: '12_hours', week_start: 'sunday' } });
    const display = { time_format: '12_hours', week_start: 'sunday' };
    assert.deepEqual(await ofSession(), display);
    assert.deepEqual(await change(kim, { display: { date_format: 'iso' } }), {
      ...DEFAULTS,
      display: { ...display, date_format: 'iso' },
    });
    assert.deepEqual(await change(kim, { reminder_hours: [1], display: { time_format: null, week_start: null } }), {
      ...DEFAULTS,
      reminder_hours: [1],
      display: { date_format: 'iso' },
    });
    await change(kim, { reminder_hours: [], display: { date_format: null } });
    assert.deepEqual(succeeded(await kim.get(PATH)).settings, DEFAULTS);
    assert.equal(await ofSession(), undefined);
  });

  it('keep a choice for notifications that only a newer version knows', async () => {
    const stored = '{"reminder":"email","fairness":"both"}';
    await watchbill.services.db.exclusively((tx) =>
      tx.execute(`update users set notifications_json = '${stored}' where id = '${ada.id}'`),
    );
    const { notifications } = succeeded(
      await ada.patch('/user/notifications/', { notifications: { cover_asked: 'none' } }),
    );
    assert.deepEqual([notifications.reminder, notifications.cover_asked], ['email', 'none']);
    const [row] = await watchbill.services.db.exclusively((tx) =>
      tx.execute(`select notifications_json from users where id = '${ada.id}'`),
    );
    assert.match(JSON.stringify(row), /fairness.*both/);
  });

  it('do not change if the request does not name them', async () => {
    await change(ada, { reminder_hours: [24] });
    assert.deepEqual(await change(ada, {}), { ...DEFAULTS, reminder_hours: [24] });
  });

  it('are separate for each user', async () => {
    const bob = await watchbill.addPerson('Bob');
    await change(ada, { reminder_hours: [24, 1] });
    assert.deepEqual(succeeded(await bob.get(PATH)).settings, { ...DEFAULTS, reminder_hours: [] });
  });

  it('can be changed from a viewer seat too', async () => {
    const viewer = await watchbill.addPerson('Vera', { seat: 'viewer' });
    assert.deepEqual(await change(viewer, { reminder_hours: [1] }), { ...DEFAULTS, reminder_hours: [1] });
  });

  it('survive a change of the user', async () => {
    await change(ada, { reminder_hours: [1] });
    succeeded(await watchbill.owner.patch(`/users/${ada.id}`, { name: 'Ada Lovelace', chat_id: 'U0ADA' }));
    assert.deepEqual(succeeded(await ada.get(PATH)).settings, { ...DEFAULTS, reminder_hours: [1] });
  });

  for (const body of [
    {},
    { settings: null },
    { settings: [] },
    { reminder_hours: [24] },
    { settings: { reminder_hours: 24 } },
    { settings: { reminder_hours: null } },
    { settings: { reminder_hours: ['24'] } },
    { settings: { reminder_hours: [2] } },
    { settings: { reminder_hours: [24.5] } },
    { settings: { reminder_hours: [24, 1, 24] } },
    { settings: { reminder_hours: [24], colour: 'red' } },
    { settings: { chat_mentions: 'put_on_call' } },
    { settings: { chat_mentions: null } },
    { settings: { chat_mentions: ['everything'] } },
    { settings: { chat_mentions: Array.from({ length: 5 }, () => 'put_on_call') } },
    { settings: { add: null } },
    { settings: { add: ['put_on_call'] } },
    { settings: { add: { reminder_hours: 24 } } },
    { settings: { add: { chat_mentions: ['everything'] } } },
    { settings: { add: { display: { week_start: 'monday' } } } },
    { settings: { remove: { reminder_hours: [2] } } },
    { settings: { remove: { colour: 'red' } } },
    { settings: { display: null } },
    { settings: { display: { time_format: '13_hours' } } },
    { settings: { display: { week_start: 'wednesday' } } },
    { settings: { display: { date_format: 'iso', colour: 'red' } } },
    { settings: { reminder_hours: [24] }, user: 'someone' },
  ]) {
    it(`${JSON.stringify(body)} is refused, and changes nothing`, async () => {
      await change(ada, { reminder_hours: [1] });
      failed(await ada.patch(PATH, body), 400, 'bad_request');
      assert.deepEqual(succeeded(await ada.get(PATH)).settings, { ...DEFAULTS, reminder_hours: [1] });
    });
  }

  it('are audited on each change', async () => {
    const carl = await watchbill.addPerson('Carl');
    await change(carl, { reminder_hours: [24] });
    const { audit_log } = succeeded(await watchbill.owner.get(`/audit_log/?actor_id=${carl.id}`));
    const [{ action, target_id, detail }] = audit_log;
    assert.deepEqual(
      { action, target_id, detail },
      { action: 'user_settings.updated', target_id: carl.id, detail: { reminder_hours: [24] } },
    );
  });
});
