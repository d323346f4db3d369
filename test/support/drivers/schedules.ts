/** Valid layers and schedules, in which a test changes what it is about. */
import type { Answer } from './answer.ts';
import type { Person } from './api.ts';
import { succeeded } from './api.ts';
import type { Json } from './calls.ts';

type Reference = { readonly type: string; readonly value: string };

/** A user reference for requests. */
export function byId({ id }: { readonly id: string }): Reference {
  return { type: 'internal_user_id', value: id };
}

/** Daily turns that hand off at 09:00 UTC, from Monday 2026-01-05 on, one person at a time. */
export function layer(people: readonly { readonly id: string }[], changes: object = {}): object {
  return {
    name: 'Days',
    rotation_start: '2026-01-05T09:00:00Z',
    concurrent_oncall_users: 1,
    user_references: people.map(byId),
    shift_length: { amount: 1, unit: 'days' },
    ...changes,
  };
}

/** The body of `POST /schedules`, in UTC and without teams. */
export function newSchedule(people: readonly { readonly id: string }[], changes: object = {}): object {
  return { name: 'Primary', time_zone: 'UTC', layers: [layer(people)], team_ids: [], ...changes };
}

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
export async function createSchedule(as: Person, people: readonly { id: string }[], changes?: object): Promise<any> {
  return succeeded(await as.post('/schedules', newSchedule(people, changes)), 201).schedule;
}

/** The body of `POST …/overrides/`. */
export function newOverride(people: readonly { readonly id: string }[], start: string, end: string): object {
  return { start, end, user_references: people.map(byId) };
}

export async function createOverride(
  as: Person,
  schedule: { readonly id: string },
  people: readonly { readonly id: string }[],
  start: string,
  end: string,
  // biome-ignore lint/suspicious/noExplicitAny: as above
): Promise<any> {
  const answer = await as.post(`/schedules/${schedule.id}/overrides/`, newOverride(people, start, end));
  return succeeded(answer, 201).override;
}

interface Shift {
  readonly users: readonly { readonly name: string }[];
  readonly start: string;
  readonly end: string;
}

/** A shift in one line: `Ada+Ben 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z`. */
export function line({ users, start, end }: Shift): string {
  return `${users.map(({ name }) => name).join('+')} ${start}/${end}`;
}

/** The shifts of an answer in lines. */
export function lines(answer: Answer): string[] {
  return succeeded(answer).shifts.map(line);
}

/** The timelines of an answer, with the people in each shift. */
export function withUsers({ timelines, users }: Json): Json[] {
  const byId = new Map(users.map((user: Json) => [user.id, user]));
  const withPeople = ({ user_ids, ...shift }: Json) => ({
    users: user_ids.map((id: string) => byId.get(id)),
    ...shift,
  });
  return timelines.map((timeline: Json) => ({ ...timeline, shifts: timeline.shifts.map(withPeople) }));
}

export function namesOf(things: readonly { readonly name: string }[]): string[] {
  return things.map(({ name }) => name);
}
