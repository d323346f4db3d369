/** Mails with a link that signs in: invitations, and "forgot my password". */
import { anyOrganization } from '../../db/people/organizations.ts';
import { AppError } from '../../errors.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import { sealed } from '../../secrets/installation-secret.ts';
import { emailKeyOf } from '../../text/emails.ts';
import { canSendMail } from '../notifications/mail-setup.ts';
import { enqueue } from '../outbox/outbox.ts';
import { getUserRow } from '../people/users.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import type { Services } from '../shared/services.ts';
import { countRequest } from '../sign-in/sign-in-throttle.ts';

/**
 * Does the same work whether a user with the email exists or not, so that neither the response nor its time reveals it: a worker
 * looks the user up. Nothing is stored for an unknown email.
 */
export async function requestPasswordReset(services: Services, email: string, address: string): Promise<void> {
  requireMail(services);
  await countRequest(services, { email, address });
  await services.db.transaction(async (tx) => {
    const organization = await tx.first(anyOrganization, {});
    if (organization === undefined) return;
    const message = { type: 'password reset', email } as const;
    await enqueue(services, tx, organization.id, [
      { kind: 'mail', destinationId: resetQueueOf(services, email), message },
    ]);
  });
}

export async function sendInvitation(services: Services, caller: Caller, id: string): Promise<void> {
  await changeAs(services, caller, async (tx, caller) => {
    const { organizationId, userId: by } = caller;
    const user = await getUserRow(tx, caller, id);
    await requirePermission(caller, user.role === 'owner' ? 'change owners' : 'change users');
    requireMail(services);
    const message = { type: 'invitation', by } as const;
    await enqueue(services, tx, organizationId, [{ kind: 'mail', destinationId: user.id, message }]);
    await writeAuditEntry(services, tx, caller, { action: 'user.invited', targetId: user.id });
  });
}

function requireMail(services: Services): void {
  if (services.hasNoPasswords) throw new AppError('forbidden', 'Passwords are turned off here: use single sign-on.');
  if (canSendMail(services)) return;
  throw new AppError('unprocessable_entity', 'Mail is not set up here: ask an admin for a sign-in link.');
}

/** A fixed number of queues, however many emails people type. */
function resetQueueOf({ secret }: Services, email: string): string {
  return `password resets ${sealed(secret, 'reset queue', emailKeyOf(email)).slice(0, 1)}`;
}
