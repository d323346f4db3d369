/** People as messages name them: mentioned where the chat knows them. */
import type { Person } from '../chat/messages.ts';
import type { User } from '../schemas/users.ts';

export function personOf({ name, chat_id }: Pick<User, 'name' | 'chat_id'>): Person {
  return chat_id === undefined ? { name } : { name, chatId: chat_id };
}
