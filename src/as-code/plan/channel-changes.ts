/** Which channels of the chat have to be linked to a schedule, and which unlinked. */
import type { ChatChannel, LinkedChannel } from '../../api-client/schema.d.ts';

export interface ChannelChanges {
  readonly added: readonly LinkedChannel[];
  readonly removed: readonly LinkedChannel[];
}

export const NO_CHANNEL_CHANGES: ChannelChanges = { added: [], removed: [] };

/** `wanted`: ids and names; undefined: the channels stay. What is not found is a problem of the plan, and is left out here. */
export function channelChanges(
  wanted: readonly string[] | undefined,
  linked: readonly LinkedChannel[],
  channels: readonly ChatChannel[],
): ChannelChanges {
  if (wanted === undefined) return NO_CHANNEL_CHANGES;
  const found = wanted.flatMap((reference) => findChannel(reference, linked, channels) ?? []);
  const ids = new Set(found.map(({ id }) => id));
  const had = new Set(linked.map(({ id }) => id));
  return {
    added: [...new Map(found.map((channel) => [channel.id, channel])).values()].filter(({ id }) => !had.has(id)),
    removed: linked.filter(({ id }) => !ids.has(id)),
  };
}

/** Names are those that the chat has now: a linked channel may have been renamed. */
export function findChannel(
  reference: string,
  linked: readonly LinkedChannel[],
  channels: readonly ChatChannel[],
): LinkedChannel | ChatChannel | undefined {
  const name = reference.replace(/^#/, '');
  const named = channels.filter((channel) => channel.name === name);
  return (
    linked.find(({ id }) => id === reference) ??
    channels.find(({ id }) => id === reference) ??
    named.find(({ is_archived }) => !is_archived) ??
    named[0]
  );
}

/** Why the channel cannot be linked to a schedule that has these channels. */
export function problemOfChannel(
  reference: string,
  linked: readonly LinkedChannel[],
  channels: readonly ChatChannel[],
  hasChat: boolean,
): string | undefined {
  const channel = findChannel(reference, linked, channels);
  if (linked.some(({ id }) => id === channel?.id)) return undefined;
  if (!hasChat) return 'needs a chat; none is connected to this service';
  if (channel === undefined)
    return `must be the id or the name of a channel; the chat has no ${JSON.stringify(reference)}`;
  const { is_private: isPrivate = false, is_archived: isArchived = false } = channel as Partial<ChatChannel>;
  if (isPrivate) return `must be a public channel; #${channel.name} is private`;
  return isArchived ? `must be a channel that is in use; #${channel.name} is archived` : undefined;
}
