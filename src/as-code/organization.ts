/** Reads the organization over the API: what a file can describe. Layers are engine types. */

import { type Api, ApiError, bodyOf, everyPage } from '../api-client/api.ts';
import type {
  CalendarRules,
  Chat,
  HolidayCalendar,
  LinkedChannel,
  Schedule,
  ScheduleLayer,
  ScheduleOverride,
  Team,
  User,
  UserGroup,
  Webhook,
} from '../api-client/schema.d.ts';
import type { Layer, Override, Revision } from '../engine/schedule.ts';
import type { UserId } from '../ids.ts';
import { emailKeyOf } from '../text/emails.ts';
import type { FileLayer } from './file/file.ts';
import { instantOf } from './file/file-rules.ts';

export interface TeamWithMembers {
  readonly team: Team;
  readonly members: readonly User[];
}

export interface ScheduleWithPlans {
  readonly schedule: Schedule;
  /**
   * Revisions in force now or later; earlier ones may be included. Empty if the schedule is broken. People are identified by the key of their email.
   */
  readonly revisions: readonly Revision[];
  /** Unfinished overrides, in order of creation. */
  readonly overrides: readonly ScheduleOverride[];
  readonly group: UserGroup | undefined;
  readonly channels: readonly LinkedChannel[];
}

export interface Organization {
  readonly users: readonly User[];
  readonly teams: readonly TeamWithMembers[];
  readonly schedules: readonly ScheduleWithPlans[];
  /** Undefined: the key may not read them. */
  readonly webhooks: readonly Webhook[] | undefined;
  readonly calendarRules: CalendarRules;
  /** By user id: those who do not have the public holidays of the organization. */
  readonly holidays: ReadonlyMap<string, HolidayCalendar>;
  readonly chat: Chat;
}

export interface Reading {
  /** Whose overrides and members are read too; a request for each. Default: all. */
  readonly isWanted?: (thing: Team | Schedule) => boolean;
  /** Told how much has been read, now and then. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Concurrent requests. */
const CONCURRENCY = 6;

/** A team or schedule that is deleted meanwhile is left out. */
export async function readOrganization(
  api: Api,
  { isWanted = () => true, onProgress = () => undefined }: Reading = {},
): Promise<Organization> {
  const users = await everyPage('users', (query) => api.GET('/users/', { params: { query } }));
  const teams = await everyPage('teams', (query) => api.GET('/teams/', { params: { query } }));
  const schedules = await everyPage('schedules', (query) => api.GET('/schedules', { params: { query } }));
  const groups = await everyPage('user_groups', (query) => api.GET('/chat/user_groups/', { params: { query } }));
  const groupOf = new Map(groups.map(({ schedule_id, ...group }) => [schedule_id, group]));
  const links = await everyPage('channels', (query) => api.GET('/chat/linked_channels/', { params: { query } }));
  const channelsOf = Map.groupBy(links, ({ schedule_id }) => schedule_id);
  const holidays = await everyPage('user_holidays', (query) => api.GET('/user_holidays/', { params: { query } }));
  const { chat } = await bodyOf(api.GET('/chat/'));
  const { calendar_rules: calendarRules } = await bodyOf(api.GET('/organization/calendar_rules/'));
  const total = [...teams, ...schedules].filter(isWanted).length;
  let done = 0;
  /** The requests that are made one by one. */
  async function counted<T>(thing: Team | Schedule, read: () => Promise<T[]>): Promise<T[]> {
    if (!isWanted(thing)) return [];
    const list = await read();
    onProgress(++done, total);
    return list;
  }
  return {
    users,
    chat,
    calendarRules,
    holidays: new Map(holidays.map(({ user_id, holidays }) => [user_id, holidays])),
    webhooks: await webhooksOf(api),
    teams: await inTurn(teams, async (team) => ({
      team,
      members: await counted(team, () => membersOf(api, team.id)),
    })),
    schedules: await inTurn(schedules, async (schedule) => ({
      schedule,
      revisions: await revisionsOf(api, schedule),
      overrides: await counted(schedule, () => overridesOf(api, schedule.id)),
      group: groupOf.get(schedule.id),
      channels: channelsOf.get(schedule.id) ?? [],
    })),
  };
}

export function membersOf(api: Api, id: string): Promise<User[]> {
  const path = { team_id: id };
  return everyPage('users', (query) => api.GET('/teams/{team_id}/members/', { params: { path, query } }));
}

function overridesOf(api: Api, id: string): Promise<ScheduleOverride[]> {
  const path = { schedule_id: id };
  return everyPage('overrides', (page) => {
    const query = { ...page, unfinished: true };
    return api.GET('/schedules/{schedule_id}/overrides/', { params: { path, query } });
  });
}

/** Only admins may read webhooks. */
async function webhooksOf(api: Api): Promise<Webhook[] | undefined> {
  try {
    return await everyPage('webhooks', (query) => api.GET('/webhooks/', { params: { query } }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return undefined;
    throw error;
  }
}

/** While a change is planned, the list of revisions has what is in force and what comes later. Most schedules have one revision. */
async function revisionsOf(api: Api, schedule: Schedule): Promise<Revision[]> {
  const { layers, layers_in_force, current_revision: number, current_revision_valid_from: validFrom } = schedule;
  const [layer] = layers;
  if (layer === undefined) return [];
  if (layers_in_force === undefined) return [{ number, validFrom: instantOf(validFrom), layer: layerOfApi(layer) }];
  const path = { schedule_id: schedule.id };
  const revisions = await everyPage('revisions', (query) =>
    api.GET('/schedules/{schedule_id}/revisions/', { params: { path, query } }),
  );
  return revisions.flatMap(({ number, valid_from, layers: [layer] }) =>
    layer === undefined ? [] : [{ number, validFrom: instantOf(valid_from), layer: layerOfApi(layer) }],
  );
}

/** Without the results of items that are not found. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: (R | undefined)[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [i, item] of left) results[i] = await work(item).catch(undefinedIfNotFound);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results.filter((result) => result !== undefined);
}

function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

/** The `external_id`, or else the id. */
export function identityOf({ external_id, id }: { readonly external_id?: string; readonly id: string }): string {
  return external_id ?? id;
}

/** The engine's user id here: the key of the email. */
export function personKey(email: string): UserId {
  return emailKeyOf(email) as UserId;
}

function layerOfApi(layer: ScheduleLayer): Layer {
  return layerOf(
    layer,
    layer.users.map(({ email }) => email),
  );
}

export function layerOfFile(layer: FileLayer): Layer {
  return layerOf(layer, layer.users);
}

function layerOf(layer: Omit<ScheduleLayer, 'users'>, emails: readonly string[]): Layer {
  const { restriction_intervals: windows = [] } = layer;
  return {
    name: layer.name.trim(),
    rotationStart: instantOf(layer.rotation_start),
    concurrentUsers: layer.concurrent_oncall_users,
    users: emails.map(personKey),
    shiftLength: layer.shift_length,
    ...(windows.length > 0 && { restrictionIntervals: windows }),
    ...(layer.counted_days === 'open' && { countedDays: 'open' as const }),
  };
}

export function overrideOf({ start, end, users }: { start: string; end: string; users: readonly string[] }): Override {
  return { start: instantOf(start), end: instantOf(end), users: [...new Set(users.map(personKey))] };
}
