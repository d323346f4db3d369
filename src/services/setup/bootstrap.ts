/** The first start: creates an organization, its owner, the owner's API key and a sign-in link. Does nothing if there is an organization. */

import { anyOrganization, insertOrganization, updateSetup } from '../../db/people/organizations.ts';
import { insertUser } from '../../db/people/users.ts';
import { newApiKey } from '../../secrets/api-key-format.ts';
import { newUser } from '../people/users.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import type { Services } from '../shared/services.ts';
import { storeApiKey } from '../sign-in/api-keys.ts';
import { type CreatedLink, storeSignInLink } from '../sign-in/sign-in-links.ts';

export interface Bootstrap {
  readonly email: string;
  readonly name: string;
  readonly apiKey: string | undefined;
  /** Without one that the operator has chosen, no key is created. */
  readonly isWithoutKey?: boolean;
  /** The first setup step in the web application; absent: none. */
  readonly setup?: 'name';
  /**
   * Shows the credentials, before they are committed. If that fails, or if the process dies, nothing is created, and the next start does all of it
   * again: so they are never lost. May be called again if the transaction is retried; the last ones are valid.
   */
  readonly show?: (first: FirstStart) => void;
}

/** The owner's credentials, shown once. */
export interface FirstStart {
  /** Undefined: none was created. */
  readonly key: string | undefined;
  readonly link: CreatedLink;
}

/** Undefined if there was an organization already. */
export function bootstrap(
  services: Services,
  { email, name, apiKey, isWithoutKey = false, setup, show }: Bootstrap,
): Promise<FirstStart | undefined> {
  const { db, clock, newId } = services;
  return db.exclusively(async (tx) => {
    if ((await tx.first(anyOrganization, {})) !== undefined) return undefined;
    const createdAt = clock.now();
    const organizationId = newId('organization');
    const userId = newId('user');
    const key = apiKey ?? (isWithoutKey ? undefined : newApiKey());
    await tx.run(insertOrganization, { id: organizationId, name: 'My organization', timeZone: 'UTC', createdAt });
    if (setup !== undefined) await tx.run(updateSetup, { id: organizationId, setup });
    const owner = { name, email, role: 'owner' } as const;
    await tx.run(insertUser, newUser({ organizationId }, owner, { id: userId, created_at: createdAt }));
    if (key !== undefined)
      await storeApiKey(services, tx, { key, organizationId, userId, name: 'First key', expiresAt: null });
    await writeAuditEntry(
      services,
      tx,
      { organizationId },
      { action: 'organization.created', targetId: organizationId },
    );
    const first = { key, link: await storeSignInLink(services, tx, { organizationId }, userId) };
    show?.(first);
    return first;
  });
}
