/** Rule IMP-1 for Opsgenie: each case that can be translated, and each that cannot. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOpsgenie } from '../../src/moving-in/products/opsgenie.ts';
import { SourceError } from '../../src/moving-in/source.ts';
import { NOW, translated } from './cases.ts';

const rotation = {
  id: 'f6a2',
  name: 'After hours',
  startDate: '2026-10-05T07:00:00Z',
  endDate: null as string | null,
  type: 'weekly',
  length: 1,
  participants: [user('ada'), user('bob')] as object[],
};

function user(name: string) {
  return { type: 'user', id: `id-${name}`, username: `${name}@example.com` };
}

function schedule(rotations: readonly object[], more: object = {}) {
  return { id: 'd875', name: 'Platform_schedule', timezone: 'Europe/Berlin', enabled: true, rotations, ...more };
}

function source(rotations: readonly object[], ...documents: object[]) {
  const values = [{ data: [schedule(rotations)] }, ...documents];
  return readOpsgenie(values.map((value, i) => ({ name: `${i}.json`, value })));
}

function override(from: string, to: string, more: object = {}) {
  return { data: [{ _parent: { id: 'd875' }, alias: 'x', user: user('eve'), startDate: from, endDate: to, ...more }] };
}

describe('Opsgenie', () => {
  it('[IMP-1] type, length, start and repeated users fit as they are', () => {
    const { layer, outcome, file } = translated(
      source([{ ...rotation, type: 'daily', length: 2, participants: [user('ada'), user('bob'), user('ada')] }]),
    );
    assert.deepEqual(outcome.fits, ['After hours']);
    assert.deepEqual(layer.shift_length, { amount: 2, unit: 'days' });
    assert.equal(layer.rotation_start, '2026-10-05T07:00:00Z');
    assert.deepEqual(layer.users, ['ada@example.com', 'bob@example.com', 'ada@example.com']);
    assert.deepEqual(file.schedules?.[0]?.external_id, 'opsgenie:d875:f6a2');
    assert.equal(file.schedules?.[0]?.name, 'Platform_schedule');
  });

  it('[IMP-1] windows over several days are split at midnight, one over a night is not', () => {
    const restrictions = [{ startDay: 'friday', startHour: 17, startMin: 0, endDay: 'monday', endHour: 9, endMin: 0 }];
    const weekend = translated(
      source([{ ...rotation, timeRestriction: { type: 'weekday-and-time-of-day', restrictions } }]),
    );
    assert.deepEqual(weekend.layer.restriction_intervals, [
      { day: 'friday', from: '17:00', to: '24:00' },
      { day: 'saturday', from: '00:00', to: '24:00' },
      { day: 'sunday', from: '00:00', to: '24:00' },
      { day: 'monday', from: '00:00', to: '09:00' },
    ]);
    const restriction = { startHour: 22, startMin: 30, endHour: 6, endMin: 0 };
    const nights = translated(source([{ ...rotation, timeRestriction: { type: 'time-of-day', restriction } }]));
    assert.equal(nights.layer.restriction_intervals?.length, 7);
    assert.deepEqual(nights.layer.restriction_intervals?.[0], { day: 'monday', from: '22:30', to: '06:00' });
    assert.equal(nights.who('2026-10-14T03:59:00Z'), 'bob');
    assert.equal(nights.who('2026-10-14T04:00:00Z'), '');
  });

  it('[IMP-1] an end becomes a planned change to nobody; a rotation that has ended is left out and reported', () => {
    const ending = translated(source([{ ...rotation, endDate: '2026-11-01T12:00:00Z' }]));
    assert.deepEqual(
      ending.schedules[0]?.layers.map(({ rotation_start, users }) => [rotation_start, users.length]),
      [
        ['2026-10-05T07:00:00Z', 2],
        ['2026-11-01T12:00:00Z', 0],
      ],
    );
    assert.equal(ending.who('2026-11-01T12:00:00Z'), '');
    const ended = translated(
      source([rotation, { ...rotation, id: 'old', name: 'Old', endDate: '2026-10-06T00:00:00Z' }]),
    );
    assert.deepEqual(ended.outcome.leftOut, ['"Old" ended on 2026-10-06T00:00:00Z.']);
    assert.equal(ended.schedules.length, 1);
  });

  for (const [what, participant, reason] of [
    ['a turn of nobody', { type: 'none' }, 'Turn 2 has nobody (none); every turn of a layer has somebody.'],
    ['a team', { type: 'team', id: 't1', name: 'Payments' }, 'Turn 2 has the team Payments; a layer rotates people.'],
    [
      'an escalation',
      { type: 'escalation', id: 'e1', name: 'Late' },
      'Turn 2 has the escalation Late; a layer rotates people.',
    ],
    ['a user without an email', { type: 'user', username: 'ada' }, '"ada" is not an email; people are matched by it.'],
  ] as const) {
    it(`[IMP-1] ${what} cannot be expressed: the rotation is reported, and can be written as overrides`, () => {
      const unfit = { ...rotation, participants: [user('ada'), participant] };
      const without = translated(source([unfit]));
      assert.deepEqual(without.outcome.missing, [`"After hours": ${reason}`]);
      assert.deepEqual(without.schedules, []);

      const timeline = timelineOf([
        ['2026-10-12T07:00:00Z', '2026-10-19T07:00:00Z', 'cai@example.com'],
        ['2026-10-26T08:00:00Z', '2026-11-02T08:00:00Z', 'bob@example.com'],
      ]);
      const written = translated(source([unfit], timeline), { writesOverrides: true });
      assert.deepEqual(written.outcome.missing, []);
      assert.deepEqual(written.outcome.proof?.differences, []);
      assert.deepEqual(
        written.schedules[0]?.overrides?.map(({ start, end, users }) => [start, end, ...users]),
        [
          ['2026-10-12T07:00:00Z', '2026-10-19T07:00:00Z', 'cai@example.com'],
          ['2026-10-26T08:00:00Z', '2026-11-02T08:00:00Z', 'bob@example.com'],
        ],
      );
    });
  }

  it('[IMP-1] a team in the timeline cannot be written as an override, and is reported', () => {
    const unfit = { ...rotation, participants: [{ type: 'team', name: 'Payments' }] };
    const timeline = timelineOf([['2026-10-12T07:00:00Z', '2026-10-19T07:00:00Z', undefined]]);
    const { outcome } = translated(source([unfit], timeline), { writesOverrides: true });
    assert.match(
      outcome.missing.join(),
      /the team Payments is on call from 2026-10-12T07:00:00Z to 2026-10-19T07:00:00Z/,
    );
    assert.equal(outcome.proof?.differences.length, 1);
  });

  it('[IMP-3] overlapping rotations become several schedules of one team, all on call together', () => {
    const other = {
      ...rotation,
      id: 'other',
      name: 'Other',
      startDate: '2026-10-06T07:00:00Z',
      participants: [user('cai')],
    };
    const { schedules, file, who } = translated(source([rotation, other]));
    assert.deepEqual(
      schedules.map(({ name }) => name),
      ['Platform_schedule: After hours', 'Platform_schedule: Other'],
    );
    assert.deepEqual(file.teams, [
      {
        external_id: 'opsgenie:schedule-team:d875',
        name: 'Platform_schedule',
        members: ['ada@example.com', 'bob@example.com', 'cai@example.com'],
      },
    ]);
    assert.ok(schedules.every(({ teams }) => teams?.join() === 'opsgenie:schedule-team:d875'));
    assert.equal(who('2026-10-12T08:00:00Z'), 'bob cai');
    assert.ok(schedules.every(({ chat_user_group }) => chat_user_group === undefined));
  });

  it('[IMP-3] schedules that belong together get one user group on request, with a handle of their own', () => {
    const other = { ...rotation, id: 'other', name: 'Other', startDate: '2026-10-06T07:00:00Z' };
    const { schedules: given } = source([rotation, other]);
    const [first] = given;
    assert.ok(first !== undefined);
    const all = {
      ...source([rotation, other]),
      schedules: [
        first,
        { ...first, id: 'd876', name: 'platform Schedule' },
        { ...first, id: 'd877', name: 'Zürich: 夜 & Tag!' },
        { ...first, id: 'd878', name: '夜', rotations: first.rotations.slice(0, 1) },
        { ...first, id: 'd879', name: '夜' },
        { ...first, id: 'd880', name: 'Platform.schedule '.repeat(10) },
        { ...first, id: 'd881', name: 'Platform_schedule' },
      ],
    };
    const { file } = translated(all, { writesUserGroups: true });
    const groups = file.schedules?.map(({ chat_user_group: group }) => group && `@${group.handle} ${group.name}`);
    assert.deepEqual(groups, [
      '@platform_schedule-oncall Platform_schedule on call',
      '@platform_schedule-oncall Platform_schedule on call',
      '@platform-schedule-oncall platform Schedule on call',
      '@platform-schedule-oncall platform Schedule on call',
      '@zurich-tag-oncall Zürich: 夜 & Tag! on call',
      '@zurich-tag-oncall Zürich: 夜 & Tag! on call',
      undefined,
      '@oncall 夜 on call',
      '@oncall 夜 on call',
      '@platform.schedule-platform.schedule-plat-oncall Platform.schedule Platform.schedule Platform.sched on call',
      '@platform.schedule-platform.schedule-plat-oncall Platform.schedule Platform.schedule Platform.sched on call',
      '@platform_schedule-oncall-2 Platform_schedule on call',
      '@platform_schedule-oncall-2 Platform_schedule on call',
    ]);
  });

  it('[IMP-3] rotations with the same length, start and windows become one schedule with several people on call at once', () => {
    const other = { ...rotation, id: 'other', name: 'Other', participants: [user('cai'), user('dee'), user('ada')] };
    const { schedules, layer, outcome, who } = translated(source([rotation, other]));
    assert.equal(schedules.length, 1);
    assert.equal(layer.concurrent_oncall_users, 2);
    assert.equal(layer.users.length, 12);
    assert.match(outcome.translated.join(), /"After hours" and "Other" hand over at the same times/);
    const weeks = ['2026-10-05T08:00:00Z', '2026-10-12T08:00:00Z', '2026-10-19T08:00:00Z', '2026-10-26T09:00:00Z'];
    assert.deepEqual(weeks.map(who), ['ada cai', 'bob dee', 'ada', 'bob cai']);
  });

  it('[IMP-1] an override replaces all rotations, or those that it names', () => {
    const other = {
      ...rotation,
      id: 'other',
      name: 'Other',
      startDate: '2026-10-06T07:00:00Z',
      participants: [user('cai')],
    };
    const all = translated(source([rotation, other], override('2026-10-13T00:00:00Z', '2026-10-14T00:00:00Z')));
    assert.deepEqual(['2026-10-12T23:00:00Z', '2026-10-13T00:00:00Z', '2026-10-14T00:00:00Z'].map(all.who), [
      'bob cai',
      'eve',
      'bob cai',
    ]);
    const some = translated(
      source(
        [rotation, other],
        override('2026-10-13T00:00:00Z', '2026-10-14T00:00:00Z', { rotations: [{ id: 'other' }] }),
      ),
    );
    assert.equal(some.who('2026-10-13T12:00:00Z'), 'bob eve');
  });

  it('[IMP-1] an override by nobody cannot be written, and is reported', () => {
    const nobody = override('2026-10-13T00:00:00Z', '2026-10-14T00:00:00Z', { user: { type: 'none' } });
    const { outcome } = translated(source([rotation], nobody));
    assert.match(
      outcome.missing.join(),
      /nobody is on call from 2026-10-13T00:00:00Z to 2026-10-14T00:00:00Z instead of bob@example.com/,
    );
  });

  it('[IMP-1] reads files of the backup tool, leaves out a disabled schedule, and reports an unknown document', () => {
    const backup = readOpsgenie([
      {
        name: 'a.json',
        value: { schedule: schedule([rotation], { enabled: false, ownerTeam: { id: '9009', name: 'Platform' } }) },
      },
      { name: 'b.json', value: { something: 'else' } },
    ]);
    const { outcome } = translated(backup);
    assert.deepEqual(outcome.leftOut, ['It is disabled in the source.']);
    assert.deepEqual(backup.ignored, ['b.json']);
    assert.deepEqual(translated(source([rotation])).outcome.notes, [
      'Its overrides were not read: GET /v2/schedules/d875/overrides has them.',
    ]);
    assert.deepEqual(translated(source([rotation], { _parent: { id: 'd875' }, data: [] })).outcome.notes, []);
  });

  it('[IMP-1] reports an invalid field', () => {
    const broken = (more: object) => () => source([{ ...rotation, ...more }]);
    assert.throws(broken({ length: 0 }), new SourceError('rotations[0].length must be >= 1; it is 0.'));
    assert.throws(broken({ startDate: 'soon' }), /startDate must be a date-time .*; it is "soon"\.$/);
    assert.throws(() => readOpsgenie([{ name: 'x', value: { data: [schedule([], { timezone: 'Mars/Base' })] } }]), {
      message: 'timezone must be the name of a time zone; it is "Mars/Base".',
    });
  });
});

function timelineOf(periods: readonly (readonly [start: string, end: string, email: string | undefined])[]) {
  return {
    data: {
      _parent: { id: 'd875', name: 'Platform_schedule', enabled: true },
      startDate: new Date(NOW).toISOString(),
      endDate: '2026-11-09T08:00:00Z',
      finalTimeline: {
        rotations: [
          {
            id: 'f6a2',
            name: 'After hours',
            order: 1,
            periods: periods.map(([startDate, endDate, name]) => ({
              startDate,
              endDate,
              type: 'default',
              recipient: name === undefined ? { type: 'team', name: 'Payments' } : { id: 'x', type: 'user', name },
            })),
          },
        ],
      },
    },
  };
}
