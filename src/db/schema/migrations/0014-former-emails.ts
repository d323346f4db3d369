/**
 * The email that a deactivated user had, as it is compared: without case, in all letters. `lower()` of SQLite, and of PostgreSQL in some
 * locales, folds ASCII alone. A node that does not know the column leaves it null when it deactivates a user.
 */
import type { UserId } from '../../../ids.ts';
import { type Records, statement, writeStatement } from '../../driver/statement.ts';
import type { LaterMigration } from '../migration.ts';

const deactivatedUsers = statement((q, _: Record<never, never>) =>
  q.selectFrom('users').select(['id', 'email']).where('deactivated_at', 'is not', null),
);

const setFormerEmailKeys = writeStatement((q, p: { users: Records }, { records }) =>
  q
    .updateTable('users')
    .from(records(p.users, { id: 'text', former_email_key: 'text' }).as('wanted'))
    .set((eb) => ({ former_email_key: eb.ref('wanted.former_email_key') }))
    .whereRef('users.id', '=', (eb) => eb.ref('wanted.id').$castTo<UserId>()),
);

export const formerEmails: LaterMigration = {
  name: 'former emails',
  oldestPeer: 9,
  statements: () => [
    'alter table users add column former_email_key text',
    'create index former_emails on users (organization_id, former_email_key) where deactivated_at is not null',
    `create index unknown_former_emails on users (organization_id)
      where deactivated_at is not null and former_email_key is null`,
  ],
  async run(tx) {
    const users = await tx.all(deactivatedUsers, {});
    const keys = users.map(({ id, email }) => ({ id, former_email_key: email.toLowerCase() }));
    await tx.run(setFormerEmailKeys, { users: keys });
  },
};
