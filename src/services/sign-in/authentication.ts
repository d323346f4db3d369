/** The authenticated caller of a request, by API key or by session. */
import type { OrganizationId, SessionId, UserId } from '../../ids.ts';
import type { Caller, Role, Seat } from '../../permissions.ts';
import type { Display } from '../../schemas/people/settings.ts';
import type { User } from '../../schemas/people/users.ts';
import { userOf } from '../people/users.ts';

export interface Authenticated {
  readonly caller: Caller;
  /** The user, as in responses. */
  readonly me: { readonly user: User };
  /** What rate limits count by: the key, or the user with all their sessions. */
  readonly countedFor: string;
  /** Whether the key may only read. */
  readonly isReadOnly?: boolean;
  /** Absent for callers with an API key. */
  readonly sessionId?: SessionId;
  /** How dates and times are written in their browser; absent without choices, and with a key. */
  readonly display?: Display;
}

interface HolderRow {
  readonly id: UserId;
  readonly organization_id: OrganizationId;
  readonly name: string;
  readonly email: string;
  readonly time_zone: string | null;
  readonly role: Role;
  readonly seat: Seat;
  readonly chat_id: string | null;
}

export function holderOf(row: HolderRow): Pick<Authenticated, 'caller' | 'me'> {
  return {
    caller: { organizationId: row.organization_id, userId: row.id, role: row.role, seat: row.seat },
    me: Object.freeze({ user: Object.freeze(userOf(row)) }),
  };
}
