/**
 * Writes the keys of all emails anew, as `emailKeyOf` makes them: NFKC, lower case, the domain in ASCII. It stops with a list when two
 * active users of an organization would have the same key; the database is then as it was.
 *
 * `email_key`, the email in lower case, stays for searches. `email_match_key_of` is the email that the key was made of: a node of the first edition
 * that ran beside this migration wrote neither. The migration "contract" writes the keys of such rows, and drops the column.
 */

import type { UserId } from '../../../ids.ts';
import { emailKeyOf } from '../../../text/emails.ts';
import type { ExclusiveTransaction } from '../../driver/database.ts';
import { type Records, type RowOf, statement, writeStatement } from '../../driver/statement.ts';
import type { LaterMigration } from '../migration.ts';
import { MigrationStopped } from '../migration-stopped.ts';

const MAX_LISTED = 100;

const everyUser = statement((q, _: Record<never, never>) =>
  q.selectFrom('users').select(['id', 'organization_id', 'email', 'deactivated_at']).orderBy('id'),
);

const setMatchKeys = writeStatement((q, p: { users: Records }, { records }) =>
  q
    .updateTable('users')
    .from(records(p.users, { id: 'text', key: 'text' }).as('wanted'))
    .set((eb) => ({ email_match_key: eb.ref('wanted.key') }))
    .whereRef('users.id', '=', (eb) => eb.ref('wanted.id').$castTo<UserId>()),
);

export const emailKeys: LaterMigration = {
  name: 'email keys',
  oldestPeer: 9,
  statements: () => [
    'alter table users add column email_match_key text',
    'alter table users add column email_match_key_of text',
  ],
  async run(tx) {
    await writeEmailKeys(tx);
    await tx.execute('update users set email_match_key_of = email');
    await tx.execute(
      'create unique index users_by_email_match_key on users (organization_id, email_match_key) where deactivated_at is null',
    );
    await tx.execute(
      'create index former_users_by_email_match_key on users (organization_id, email_match_key) where deactivated_at is not null',
    );
    await tx.execute(
      'create index users_with_stale_email_keys on users (organization_id) where email_match_key_of is distinct from email',
    );
  },
};

/** Throws `MigrationStopped` if two active users of an organization would have the same key. */
export async function writeEmailKeys(tx: ExclusiveTransaction): Promise<void> {
  const users = await tx.all(everyUser, {});
  requireDistinct(users);
  await tx.run(setMatchKeys, { users: users.map(({ id, email }) => ({ id, key: emailKeyOf(email) })) });
}

function requireDistinct(users: readonly RowOf<typeof everyUser>[]): void {
  const active = users.filter(({ deactivated_at }) => deactivated_at === null);
  const byKey = Map.groupBy(active, ({ organization_id, email }) => `${organization_id} ${emailKeyOf(email)}`);
  const collisions = [...byKey.values()].filter(({ length }) => length > 1);
  if (collisions.length === 0) return;
  const lines = collisions.map((same) => `  ${same.map(({ id, email }) => `${email} (${id})`).join(', ')}`);
  const more = lines.length - MAX_LISTED;
  throw new MigrationStopped(
    [
      'the migration "email keys" has changed nothing, because these users have the same email, compared without case and in Unicode form NFKC:',
      ...lines.slice(0, MAX_LISTED),
      ...(more > 0 ? [`  and ${more} more`] : []),
      'Change the email of one of each, or deactivate them, with the version that you ran before. Then start this version again.',
    ].join('\n'),
  );
}
