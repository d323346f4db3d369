/** Erasing the personal data of a deactivated user: no row names them any more, and history shows "Former member". */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { columns } from '../../../src/db/schema/columns.ts';
import type { Tables } from '../../../src/db/schema/tables.ts';
import { linkIdentity } from '../../../src/db/sign-in/oidc-identities.ts';
import { parseId } from '../../../src/ids.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { enqueue } from '../../../src/services/outbox/outbox.ts';
import { finishErasures } from '../../../src/services/people/erasure.ts';
import { callFrom, failed, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { byId, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givePassword, invite, openSession } from '../../support/drivers/sessions.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const TABLES = Object.keys(columns) as (keyof Tables)[];

describeOnBothDatabases('erasing a user', (create, itOnSqlite) => {
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let ben: Person;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
  let schedule: any;

  beforeEach(async () => {
    watchbill = await startWatchbill(create, '2026-01-05T08:00:00Z');
    owner = watchbill.owner;
    ada = await watchbill.addPerson('Adaline');
    ben = await watchbill.addPerson('Ben');
    schedule = await createSchedule(owner, [ada, ben]);
  });
  afterEach(() => watchbill.stop());

  const path = () => `/users/${ada.id}/erase`;

  async function deactivate(): Promise<void> {
    succeeded(await owner.delete(`/users/${ada.id}`), 204);
  }

  /** Every row of every table, as text; but the zones and calendars that their hours were counted in are kept. */
  function everyRow(): Promise<string[]> {
    return watchbill.services.db.exclusively(async (tx) => {
      const rows: object[] = [];
      const kept = new Set<keyof Tables>(['calendar_rules', 'former_calendar_rules']);
      for (const table of TABLES.filter((table) => !kept.has(table)))
        rows.push(...(await tx.execute(`select * from ${table}`)));
      return rows.map((row) => JSON.stringify(row));
    });
  }

  async function rowsWithTraces(): Promise<string[]> {
    return (await everyRow()).filter((row) => TRACES.test(row));
  }

  /** Creates data about Ada in every possible place. */
  async function leaveTraces(): Promise<void> {
    const { services } = watchbill;
    succeeded(await owner.patch(`/users/${ada.id}`, { email: 'Former.Address@example.com', name: 'Adaline King' }));
    succeeded(
      await owner.patch(`/users/${ada.id}`, { email: 'adaline.l@example.com', name: 'Adaline L', chat_id: 'U0LACE' }),
    );
    succeeded(await ada.patch('/user/', { time_zone: 'Europe/Lisbon' }));
    succeeded(
      await ada.patch('/user/settings/', { settings: { reminder_hours: [24], display: { week_start: 'sunday' } } }),
    );
    succeeded(await ada.patch('/user/notifications/', { notifications: { reminder: 'none' } }));
    succeeded(await owner.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`), 204);
    const byEmail = { type: 'email', value: 'ADALINE.L@example.com' };
    const layers = [{ ...layer([]), user_references: [byEmail, byId(ben)] }];
    await owner.post('/schedules', { name: 'Other', time_zone: 'UTC', team_ids: [], layers });
    const wanted = { start: '2026-02-01T00:00:00Z', end: '2026-02-09T00:00:00Z', reason: 'Adaline L has surgery' };
    succeeded(await ada.post('/user/coverage_requests', wanted), 201);
    const times = { start: '2026-01-07T00:00:00Z', end: '2026-01-07T08:00:00Z' };
    const overrides = `/schedules/${schedule.id}/overrides/`;
    for (const [by, reason] of [
      [owner, 'For Adaline L'],
      [ada, 'The surgery again'],
    ] as const) {
      succeeded(await by.post(overrides, { ...times, user_references: [byId(ben)], reason }), 201);
    }
    const away = { ...wanted, reason: 'My surgery' };
    const headers = { 'x-api-key': ada.key, 'idempotency-key': 'surgery' };
    succeeded(await callFrom(watchbill.app, { headers }, 'POST', '/user/time_off/', away), 201);
    await givePassword(watchbill, ada);
    const browser = await openSession(watchbill, owner);
    await openSession(watchbill, ada);
    await invite(browser, ada.id);
    const organization = parseId('organization', succeeded(await owner.get('/organization/')).organization.id);
    const userId = parseId('user', ada.id);
    assert.ok(organization !== undefined && userId !== undefined);
    const identity = { issuer: 'https://id.example.com', subject: 'subject-of-adaline', created_at: 0 };
    await services.db.transaction((tx) =>
      tx.run(linkIdentity, { organization_id: organization, user_id: userId, ...identity }),
    );
    watchbill.at('2026-01-06T10:00:00Z');
    await runAllDue(services);
    await deactivate();
    await runAllDue(services);
  }

  const TRACES = /Adaline|Former\.Address|U0LACE|surgery|subject-of-|Lisbon|week_start/i;

  it('leaves nothing of them in any row, and keeps history under "Former member"', async () => {
    await leaveTraces();
    assert.ok((await rowsWithTraces()).length > 10);
    succeeded(await owner.post(path()), 204);
    assert.deepEqual(await rowsWithTraces(), []);

    const { oncall } = succeeded(await owner.get('/oncall?at=2026-01-05T12:00:00Z'));
    const [onCall] = oncall.find(
      (entry: { schedule_reference: { id: string } }) => entry.schedule_reference.id === schedule.id,
    ).users;
    assert.deepEqual(
      [onCall.id, onCall.name, onCall.email],
      [ada.id, 'Former member', 'former-member@watchbill.invalid'],
    );
    const { audit_log } = succeeded(await owner.get(`/audit_log/?target_id=${ada.id}`));
    assert.equal(audit_log[0].action, 'user.erased');
    assert.equal(audit_log[0].actor.id, owner.id);
    assert.ok(audit_log.some(({ action }: { action: string }) => action === 'user.created'));
    const { messages } = succeeded(await owner.get('/chat/local/messages/?per_page=100'));
    assert.match(JSON.stringify(messages), /Former member/);
    const { deliveries } = succeeded(await owner.get('/deliveries/?per_page=100'));
    assert.match(JSON.stringify(deliveries), /Former member/);
    assert.deepEqual(succeeded(await owner.get('/deactivated_users/')).users, []);
  });

  itOnSqlite('frees the email, and does not affect its next user', async () => {
    await deactivate();
    const again = { name: 'Adaline', email: 'adaline@example.com' };
    const { user } = succeeded(await owner.post('/users/', again), 201);
    succeeded(await owner.post(path()), 204);
    assert.deepEqual(succeeded(await owner.get(`/users/${user.id}`)).user.name, 'Adaline');
    const { audit_log } = succeeded(await owner.get(`/audit_log/?target_id=${user.id}`));
    assert.deepEqual(audit_log[0].detail, again);
    succeeded(await owner.delete(`/users/${user.id}`), 204);
    succeeded(await owner.post(`/users/${user.id}/erase`), 204);
    succeeded(await owner.post('/users/', again), 201);
  });

  itOnSqlite('needs a deactivated user who has left all schedules', async () => {
    assert.equal(
      failed(await owner.post(path()), 422, 'unprocessable_entity'),
      `Only a deactivated user can be erased: deactivate ${ada.id} first.`,
    );
    await watchbill.services.db.exclusively(async (tx) => {
      await tx.execute(`update users set deactivated_at = 1, email_key = null, chat_id = null where id = '${ada.id}'`);
      await tx.execute(`insert into departures (organization_id, user_id, started_by, left_at, due_at)
        select organization_id, id, '${owner.id}', 1, 1 from users where id = '${ada.id}'`);
    });
    const message = `${ada.id} is still being removed from schedules: try again when that is done.`;
    assert.equal(failed(await owner.post(path()), 422, 'unprocessable_entity'), message);
    await runAllDue(watchbill.services);
    succeeded(await owner.post(path()), 204);
    failed(await owner.post('/users/usr_01ke6p4ym0x0rjcgars5pt71pq/erase'), 404, 'not_found');
    failed(await owner.post('/users/x/erase'), 404, 'not_found');
  });

  it('happens once, also with concurrent requests', async () => {
    await deactivate();
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.post(path())));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]));
    succeeded(await owner.post(path()), 204);
    const { meta } = succeeded(await owner.get('/audit_log/?action=user.erased'));
    assert.equal(meta.total, 1);
  });

  itOnSqlite('of several people at once leaves none of their names in texts that name them all', async () => {
    const people = [ada, await watchbill.addPerson('Cedric'), await watchbill.addPerson('Dorothea')];
    const all = 'Adaline, Cedric and Dorothea';
    const { services } = watchbill;
    const organizationId = parseId('organization', succeeded(await owner.get('/organization/')).organization.id);
    assert.ok(organizationId !== undefined);
    const { team } = succeeded(await owner.post('/teams/', { name: all }), 201);
    succeeded(await owner.delete(`/teams/${team.id}`), 204);
    const outgoing = [{ destinationId: 'C0ONCALL', message: { lines: [[all]] } }];
    await services.db.transaction((tx) => enqueue(services, tx, organizationId, outgoing));
    await runAllDue(services);
    for (const { id } of people) succeeded(await owner.delete(`/users/${id}`), 204);

    const answers = await Promise.all(people.map(({ id }) => owner.post(`/users/${id}/erase`)));
    for (const answer of answers) succeeded(answer, 204);
    const named = (await everyRow()).filter((row) => /Adaline|Cedric|Dorothea/i.test(row));
    assert.deepEqual(named, []);
  });

  it('is finished by a worker if the process died before it was done', async () => {
    await leaveTraces();
    const { services } = watchbill;
    let transactions = 0;
    const firstOnly: typeof services.db.transaction = (work) => {
      transactions += 1;
      return transactions === 1 ? services.db.transaction(work) : Promise.reject(new Error('killed'));
    };
    const copy = { ...services, db: { ...services.db, transaction: firstOnly } };
    const { eraseUserAsOperator } = await import('../../../src/services/people/erasure.ts');
    const organizationId = parseId('organization', succeeded(await owner.get('/organization/')).organization.id);
    assert.ok(organizationId !== undefined);
    await assert.rejects(eraseUserAsOperator(copy, { organizationId }, ada.id), /killed/);
    assert.equal(succeeded(await owner.get('/deactivated_users/')).meta.total, 0);
    assert.ok((await rowsWithTraces()).length > 3);
    assert.equal(await finishErasures(services), 1);
    assert.deepEqual(await rowsWithTraces(), []);
    assert.equal(await finishErasures(services), 0);
  });

  itOnSqlite('is allowed for owners, who see who can be erased', async () => {
    await deactivate();
    const admin = await watchbill.addPerson('Admin', { role: 'admin' });
    const needed = 'You have no permission for this action. It needs an owner.';
    assert.equal(failed(await admin.post(path()), 403, 'forbidden'), needed);
    assert.equal(failed(await admin.get('/deactivated_users/'), 403, 'forbidden'), needed);
    assert.deepEqual(succeeded(await owner.get('/deactivated_users/')).users, [
      { id: ada.id, name: 'Adaline', email: 'adaline@example.com', deactivated_at: '2026-01-05T08:00:00Z' },
    ]);
  });
});
