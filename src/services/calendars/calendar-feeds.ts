/**
 * Rule ICAL-1: secret addresses that calendars subscribe to. A token is found by its hash, which depends on no secret. It is also stored encrypted,
 * so that its owner can see the address again.
 */
import { hash, randomBytes } from 'node:crypto';
import {
  type CalendarFeedRow,
  deleteFeed,
  feedByTokenHash,
  feedsBySecret,
  feedsPage,
  feedsTotal,
  insertFeed,
  type OpenFeedRow,
  replaceTokens,
} from '../../db/calendar-feeds.ts';
import type { Queryable } from '../../db/driver/database.ts';
import { teamsByIds } from '../../db/people/teams.ts';
import { schedulesByIds } from '../../db/schedules/schedules.ts';
import { AppError, quoted } from '../../errors.ts';
import { parseId, type ScheduleId, type TeamId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import type { CalendarFeed, NewCalendarFeed } from '../../schemas/calendar-feeds.ts';
import { type Encryption, encryptionFor, type Secret, secretIds } from '../../secrets/installation-secret.ts';
import { formatInstant } from '../../time/iso.ts';
import { getTeamRow } from '../people/teams.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { type PageMeta, type PageRequest, readPage } from '../shared/paging.ts';
import { getScheduleRow } from '../shared/schedule-access.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';

/** For one user: more than anyone subscribes to. */
const MAX_FEEDS = 50;

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

const RENEWED_PER_BATCH = 500;

/** A feed that the request may read. */
export type OpenFeed = OpenFeedRow;

/** The feed of a token; undefined if the token is malformed, unknown or deleted, or its owner is deactivated. */
export async function findFeed({ db }: Services, token: string): Promise<OpenFeed | undefined> {
  return TOKEN.test(token) ? db.first(feedByTokenHash, { tokenHash: hashOf(token) }) : undefined;
}

/** Lists the caller's feeds. */
export async function listFeeds(
  { db, secret }: Services,
  { organizationId, userId }: Caller,
  page: PageRequest,
  publicUrl: string,
): Promise<{ calendar_feeds: CalendarFeed[]; meta: PageMeta }> {
  const list = { page: feedsPage, total: feedsTotal };
  const { rows, meta } = await readPage(db, list, { organizationId, userId }, page);
  return { calendar_feeds: await presentFeeds(db, encryptionOf(secret), rows, publicUrl), meta };
}

/** Allowed for everyone, viewers too: a feed shows only what its owner may read. */
export function createFeed(
  services: Services,
  caller: Caller,
  wanted: NewCalendarFeed,
  publicUrl: string,
): Promise<CalendarFeed> {
  const { clock, newId, secret } = services;
  return changeAs(services, caller, async (tx, caller) => {
    const { organizationId, userId } = caller;
    const subjectId = await getSubject(tx, caller, wanted);
    const { total } = (await tx.first(feedsTotal, { organizationId, userId })) ?? { total: 0 };
    if (total >= MAX_FEEDS) {
      throw new AppError(
        'unprocessable_entity',
        `You have ${total} calendar feeds, and the maximum is ${MAX_FEEDS}: delete one first.`,
      );
    }
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const encryption = encryptionOf(secret);
    const row: CalendarFeedRow = {
      id: newId('calendarFeed'),
      organization_id: organizationId,
      user_id: userId,
      kind: wanted.kind,
      subject_id: subjectId,
      token_hash: hashOf(token),
      encrypted_token: encryption.encrypt(token),
      secret_id: secretIds(secret)[0],
      created_at: clock.now(),
    };
    await tx.run(insertFeed, row);
    const [feed] = await presentFeeds(tx, encryption, [row], publicUrl);
    await writeAuditEntry(services, tx, caller, { action: 'calendar_feed.created', targetId: row.id, detail: wanted });
    return feed as CalendarFeed;
  });
}

export async function deleteOwnFeed(services: Services, caller: Caller, id: string): Promise<void> {
  await changeAs(services, caller, async (tx, caller) => {
    const { organizationId, userId } = caller;
    const feedId = parseId('calendarFeed', id);
    const row = feedId && (await tx.first(deleteFeed, { organizationId, userId, id: feedId }));
    if (row === undefined) throw new AppError('not_found', `There is no calendar feed ${quoted(id)}.`);
    await writeAuditEntry(services, tx, caller, {
      action: 'calendar_feed.deleted',
      targetId: row.id,
      detail: { kind: row.kind, ...subjectOf(row) },
    });
  });
}

/** Encrypts tokens again with the current secret, so that an old secret can be removed. */
export async function renewFeedTokens({ db, secret }: Services, isStopping: () => boolean): Promise<void> {
  const [secretId, ...formerIds] = secretIds(secret);
  const { encrypt, decrypt } = encryptionOf(secret);
  for (const formerId of formerIds) {
    while (!isStopping()) {
      const rows = await db.all(feedsBySecret, { secretId: formerId, limit: RENEWED_PER_BATCH });
      const tokens = rows.flatMap(({ organization_id, id, encrypted_token }) => {
        const token = decrypt(encrypted_token);
        return token === undefined ? [] : [{ organization_id, id, encrypted_token: encrypt(token) }];
      });
      if (tokens.length === 0) break;
      const ids = tokens.map(({ id }) => id);
      await db.queueTransaction((tx) => tx.run(replaceTokens, { ids, secretId, tokens }));
    }
  }
}

async function getSubject(
  db: Queryable,
  caller: Caller,
  { kind, schedule_id, team_id }: NewCalendarFeed,
): Promise<ScheduleId | TeamId | null> {
  requireOnlyFor(kind, 'schedule', 'schedule_id', schedule_id);
  requireOnlyFor(kind, 'team', 'team_id', team_id);
  if (schedule_id !== undefined) return (await getScheduleRow(db, caller, schedule_id)).id;
  if (team_id !== undefined) return (await getTeamRow(db, caller, team_id)).id;
  return null;
}

function requireOnlyFor(
  kind: NewCalendarFeed['kind'],
  of: NewCalendarFeed['kind'],
  field: string,
  value: string | undefined,
): void {
  if ((kind === of) === (value !== undefined)) return;
  const rule = value === undefined ? `needs ${field}` : `takes no ${field}`;
  throw new AppError('unprocessable_entity', `A calendar feed of the kind ${quoted(kind)} ${rule}.`);
}

async function presentFeeds(
  db: Queryable,
  { decrypt }: Encryption,
  rows: readonly CalendarFeedRow[],
  publicUrl: string,
): Promise<CalendarFeed[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const idsOf = <T>(kind: CalendarFeedRow['kind']) =>
    rows.flatMap((row) => (row.kind === kind && row.subject_id !== null ? [row.subject_id as T] : []));
  const { organization_id: organizationId } = first;
  const [schedules, teams] = await waitForAll([
    db.all(schedulesByIds, { organizationId, ids: idsOf<ScheduleId>('schedule') }),
    db.all(teamsByIds, { organizationId, ids: idsOf<TeamId>('team') }),
  ]);
  const referenceIn = (found: readonly { id: string; name: string }[], row: CalendarFeedRow) => {
    const subject = found.find(({ id }) => id === row.subject_id);
    return subject && { id: subject.id, name: subject.name };
  };
  return rows.map((row) => {
    const [schedule, team] = [referenceIn(schedules, row), referenceIn(teams, row)];
    const token = decrypt(row.encrypted_token);
    return {
      id: row.id,
      kind: row.kind,
      ...(schedule && { schedule_reference: schedule }),
      ...(team && { team_reference: team }),
      ...(token !== undefined && { url: `${publicUrl}/calendars/${token}.ics` }),
      created_at: formatInstant(row.created_at),
    };
  });
}

function subjectOf({ kind, subject_id }: CalendarFeedRow): object {
  if (subject_id === null) return {};
  return kind === 'team' ? { team_id: subject_id } : { schedule_id: subject_id };
}

/** A token has 256 random bits and cannot be guessed, so a fast hash is enough. */
function hashOf(token: string): string {
  return hash('sha256', token);
}

function encryptionOf(secret: Secret): Encryption {
  return encryptionFor(secret, 'calendar feeds');
}
