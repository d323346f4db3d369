import assert from 'node:assert/strict';
import { it } from 'node:test';
import { processDepartures } from '../../../src/services/departures/departures.ts';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer, lines } from '../../support/drivers/schedules.ts';
import { countingShifts } from '../../support/drivers/shift-guard.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { messagesIn, workAt } from '../../support/drivers/worker.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const NOW = '2026-01-05T09:00:00Z';
const WEDNESDAY = { start: '2026-01-07T09:00:00Z', end: '2026-01-08T09:00:00Z' };
const FRIDAY = { start: '2026-01-09T09:00:00Z', end: '2026-01-10T09:00:00Z' };
const BOTH = { start: WEDNESDAY.start, end: FRIDAY.end };

type Times = typeof WEDNESDAY;

/** Each test starts on Monday at 09:00. Ada and Ben take daily turns: Wednesday and Friday are Ada's. */
describeOnBothDatabases('[TRU-3] somebody who took cover leaves', (create, itOnSqlite) => {
  const { watchbill, owner, ada, ben, carl, dora } = givenFreshWatchbill(create, {
    ada: 'Ada',
    ben: 'Ben',
    carl: 'Carl',
    dora: 'Dora',
  });

  async function givenRotation(): Promise<{ id: string }> {
    watchbill.at(NOW);
    return createSchedule(owner, [ada, ben]);
  }

  async function ask(as: Person, times: Times = BOTH): Promise<string> {
    const answer = await as.post('/user/coverage_requests', { ...times, reason: 'Dentist' });
    return succeeded(answer, 201).coverage_request.id;
  }

  async function accept(as: Person, id: string, schedule?: { id: string }, part?: Times): Promise<void> {
    const body = schedule && { shifts: [{ schedule_id: schedule.id, ...part }] };
    succeeded(await as.post(`/coverage_requests/${id}/accept`, body));
  }

  const leave = async (person: Person) => succeeded(await owner.delete(`/users/${person.id}`), 204);

  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
  const timesOf = (shifts: any[]) => shifts.map(({ start, end }) => `${start}/${end}`);
  const text = ({ start, end }: Times) => `${start}/${end}`;

  async function read(id: string) {
    const { coverage_request } = succeeded(await owner.get(`/coverage_requests/${id}`));
    const { status, remaining_shifts, acceptances, accepted_by } = coverage_request;
    return {
      status,
      remaining: timesOf(remaining_shifts),
      taken: acceptances.map(
        // biome-ignore lint/suspicious/noExplicitAny: see above
        ({ user, shifts, ended_at = '' }: any) => `${user.name} ${timesOf(shifts).join(' ')} ${ended_at}`.trim(),
      ),
      ...(accepted_by && { by: accepted_by.name }),
    };
  }

  itOnSqlite('so their part is open again, and can be taken by somebody else', async () => {
    const schedule = await givenRotation();
    const id = await ask(ada);
    await accept(carl, id, schedule, FRIDAY);
    await accept(dora, id);
    assert.deepEqual(await read(id), {
      status: 'accepted',
      remaining: [],
      taken: [`Carl ${text(FRIDAY)}`, `Dora ${text(WEDNESDAY)}`],
      by: 'Dora',
    });
    watchbill.at('2026-01-05T10:00:00Z');
    await leave(carl);
    const taken = [`Carl ${text(FRIDAY)} 2026-01-05T10:00:00Z`, `Dora ${text(WEDNESDAY)}`];
    assert.deepEqual(await read(id), { status: 'pending', remaining: [text(FRIDAY)], taken });
    const { coverage_requests } = succeeded(await owner.get('/coverage_requests/?status=pending'));
    assert.deepEqual(
      coverage_requests.map((one: { id: string }) => one.id),
      [id],
    );
    const { audit_log } = succeeded(await owner.get('/audit_log/?action=coverage_request.reopened'));
    assert.deepEqual(
      [audit_log.length, audit_log[0].target_id, audit_log[0].actor.id, audit_log[0].detail],
      [1, id, owner.id, { user: carl.id, schedules: [schedule.id] }],
    );

    await accept(owner, id);
    assert.deepEqual(await read(id), {
      status: 'accepted',
      remaining: [],
      taken: [...taken, `Owner ${text(FRIDAY)}`],
      by: 'Owner',
    });
    assert.deepEqual(
      lines(await owner.get(`/schedules/${schedule.id}/shifts/?from=${WEDNESDAY.start}&to=${FRIDAY.end}`)),
      [`Dora ${text(WEDNESDAY)}`, `Ben ${WEDNESDAY.end}/${FRIDAY.start}`, `Owner ${text(FRIDAY)}`],
    );
  });

  itOnSqlite('while they cover: what they served stays theirs', async () => {
    await givenRotation();
    const id = await ask(ada, WEDNESDAY);
    await accept(carl, id);
    watchbill.at('2026-01-07T15:00:00Z');
    await leave(carl);
    assert.deepEqual(await read(id), {
      status: 'pending',
      remaining: [`2026-01-07T15:00:00Z/${WEDNESDAY.end}`],
      taken: [`Carl ${text(WEDNESDAY)} 2026-01-07T15:00:00Z`],
    });
    watchbill.at(WEDNESDAY.end);
    assert.equal((await read(id)).status, 'expired');
  });

  it('while they accept, or while somebody else accepts another part: nothing is lost', async () => {
    const schedule = await givenRotation();
    for (let day = 10; day < 15; day++) {
      const people = [`Mia${day}`, `Noa${day}`].map((name) => watchbill.addPerson(name));
      const [leaving, other] = (await Promise.all(people)) as [Person, Person];
      // Until 09:00, Ben is on call on the even days of this week, and Ada on the odd ones.
      const requester = day % 2 === 0 ? ben : ada;
      const [start, middle, end] = ['00', '05', '09'].map((hour) => `2026-02-${day}T${hour}:00:00Z`) as [
        string,
        string,
        string,
      ];
      const id = await ask(requester, { start, end });
      const take = (as: Person, from: string, to: string) =>
        as.post(`/coverage_requests/${id}/accept`, { shifts: [{ schedule_id: schedule.id, start: from, end: to }] });
      const [, taken] = await Promise.all([
        take(leaving, middle, end),
        take(other, start, middle),
        owner.delete(`/users/${leaving.id}`),
      ]);
      succeeded(taken);
      const { status, remaining } = await read(id);
      assert.deepEqual([status, remaining], ['pending', [`${middle}/${end}`]]);
      const path = `/schedules/${schedule.id}/shifts/?from=${start}&to=${end}&clip_to_interval=true`;
      const onCall = lines(await owner.get(path)).map((shift) => shift.split(' ')[0]);
      assert.deepEqual(onCall, [`Noa${day}`, requester === ada ? 'Ada' : 'Ben']);
    }
  });

  itOnSqlite('while the request is pending for another part', async () => {
    const schedule = await givenRotation();
    const id = await ask(ada);
    await accept(carl, id, schedule, WEDNESDAY);
    await leave(carl);
    assert.deepEqual((await read(id)).remaining, [text(WEDNESDAY), text(FRIDAY)]);
  });

  itOnSqlite('after their cover is over, or was passed on: then nothing is open', async () => {
    const schedule = await givenRotation();
    const [over, passedOn] = [await ask(ada, WEDNESDAY), await ask(ada, FRIDAY)];
    await accept(carl, over);
    await accept(carl, passedOn);
    const own = await ask(carl, FRIDAY);
    await accept(dora, own);
    watchbill.at(WEDNESDAY.end);
    await leave(carl);
    assert.deepEqual([(await read(over)).status, (await read(passedOn)).status], ['accepted', 'accepted']);
    assert.deepEqual(
      lines(await owner.get(`/schedules/${schedule.id}/shifts/?from=${FRIDAY.start}&to=${FRIDAY.end}`)),
      [`Dora ${text(FRIDAY)}`],
    );
    // The last one in the chain: now the first requester is on call again.
    await leave(dora);
    assert.deepEqual((await read(passedOn)).remaining, [text(FRIDAY)]);
    assert.equal((await read(own)).status, 'accepted');
  });

  itOnSqlite('and the requester gave the time away or left too: then nothing is open', async () => {
    const schedule = await givenRotation();
    const [given, left] = [await ask(ada, WEDNESDAY), await ask(ben, { start: WEDNESDAY.end, end: FRIDAY.start })];
    await accept(carl, given);
    await accept(carl, left);
    await createOverride(owner, schedule, [dora], WEDNESDAY.start, WEDNESDAY.end);
    await leave(ben);
    await leave(carl);
    assert.deepEqual([(await read(given)).status, (await read(left)).status], ['accepted', 'accepted']);
  });

  it('of two who left at once: it is open again when a worker finishes the departures', async () => {
    await givenRotation();
    succeeded(await owner.patch(`/users/${ada.id}`, { chat_id: 'U0ADA' }));
    const [id, earlier] = [await ask(ada, WEDNESDAY), await ask(ada, FRIDAY)];
    await accept(carl, id);
    await accept(dora, earlier);
    const at = Date.parse(NOW);
    await watchbill.services.db.exclusively(async (tx) => {
      const ids = `('${carl.id}', '${dora.id}')`;
      await tx.execute(`update users set deactivated_at = ${at}, email_key = null, chat_id = null where id in ${ids}`);
      await tx.execute(
        `insert into departures (organization_id, user_id, started_by, left_at, due_at)
           select organization_id, id, '${owner.id}', ${at}, ${at} from users where id in ${ids}`,
      );
    });
    await workAt(watchbill, '2026-01-05T09:00:01Z');
    await workAt(watchbill, '2026-01-05T09:00:02Z');
    assert.deepEqual(await read(id), {
      status: 'pending',
      remaining: [text(WEDNESDAY)],
      taken: [`Carl ${text(WEDNESDAY)} ${NOW}`],
    });
    assert.deepEqual((await read(earlier)).remaining, [text(FRIDAY)]);
    const told = (await messagesIn(owner, 'U0ADA')).filter((message) => message.includes('left, and no longer covers'));
    assert.deepEqual(told.map((message) => message.split(' ')[0]).sort(), ['Carl', 'Dora']);
  });

  itOnSqlite(
    'from schedules with thousands of shifts: what is open is computed in slices, and not guessed',
    async () => {
      watchbill.at(NOW);
      const year = { start: WEDNESDAY.start, end: '2027-01-08T09:00:00Z' };
      const always = layer([ada], { shift_length: { amount: 52, unit: 'weeks' } });
      const hourly = layer([ada, ben], { shift_length: { amount: 1, unit: 'hours' } });
      const schedules: { id: string }[] = [];
      const ids: string[] = [];
      for (const name of ['First', 'Second', 'Third', 'Fourth', 'Given away']) {
        const schedule = await createSchedule(owner, [], { name, layers: [always] });
        const wanted = { ...year, reason: 'Sabbatical', schedule_ids: [schedule.id] };
        ids.push(succeeded(await ada.post('/user/coverage_requests', wanted), 201).coverage_request.id);
        await accept(carl, ids.at(-1) as string);
        succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [hourly] }));
        schedules.push(schedule);
      }
      await createOverride(owner, schedules.at(-1) as { id: string }, [dora], year.start, year.end);
      const { mostInATurn } = await countingShifts(() => leave(carl));
      assert.ok(mostInATurn <= 10_000, `${mostInATurn} shifts in a turn`);
      const found: string[] = [];
      for (const id of ids) found.push((await read(id)).status);
      assert.deepEqual(found, ['pending', 'pending', 'pending', 'pending', 'accepted']);
    },
  );

  it('from more requests than one request can open: a worker opens them, also if it is stopped in between', async () => {
    const schedule = await givenRotation();
    const ids: string[] = [];
    for (let hour = 0; hour < 24; hour++) {
      const start = Date.parse(WEDNESDAY.start) + hour * 3_600_000;
      const [from, to] = [start, start + 3_600_000].map((at) => new Date(at).toISOString()) as [string, string];
      ids.push(await ask(ada, { start: from, end: to }));
      await accept(carl, ids.at(-1) as string);
    }
    await leave(carl);
    const statuses = async () => Promise.all(ids.map(async (id) => (await read(id)).status));
    assert.deepEqual(new Set(await statuses()), new Set(['accepted']));
    const leftAlone = () => watchbill.at(new Date(watchbill.services.clock.now() + 6_000).toISOString());
    for (const looksAt of [7, 9, 24]) {
      leftAlone();
      let asked = 0;
      await processDepartures(watchbill.services, () => asked++ >= looksAt);
    }
    assert.deepEqual(new Set(await statuses()), new Set(['pending']));
    assert.equal((await owner.get(`/users/${carl.id}`)).status, 404);
    const path = '/audit_log/?action=coverage_request.reopened&per_page=100';
    const targets = succeeded(await owner.get(path)).audit_log.map((entry: { target_id: string }) => entry.target_id);
    assert.deepEqual(targets.sort(), [...ids].sort());
    assert.deepEqual(
      lines(await owner.get(`/schedules/${schedule.id}/shifts/?from=${WEDNESDAY.start}&to=${WEDNESDAY.end}`)),
      [`Ada ${text(WEDNESDAY)}`],
    );
  });

  it('while somebody else gives the time away: what is open is computed again', async () => {
    const schedule = await givenRotation();
    const id = await ask(ada, WEDNESDAY);
    await accept(carl, id);
    const { db } = watchbill.services;
    const transaction = db.transaction.bind(db);
    let transactions = 0;
    db.transaction = async (work) => {
      transactions += 1;
      // The third one of the departure opens the request.
      if (transactions === 3) await createOverride(owner, schedule, [dora], WEDNESDAY.start, WEDNESDAY.end);
      return transaction(work);
    };
    try {
      await leave(carl);
    } finally {
      db.transaction = transaction;
    }
    assert.ok(transactions >= 4, `${transactions} transactions`);
    assert.deepEqual([(await read(id)).status, (await read(id)).remaining], ['accepted', []]);
    assert.equal((await owner.get(`/users/${carl.id}`)).status, 404);
  });

  itOnSqlite('and the schedule is broken: the request stays open until it is repaired', async () => {
    const schedule = await givenRotation();
    const id = await ask(ada, WEDNESDAY);
    await accept(carl, id);
    const setZone = (zone: string) =>
      watchbill.services.db.exclusively((tx) =>
        tx.execute(`update schedules set time_zone = '${zone}' where id = '${schedule.id}'`),
      );
    await setZone('Mars/Olympus');
    await leave(carl);
    assert.deepEqual([(await read(id)).status, (await read(id)).remaining], ['pending', []]);
    await setZone('UTC');
    assert.deepEqual((await read(id)).remaining, [text(WEDNESDAY)]);
  });

  itOnSqlite('but cannot become a viewer before', async () => {
    await givenRotation();
    const id = await ask(ada, WEDNESDAY);
    await accept(carl, id);
    const message = failed(await owner.patch(`/users/${carl.id}`, { seat: 'viewer' }), 422, 'unprocessable_entity');
    assert.match(message, /cannot be in a layer, an override or a team: usr_\w+ is in ovr_/);
    assert.equal((await read(id)).status, 'accepted');
  });

  itOnSqlite('so the requester is told, others are asked again, and the first message is open again', async () => {
    const schedule = await givenRotation();
    succeeded(await owner.patch(`/users/${ada.id}`, { chat_id: 'U0ADA' }));
    succeeded(await owner.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`), 204);
    const id = await ask(ada, WEDNESDAY);
    await workAt(watchbill, NOW);
    await accept(carl, id);
    await workAt(watchbill, NOW);
    const [before, beforeToAda] = [await messagesIn(owner, 'C0ONCALL'), await messagesIn(owner, 'U0ADA')];
    await leave(carl);
    await workAt(watchbill, '2026-01-05T09:00:01Z');
    const toAda = (await messagesIn(owner, 'U0ADA')).slice(beforeToAda.length);
    assert.ok(
      toAda.includes('Carl left, and no longer covers for you (1 shift, 24 h). Your request is open again.'),
      toAda.join('\n'),
    );
    const open = [
      'Ada asks for cover',
      'Why: Dentist',
      '',
      'Primary: 1 shift, 24 h',
      'Wed 7 Jan 2026, 09:00 UTC until Thu 8 Jan 2026, 09:00 UTC',
      '[Take all (1 shift, 24 h)] [Can’t]',
    ].join('\n');
    const after = await messagesIn(owner, 'C0ONCALL');
    assert.equal(after[0], open);
    assert.ok(after.slice(before.length).includes(`Open again: ${open}`), after.join('\n---\n'));
  });

  itOnSqlite('and a requester who canceled the rest is told that they are on call again', async () => {
    const schedule = await givenRotation();
    succeeded(await owner.patch(`/users/${ada.id}`, { chat_id: 'U0ADA' }));
    const id = await ask(ada);
    await accept(carl, id, schedule, WEDNESDAY);
    succeeded(await ada.delete(`/user/coverage_requests/${id}`), 204);
    await workAt(watchbill, NOW);
    await leave(carl);
    assert.deepEqual([(await read(id)).status, (await read(id)).remaining], ['canceled', []]);
    await workAt(watchbill, '2026-01-05T09:00:01Z');
    const told = (await messagesIn(owner, 'U0ADA')).filter((message) => message.startsWith('Carl left'));
    assert.deepEqual(told, ['Carl left, and no longer covers for you (1 shift, 24 h). You are on call then again.']);
  });
});
