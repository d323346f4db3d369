/**
 * The table of permissions: who may do what. A service function starts with `requirePermission`; the decision is made only here.
 *
 * A viewer seat only reads. Owners may do everything, admins everything except changing owners. A user with the role `standard` and a member seat may
 * change what is theirs: a team they are in, and a schedule that they rotate in, created, or whose team they are in. The service finds out whether
 * something is theirs and passes that along.
 */
import { AppError } from './errors.ts';
import type { OrganizationId, UserId } from './ids.ts';

export type Role = 'owner' | 'admin' | 'standard';
export type Seat = 'viewer' | 'member';

/** The authenticated user of a request. */
export interface Caller {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly role: Role;
  readonly seat: Seat;
  /** Where a request that changes something came from. */
  readonly address?: string | undefined;
  /** Whether nobody waits for the response any more; absent: somebody does. */
  readonly hasLeft?: (() => boolean) | undefined;
  /** Calls the function when the response is written; absent: there is nothing to wait for. */
  readonly afterAnswer?: ((release: () => void) => void) | undefined;
  /** How long the work of the request may take; absent: 24 s. */
  readonly workMs?: number | undefined;
}

export type Action =
  | 'create team'
  | 'change team'
  | 'create schedule'
  | 'change schedule'
  | 'cover'
  | 'change users'
  | 'change owners'
  | 'change organization'
  | 'read audit log'
  | 'handle deliveries'
  | 'read hours'
  | 'change webhooks';

type Rule = 'everyone' | 'if theirs' | 'no';

/** For users with a member seat. */
const TABLE: Record<Action, Record<Role, Rule>> = {
  'create team': { owner: 'everyone', admin: 'everyone', standard: 'everyone' },
  'change team': { owner: 'everyone', admin: 'everyone', standard: 'if theirs' },
  'create schedule': { owner: 'everyone', admin: 'everyone', standard: 'if theirs' },
  'change schedule': { owner: 'everyone', admin: 'everyone', standard: 'if theirs' },
  cover: { owner: 'everyone', admin: 'everyone', standard: 'everyone' },
  'change users': { owner: 'everyone', admin: 'everyone', standard: 'no' },
  'change owners': { owner: 'everyone', admin: 'no', standard: 'no' },
  'change organization': { owner: 'everyone', admin: 'everyone', standard: 'no' },
  'read audit log': { owner: 'everyone', admin: 'everyone', standard: 'no' },
  'handle deliveries': { owner: 'everyone', admin: 'everyone', standard: 'no' },
  'read hours': { owner: 'everyone', admin: 'everyone', standard: 'no' },
  'change webhooks': { owner: 'everyone', admin: 'everyone', standard: 'no' },
};

export const ACTIONS = Object.keys(TABLE) as readonly Action[];

/** What the message says is needed, for a user with a member seat whom the table refuses. */
const NEEDED: Record<Action, string> = {
  'create team': 'a member seat',
  'change team': 'a member of the team, or an admin',
  'create schedule': 'a member of each of its teams, or an admin',
  'change schedule': 'someone who rotates in the schedule, created it or is in one of its teams, or an admin',
  cover: 'a member seat',
  'change users': 'an admin',
  'change owners': 'an owner',
  'change organization': 'an admin',
  'read audit log': 'an admin',
  'handle deliveries': 'an admin',
  'read hours': 'an admin',
  'change webhooks': 'an admin',
};

export function isAllowed(caller: Pick<Caller, 'role' | 'seat'>, action: Action, isTheirs: boolean): boolean {
  if (caller.seat === 'viewer') return false;
  const rule = TABLE[action][caller.role];
  return rule === 'everyone' || (rule === 'if theirs' && isTheirs);
}

type IsTheirs = () => Promise<boolean>;

const notTheirs: IsTheirs = async () => false;

/** `isTheirs` is called only if it matters, since it may cost a query. */
export async function hasPermission(caller: Caller, action: Action, isTheirs: IsTheirs = notTheirs): Promise<boolean> {
  return isAllowed(caller, action, false) || (isAllowed(caller, action, true) && (await isTheirs()));
}

/** Throws 403 if the caller may not. */
export async function requirePermission(caller: Caller, action: Action, isTheirs: IsTheirs = notTheirs): Promise<void> {
  if (!(await hasPermission(caller, action, isTheirs))) throw forbidden(caller, action);
}

/** Throws 403 if the caller may not, even if the thing were theirs. */
export function requirePossible(caller: Caller, action: Action): void {
  if (!isAllowed(caller, action, true)) throw forbidden(caller, action);
}

function forbidden(caller: Caller, action: Action): AppError {
  const needed = caller.seat === 'viewer' ? 'a member seat; viewers only read' : NEEDED[action];
  return new AppError('forbidden', `You have no permission for this action. It needs ${needed}.`);
}
