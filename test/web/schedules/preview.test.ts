/** The preview of the schedule form: coming shifts, and what an edit changes for whom. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Layer, Override } from '../../../src/engine/schedule.ts';
import { onCallAt } from '../../../src/engine/timeline.ts';
import { HOUR_MS, WEEK_MS } from '../../../src/time/units.ts';
import { changeOf, NOTHING_SAVED, planOf, previewOf } from '../../../web/schedule-form/preview/preview.ts';
import { userIdOf } from '../../../web/schedules/engine-schedule.ts';

const BERLIN = 'Europe/Berlin';
const [ada, grace, linus] = [userIdOf({ id: 'ada' }), userIdOf({ id: 'grace' }), userIdOf({ id: 'linus' })];

/** Days from Monday 2 March, 09:00 in Berlin. */
const DAILY: Layer = {
  name: 'Primary',
  rotationStart: Date.parse('2026-03-02T08:00:00Z'),
  concurrentUsers: 1,
  shiftLength: { amount: 1, unit: 'days' },
  users: [ada, grace],
};

/** A Monday at noon: Ada is on call. */
const NOW = Date.parse('2026-03-16T12:00:00Z');

function saved(overrides: readonly Override[] = []) {
  return { revisions: [{ number: 0, validFrom: DAILY.rotationStart, layer: DAILY }], overrides };
}

describe('a preview', () => {
  it('begins when the rotation comes into force: at its start, or now if that has passed', () => {
    const later = { ...DAILY, rotationStart: NOW + WEEK_MS };
    assert.equal(planOf(later, BERLIN, NOTHING_SAVED, NOW).validFrom, NOW + WEEK_MS);
    assert.equal(planOf(DAILY, BERLIN, NOTHING_SAVED, NOW).validFrom, NOW);
  });

  it('covers all of the time: shifts and gaps together are the interval', () => {
    const working: Layer = { ...DAILY, restrictionIntervals: [{ day: 'monday', from: '09:00', to: '17:00' }] };
    const plan = planOf({ ...working, rotationStart: Date.parse('2026-03-16T23:00:00Z') }, BERLIN, NOTHING_SAVED, NOW);
    const { shifts, gaps, offHoursMs, within } = previewOf(plan, 28);
    const onCallMs = shifts.reduce((sum, { start, end }) => sum + end - start, 0);
    assert.deepEqual(gaps, []);
    assert.equal(onCallMs + offHoursMs, within.end - within.start);
    assert.equal(shifts.length, 4);
  });

  it('shares out four weeks, however long it is, also across clock changes', () => {
    const plan = planOf({ ...DAILY, rotationStart: Date.parse('2026-03-16T08:00:00Z') }, BERLIN, NOTHING_SAVED, 0);
    const shares = previewOf(plan, 14).shares.map(({ user, ms, shifts }) => [user, ms / HOUR_MS, shifts]);
    // Ada's Saturday night is an hour short; four weeks of 24 hours end an hour into her next shift.
    assert.deepEqual(shares, [
      ['ada', 14 * 24, 15],
      ['grace', 14 * 24, 14],
    ]);
    assert.deepEqual(previewOf(plan, 28).shares, previewOf(plan, 14).shares);
  });

  it('[ROT-5] names those who would never be on call', () => {
    const mondays: Layer = { ...DAILY, restrictionIntervals: [{ day: 'monday', from: '09:00', to: '17:00' }] };
    const people = [ada, grace, linus, ...['dora', 'emil', 'fay', 'gus'].map((id) => userIdOf({ id }))];
    const never = (layer: Layer) => previewOf(planOf(layer, BERLIN, NOTHING_SAVED, NOW), 14).neverOnCall;
    assert.deepEqual(never({ ...mondays, users: people }), people.slice(1));
    assert.deepEqual(never({ ...mondays, users: people, countedDays: 'open' }), []);
    assert.deepEqual(never(mondays), []);
  });
});

describe('the changes', () => {
  it('[REV-4] leaves a planned change as it is when the rotation in force changes', () => {
    const start = Date.parse('2026-03-30T07:00:00Z');
    const planned = { number: 1, validFrom: start, layer: { ...DAILY, users: [linus], rotationStart: start } };
    const known = { ...saved(), revisions: [...saved().revisions, planned] };
    const { before, after } = planOf({ ...DAILY, users: [grace] }, BERLIN, known, NOW);
    assert.deepEqual([onCallAt(after, NOW), onCallAt(after, start)], [[grace], [linus]]);
    assert.deepEqual(onCallAt(before, start), [linus]);
    const moved = planOf({ ...planned.layer, rotationStart: start + WEEK_MS }, BERLIN, known, NOW, 1);
    assert.deepEqual(onCallAt(moved.after, start), onCallAt(planOf(DAILY, BERLIN, saved(), NOW).after, start));
  });

  it('count a shift that starts together with the plan as the first from then on', () => {
    const start = Date.parse('2026-03-30T07:00:00Z');
    const plan = planOf({ ...DAILY, users: [linus, ada], rotationStart: start }, BERLIN, saved(), NOW);
    const { isPlanned, differences } = changeOf(plan, saved(), 4, NOW);
    assert.equal(isPlanned, true);
    const next = (user: string) => differences.find((difference) => difference.user === user)?.nextStart;
    assert.deepEqual(next(linus), { before: null, after: start });
    assert.deepEqual(next(ada), { before: start, after: Date.parse('2026-03-31T07:00:00Z') });
  });

  it('are empty if the rotation is the saved one', () => {
    const plan = planOf({ ...DAILY }, BERLIN, saved(), NOW);
    assert.equal(plan.isNewRevision, false);
    assert.equal(changeOf(plan, saved(), 4, NOW).firstDifference, undefined);
  });

  it('show who joins and who leaves, and who is on call at once', () => {
    const plan = planOf({ ...DAILY, users: [linus, grace] }, BERLIN, saved(), NOW);
    const change = changeOf(plan, saved(), 4, NOW);
    assert.deepEqual(change.onCallNow, { before: [ada], after: [linus] });
    assert.equal(change.firstDifference, NOW);
    const of = (user: string) => change.differences.find((difference) => difference.user === user);
    assert.deepEqual(
      [of(linus)?.before, of(ada)?.after],
      [
        { ms: 0, shifts: 0 },
        { ms: 0, shifts: 0 },
      ],
    );
    assert.deepEqual(of(linus)?.after, of(ada)?.before);
    assert.deepEqual(of(grace)?.before, of(grace)?.after);
    assert.equal(of(grace)?.nextStart, undefined);
    assert.equal(of(ada)?.nextStart?.after, null);
  });

  it('do not affect the time before a planned start, and count the overrides from then on', () => {
    const start = Date.parse('2026-03-30T07:00:00Z');
    const over = (from: string, to: string) => ({ start: Date.parse(from), end: Date.parse(to), users: [linus] });
    const known = saved([
      over('2026-03-17T10:00:00Z', '2026-03-17T12:00:00Z'),
      over('2026-03-30T06:00:00Z', '2026-03-30T10:00:00Z'),
    ]);
    const plan = planOf({ ...DAILY, users: [linus], rotationStart: start }, BERLIN, known, NOW);
    const change = changeOf(plan, known, 4, NOW);
    assert.equal(change.within.start, start);
    assert.deepEqual(change.onCallNow, { before: [ada], after: [ada] });
    // Until ten, Linus has the override in either case.
    assert.equal(change.firstDifference, Date.parse('2026-03-30T10:00:00Z'));
    assert.equal(change.overrides, 1);
  });
});
