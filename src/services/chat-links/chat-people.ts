/**
 * The names of people in messages. A mention notifies: only people whose shift begins or ends by the message are mentioned, if they want it. Others
 * are plain names.
 */
import type { Person } from '../../chat/messages.ts';
import type { Queryable } from '../../db/driver/database.ts';
import { type UserRow, usersByIds } from '../../db/people/users.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import { CHAT_MENTIONS, type ChatMention, DEFAULT_CHAT_MENTIONS } from '../../schemas/people/settings.ts';
import { readIds } from '../shared/stored-values.ts';

export interface People {
  name(id: UserId): string;
  /** Plain names. */
  named(ids: readonly UserId[]): Person[];
  /** Mentions people who want it for this reason; `except` are people who know already. */
  mentioned(ids: readonly UserId[], why: ChatMention, except?: readonly UserId[]): Person[];
}

export async function loadPeople(
  db: Queryable,
  organizationId: OrganizationId,
  ids: Iterable<UserId>,
): Promise<People> {
  return peopleIn(await db.all(usersByIds, { organizationId, ids: [...new Set(ids)] }));
}

export function peopleIn(rows: readonly UserRow[]): People {
  const users = new Map(rows.map((row) => [row.id, row]));
  function get(id: UserId): UserRow {
    const row = users.get(id);
    if (row === undefined) throw new Error(`there is no user ${id} among those that were loaded`);
    return row;
  }
  return {
    name: (id) => get(id).name,
    named: (ids) => ids.map((id) => ({ name: get(id).name })),
    mentioned: (ids, why, except = []) =>
      ids.map((id) => {
        const row = get(id);
        const isMentioned = row.chat_id !== null && !except.includes(id) && mentionsOf(row).includes(why);
        return isMentioned ? { name: row.name, chatId: row.chat_id as string } : { name: row.name };
      }),
  };
}

/** The default if they never chose, or if their choice cannot be read. */
export function mentionsOf({ chat_mentions_json }: Pick<UserRow, 'chat_mentions_json'>): readonly ChatMention[] {
  const chosen = chat_mentions_json === null ? undefined : readIds<string>(chat_mentions_json);
  return chosen === undefined ? DEFAULT_CHAT_MENTIONS : CHAT_MENTIONS.filter((one) => chosen.includes(one));
}
