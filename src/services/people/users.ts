import type { Queryable, Transaction, UnguardedReads } from '../../db/driver/database.ts';
import { UniqueViolation } from '../../db/driver/database.ts';
import { leavingUser } from '../../db/people/departures.ts';
import { countRename } from '../../db/people/organizations.ts';
import {
  dutiesOfUser,
  insertUser,
  otherOwners,
  type ShownUserRow,
  shownUsersByIds,
  type UserRow,
  updateUser as updateUserRow,
  userById,
  usersNamedPage,
  usersNamedTotal,
  usersPage,
  usersTotal,
} from '../../db/people/users.ts';
import { schedulesOfUser, type UsersOfSchedules, usersOfSchedules } from '../../db/schedules/schedules.ts';
import { timeOffTotal } from '../../db/time-off.ts';
import { AppError, quoted } from '../../errors.ts';
import { type OrganizationId, parseId, type UserId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import { memoizeByRow } from '../../process/row-cache.ts';
import type { NewUser, OwnUpdate, User, UserUpdate } from '../../schemas/people/users.ts';
import { emailKeyOf } from '../../text/emails.ts';
import { findZone } from '../../time/zones.ts';
import { markGroupsOf } from '../chat-links/chat-group-marks.ts';
import { type Actor, writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { type ExpectedTags, requireTag, tagOf } from '../shared/entity-tags.ts';
import type { Operator } from '../shared/operator.ts';
import { type PageMeta, type PageRequest, readPage } from '../shared/paging.ts';
import { patternFor, searchKey } from '../shared/searching.ts';
import type { Services } from '../shared/services.ts';
import { keepFormerZone } from './former-zones.ts';

/** Includes a user who is being deactivated; the response says so until their schedules are updated. */
export async function getUser({ db }: Services, caller: Caller, id: string): Promise<User> {
  const { organizationId } = caller;
  const userId = parseId('user', id);
  const active = userId && (await db.first(userById, { organizationId, id: userId }));
  if (active !== undefined) return userOf(active);
  const leaving = userId && (await db.first(leavingUser, { organizationId, userId }));
  if (leaving === undefined) throw noUser(id);
  return { ...userOf(leaving), deactivating: true };
}

export async function listUsers(
  { db }: Services,
  { organizationId }: Caller,
  { query = '', ...page }: PageRequest & { readonly query?: string },
): Promise<{ users: User[]; meta: PageMeta }> {
  const named = { organizationId, pattern: patternFor(query) };
  const { rows, meta } =
    query === ''
      ? await readPage(db, { page: usersPage, total: usersTotal }, { organizationId }, page)
      : await readPage(db, { page: usersNamedPage, total: usersNamedTotal }, named, page);
  return { users: rows.map(userOf), meta };
}

export async function createUserAsOperator(services: Services, operator: Operator, wanted: NewUser): Promise<User> {
  return userOf(await services.db.transaction((tx) => storeUser(services, tx, operator, wanted)));
}

/** The calling service checks the permission. */
export async function storeUser(services: Services, tx: Transaction, actor: Actor, wanted: NewUser): Promise<UserRow> {
  const { clock, newId } = services;
  const row = newUser(actor, wanted, { id: newId('user'), created_at: clock.now() });
  requireFittingSeat(row);
  if ((await tx.run(insertUser, row)) === 0) throw taken();
  await writeAuditEntry(services, tx, actor, { action: 'user.created', targetId: row.id, detail: wanted });
  return row;
}

export async function updateUser(
  services: Services,
  caller: Caller,
  id: string,
  wanted: UserUpdate,
  expected?: ExpectedTags,
): Promise<User> {
  const updated = changeAs(services, caller, async (tx, caller) => {
    const row = await getUserRow(tx, caller, id);
    const concernsOwner = row.role === 'owner' || wanted.role === 'owner';
    await requirePermission(caller, concernsOwner ? 'change owners' : 'change users');
    requireTag(expected, tagOf(userOf(row)));

    const after = changed(row, wanted);
    requireFittingSeat(after);
    if (row.seat === 'member' && after.seat === 'viewer') await requireNoDuties(services, tx, row);
    if (row.role === 'owner' && after.role !== 'owner') await requireOtherOwner(tx, caller, row.id);
    await storeUpdate(services, tx, caller, row, after, wanted);
    if (after.chat_id !== row.chat_id || after.email_key !== row.email_key) await markGroupsOfUser(services, tx, row);
    return userOf(after);
  });
  return updated.catch(throwTaken);
}

/** Allowed for everyone, viewers too. */
export function updateOwnUser(
  services: Services,
  caller: Caller,
  wanted: OwnUpdate,
  expected?: ExpectedTags,
): Promise<User> {
  const updated = changeAs(services, caller, async (tx, caller) => {
    const row = await getUserRow(tx, caller, caller.userId);
    requireTag(expected, tagOf(userOf(row)));
    const after = changed(row, wanted);
    await storeUpdate(services, tx, caller, row, after, wanted);
    return userOf(after);
  });
  return updated.catch(throwTaken);
}

async function storeUpdate(
  services: Services,
  tx: Transaction,
  caller: Caller,
  before: UserRow,
  after: UserRow,
  detail: UserUpdate,
): Promise<void> {
  const { organizationId } = caller;
  if (after.name !== before.name) await tx.run(countRename, { id: organizationId, now: services.clock.now() });
  await tx.run(updateUserRow, after);
  await keepFormerZone(services, tx, { organizationId, subjectId: after.id }, before.time_zone, after.time_zone);
  await writeAuditEntry(services, tx, caller, { action: 'user.updated', targetId: after.id, detail });
}

export function userOf(row: ShownUserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    seat: row.seat,
    ...(row.time_zone !== null && { time_zone: row.time_zone }),
    ...(row.chat_id !== null && { chat_id: row.chat_id }),
  };
}

/** Users by id, including deactivated ones, since the past names them. */
export async function loadUsers(
  db: UnguardedReads,
  organizationId: OrganizationId,
  ids: Iterable<UserId>,
): Promise<(id: UserId) => User> {
  // In order, so that callers with the same users share what is cached.
  return finderIn(await db.all(shownUsersByIds, { organizationId, ids: [...new Set(ids)].sort() }));
}

/**
 * Reads the users who are on call in these schedules at some time after `since`. It needs no ids of users, so it can be read together with the
 * schedules. Returns a function that finds users among them, after reading those who are missing. Where reads take no round trip, users are read by
 * their ids: that costs less, and schedules with the same people share what is cached.
 */
export async function loadUsersOf(db: Queryable, wanted: UsersOfSchedules): Promise<FindUsers> {
  if (db.isLocal) return (ids) => loadUsers(db, wanted.organizationId, ids);
  const found = await db.all(usersOfSchedules, wanted);
  return async (ids) => {
    const known = new Set(found.map(({ id }) => id));
    const missing = [...ids].filter((id) => !known.has(id));
    if (missing.length === 0) return finderIn(found);
    const findMissing = await loadUsers(db, wanted.organizationId, missing);
    return (id) => (known.has(id) ? finderIn(found)(id) : findMissing(id));
  };
}

type FindUsers = (ids: Iterable<UserId>) => Promise<(id: UserId) => User>;

/** Finds users in those rows. */
export const finderIn = memoizeByRow((rows: readonly ShownUserRow[]) => {
  const users = new Map(rows.map((row) => [row.id, userOf(row)]));
  return (id: UserId): User => {
    const user = users.get(id);
    if (user === undefined) throw new Error(`there is no user ${id} among those that were loaded`);
    return user;
  };
});

export async function getUserRow(db: Queryable, { organizationId }: Actor, id: string): Promise<UserRow> {
  const userId = parseId('user', id);
  const row = userId && (await db.first(userById, { organizationId, id: userId }));
  if (row === undefined) throw noUser(id);
  return row;
}

/** `made`: what nobody chooses. */
export function newUser(
  { organizationId }: Pick<Actor, 'organizationId'>,
  wanted: NewUser,
  made: Pick<UserRow, 'id' | 'created_at'>,
): UserRow {
  return {
    ...made,
    organization_id: organizationId,
    ...chosenOf({ role: 'standard', seat: 'member', time_zone: null, chat_id: null, ...wanted }),
    deactivated_at: null,
    erased_at: null,
    reminder_hours_json: '[]',
    chat_mentions_json: null,
    display_json: null,
    notifications_json: null,
  };
}

function changed(row: UserRow, wanted: UserUpdate): UserRow {
  return { ...row, ...chosenOf({ ...row, ...wanted }) };
}

/** What people choose, as it is stored. */
function chosenOf({ name, email, time_zone, role, seat, chat_id }: Omit<ShownUserRow, 'id'>) {
  return {
    name: name.trim(),
    name_key: searchKey(name.trim()),
    email,
    email_key: email.toLowerCase(),
    email_match_key: emailKeyOf(email),
    // A stored zone that this runtime does not know stays.
    time_zone: time_zone === null ? null : (findZone(time_zone)?.name ?? time_zone),
    role,
    seat,
    chat_id,
  };
}

function requireFittingSeat({ role, seat }: UserRow): void {
  if (role !== 'standard' && seat !== 'member') {
    throw new AppError('unprocessable_entity', `The role ${role} needs the seat member: seat is ${seat}.`);
  }
}

/** The user groups of their schedules may have to contain another chat id. */
async function markGroupsOfUser(services: Services, tx: Transaction, { organization_id, id }: UserRow): Promise<void> {
  const since = services.clock.now();
  const schedules = await tx.all(schedulesOfUser, { organizationId: organization_id, userId: id, since });
  await markGroupsOf(
    services,
    tx,
    organization_id,
    schedules.map((schedule) => schedule.id),
  );
}

/** Viewers cannot be in a layer, an override or a team, and have no time off: a user with one of these has to lose it first. */
async function requireNoDuties({ clock }: Services, db: Queryable, { organization_id, id }: UserRow): Promise<void> {
  const [organizationId, now] = [organization_id, clock.now()];
  const duty = await db.first(dutiesOfUser, { organizationId, id, now });
  if (duty !== undefined) {
    throw new AppError(
      'unprocessable_entity',
      `A user with a viewer seat cannot be in a layer, an override or a team: ${id} is in ${duty.place}.`,
    );
  }
  const timeOff = await db.first(timeOffTotal, { organizationId, userId: id, endsAfter: now });
  if (timeOff === undefined || timeOff.total === 0) return;
  const entries = timeOff.total === 1 ? '1 entry' : `${timeOff.total} entries`;
  const ending = timeOff.total === 1 ? 'is not over: delete it first' : 'are not over: delete them first';
  throw new AppError(
    'unprocessable_entity',
    `A user with a viewer seat has no time off. ${id} has ${entries} of time off that ${ending}.`,
  );
}

export async function requireOtherOwner(db: Queryable, { organizationId }: Caller, id: UserId): Promise<void> {
  if ((await db.first(otherOwners, { organizationId, id })) === undefined) {
    throw new AppError(
      'unprocessable_entity',
      'The last owner cannot be removed or demoted: make somebody else an owner first.',
    );
  }
}

export function noUser(id: string): AppError {
  return new AppError('not_found', `There is no user ${quoted(id)}.`);
}

function throwTaken(error: unknown): never {
  throw error instanceof UniqueViolation ? taken() : error;
}

function taken(): AppError {
  return new AppError('unprocessable_entity', 'Another user already has this email or this account in the chat.');
}
