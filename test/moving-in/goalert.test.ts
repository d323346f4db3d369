/** Rule IMP-1 for GoAlert: each case that can be translated, and each that cannot. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readGoAlert } from '../../src/moving-in/products/goalert.ts';
import { NOW, translated } from './cases.ts';

const WORKDAYS = [false, true, true, true, true, true, false];
const ALL_DAYS = [true, true, true, true, true, true, true];
const person = (name: string) => ({ id: `id-${name}`, name, email: `${name}@example.com` });
const users = ['ada', 'bob', 'cai', 'dee', 'eve'].map(person);

const rotation = {
  id: 'r1',
  name: 'Ops',
  timeZone: 'America/Chicago',
  type: 'weekly',
  shiftLength: 1,
  start: '2024-01-01T15:00:00Z',
  activeUserIndex: 2,
  users: users.slice(0, 3),
  nextHandoffTimes: ['2026-10-12T14:00:00Z'] as string[] | null,
};
const target = {
  target: { id: 'r1', type: 'rotation', name: 'Ops' },
  rules: [{ start: '09:00', end: '17:00', weekdayFilter: WORKDAYS }],
};
const always = { ...target, rules: [{ start: '00:00', end: '00:00', weekdayFilter: ALL_DAYS }] };

function source(
  targets: readonly object[],
  rotations: readonly object[] = [rotation],
  more: object = {},
  overrides: readonly object[] = [],
) {
  const schedule = { id: 's1', name: 'Ops schedule', timeZone: 'America/Chicago', targets, ...more };
  return readGoAlert(
    [
      { data: { schedule } },
      ...rotations.map((one) => ({ data: { rotation: one } })),
      { data: { users: { nodes: users } } },
      {
        data: {
          userOverrides: { nodes: overrides.map((one) => ({ target: { id: 's1', type: 'schedule' }, ...one })) },
        },
      },
    ].map((value, i) => ({ name: `${i}.json`, value })),
    NOW,
  );
}

describe('GoAlert', () => {
  it('[IMP-1] the active user has the running turn: the list is rotated, and the last handoff is the start', () => {
    const { layer, who, outcome } = translated(source([target]));
    assert.equal(layer.rotation_start, '2026-10-05T14:00:00Z');
    assert.deepEqual(layer.users, ['cai@example.com', 'ada@example.com', 'bob@example.com']);
    assert.deepEqual(layer.restriction_intervals?.[0], { day: 'monday', from: '09:00', to: '17:00' });
    assert.equal(layer.restriction_intervals?.length, 5);
    assert.deepEqual(outcome.fits, ['Ops']);
    assert.deepEqual(['2026-10-09T15:00:00Z', '2026-10-12T14:00:00Z', '2026-10-11T15:00:00Z'].map(who), [
      'cai',
      'ada',
      '',
    ]);
  });

  it('[IMP-1] without the next handoff, the position is assumed to be that of now, and the report says so', () => {
    const { layer, outcome } = translated(source([always], [{ ...rotation, nextHandoffTimes: null }]));
    assert.equal(layer.rotation_start, '2026-10-05T14:00:00Z');
    assert.equal(layer.restriction_intervals, undefined);
    assert.match(outcome.translated.join(), /does not tell the next handoff/);
  });

  it('[IMP-1] accepts a document as in the documentation, without data, ids and people around it', () => {
    const { id: _, users: __, ...bare } = rotation;
    const value = {
      schedule: { name: 'Ops', timeZone: 'America/Chicago', targets: [target] },
      rotation: { ...bare, userIDs: ['id-ada', 'id-bob'], activeUserIndex: 1 },
      users: { nodes: users },
    };
    const { layer } = translated(readGoAlert([{ name: 'x.json', value }], NOW));
    assert.deepEqual(layer.users, ['bob@example.com', 'ada@example.com']);
  });

  it('[IMP-3] several targets become several schedules; a person can be one', () => {
    const night = {
      target: { id: 'id-eve', type: 'user', name: 'eve' },
      rules: [{ start: '17:00', end: '09:00', weekdayFilter: ALL_DAYS }],
    };
    const { schedules, who } = translated(source([target, night]));
    assert.deepEqual(
      schedules.map(({ name }) => name),
      ['Ops schedule: Ops', 'Ops schedule: eve'],
    );
    assert.equal(schedules[0]?.teams?.join(), schedules[1]?.teams?.join());
    assert.deepEqual(['2026-10-13T15:00:00Z', '2026-10-13T23:00:00Z'].map(who), ['ada', 'eve']);
  });

  it('[IMP-1] overrides: replace, add, and remove, which cannot be expressed', () => {
    const interval = { start: '2026-10-13T15:00:00Z', end: '2026-10-13T16:00:00Z' };
    const at = '2026-10-13T15:30:00Z';
    const replaced = translated(
      source([target], undefined, {}, [{ ...interval, addUser: person('eve'), removeUser: person('ada') }]),
    );
    assert.equal(replaced.who(at), 'eve');
    const absent = translated(
      source([target], undefined, {}, [{ ...interval, addUser: person('eve'), removeUser: person('dee') }]),
    );
    assert.equal(absent.who(at), 'ada');
    const added = translated(
      source([target], undefined, {}, [{ ...interval, addUser: person('eve'), removeUser: null }]),
    );
    assert.equal(added.who(at), 'ada eve');
    const removed = translated(
      source([target], undefined, {}, [{ ...interval, addUser: null, removeUser: person('ada') }]),
    );
    assert.match(
      removed.outcome.missing.join(),
      /nobody is on call from 2026-10-13T15:00:00Z to 2026-10-13T16:00:00Z instead of ada/,
    );
    const both = translated(
      source([target], undefined, {}, [
        { ...interval, addUser: person('eve'), removeUser: null },
        { ...interval, addUser: null, removeUser: person('ada') },
      ]),
    );
    assert.equal(both.who(at), 'eve');
  });

  it('[IMP-1] temporary schedules become overrides; if they have nobody, the report says so', () => {
    const temporarySchedules = [
      {
        start: '2026-10-13T14:00:00Z',
        end: '2026-10-13T20:00:00Z',
        shifts: [{ userID: 'id-eve', user: person('eve'), start: '2026-10-13T14:00:00Z', end: '2026-10-13T18:00:00Z' }],
      },
    ];
    const { who, outcome } = translated(source([target], undefined, { temporarySchedules }));
    assert.equal(who('2026-10-13T17:59:00Z'), 'eve');
    assert.match(outcome.missing.join(), /nobody is on call from 2026-10-13T18:00:00Z to 2026-10-13T20:00:00Z/);
  });

  for (const [what, change, targetChange, reason] of [
    ['a month', { type: 'monthly' }, {}, /Its rotation is monthly/],
    ['nobody', { users: [] }, {}, /Its rotation has no users/],
    ['an unknown user', { users: [{ id: 'id-zoe', name: 'zoe' }] }, {}, /The email of user id-zoe is not known/],
    ['rules and handoffs in different zones', { timeZone: 'Europe/Berlin' }, {}, /a schedule has one time zone/],
    ['a rotation that was not read', {}, { target: { id: 'r9', type: 'rotation' } }, /rotation r9 is not among/],
    ['another kind of target', {}, { target: { id: 'c1', type: 'slackChannel' } }, /Its type is slackChannel/],
  ] as const) {
    it(`[IMP-1] ${what}: cannot be expressed, and is reported`, () => {
      const { outcome, schedules } = translated(source([{ ...target, ...targetChange }], [{ ...rotation, ...change }]));
      assert.match(outcome.missing.join(), reason);
      assert.deepEqual(schedules, []);
    });
  }

  it('[IMP-1] a rotation in another zone fits if its rules are for all day; a target without rules is reported', () => {
    const { schedules, outcome } = translated(
      source([always, { ...target, rules: [] }], [{ ...rotation, timeZone: 'Europe/Berlin' }]),
    );
    assert.equal(schedules[0]?.time_zone, 'Europe/Berlin');
    assert.match(outcome.notes.join(), /"Ops" has no rules, so it is never on call/);
  });
});
