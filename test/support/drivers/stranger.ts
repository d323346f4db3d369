import { insertOrganization } from '../../../src/db/people/organizations.ts';
import { insertUser } from '../../../src/db/people/users.ts';
import { newApiKey } from '../../../src/secrets/api-key-format.ts';
import { newUser } from '../../../src/services/people/users.ts';
import { storeApiKey } from '../../../src/services/sign-in/api-keys.ts';
import { type Person, personWith, type Watchbill } from './api.ts';

/** The owner of another organization. */
export async function addStranger({ services, app }: Watchbill): Promise<Person> {
  const createdAt = services.clock.now();
  const organizationId = services.newId('organization');
  const userId = services.newId('user');
  const key = newApiKey();
  await services.db.transaction(async (tx) => {
    await tx.run(insertOrganization, { id: organizationId, name: 'Elsewhere', timeZone: 'UTC', createdAt });
    const owner = { name: 'Stranger', email: 'stranger@example.com', role: 'owner' } as const;
    await tx.run(insertUser, newUser({ organizationId }, owner, { id: userId, created_at: createdAt }));
    await storeApiKey(services, tx, { key, organizationId, userId, name: 'Their key', expiresAt: null });
  });
  return personWith(app, key);
}
