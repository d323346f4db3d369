import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ScheduleId, UserId } from '../../src/ids.ts';
import { type Cover, type CoverSums, sumCover } from '../../src/services/reports/cover.ts';
import { Work } from '../../src/services/shared/work.ts';
import { byChance } from '../support/chance.ts';

const PEOPLE = ['Ada', 'Ben', 'Cid', 'Dan'] as UserId[];
const SCHEDULES = ['Primary', 'Secondary'] as ScheduleId[];
const MINUTES = 60;

/** An interval in whole minutes, so that sums are counts of minutes. */
const interval = fc
  .tuple(fc.nat({ max: MINUTES - 1 }), fc.integer({ min: 1, max: 30 }))
  .map(([start, length]) => ({ start, end: Math.min(MINUTES, start + length) }));
const shift = fc.record({ scheduleId: fc.constantFrom(...SCHEDULES), within: interval });
const cover: fc.Arbitrary<Cover> = fc
  .record({
    people: fc.shuffledSubarray(PEOPLE, { minLength: 2, maxLength: 2 }),
    shifts: fc.array(shift, { minLength: 1, maxLength: 3 }),
  })
  .map(({ people: [by, of], shifts }) => ({
    by: by as UserId,
    of: of as UserId,
    shifts: shifts.map(({ scheduleId, within }) => ({ scheduleId, ...within })),
  }));
/** Who is on call in each schedule and minute. */
const rota = fc.array(fc.array(fc.option(fc.constantFrom(...PEOPLE)), { minLength: MINUTES, maxLength: MINUTES }), {
  minLength: SCHEDULES.length,
  maxLength: SCHEDULES.length,
});

describe('[HRS-1] cover taken and given', () => {
  it('agrees with a check of every minute', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(cover, { maxLength: 6 }),
        rota,
        fc.nat({ max: MINUTES }),
        async (covers, holders, now) => {
          const onCallAt = (scheduleId: ScheduleId, minute: number) => holders[SCHEDULES.indexOf(scheduleId)]?.[minute];
          const found = new Map<UserId, CoverSums>();
          using work = new Work({ userId: PEOPLE[0] as UserId }, { narrow: '' });
          await sumCover(covers, timesOf(holders), now, { sums: found, work });
          const expected = new Map<string, number>();
          const add = (key: string) => expected.set(key, (expected.get(key) ?? 0) + 1);
          for (const scheduleId of SCHEDULES) {
            for (let minute = 0; minute < MINUTES; minute++) {
              const isThere = ({ shifts }: Cover) =>
                shifts.some((one) => one.scheduleId === scheduleId && one.start <= minute && minute < one.end);
              const counts = (index: number): boolean => {
                const one = covers[index] as Cover;
                if (!isThere(one)) return false;
                if (onCallAt(scheduleId, minute) === one.by) return true;
                return covers.some((later, i) => i > index && later.of === one.by && counts(i));
              };
              for (const [i, { by, of }] of covers.entries()) {
                if (!counts(i)) continue;
                add(`${by} taken ${minute < now ? 'past' : 'coming'}`);
                add(`${of} given ${minute < now ? 'past' : 'coming'}`);
              }
            }
          }
          for (const person of PEOPLE) {
            const sums = found.get(person);
            assert.deepEqual(
              [sums?.takenPastMs, sums?.takenComingMs, sums?.givenPastMs, sums?.givenComingMs].map((ms) => ms ?? 0),
              ['taken past', 'taken coming', 'given past', 'given coming'].map(
                (kind) => expected.get(`${person} ${kind}`) ?? 0,
              ),
            );
          }
        },
      ),
      byChance({ seed: 20260105, numRuns: 300, weight: 4 }),
    );
  });
});

function timesOf(holders: readonly (readonly (UserId | null)[])[]) {
  return new Map(
    PEOPLE.map((person) => [
      person,
      new Map(
        SCHEDULES.map((scheduleId, i) => [
          scheduleId,
          (holders[i] ?? []).flatMap((holder, minute) =>
            holder === person ? [{ start: minute, end: minute + 1 }] : [],
          ),
        ]),
      ),
    ]),
  );
}
