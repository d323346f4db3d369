/** Lets the worker do what is due, at the time that the test decides, and looks at what came of it. */
import { doAllDue } from '../../src/services/due-work.ts';
import { type Person, succeeded, type Watchbill } from './api.ts';

/** Sets the time, and has everything done that is due then. */
export async function workAt({ at, services }: Watchbill, instant: string): Promise<void> {
  at(instant);
  await doAllDue(services);
}

/** What stands in a channel of the built-in chat, oldest first. */
export async function messagesIn(person: Person, channelId: string): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 1; ; page++) {
    const { messages, meta } = succeeded(await person.get(`/chat/local/messages/?per_page=100&page=${page}`));
    for (const { channel_id, text } of messages) if (channel_id === channelId) texts.push(text);
    if (page * 100 >= meta.total) return texts;
  }
}
