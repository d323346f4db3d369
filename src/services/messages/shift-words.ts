/** Composes the message to one person about changes to their shifts in a schedule, from the current state. */
import { changeMessage, yourShiftsDeletedMessage } from '../../chat/messages.ts';
import type { ChatMessage } from '../../chat/provider.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { userById } from '../../db/people/users.ts';
import { lockSchedules } from '../../db/schedules/schedule-locks.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import { loadPeople, type People } from '../chat-links/chat-people.ts';
import { type ChangeNotification, concerns, notificationsNow, usersIn, wordsFor } from '../outbox/change-digest.ts';
import type { DeletedSchedule, ShiftMovedEvent } from '../outbox/chat-events.ts';
import type { Services } from '../shared/services.ts';
import { isBroken } from '../timelines/rotations.ts';
import { loadSchedule, nowAndNext } from '../timelines/timelines.ts';
import { overviewPage, schedulePage } from './page-links.ts';

/** Nothing if the changes were undone, or are over. */
export async function composeShiftMoved(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  { scheduleId, userId, changes, deleted }: ShiftMovedEvent,
): Promise<ChatMessage | undefined> {
  if (deleted !== undefined) {
    return deletedMessage(services, deleted, await loadPeople(tx, organizationId, [deleted.by]));
  }
  const now = services.clock.now();
  const [row] = await tx.all(lockSchedules, { organizationId, ids: [scheduleId] });
  const user = await tx.first(userById, { organizationId, id: userId });
  if (row === undefined || user === undefined) return undefined;
  const load = await loadSchedule(tx, row, nowAndNext(now));
  if (isBroken(load)) return undefined;
  const theirs = notificationsNow(changes, load.timeline, nowAndNext(now)).filter((one) => concerns(one, userId));
  if (theirs.length === 0) return undefined;
  const people = asReadBy(userId, await loadPeople(tx, organizationId, theirs.flatMap(usersIn)));
  const about = { schedule: row.name, zone: row.time_zone, url: schedulePage(services, row.id) };
  return changeMessage({ ...about, changes: theirs.map((one) => wordsForReader(one, userId, people, now)) });
}

/** A shift that would have begun meanwhile is not mentioned. */
/** To a person whose shifts are gone with their schedule. */
function deletedMessage(
  services: Services,
  { name, zone, by, nextStart }: DeletedSchedule,
  people: People,
): ChatMessage {
  const isAhead = nextStart !== undefined && nextStart > services.clock.now();
  return yourShiftsDeletedMessage({
    schedule: name,
    zone,
    // Its own page is gone.
    url: overviewPage(services),
    by: people.name(by),
    nextStart: isAhead ? nextStart : undefined,
  });
}

/** Says nothing about other people. */
function wordsForReader(notification: ChangeNotification, userId: UserId, people: People, now: number) {
  if (notification.kind !== 'schedule changed') return wordsFor(notification, people, now);
  const moves = notification.moves.filter(({ user }) => user === userId);
  const words = wordsFor({ ...notification, moves }, people, now);
  if (words.kind !== 'schedule changed') return words;
  return { ...words, moves: words.moves.map((move) => ({ ...move, isReader: true as const })) };
}

/** A message to one person mentions nobody. */
function asReadBy(reader: UserId, people: People): People {
  const named = (ids: readonly UserId[]) => ids.map((id) => ({ name: id === reader ? 'you' : people.name(id) }));
  return { name: (id) => (id === reader ? 'you' : people.name(id)), named, mentioned: named };
}
