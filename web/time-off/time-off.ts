/** Reads and formats the time off of a person. */
import type { Schemas } from '../api/client.ts';
import { getAllQuery, useAll } from '../api/queries.ts';
import { type Person, useSession } from '../session/session.tsx';
import { msOf, written } from '../time/format.ts';
import { intervalWithZone } from '../time/zone-mark.ts';
import { isWholeDays } from './whole-days.ts';

export type TimeOff = Schemas['TimeOff'];

/** Current and coming time off. */
export function useTimeOff(userId: string) {
  return useAll('/users/{user_id}/time_off/', pathOf(userId), 'time_off');
}

export function timeOffQuery(userId: string) {
  return getAllQuery('/users/{user_id}/time_off/', pathOf(userId), 'time_off');
}

function pathOf(userId: string) {
  return { params: { path: { user_id: userId } } };
}

/** The zone in which the person's whole days are meant. */
export function useZoneOf({ time_zone }: Person): string {
  const { organization } = useSession();
  return time_zone ?? organization.time_zone;
}

/** `Mon 5 Jan – Fri 9 Jan` for whole days, otherwise with times. */
export function timeOffText(start: number | string, end: number | string, zone: string): string {
  if (!isWholeDays(start, end, zone)) return intervalWithZone(start, end, zone);
  const [first, last] = [written(start, zone, 'day'), written(msOf(end) - 1, zone, 'day')];
  return first === last ? first : `${first} – ${last}`;
}
