/** The people of the chat, for admins who add them as users. */
import { usersByChatIds, usersByEmailKeys } from '../../db/people/users.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { ChatPerson } from '../../schemas/chat.ts';
import { emailKeyOf } from '../../text/emails.ts';
import { findZone } from '../../time/zones.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from '../shared/paging.ts';
import { searchKey } from '../shared/searching.ts';
import type { Services } from '../shared/services.ts';
import { getChat } from './chat-connection.ts';

export async function listChatPeople(
  services: Services,
  caller: Caller,
  { query = '', ...page }: PageRequest & { readonly query?: string },
): Promise<{ people: ChatPerson[]; meta: PageMeta }> {
  await requirePermission(caller, 'change users');
  const all = await getChat(services, caller).listPeople();
  const key = searchKey(query.trim());
  const found = all
    .filter(({ name, email = '' }) => searchKey(`${name} ${email}`).includes(key))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  const { limit, offset } = limitsOf(page);
  const shown = found.slice(offset, offset + limit);

  const { organizationId } = caller;
  const emailKeys = shown.flatMap(({ email }) => (email === undefined ? [] : emailKeyOf(email)));
  const chatIds = shown.map(({ id }) => id);
  const users = [
    ...(await services.db.all(usersByEmailKeys, { organizationId, emailKeys })),
    ...(await services.db.all(usersByChatIds, { organizationId, chatIds })),
  ];
  const emailsHere = new Set(users.map(({ email }) => emailKeyOf(email)));
  const chatIdsHere = new Set(users.map(({ chat_id }) => chat_id));
  return {
    people: shown.map(({ id, name, email, timeZone }) => ({
      chat_id: id,
      name,
      ...(email !== undefined && { email }),
      ...(timeZone !== undefined && findZone(timeZone) !== undefined && { time_zone: timeZone }),
      is_user: chatIdsHere.has(id) || (email !== undefined && emailsHere.has(emailKeyOf(email))),
    })),
    meta: metaOf(page, { total: found.length }),
  };
}
