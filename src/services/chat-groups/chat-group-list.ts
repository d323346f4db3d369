/**
 * Shares one list of the user groups of the chat among all syncs of a minute. Slack returns all groups at once, but allows only twenty such
 * calls a minute.
 */
import {
  ChatError,
  type ChatGroup,
  type ChatGroupListing,
  type ChatProvider,
  type ChatWithGroupList,
} from '../../chat/provider.ts';
import type { Clock } from '../../time/clock.ts';
import { MINUTE_MS } from '../../time/units.ts';

export const LIST_SHARED_MS = MINUTE_MS;

/** While the chat does not respond, groups share a failure instead of each making a call. */
const FAILURE_SHARED_MS = 1_000;

/** How much the clocks of two nodes may differ: each may be off by a second from the database's. */
export const CLOCK_DIFFERENCE_MS = 2_000;

interface Asked {
  readonly asOf: number;
  readonly groups: Promise<Map<string, ChatGroup>>;
  /** Set if the chat failed: until then there is no further call. */
  failedUntil?: number;
}

/** The same chat with `recentUserGroups`. Changes by this process are applied to the shared list too. */
export function shareGroupList(chat: ChatWithGroupList, clock: Clock): ChatProvider {
  let latest: Asked | undefined;

  function ask(): Asked {
    const groups = chat.listUserGroups().then((all) => new Map(all.map((group) => [group.id, group])));
    const asked: Asked = { asOf: clock.now(), groups };
    groups.catch((error) => {
      const waitMs = error instanceof ChatError ? error.retryAfterMs : undefined;
      asked.failedUntil = clock.now() + (waitMs ?? FAILURE_SHARED_MS);
    });
    latest = asked;
    return asked;
  }

  function isGoodFor({ asOf, failedUntil }: Asked, newerThan: number): boolean {
    const now = clock.now();
    // Also if the clock was set back.
    if (now < asOf) return false;
    if (failedUntil !== undefined) return now < failedUntil;
    return now < asOf + LIST_SHARED_MS && asOf >= newerThan + CLOCK_DIFFERENCE_MS;
  }

  async function recentUserGroups(newerThan: number): Promise<ChatGroupListing> {
    const asked = latest !== undefined && isGoodFor(latest, newerThan) ? latest : ask();
    return { asOf: asked.asOf, groups: await asked.groups };
  }

  async function find(isWanted: (group: ChatGroup) => boolean): Promise<ChatGroup | undefined> {
    return (await ask().groups).values().find(isWanted);
  }

  function noteChange(id: string, changes: Partial<ChatGroup>): void {
    latest?.groups.then(
      (groups) => {
        const group = groups.get(id);
        if (group !== undefined) groups.set(id, { ...group, ...changes });
      },
      () => undefined,
    );
  }

  return {
    ...chat,
    recentUserGroups,
    // A request for one group never uses the shared list.
    findUserGroup: (wanted) => find(({ id }) => id === wanted),
    findUserGroupByHandle: (wanted) => find(({ handle }) => handle === wanted),
    async renameUserGroup(id, names) {
      await chat.renameUserGroup(id, names);
      noteChange(id, { name: names.name, handle: names.handle });
    },
    async setUserGroupMembers(id, memberIds) {
      await chat.setUserGroupMembers(id, memberIds);
      noteChange(id, { memberIds });
    },
    async enableUserGroup(id) {
      await chat.enableUserGroup(id);
      noteChange(id, { isEnabled: true });
    },
    async disableUserGroup(id) {
      await chat.disableUserGroup(id);
      noteChange(id, { isEnabled: false });
    },
  };
}
