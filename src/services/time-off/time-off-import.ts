/** Rule OFF-1: time off from calendar files. */
import type { Queryable } from '../../db/driver/database.ts';
import { organizationById } from '../../db/people/organizations.ts';
import type { UserRow } from '../../db/people/users.ts';
import { importedTimeOff, putTimeOff, type TimeOffRow } from '../../db/time-off.ts';
import type { UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import type { TimeOffImport, TimeOffImportAnswer } from '../../schemas/time-off.ts';
import { DAY_MS } from '../../time/units.ts';
import { findZone } from '../../time/zones.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import type { Services } from '../shared/services.ts';
import { Work } from '../shared/work.ts';
import { type FileEvent, MAX_DAYS_OFF } from './calendar-file.ts';
import { readCalendarSafely } from './calendar-reader.ts';
import { firstCollisions } from './collisions.ts';
import { fieldsOf, getMember, present, requireRoom } from './time-off.ts';

type Counts = Pick<TimeOffImportAnswer, 'created' | 'changed' | 'unchanged'>;

/** An event that was imported before is updated, not created again. What is no longer in the file stays. */
export async function importTimeOff(
  services: Services,
  caller: Caller,
  id: string,
  file: TimeOffImport,
): Promise<TimeOffImportAnswer> {
  const { events, skipped } = await readFile(services, caller, id, file);
  const { userId, ...counts } = await store(services, caller, id, events);
  return { ...(await answerOf(services, caller, userId, events)), ...counts, skipped: [...skipped] };
}

/** The answer of an import that is over: what is there now of the events of the file. `counts`: what it did. */
export async function readImportAgain(
  services: Services,
  caller: Caller,
  id: string,
  file: TimeOffImport,
  counts: Counts,
): Promise<TimeOffImportAnswer> {
  const { events, skipped } = await readFile(services, caller, id, file);
  const { id: userId } = await getMember(services.db, caller, id);
  return { ...(await answerOf(services, caller, userId, events)), ...counts, skipped: [...skipped] };
}

export function countsOf({ created, changed, unchanged }: TimeOffImportAnswer): Counts {
  return { created, changed, unchanged };
}

async function readFile(services: Services, caller: Caller, id: string, { calendar }: TimeOffImport) {
  const now = services.clock.now();
  const within = { start: now, end: now + MAX_DAYS_OFF * DAY_MS };
  const zoneName = await changeAs(services, caller, async (tx, caller) =>
    zoneOf(tx, caller, await getMember(tx, caller, id)),
  );
  return readCalendarSafely({ text: calendar, zoneName, within });
}

function store(services: Services, caller: Caller, id: string, events: readonly FileEvent[]) {
  return changeAs(services, caller, async (tx, caller) => {
    const { id: userId } = await getMember(tx, caller, id);
    const { organizationId } = caller;
    const ofUser = { organizationId, userId };
    const known = new Map((await tx.all(importedTimeOff, ofUser)).map((row) => [row.event_key, row]));
    const different = events.filter((event) => differs(known.get(event.key), event));
    const created = different.filter(({ key }) => !known.has(key)).length;
    const changed = different.length - created;
    await requireRoom(tx, ofUser, created);
    if (different.length > 0) {
      const rows = different.map((event) => ({
        ...fieldsOf(event, event.summary || null),
        id: services.newId('timeOff'),
        user_id: userId,
        event_key: event.key,
        created_at: services.clock.now(),
      }));
      await tx.run(putTimeOff, { organizationId, rows });
      const detail = { created, changed };
      await writeAuditEntry(services, tx, caller, { action: 'time_off.imported', targetId: userId, detail });
    }
    return { userId, created, changed, unchanged: events.length - different.length };
  });
}

async function answerOf({ db, clock }: Services, caller: Caller, userId: UserId, events: readonly FileEvent[]) {
  const keys = new Set<string | null>(events.map(({ key }) => key));
  const imported = await db.all(importedTimeOff, { organizationId: caller.organizationId, userId });
  const rows = imported
    .filter(({ event_key }) => keys.has(event_key))
    .sort((a, b) => a.start_at - b.start_at || (a.id < b.id ? -1 : 1));
  // What was written is answered in any case. The limits of a file and of its collisions bound the work.
  using work = new Work(caller, { narrow: '', isUnlimited: true });
  const timeOff = await present(db, caller, userId, rows, clock.now(), work);
  return {
    time_off: firstCollisions(timeOff),
    colliding_shifts_total: timeOff.reduce((total, { colliding_shifts }) => total + colliding_shifts.length, 0),
  };
}

function differs(row: TimeOffRow | undefined, { start, end, summary }: FileEvent): boolean {
  return row === undefined || row.start_at !== start || row.end_at !== end || row.reason !== (summary || null);
}

async function zoneOf(db: Queryable, { organizationId }: Caller, { time_zone }: UserRow): Promise<string> {
  const organization = await db.first(organizationById, { id: organizationId });
  return findZone(time_zone ?? organization?.time_zone ?? 'UTC')?.name ?? 'UTC';
}
