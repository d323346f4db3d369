/**
 * Erases the personal data of a deactivated user: name, emails, chat account, keys, identities, and their name in texts. Their id stays, so history
 * is kept; it shows "Former member". So do the zones and holiday calendars that their hours were counted in. This cannot be undone.
 *
 * One transaction erases everything except texts, and stores what to search for in them. The texts follow in batches, within the request if there are
 * few. If a process dies, the next sweep of a worker finishes its work.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type AuditEntryRow, auditLogStatements } from '../../db/audit-log.ts';
import { deleteFeedsOfUser } from '../../db/calendar-feeds.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { deleteIdempotencyKeysWith } from '../../db/idempotency-keys.ts';
import { leavingUser } from '../../db/people/departures.ts';
import {
  auditEntriesFrom,
  deleteApiKeysOfUser,
  deleteDeliveriesTo,
  deleteErasure,
  deleteIdentitiesOfUser,
  deleteLocalMessages,
  deletePasswordOfUser,
  deleteQueue,
  deliveriesAfter,
  type ErasableUserRow,
  erasableUsersPage,
  erasableUsersTotal,
  eraseReasons,
  eraseUser as eraseUserRow,
  forgetAddressesOfActor,
  forgetAddressesOfTarget,
  insertErasure,
  localMessagesAfter,
  overrideReasonsAfter,
  reasonsOfUser,
  rewriteAuditDetails,
  rewriteLocalMessages,
  rewriteMessages,
  rewriteOverrideReasons,
  unfinishedErasures,
} from '../../db/people/erasure.ts';
import { countRename } from '../../db/people/organizations.ts';
import { usersByChatIds, usersByIds } from '../../db/people/users.ts';
import { deleteSessionsOfUser } from '../../db/sign-in/sessions.ts';
import { deleteSignInLinkOfUser } from '../../db/sign-in/sign-in-links.ts';
import { deleteTimeOffOfUser } from '../../db/time-off.ts';
import { AppError, quoted } from '../../errors.ts';
import { type OrganizationId, parseId, type UserId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { DeactivatedUser } from '../../schemas/people/users.ts';
import { emailKeyOf } from '../../text/emails.ts';
import { formatInstant } from '../../time/iso.ts';
import { type Actor, writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import type { Operator } from '../shared/operator.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from '../shared/paging.ts';
import { patternFor, searchKey } from '../shared/searching.ts';
import type { Services } from '../shared/services.ts';
import { keepFormerZone } from './former-zones.ts';
import { createEraser, ERASED, type Eraser, FORMER_EMAIL, FORMER_MEMBER, type Traces } from './personal-texts.ts';

const ROWS_PER_BATCH = 500;

/** Other requests on SQLite run only in these pauses. */
const BETWEEN_BATCHES_MS = 10;

/** Callers wait this long for the texts. */
const MAX_ANSWER_MS = 5_000;

/** Deactivated users whose data is not erased yet. */
export async function listDeactivatedUsers(
  { db }: Services,
  caller: Caller,
  page: PageRequest,
): Promise<{ users: DeactivatedUser[]; meta: PageMeta }> {
  await requirePermission(caller, 'change owners');
  const { organizationId } = caller;
  const rows = await db.all(erasableUsersPage, { organizationId, ...limitsOf(page) });
  return {
    users: rows.map(({ id, name, email, deactivated_at }) => ({
      id,
      name,
      email,
      deactivated_at: formatInstant(deactivated_at ?? 0),
    })),
    meta: metaOf(page, await db.first(erasableUsersTotal, { organizationId })),
  };
}

/** Does nothing for a user who was erased before. */
export async function eraseUser(services: Services, caller: Caller, id: string): Promise<void> {
  const erasure = await changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'change owners');
    return storeErasure(services, tx, caller, id);
  });
  if (erasure !== undefined) await eraseTextsSoon(services, erasure);
}

/** A command waits until it is finished. */
export async function eraseUserAsOperator(services: Services, operator: Operator, id: string): Promise<void> {
  const erasure = await services.db.transaction((tx) => storeErasure(services, tx, operator, id));
  if (erasure !== undefined) await eraseTexts(services, erasure);
}

/** Runs in the transaction that erases the user; undefined if they were erased before. */
async function storeErasure(
  services: Services,
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<Erasure | undefined> {
  const { organizationId } = actor;
  const user = await getErasable(tx, organizationId, id);
  if (user === undefined) return undefined;
  const ofUser = { organizationId, userId: user.id };
  const traces = await tracesOf(tx, user);
  const now = services.clock.now();
  await tx.run(countRename, { id: organizationId, now });
  await tx.run(eraseUserRow, {
    ...ofUser,
    name: FORMER_MEMBER,
    nameKey: searchKey(FORMER_MEMBER),
    email: FORMER_EMAIL,
    emailKey: emailKeyOf(FORMER_EMAIL),
    now,
  });
  const erasure = { organization_id: organizationId, user_id: user.id, traces_json: JSON.stringify(traces) };
  await tx.run(insertErasure, erasure);
  await tx.run(eraseReasons, { ...ofUser, reason: ERASED });
  // Rule TRU-4: their hours are counted in the same zone and calendar as before.
  await keepFormerZone(services, tx, { organizationId, subjectId: user.id }, user.time_zone, null);
  await tx.run(deleteApiKeysOfUser, ofUser);
  await tx.run(deletePasswordOfUser, ofUser);
  await tx.run(deleteIdentitiesOfUser, ofUser);
  await tx.run(deleteSessionsOfUser, ofUser);
  await tx.run(deleteSignInLinkOfUser, ofUser);
  await tx.run(deleteFeedsOfUser, ofUser);
  await tx.run(deleteTimeOffOfUser, ofUser);
  await tx.run(deleteIdempotencyKeysWith, { organizationId, pattern: patternFor(user.id) });
  await tx.run(forgetAddressesOfActor, ofUser);
  await tx.run(forgetAddressesOfTarget, ofUser);
  await writeAuditEntry(services, tx, actor, { action: 'user.erased', targetId: user.id });
  return { ...ofUser, traces };
}

interface Erasure {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly traces: Traces;
}

/** Continues after the response if there are many texts. */
async function eraseTextsSoon(services: Services, erasure: Erasure): Promise<void> {
  const erasing = eraseTexts(services, erasure).catch((error) =>
    services.log?.warn('a worker has to finish an erasure', { user: erasure.userId, error }),
  );
  const longest = new AbortController();
  await Promise.race([
    erasing,
    wait(MAX_ANSWER_MS, undefined, { signal: longest.signal, ref: false }).catch(() => undefined),
  ]);
  longest.abort();
}

async function eraseTexts(services: Services, erasure: Erasure): Promise<void> {
  const { organizationId, userId, traces } = erasure;
  const eraser = createEraser(traces);
  await eraseFromAuditLog(services, erasure, eraser);
  await eraseFromOverrides(services, erasure, eraser);
  await eraseFromDeliveries(services, organizationId, eraser, traces);
  await eraseFromLocalChat(services, organizationId, eraser, traces);
  await services.db.queueTransaction((tx) => tx.run(deleteErasure, { organizationId, userId }));
}

/** Finishes erasures of dead processes; returns their number. */
export async function finishErasures(services: Services, isStopping = () => false): Promise<number> {
  let finished = 0;
  while (!isStopping()) {
    const row = await services.db.first(unfinishedErasures, { limit: 1 });
    if (row === undefined) break;
    const { organization_id: organizationId, user_id: userId, traces_json } = row;
    await eraseTexts(services, { organizationId, userId, traces: JSON.parse(traces_json) as Traces });
    finished += 1;
  }
  return finished;
}

/** Undefined if they were erased before. */
async function getErasable(
  db: Pick<Services['db'], 'first'>,
  organizationId: OrganizationId,
  id: string,
): Promise<ErasableUserRow | undefined> {
  const userId = parseId('user', id);
  const row = userId && (await db.first(usersByIds, { organizationId, ids: [userId] }));
  if (row === undefined) throw new AppError('not_found', `There is no user ${quoted(id)}.`);
  if (row.erased_at !== null) return undefined;
  if (row.deactivated_at === null) {
    throw new AppError('unprocessable_entity', `Only a deactivated user can be erased: deactivate ${row.id} first.`);
  }
  if ((await db.first(leavingUser, { organizationId, userId: row.id })) !== undefined) {
    throw new AppError(
      'unprocessable_entity',
      `${row.id} is still being removed from schedules: try again when that is done.`,
    );
  }
  return row;
}

/** Current and former names and emails. The former ones are in the audit log. */
async function tracesOf(tx: Transaction, user: ErasableUserRow): Promise<Traces> {
  const { id: targetId, organization_id: organizationId } = user;
  const found = { name: new Set([user.name]), email: new Set([user.email.toLowerCase()]), chat_id: new Set<string>() };
  const { page } = auditLogStatements({ targetId });
  for (let offset = 0; ; offset += ROWS_PER_BATCH) {
    const entries = await tx.all(page, { organizationId, targetId, limit: ROWS_PER_BATCH, offset });
    for (const { detail_json } of entries) {
      const { name, email, chat_id } = JSON.parse(detail_json) as Readonly<Record<string, unknown>>;
      if (typeof name === 'string') found.name.add(name.trim());
      if (typeof email === 'string') found.email.add(email.toLowerCase());
      if (typeof chat_id === 'string') found.chat_id.add(chat_id);
    }
    if (entries.length < ROWS_PER_BATCH) break;
  }
  const requests = await tx.all(reasonsOfUser, { organizationId, userId: user.id });
  const reasons = new Set(requests.map(({ reason }) => reason));
  // Somebody else may have the chat account now.
  const chatIds = [...found.chat_id];
  for (const { chat_id } of await tx.all(usersByChatIds, { organizationId, chatIds }))
    found.chat_id.delete(chat_id ?? '');
  return { names: [...found.name], emails: [...found.email], chatIds: [...found.chat_id], reasons: [...reasons] };
}

/**
 * Works through a table, from place to place. Each batch is read and written in one transaction: erasures of two people may change the same text, and
 * neither may bring back what the other has erased.
 */
async function inBatches<Place>(
  { db }: Services,
  start: Place,
  eraseSome: (tx: Transaction, from: Place) => Promise<Place | undefined>,
): Promise<void> {
  let next: Place | undefined = start;
  while (next !== undefined) {
    const from: Place = next;
    next = await db.transaction((tx) => eraseSome(tx, from));
    await wait(BETWEEN_BATCHES_MS);
  }
}

/** The id of the last row; undefined if there are no more. */
function nextAfter(rows: readonly { readonly id: string }[]): string | undefined {
  return rows.length < ROWS_PER_BATCH ? undefined : rows.at(-1)?.id;
}

function eraseFromAuditLog(services: Services, { organizationId, userId }: Erasure, eraser: Eraser): Promise<void> {
  return inBatches(services, { from: 0, offset: 0 }, async (tx, { from, offset }) => {
    const entries = await tx.all(auditEntriesFrom, { organizationId, from, limit: ROWS_PER_BATCH, offset });
    const texts = entries.flatMap((entry) => {
      const text = detailWithout(entry, userId, eraser);
      return text === entry.detail_json ? [] : [{ organization_id: organizationId, id: entry.id, text }];
    });
    if (texts.length > 0) await tx.run(rewriteAuditDetails, { ids: texts.map(({ id }) => id), texts });
    const last = entries.at(-1)?.created_at;
    if (last === undefined || entries.length < ROWS_PER_BATCH) return undefined;
    // Many entries may have the same time: those already seen are skipped.
    const seen = entries.filter(({ created_at }) => created_at === last).length;
    return { from: last, offset: last === from ? offset + seen : seen };
  });
}

/**
 * An entry about the user keeps who did what and when. An entry about another user, who may have the same name, is not changed.
 */
function detailWithout({ actor_id, target_id, detail_json }: AuditEntryRow, userId: UserId, eraser: Eraser): string {
  if (target_id === userId) return '{}';
  if (actor_id === userId) return eraser.ownJson(detail_json);
  return parseId('user', target_id) === undefined ? eraser.json(detail_json) : detail_json;
}

/** Reasons of overrides: their own are deleted; in those of others, their name is replaced. */
function eraseFromOverrides(services: Services, { organizationId, userId }: Erasure, eraser: Eraser): Promise<void> {
  return inBatches(services, '', async (tx, afterId) => {
    const rows = await tx.all(overrideReasonsAfter, { organizationId, afterId, limit: ROWS_PER_BATCH });
    const texts = rows.flatMap(({ id, reason, created_by, changed_by }) => {
      const before = reason ?? '';
      const text = created_by === userId || changed_by === userId ? ERASED : eraser.text(before);
      return text === before ? [] : [{ organization_id: organizationId, id, text }];
    });
    if (texts.length > 0) await tx.run(rewriteOverrideReasons, { ids: texts.map(({ id }) => id), texts });
    return nextAfter(rows);
  });
}

async function eraseFromDeliveries(
  services: Services,
  organizationId: OrganizationId,
  eraser: Eraser,
  { chatIds }: Traces,
): Promise<void> {
  await inBatches(services, '', async (tx, afterId) => {
    const rows = await tx.all(deliveriesAfter, { organizationId, afterId, limit: ROWS_PER_BATCH });
    const theirs = Map.groupBy(
      rows.filter(({ destination_id }) => chatIds.includes(destination_id)),
      ({ destination_id }) => destination_id,
    );
    const texts = rows.flatMap(({ id, message_json }) => {
      const text = eraser.json(message_json);
      return text === message_json ? [] : [{ organization_id: organizationId, id, text }];
    });
    for (const [destinationId, those] of theirs)
      await tx.run(deleteDeliveriesTo, { organizationId, destinationId, ids: those.map(({ id }) => id) });
    if (texts.length > 0) await tx.run(rewriteMessages, { ids: texts.map(({ id }) => id), texts });
    return nextAfter(rows);
  });
  for (const destinationId of chatIds)
    await services.db.queueTransaction((tx) => tx.run(deleteQueue, { organizationId, destinationId }));
}

function eraseFromLocalChat(
  services: Services,
  organizationId: OrganizationId,
  eraser: Eraser,
  { chatIds }: Traces,
): Promise<void> {
  return inBatches(services, '', async (tx, afterId) => {
    const rows = await tx.all(localMessagesAfter, { organizationId, afterId, limit: ROWS_PER_BATCH });
    const ids = rows.filter(({ channel_id }) => chatIds.includes(channel_id)).map(({ id }) => id);
    const texts = rows.flatMap(({ id, text: before }) => {
      const text = eraser.text(before);
      return text === before ? [] : [{ organization_id: organizationId, id, text }];
    });
    if (ids.length > 0) await tx.run(deleteLocalMessages, { organizationId, ids });
    if (texts.length > 0) await tx.run(rewriteLocalMessages, { ids: texts.map(({ id }) => id), texts });
    return nextAfter(rows);
  });
}
