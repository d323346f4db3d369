/**
 * Failed sign-ins in the audit log. Anyone can cause them, so they must not fill the log: equal failures in a time window share one
 * entry, and the entries of a window are limited. The application log has a line for each.
 */
import { anyOrganization } from '../../db/people/organizations.ts';
import { countAttempt, deleteAttemptsBefore } from '../../db/sign-in/sign-in-attempts.ts';
import type { UserId } from '../../ids.ts';
import { sealed } from '../../secrets/installation-secret.ts';
import { emailKeyOf } from '../../text/emails.ts';
import { askForLook } from '../outbox/notice-looks.ts';
import { findUserByEmail } from '../people/user-emails.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import type { Services } from '../shared/services.ts';
import { attemptWindowAt } from './attempt-windows.ts';
import { REFUSED } from './identities.ts';

/** Many more than people mistype; with 96 windows a day, at worst some megabytes a day. */
export const MAX_ENTRIES_IN_WINDOW = 200;

export interface FailedSignIn {
  readonly by: 'password' | 'link' | 'oidc';
  readonly reason: string;
  readonly address: string;
  /** As it was typed, or as the provider sent it. */
  readonly email?: string | undefined;
  /** The user, if they are known by more than the email. */
  readonly userId?: UserId | undefined;
  readonly detail?: object;
  /** `sign_in.failed` by default; something else if an admin has to see it. */
  readonly action?: string;
  /** Failures with the same values share one entry in a window. */
  readonly same: readonly string[];
}

/** With the email that was tried, unless that may be a password typed into the wrong field. */
export function logFailedSignIn({ log }: Services, { by, reason, address, email }: FailedSignIn): void {
  log?.warn('sign-in failed', { by, reason, address, ...(email !== undefined && looksLikeEmail(email) && { email }) });
}

export async function auditFailedSignIn(services: Services, failure: FailedSignIn): Promise<void> {
  const { db, clock, secret } = services;
  const { by, reason, address, email, action = 'sign_in.failed', same, detail = {} } = failure;
  const windowStart = attemptWindowAt(clock.now());
  const bucketOf = (...parts: string[]) => sealed(secret, 'failed sign-in', JSON.stringify(parts));
  // READ COMMITTED, as in the throttle: each statement counts and returns the count.
  await db.queueTransaction(async (tx) => {
    const organization = await tx.first(anyOrganization, {});
    if (organization === undefined) return;
    const alike = await tx.first(countAttempt, { bucket: bucketOf('alike', by, reason, ...same), windowStart });
    if (alike?.count !== 1) return;
    const count = (await tx.first(countAttempt, { bucket: bucketOf('all'), windowStart }))?.count ?? 0;
    if (count === 1) await tx.run(deleteAttemptsBefore, { windowStart });
    if (count > MAX_ENTRIES_IN_WINDOW + 1) return;

    const organizationId = organization.id;
    if (count > MAX_ENTRIES_IN_WINDOW) {
      const entry = { action: 'sign_in.more_failures', targetId: organizationId };
      return writeAuditEntry(services, tx, { organizationId }, entry);
    }
    const userId = failure.userId ?? (email && (await findUserByEmail(tx, organizationId, email))?.id);
    const isShown = email !== undefined && (userId !== undefined || looksLikeEmail(email));
    const entry = {
      action,
      targetId: userId || organizationId,
      detail: { by, reason, ...(isShown && { email }), ...detail },
    };
    await writeAuditEntry(services, tx, { organizationId, address }, entry);
    if (action === REFUSED) await askForLook(tx, organizationId, clock.now());
  });
}

/** With a domain that could exist: `p@ssword` fits the schema, but may be a password typed into the wrong field. */
function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(emailKeyOf(text));
}
