/** Organizations in which requests are expensive: with schedules as an attacker would make them, and as a large company has them. */

import { type Person, succeeded, type Watchbill } from './api.ts';
import { addManySchedules } from './many-schedules.ts';

const USERS_PER_BATCH = 100;

interface Someone {
  readonly id: string;
}

/** 115 schedules with turns of an hour, four people at a time, of fifty: `people` and others. Returns the ids of the schedules. */
export async function addHourlySchedules(
  { owner, services }: Watchbill,
  people: readonly Someone[],
  { count = 115, startsInDays = 0, firstNumber = 1 } = {},
): Promise<string[]> {
  const nowMs = services.clock.now();
  const others = await addPeople(owner, 50 - people.length, `h${firstNumber}`);
  return addManySchedules(services.db, {
    count,
    people: [...people, ...others],
    nowMs,
    firstNumber,
    layer: {
      concurrentUsers: 4,
      shiftLength: { amount: 1, unit: 'hours' },
      ...(startsInDays > 0 && { rotationStart: nowMs + startsInDays * 86_400_000 }),
    },
  });
}

/** 2,000 people in 2,000 schedules with weekly turns: fifty teams of forty people, each with forty schedules. */
export async function addOrdinarySchedules({ owner, services }: Watchbill, people: readonly Someone[]): Promise<void> {
  const everyone = [...people, ...(await addPeople(owner, 2_000 - people.length, 'o'))];
  for (let team = 0; team < 50; team++) {
    await addManySchedules(services.db, {
      count: 40,
      people: everyone.slice(40 * team, 40 * (team + 1)),
      nowMs: services.clock.now(),
      firstNumber: 1 + 40 * team,
    });
  }
}

export async function addPeople(owner: Person, count: number, prefix: string): Promise<Someone[]> {
  const added: Someone[] = [];
  for (let i = 0; i < count; i += USERS_PER_BATCH) {
    const size = Math.min(USERS_PER_BATCH, count - i);
    const users = Array.from({ length: size }, (_, j) => ({ email: `${prefix}.${i + j}@example.com` }));
    added.push(...succeeded(await owner.post('/users/batch', { users })).results);
  }
  return added;
}
