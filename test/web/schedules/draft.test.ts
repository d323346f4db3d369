/** Conversion of the schedule form to the API and the engine. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Schemas } from '../../../web/api/client.ts';
import {
  changesOf,
  draftOf,
  emptyDraft,
  inZone,
  isOtherRotation,
  layerOf,
  mondayMorning,
  newScheduleOf,
  placeOf,
} from '../../../web/schedule-form/draft.ts';
import type { Draft } from '../../../web/schedule-form/draft-fields.ts';
import { currentTurn, hasTurnToKeep, withTurnKept } from '../../../web/schedule-form/kept-turn.ts';
import { changesMeanwhile, merged } from '../../../web/schedule-form/merging.ts';
import { problemsOf } from '../../../web/schedule-form/problems.ts';
import { windowFrom } from '../../../web/schedule-form/windows/windows.ts';

const BERLIN = 'Europe/Berlin';

function person(name: string): Schemas['User'] {
  const email = `${name.toLowerCase()}@example.com`;
  return { id: `usr_${name}`, name, email, time_zone: BERLIN, role: 'standard', seat: 'member' };
}

function team(name: string): Schemas['Team'] {
  return { id: `tea_${name}`, name };
}

const SCHEDULE: Schemas['Schedule'] = {
  id: 'sch_1',
  name: 'Payments',
  time_zone: BERLIN,
  teams: [team('Payments')],
  current_revision: 0,
  current_revision_valid_from: '2026-03-02T08:00:00Z',
  users: [person('Ada'), person('Grace')],
  layers: [
    {
      name: 'Primary',
      rotation_start: '2026-03-02T08:00:00Z',
      concurrent_oncall_users: 1,
      shift_length: { amount: 1, unit: 'weeks' },
      restriction_intervals: [
        { day: 'monday', from: '09:00', to: '17:00' },
        { day: 'friday', from: '09:00', to: '17:00' },
      ],
      users: [person('Ada'), person('Grace')],
    },
  ],
};

const OPENED = { schedule: SCHEDULE, layer: SCHEDULE.layers[0] ?? assert.fail() };

function draft(changes: Partial<Draft> = {}): Draft {
  return { ...draftOf(OPENED), ...changes };
}

describe('Monday morning', () => {
  it('is nine o’clock in the zone, before and after a clock change', () => {
    const now = Date.parse('2026-03-25T13:00:00Z');
    assert.equal(mondayMorning(now, BERLIN), Date.parse('2026-03-23T08:00:00Z'));
    assert.equal(mondayMorning(now, BERLIN, 1), Date.parse('2026-03-30T07:00:00Z'));
  });

  it("is that of last week early on Monday, by the zone's clocks", () => {
    assert.equal(mondayMorning(Date.parse('2026-03-23T07:59:00Z'), BERLIN), Date.parse('2026-03-16T08:00:00Z'));
    assert.equal(mondayMorning(Date.parse('2026-03-23T00:30:00Z'), 'Asia/Tokyo'), Date.parse('2026-03-23T00:00:00Z'));
  });
});

describe('a draft', () => {
  it('that is new lacks only a name', () => {
    assert.deepEqual(Object.keys(problemsOf(emptyDraft(BERLIN, Date.parse('2026-03-25T13:00:00Z')))), ['name']);
  });

  it('names what has to be put right, field by field', () => {
    const two = [
      windowFrom({ day: 'monday', from: '09:00', to: '17:00' }),
      windowFrom({ day: 'tuesday', from: '00:00', to: '01:00' }),
    ];
    const daily = {
      amount: 1,
      unit: 'days',
      rotationStart: Date.parse('2026-03-02T02:00:00Z'),
      timeZone: 'UTC',
    } as const;
    for (const [changes, expected] of [
      [{ name: ' ' }, { name: 'Give the schedule a name.' }],
      [{ name: 'x'.repeat(60), layerName: '🚢'.repeat(60) }, {}],
      [{ name: 'x'.repeat(61) }, { name: 'At most 60 characters; these are 61.' }],
      [{ description: 'x'.repeat(501) }, { description: 'At most 500 characters; these are 501.' }],
      [{ layerName: '' }, { layerName: 'Give the rotation a name.' }],
      [{ amount: undefined }, { amount: 'Enter the shift length: a whole number from 1.' }],
      [{ amount: 0 }, { amount: 'Enter the shift length: a whole number from 1.' }],
      [{ rotationStart: undefined }, { rotationStart: 'Enter the start of the rotation.' }],
      [{ windows: [] }, { windows: 'Draw at least one window, or choose “Always”.' }],
      [{ windows: [], isRestricted: false }, {}],
      [{ ...daily, windows: two }, {}],
      [{ ...daily, windows: two, isRestricted: false, countsOpenDays: true }, {}],
    ] as const) {
      assert.deepEqual(problemsOf(draft(changes)), expected);
    }
    const { countsOpenDays } = problemsOf(draft({ ...daily, windows: two, countsOpenDays: true }));
    assert.match(countsOpenDays ?? '', /^One of the open days has no window/, '[ROT-5]');
  });

  it('keeps its wall time when its zone changes', () => {
    const { rotationStart } = inZone(draft(), 'America/New_York');
    assert.equal(rotationStart, Date.parse('2026-03-02T14:00:00Z'));
    assert.deepEqual(inZone(draft({ rotationStart: undefined }), 'UTC'), { timeZone: 'UTC' });
  });

  it('has no rotation while a part of it is missing', () => {
    assert.ok(layerOf(draft()) !== undefined);
    for (const changes of [{ amount: undefined }, { amount: 1.5 }, { rotationStart: undefined }, { windows: [] }]) {
      assert.equal(layerOf(draft(changes)), undefined);
    }
    assert.equal(layerOf(draft({ windows: [windowFrom({ day: 'monday', from: '9', to: '17:00' })] })), undefined);
    assert.ok(layerOf(draft({ windows: [], isRestricted: false })) !== undefined);
  });

  it('converts back to what it was made of', () => {
    const [layer] = SCHEDULE.layers;
    assert.ok(layer !== undefined);
    const { users, ...rest } = layer;
    const references = users.map(({ id }) => ({ type: 'internal_user_id', value: id }));
    assert.deepEqual(newScheduleOf(draft()), {
      name: 'Payments',
      time_zone: BERLIN,
      team_ids: ['tea_Payments'],
      layers: [{ ...rest, user_references: references }],
    });
  });
});

describe('an edit', () => {
  it('sends nothing if nothing was changed, nor for reordered windows', () => {
    assert.deepEqual(changesOf(draft(), OPENED), {});
    assert.deepEqual(changesOf(draft({ name: ' Payments ', windows: draft().windows.toReversed() }), OPENED), {});
  });

  it('sends exactly the changed fields', () => {
    assert.deepEqual(changesOf(draft({ name: 'Billing' }), OPENED), { name: 'Billing' });
    assert.deepEqual(changesOf(draft({ description: 'Nights' }), OPENED), { description: 'Nights' });
    assert.deepEqual(changesOf(draft({ teams: [] }), OPENED), { team_ids: [] });
    const linus = placeOf(person('Linus'));
    const { layers = [], ...others } = changesOf(draft({ places: [...draft().places, linus] }), OPENED);
    assert.deepEqual(others, {});
    assert.deepEqual(
      layers[0]?.user_references.map(({ value }) => value),
      ['usr_Ada', 'usr_Grace', 'usr_Linus'],
    );
  });

  it('changes the rotation only if it is complete and different', () => {
    assert.equal(isOtherRotation(draft({ name: 'Billing' }), OPENED), false);
    assert.equal(isOtherRotation(draft({ concurrentUsers: 2 }), OPENED), true);
    assert.equal(isOtherRotation(draft({ amount: undefined }), OPENED), false);
  });

  it('is merged with what others saved: their changes are included, and the local ones stay', () => {
    const theirs = draft({ name: 'Billing', description: 'Days', concurrentUsers: 2 });
    const mine = draft({ description: 'Nights', amount: 3 });
    assert.deepEqual(changesMeanwhile(draft(), theirs, mine), [
      { field: 'Name', theirs: 'Billing' },
      { field: 'Description', theirs: 'Days', mine: 'Nights' },
      { field: 'On call at the same time', theirs: '2' },
    ]);
    const { name, description, concurrentUsers, amount } = merged(draft(), theirs, mine);
    assert.deepEqual([name, description, concurrentUsers, amount], ['Billing', 'Nights', 2, 3]);
  });
});

describe('[REV-5] the current turn', () => {
  /** In the second week, which is Grace's. */
  const now = Date.parse('2026-03-10T12:00:00Z');
  const [ada, grace, linus] = ['Ada', 'Grace', 'Linus'].map((name) => placeOf(person(name)));
  assert.ok(ada !== undefined && grace !== undefined && linus !== undefined);
  const opened = draft({ places: [ada, grace, linus], isRestricted: false });
  const withDora = { ...opened, places: [...opened.places, placeOf(person('Dora'))] };
  const namesIn = ({ places }: Draft) => places.map((place) => place.person.name);

  it('is kept when somebody joins or leaves, and the layer then starts with it', () => {
    const kept = withTurnKept(withDora, opened, now);
    assert.deepEqual(namesIn(kept), ['Grace', 'Linus', 'Dora', 'Ada']);
    assert.equal(kept.rotationStart, Date.parse('2026-03-09T08:00:00Z'));
    assert.deepEqual(namesIn(withTurnKept({ ...opened, places: [grace, linus] }, opened, now)), ['Grace', 'Linus']);
  });

  it('stays with a person who was removed and added again', () => {
    const again = { ...withDora, places: [ada, linus, placeOf(person('Grace')), placeOf(person('Dora'))] };
    assert.deepEqual(namesIn(withTurnKept(again, opened, now)), ['Grace', 'Dora', 'Ada', 'Linus']);
  });

  it('is not kept if the user says so, or if the turns themselves change', () => {
    for (const change of [
      { keepsTurn: false },
      { amount: 2 },
      { rotationStart: now + 1 },
      { rotationStart: now - 1 },
    ]) {
      const other = { ...withDora, ...change };
      assert.equal(withTurnKept(other, opened, now), other);
    }
  });

  it('offers no choice if only the order changes, nobody was or is there, or the rotation has not started', () => {
    assert.equal(hasTurnToKeep(withDora, opened, now), true);
    assert.equal(hasTurnToKeep({ ...opened, places: [linus, grace, ada] }, opened, now), false);
    assert.equal(hasTurnToKeep({ ...opened, places: [] }, opened, now), false);
    assert.equal(hasTurnToKeep(withDora, { ...opened, places: [] }, now), false);
    assert.equal(hasTurnToKeep(withDora, opened, Date.parse('2026-03-01T12:00:00Z')), false);
  });

  it('[ROT-5] is kept in a rotation that counts open days when its windows or its length change', () => {
    const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
    const windows = workdays.map((day) => windowFrom({ day, from: '09:00', to: '17:00' }));
    const open = { ...opened, isRestricted: true, windows, amount: 1, unit: 'days', countsOpenDays: true } as const;
    for (const change of [{ amount: 2 }, { windows: windows.slice(1) }]) {
      const kept = withTurnKept({ ...open, ...change }, open, now);
      assert.deepEqual([kept.rotationStart, namesIn(kept)], [Date.parse('2026-03-10T08:00:00Z'), namesIn(open)]);
    }
    const [turn, days] = [currentTurn(open, now), currentTurn({ ...open, countsOpenDays: false }, now)];
    assert.deepEqual([turn?.people, days?.people], [[ada.person], [linus.person]]);
    assert.equal(hasTurnToKeep({ ...open, countsOpenDays: false, amount: 2 }, open, now), false);
  });

  it('is shown with its end and the next person, unless it never ends', () => {
    const turn = currentTurn(opened, now);
    assert.deepEqual([turn?.people, turn?.next], [[grace.person], [linus.person]]);
    assert.equal(turn?.end, Date.parse('2026-03-16T08:00:00Z'));
    assert.equal(currentTurn({ ...opened, amount: Number.MAX_SAFE_INTEGER }, now), undefined);
  });
});
