/** Creates many users at once. Each line becomes a user, or is skipped with a reason. All are created in one transaction. */
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { insertUser, usersByChatIds, usersByEmailKeys } from '../../db/people/users.ts';
import { quoted } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { BatchLine, BatchResult, User, UserBatch } from '../../schemas/people/users.ts';
import { emailKeyOf } from '../../text/emails.ts';
import { isEmail, isSingleLine } from '../../text/harmless-text.ts';
import { findZone } from '../../time/zones.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import type { Services } from '../shared/services.ts';
import { loadUsers, newUser } from './users.ts';

const IS_HERE = 'A user has this email already.';
const CHAT_ID_TAKEN = 'Another user has this chat id already.';

type Wanted = Omit<User, 'id' | 'deactivating'>;

interface Skipped {
  readonly reason: string;
}

/** With `dry_run` nothing is written: the response is a preview. */
export async function createUsers(
  services: Services,
  caller: Caller,
  { users: lines, dry_run = false }: UserBatch,
): Promise<BatchResult[]> {
  if (dry_run) {
    await requirePermission(caller, 'change users');
    return (await judge(services.db, caller, lines)).map((judged, i) => resultOf(lines[i] as BatchLine, judged));
  }
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'change users');
    const results: BatchResult[] = [];
    for (const [i, judged] of (await judge(tx, caller, lines)).entries()) {
      const stored = isSkipped(judged) ? judged : await store(services, tx, caller, judged);
      results.push(resultOf(lines[i] as BatchLine, stored));
    }
    return results;
  });
}

/** The id of the user, or why there is none; null if the line itself tells why. */
type KeptResult = string | null;

/** What finds the results of a batch again. */
export function keptResults(results: readonly BatchResult[], { users: lines }: UserBatch): KeptResult[] {
  return results.map(({ id, reason = null }, i) => id ?? (isSkipped(wantedOf(lines[i] as BatchLine)) ? null : reason));
}

/** The results of an earlier batch, with its users as they are now. A preview is made again: nothing of it is stored. */
export async function readResultsAgain(
  services: Services,
  caller: Caller,
  batch: UserBatch,
  kept: readonly KeptResult[],
): Promise<BatchResult[]> {
  if (batch.dry_run) return createUsers(services, caller, batch);
  await requirePermission(caller, 'change users');
  const ids = kept.map((one) => parseId('user', one ?? ''));
  const findUser = await loadUsers(
    services.db,
    caller.organizationId,
    ids.filter((id) => id !== undefined),
  );
  return batch.users.map((line, i) => {
    const [id, reason] = [ids[i], kept[i]];
    if (id !== undefined) return resultOf(line, findUser(id));
    return resultOf(line, reason == null ? wantedOf(line) : { reason });
  });
}

async function store(
  services: Services,
  tx: Transaction,
  caller: Caller,
  wanted: Wanted,
): Promise<(Wanted & Pick<User, 'id'>) | Skipped> {
  const row = newUser(caller, wanted, { id: services.newId('user'), created_at: services.clock.now() });
  // Somebody else may have created them meanwhile.
  if ((await tx.run(insertUser, row)) === 0) return { reason: IS_HERE };
  await writeAuditEntry(services, tx, caller, { action: 'user.created', targetId: row.id, detail: wanted });
  return { id: row.id, ...wanted };
}

/** For each line the user that it becomes, or why it is skipped. */
async function judge(
  db: Queryable,
  { organizationId }: Caller,
  lines: readonly BatchLine[],
): Promise<(Wanted | Skipped)[]> {
  const emailKeys = [...new Set(lines.map(({ email }) => emailKeyOf(email.trim())))];
  const chatIds = lines.flatMap(({ chat_id }) => chat_id ?? []);
  const [sameEmail, sameChatId] = [
    await db.all(usersByEmailKeys, { organizationId, emailKeys }),
    chatIds.length === 0 ? [] : await db.all(usersByChatIds, { organizationId, chatIds }),
  ];
  const emailsHere = new Set(sameEmail.map(({ email }) => emailKeyOf(email)));
  const chatIdsHere = new Set(sameChatId.map(({ chat_id }) => chat_id));
  const emailLines = new Map<string, number>();
  return lines.map((line, i) => {
    const wanted = wantedOf(line);
    if (isSkipped(wanted)) return wanted;
    const key = emailKeyOf(wanted.email);
    const earlier = emailLines.get(key);
    if (earlier !== undefined) return { reason: `Line ${earlier + 1} has the same email.` };
    if (emailsHere.has(key)) return { reason: IS_HERE };
    if (wanted.chat_id !== undefined && chatIdsHere.has(wanted.chat_id)) return { reason: CHAT_ID_TAKEN };
    emailLines.set(key, i);
    if (wanted.chat_id !== undefined) chatIdsHere.add(wanted.chat_id);
    return wanted;
  });
}

function wantedOf(line: BatchLine): Wanted | Skipped {
  const email = line.email.trim();
  if (!isEmail(email)) return { reason: `${quoted(email)} is not an email address.` };
  const name = line.name?.trim() || nameFrom(email);
  if (!isSingleLine(name)) return { reason: 'The name has control characters.' };
  const { time_zone, role = 'standard', seat = 'member', chat_id } = line;
  const zone = time_zone === undefined ? undefined : findZone(time_zone);
  if (time_zone !== undefined && zone === undefined) {
    return { reason: `${quoted(time_zone)} is not an IANA time zone, such as Europe/Berlin.` };
  }
  if (role !== 'standard' && seat === 'viewer') return { reason: `The role ${role} needs the seat member.` };
  return {
    name,
    email,
    role,
    seat,
    ...(zone !== undefined && { time_zone: zone.name }),
    ...(chat_id !== undefined && { chat_id }),
  };
}

/** A guess: `ada.lovelace@example.com` becomes Ada Lovelace. */
function nameFrom(email: string): string {
  const words = email.slice(0, email.lastIndexOf('@')).split(/[._+-]+/);
  const name = words.filter((word) => word !== '').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return name.join(' ').slice(0, 100) || email.slice(0, 100);
}

function isSkipped(judged: Wanted | Skipped): judged is Skipped {
  return 'reason' in judged;
}

function resultOf({ email }: BatchLine, judged: (Wanted & Partial<Pick<User, 'id'>>) | Skipped): BatchResult {
  if (isSkipped(judged)) return { email, outcome: 'skipped', reason: judged.reason };
  return { outcome: 'created', ...judged };
}
