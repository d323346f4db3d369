/** A schedule with more people and overrides than anybody has, for benchmarks of pages. */
import { DAY_MS, HOUR_MS } from '../src/time/units.ts';
import { type Person, succeeded } from '../test/support/drivers/api.ts';
import { createOverride, createSchedule } from '../test/support/drivers/schedules.ts';

const PEOPLE = 50;
const OVERRIDES = 500;

/** Overrides start here, four hours apart and up to a day long, so that they overlap. */
const FIRST_OVERRIDE = '2026-01-06T00:00:00Z';

/** A schedule with hourly shifts of 50 people, and 500 overrides in the twelve weeks from 6 January 2026 on. */
export async function crowdedSchedule(owner: Person): Promise<{ readonly id: string }> {
  const people: { readonly id: string }[] = [];
  for (let i = 1; i <= PEOPLE; i++) {
    const body = { name: `Person ${i}`, email: `person-${i}@example.com` };
    people.push(succeeded(await owner.post('/users/', body), 201).user);
  }
  const schedule = await createSchedule(owner, people, { name: 'Crowded', layers: [hourly(people)] });
  for (let i = 0; i < OVERRIDES; i++) {
    const start = Date.parse(FIRST_OVERRIDE) + i * 4 * HOUR_MS;
    const end = start + ((i % 6) + 1) * (DAY_MS / 6);
    const [one, other] = [people[i % PEOPLE], people[(i * 7 + 1) % PEOPLE]];
    const together = [one, other].filter((person) => person !== undefined).slice(0, 1 + (i % 2));
    await createOverride(owner, schedule, together, new Date(start).toISOString(), new Date(end).toISOString());
  }
  return schedule;
}

function hourly(people: readonly { readonly id: string }[]): object {
  return {
    name: 'Hours',
    rotation_start: '2026-01-01T00:00:00Z',
    concurrent_oncall_users: 1,
    user_references: people.map(({ id }) => ({ type: 'internal_user_id', value: id })),
    shift_length: { amount: 1, unit: 'hours' },
  };
}
