/** The first start: creates an organization, its owner, the owner's API key and a sign-in link. Does nothing if there is an organization. */

import { anyOrganization, insertOrganization, updateSetup } from '../db/people/organizations.ts';
import { insertUser } from '../db/people/users.ts';
import { emailKeyOf } from '../emails.ts';
import { newApiKey } from '../secrets/api-key-format.ts';
import { writeAuditEntry } from './audit/audit-log.ts';
import { searchKey } from './shared/searching.ts';
import type { Services } from './shared/services.ts';
import { storeApiKey } from './sign-in/api-keys.ts';
import { type CreatedLink, storeSignInLink } from './sign-in/sign-in-links.ts';

export interface Bootstrap {
  readonly email: string;
  readonly name: string;
  readonly apiKey: string | undefined;
  /** The first setup step in the web application; absent: none. */
  readonly setup?: 'name';
}

/** The owner's credentials, shown once. */
export interface FirstStart {
  readonly key: string;
  readonly link: CreatedLink;
}

/** Undefined if there was an organization already. */
export function bootstrap(
  services: Services,
  { email, name, apiKey, setup }: Bootstrap,
): Promise<FirstStart | undefined> {
  const { db, clock, newId } = services;
  return db.exclusively(async (tx) => {
    if ((await tx.first(anyOrganization, {})) !== undefined) return undefined;
    const createdAt = clock.now();
    const organizationId = newId('organization');
    const userId = newId('user');
    const key = apiKey ?? newApiKey();
    await tx.run(insertOrganization, { id: organizationId, name: 'My organization', timeZone: 'UTC', createdAt });
    if (setup !== undefined) await tx.run(updateSetup, { id: organizationId, setup });
    await tx.run(insertUser, {
      id: userId,
      organizationId,
      name,
      nameKey: searchKey(name),
      email,
      emailKey: email.toLowerCase(),
      emailMatchKey: emailKeyOf(email),
      timeZone: null,
      role: 'owner',
      seat: 'member',
      chatId: null,
      createdAt,
    });
    await storeApiKey(services, tx, { key, organizationId, userId, name: 'First key', expiresAt: null });
    await writeAuditEntry(
      services,
      tx,
      { organizationId },
      { action: 'organization.created', targetId: organizationId },
    );
    return { key, link: await storeSignInLink(services, tx, { organizationId }, userId) };
  });
}
