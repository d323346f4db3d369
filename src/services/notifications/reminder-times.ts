/** Computes from a timeline who has to be reminded of which shift, and when. */
import type { Interval, Shift } from '../../engine/schedule.ts';
import { eachShift, type Timeline } from '../../engine/timeline.ts';
import type { UserId } from '../../ids.ts';
import { REMINDER_HOURS } from '../../schemas/people/settings.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import type { Reachable } from './channels.ts';

/** Most people are on call again within it. If nobody has to be reminded, the schedule is checked again before its end. */
const AHEAD_MS = 35 * DAY_MS;
export const MAX_NOTICE_MS = Math.max(...REMINDER_HOURS) * HOUR_MS;

export interface PersonToRemind extends Reachable {
  readonly noticesMs: readonly number[];
}
export type PeopleToRemind = ReadonlyMap<UserId, PersonToRemind>;

/** A person's shift begins who was not on call right before. */
export interface Arrival {
  readonly userId: UserId;
  readonly start: number;
}

export function personToRemind({
  chat_id,
  notifications_json,
  reminder_hours_json,
}: Reachable & { readonly reminder_hours_json: string }): PersonToRemind {
  const noticesMs = readHours(reminder_hours_json).map((hours) => hours * HOUR_MS);
  return { chat_id, notifications_json, noticesMs };
}

/** How far ahead a check searches. */
export function ahead(now: number): Interval {
  return { start: now, end: now + AHEAD_MS };
}

/** Whom to remind now, once for each shift, of what was due since then; when to check next; and how many shifts that took. */
export function lookAhead(
  timeline: Timeline,
  people: PeopleToRemind,
  now: number,
  since = Number.POSITIVE_INFINITY,
): { readonly due: readonly Arrival[]; readonly nextAt: number; readonly computed: number } {
  const due: Arrival[] = [];
  let nextAt = ahead(now).end - MAX_NOTICE_MS;
  let before: Shift | undefined;
  let computed = 0;
  for (const shift of eachShift(timeline, ahead(now))) {
    computed += 1;
    if (shift.start - MAX_NOTICE_MS >= nextAt) break;
    for (const arrival of shift.start > now ? arrivalsAt(shift, before) : []) {
      const times = people.get(arrival.userId)?.noticesMs.map((noticeMs) => arrival.start - noticeMs) ?? [];
      if (times.some((at) => since <= at && at <= now)) due.push(arrival);
      nextAt = Math.min(nextAt, ...times.filter((at) => at > now));
    }
    before = shift;
  }
  return { due, nextAt, computed };
}

/** Until when they stay on call, also over several shifts; undefined if that is beyond the horizon. */
export function endOfWatch(timeline: Timeline, { userId, start }: Arrival, end: number): number | undefined {
  let until = start;
  for (const shift of eachShift(timeline, { start, end })) {
    if (shift.start > until || !shift.users.includes(userId)) return until;
    until = shift.end;
  }
  return until < end ? until : undefined;
}

function arrivalsAt({ start, users }: Shift, before: Shift | undefined): Arrival[] {
  const there = before?.end === start ? before.users : [];
  return users.filter((userId) => !there.includes(userId)).map((userId) => ({ userId, start }));
}

/** Empty if they cannot be read: one person's row must not stop the reminders of all others. */
function readHours(json: string): number[] {
  try {
    return JSON.parse(json) as number[];
  } catch {
    return [];
  }
}
