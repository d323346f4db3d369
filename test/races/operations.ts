/**
 * The table of racing operations: every route that writes, in each variant that takes another path through the service, and every kind of work of the
 * worker. Two operations that touch a common thing are a pair. A route without a line here or a listed exception fails the suite.
 */
import type { WorkKind } from '../../src/services/jobs/due-work.ts';
import { calendarFile } from '../support/drivers/calendars.ts';
import { byId, layer, newOverride, newSchedule } from '../support/drivers/schedules.ts';
import type { PersonName, World } from './world.ts';

type Thing =
  | 'organization'
  | 'owners'
  | `user ${'Ada' | 'Ben' | 'Dan' | 'Eve' | 'Fay' | 'Gus' | 'Hal' | 'Vera' | 'Otto'}`
  | 'texts with Gus and Hal'
  | `team ${'Core' | 'Edge'}`
  | 'team name Night'
  | `external id of a ${'team' | 'schedule' | 'webhook'}`
  | 'email new@example.com'
  | `schedule ${'Primary' | 'Secondary'}`
  | `override ${'running' | 'future'}`
  | 'coverage of Ada'
  | 'group handle night'
  | 'keys of Ada'
  // Not for those who call with such a key: whether it is valid is decided when the request arrives.
  | 'all keys of Ada'
  | 'feeds of Ada'
  | 'time off of Ada'
  | 'zone of Ada'
  | 'notifications of Ada'
  | 'sessions of Ada'
  | 'identity of Ada'
  | 'sign-in of Eve'
  | 'deliveries'
  | 'webhook';

/** Whose API key or session a request has; `nobody` is a browser that is not signed in. */
type As = PersonName | 'browser of owner' | 'browser of ada' | 'browser of nobody';

interface Line {
  readonly name: string;
  readonly touches: readonly Thing[];
}

export interface RequestOperation extends Line {
  readonly as: As;
  /** As in the OpenAPI document: `PATCH /users/{user_id}`. */
  readonly route: string;
  /** A name in the world for each parameter of the route; any other text is sent unchanged. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: (world: World) => object;
}

export interface WorkOperation extends Line {
  readonly work: WorkKind;
}

export type Operation = RequestOperation | WorkOperation;

/** The routes whose changes lock first, and run as READ COMMITTED (rule LOCK-1). */
const LOCKING = /^(PATCH|DELETE) \/schedules\/\{schedule_id\}$|\/(overrides|revisions)\//;

export function isLocking(operation: Operation): boolean {
  return !isWork(operation) && LOCKING.test(operation.route);
}

/** Routes that change nothing that two callers share, or that do what another route does, with the reason. */
export const EXCUSED_ROUTES: Readonly<Record<string, string>> = {
  'POST /mcp': 'It only reads.',
  'DELETE /mcp': 'It only reads.',
  'POST /chat/slack/commands': 'It only reads. A chat account that it finds is stored by one conditional statement.',
  'POST /chat/slack/interactions': 'A button does what the routes of coverage requests do.',
  'POST /session/': 'Signing in adds a session of its own, and takes 50 ms of hashing for each call.',
  'POST /sign_in_links/look': 'It only reads.',
  'POST /users/{user_id}/time_off/': 'An admin does what POST /user/time_off/ does.',
  'POST /users/{user_id}/time_off/import': 'An admin does what POST /user/time_off/import does.',
  'DELETE /users/{user_id}/time_off/{time_off_id}': 'An admin does what DELETE /user/time_off/{time_off_id} does.',
  'POST /chat/test': 'It posts to the chat, and stores nothing.',
};

const [OVERRIDE_START, OVERRIDE_END] = ['2026-01-10T12:00:00Z', '2026-01-10T15:00:00Z'];
const TIME_OFF = { start: '2026-02-08T00:00:00Z', end: '2026-02-15T00:00:00Z', reason: 'Skiing' };
const OWN_PASSWORD = 'a password that Ada chose';
const PASSWORD_OF_EVE = 'a password that Eve chose';

function user(name: PersonName, changes: object): Pick<RequestOperation, 'route' | 'parameters' | 'body'> {
  return { route: 'PATCH /users/{user_id}', parameters: { user_id: name }, body: () => changes };
}

function primary(body: RequestOperation['body']): Pick<RequestOperation, 'route' | 'parameters' | 'body'> {
  return { route: 'PATCH /schedules/{schedule_id}', parameters: { schedule_id: 'primary' }, body: body as never };
}

function people({ ids }: World, ...names: readonly PersonName[]): { readonly id: string }[] {
  return names.map((name) => ({ id: ids[name] }));
}

const USERS: readonly Operation[] = [
  { name: 'make Ada an admin', touches: ['user Ada'], as: 'owner', ...user('ada', { role: 'admin' }) },
  { name: 'rename Ada', touches: ['user Ada'], as: 'admin', ...user('ada', { name: 'Ada Lovelace' }) },
  {
    name: 'give Ada another chat id',
    touches: ['user Ada', 'schedule Primary'],
    as: 'admin',
    ...user('ada', { chat_id: 'U1ADA' }),
  },
  { name: 'make Dan a viewer', touches: ['user Dan'], as: 'admin', ...user('dan', { seat: 'viewer' }) },
  { name: 'give Vera a member seat', touches: ['user Vera'], as: 'admin', ...user('vera', { seat: 'member' }) },
  {
    name: 'give Dan the new email',
    touches: ['user Dan', 'email new@example.com'],
    as: 'admin',
    ...user('dan', { email: 'new@example.com' }),
  },
  { name: 'demote Otto', touches: ['user Otto', 'owners'], as: 'owner', ...user('otto', { role: 'standard' }) },
  { name: 'demote the owner', touches: ['owners'], as: 'otto', ...user('owner', { role: 'standard' }) },
  {
    name: 'add a user',
    touches: ['email new@example.com'],
    as: 'admin',
    route: 'POST /users/',
    body: () => ({ name: 'New', email: 'new@example.com' }),
  },
  {
    name: 'add a batch of users',
    touches: ['email new@example.com'],
    as: 'admin',
    route: 'POST /users/batch',
    body: () => ({ users: [{ email: 'other@example.com' }, { email: 'NEW@example.com' }] }),
  },
  {
    name: 'Ada changes their name',
    touches: ['user Ada'],
    as: 'ada',
    route: 'PATCH /user/',
    body: () => ({ name: 'Countess' }),
  },
  {
    name: 'Ada changes their zone',
    touches: ['user Ada', 'zone of Ada'],
    as: 'ada',
    route: 'PATCH /user/',
    body: () => ({ time_zone: 'Europe/London' }),
  },
  {
    name: 'Ada wants no reminders',
    touches: ['user Ada', 'schedule Primary'],
    as: 'ada',
    route: 'PATCH /user/settings/',
    body: () => ({ settings: { reminder_hours: [] } }),
  },
  {
    name: 'Ada wants cover asked for by mail',
    touches: ['user Ada', 'notifications of Ada'],
    as: 'ada',
    route: 'PATCH /user/notifications/',
    body: () => ({ notifications: { cover_asked: 'email' } }),
  },
  {
    name: 'a mail program ends reminders of Ada',
    touches: ['notifications of Ada'],
    as: 'browser of nobody',
    route: 'POST /unsubscribe/{token}',
    parameters: { token: 'unsubscribeTokenOfAda' },
  },
  {
    name: 'delete Ada',
    touches: [
      'user Ada',
      'schedule Primary',
      'override running',
      'override future',
      'team Core',
      'coverage of Ada',
      'keys of Ada',
      'all keys of Ada',
      'feeds of Ada',
      'time off of Ada',
      'notifications of Ada',
      'sessions of Ada',
    ],
    as: 'admin',
    route: 'DELETE /users/{user_id}',
    parameters: { user_id: 'ada' },
  },
  {
    name: 'delete Dan',
    touches: ['user Dan'],
    as: 'admin',
    route: 'DELETE /users/{user_id}',
    parameters: { user_id: 'dan' },
  },
  {
    name: 'delete Eve',
    touches: ['user Eve', 'schedule Secondary', 'sign-in of Eve'],
    as: 'admin',
    route: 'DELETE /users/{user_id}',
    parameters: { user_id: 'eve' },
  },
  {
    name: 'erase Gus',
    touches: ['user Gus', 'texts with Gus and Hal'],
    as: 'owner',
    route: 'POST /users/{user_id}/erase',
    parameters: { user_id: 'gus' },
  },
  {
    name: 'erase Hal',
    touches: ['user Hal', 'texts with Gus and Hal'],
    as: 'owner',
    route: 'POST /users/{user_id}/erase',
    parameters: { user_id: 'hal' },
  },
  {
    name: 'Otto erases Gus',
    touches: ['user Gus', 'user Otto', 'owners'],
    as: 'otto',
    route: 'POST /users/{user_id}/erase',
    parameters: { user_id: 'gus' },
  },
  {
    name: 'add a user with the email of Gus',
    touches: ['user Gus'],
    as: 'admin',
    route: 'POST /users/',
    body: () => ({ name: 'Gus', email: 'gus@example.com' }),
  },
  {
    name: 'erase Fay, who is leaving',
    touches: ['user Fay'],
    as: 'owner',
    route: 'POST /users/{user_id}/erase',
    parameters: { user_id: 'fay' },
  },
  {
    name: 'delete Otto',
    touches: ['user Otto', 'owners'],
    as: 'owner',
    route: 'DELETE /users/{user_id}',
    parameters: { user_id: 'otto' },
  },
];

const ORGANIZATION: readonly Operation[] = [
  {
    name: 'rename the organization',
    touches: ['organization'],
    as: 'owner',
    route: 'PATCH /organization/',
    body: () => ({ name: 'Renamed' }),
  },
  {
    name: 'move the organization',
    touches: ['organization'],
    as: 'admin',
    route: 'PATCH /organization/',
    body: () => ({ time_zone: 'Europe/Paris' }),
  },
  {
    name: 'set the holidays',
    touches: ['organization'],
    as: 'admin',
    route: 'PATCH /organization/calendar_rules/',
    body: () => ({ holidays: { country: 'FR' } }),
  },
  {
    name: 'set the night',
    touches: ['organization'],
    as: 'owner',
    route: 'PATCH /organization/calendar_rules/',
    body: () => ({ night: { from: '23:00', to: '07:00' } }),
  },
  {
    name: 'give Ada other holidays',
    touches: ['user Ada'],
    as: 'admin',
    route: 'PUT /users/{user_id}/holidays/',
    parameters: { user_id: 'ada' },
    body: () => ({ holidays: { country: 'GB', region: 'SCT' } }),
  },
];

const SIGN_IN: readonly Operation[] = [
  {
    name: 'Ada makes a key',
    touches: ['keys of Ada', 'all keys of Ada', 'user Ada'],
    as: 'browser of ada',
    route: 'POST /user/api_keys/',
    body: () => ({ name: 'Pager' }),
  },
  {
    name: 'Ada revokes a key',
    touches: ['keys of Ada'],
    as: 'ada',
    route: 'DELETE /user/api_keys/{api_key_id}',
    parameters: { api_key_id: 'spareKeyOfAda' },
  },
  {
    name: 'Ada makes a calendar feed',
    touches: ['feeds of Ada'],
    as: 'ada',
    route: 'POST /user/calendar_feeds/',
    body: () => ({ kind: 'mine' }),
  },
  {
    name: 'Ada deletes a calendar feed',
    touches: ['feeds of Ada'],
    as: 'ada',
    route: 'DELETE /user/calendar_feeds/{calendar_feed_id}',
    parameters: { calendar_feed_id: 'feedOfAda' },
  },
  {
    name: 'Ada takes time off',
    touches: ['time off of Ada'],
    as: 'ada',
    route: 'POST /user/time_off/',
    body: () => TIME_OFF,
  },
  {
    name: 'Ada moves time off',
    touches: ['time off of Ada'],
    as: 'ada',
    route: 'PATCH /user/time_off/{time_off_id}',
    parameters: { time_off_id: 'timeOffOfAda' },
    body: () => ({ end: '2026-01-16T09:00:00Z' }),
  },
  {
    name: 'Ada deletes time off',
    touches: ['time off of Ada'],
    as: 'ada',
    route: 'DELETE /user/time_off/{time_off_id}',
    parameters: { time_off_id: 'timeOffOfAda' },
  },
  {
    name: 'Ada imports time off',
    touches: ['time off of Ada', 'zone of Ada'],
    as: 'ada',
    route: 'POST /user/time_off/import',
    body: () => ({ calendar: calendarFile('DTSTART;VALUE=DATE:20260201') }),
  },
  {
    name: 'an admin moves time off of Ada',
    touches: ['time off of Ada'],
    as: 'admin',
    route: 'PATCH /users/{user_id}/time_off/{time_off_id}',
    parameters: { user_id: 'ada', time_off_id: 'timeOffOfAda' },
    body: () => ({ start: '2026-01-15T09:00:00Z' }),
  },
  {
    name: 'unlink the identity of Ada',
    touches: ['user Ada', 'sessions of Ada', 'identity of Ada'],
    as: 'admin',
    route: 'DELETE /users/{user_id}/identities/{identity_id}',
    parameters: { user_id: 'ada', identity_id: 'identityOfAda' },
  },
  {
    name: 'an admin revokes a key of Ada',
    touches: ['keys of Ada', 'all keys of Ada'],
    as: 'admin',
    route: 'DELETE /api_keys/{api_key_id}',
    parameters: { api_key_id: 'spareKeyOfAda' },
  },
  { name: 'Ada signs out everywhere', touches: ['sessions of Ada'], as: 'ada', route: 'DELETE /user/sessions/' },
  { name: 'Ada signs out', touches: ['sessions of Ada'], as: 'browser of ada', route: 'DELETE /session/' },
  {
    name: 'Ada sets a password',
    touches: ['sessions of Ada'],
    as: 'browser of ada',
    route: 'PUT /user/password',
    body: () => ({ password: OWN_PASSWORD }),
  },
  {
    name: 'Ada sets a password and revokes all keys',
    touches: ['all keys of Ada'],
    as: 'browser of ada',
    route: 'PUT /user/password',
    body: () => ({ password: OWN_PASSWORD, revoke_api_keys: true }),
  },
  {
    name: 'make a sign-in link for Eve',
    touches: ['sign-in of Eve'],
    as: 'browser of owner',
    route: 'POST /users/{user_id}/sign_in_link/',
    parameters: { user_id: 'eve' },
  },
  {
    name: 'Eve asks for a new password',
    touches: ['sign-in of Eve'],
    as: 'browser of nobody',
    route: 'POST /sign_in_links/request',
    body: () => ({ email: 'eve@example.com' }),
  },
  {
    name: 'invite Eve',
    touches: ['sign-in of Eve'],
    as: 'admin',
    route: 'POST /users/{user_id}/invitation/',
    parameters: { user_id: 'eve' },
  },
  {
    name: 'Eve uses the sign-in link',
    touches: ['sign-in of Eve'],
    as: 'browser of nobody',
    route: 'POST /sign_in_links/use',
    body: ({ signInTokenOfEve }) => ({ token: signInTokenOfEve, password: PASSWORD_OF_EVE }),
  },
];

const TEAMS: readonly Operation[] = [
  {
    name: 'add the team Night',
    touches: ['team name Night'],
    as: 'ada',
    route: 'POST /teams/',
    body: () => ({ name: 'Night' }),
  },
  {
    name: 'rename Core to Night',
    touches: ['team name Night', 'team Core'],
    as: 'ada',
    route: 'PATCH /teams/{team_id}',
    parameters: { team_id: 'core' },
    body: () => ({ name: 'night' }),
  },
  {
    name: 'add a team with an external id',
    touches: ['external id of a team'],
    as: 'ada',
    route: 'POST /teams/',
    body: () => ({ name: 'Third', external_id: 'third', managed_by: 'file' }),
  },
  {
    name: 'give Edge that external id',
    touches: ['external id of a team', 'team Edge'],
    as: 'admin',
    route: 'PATCH /teams/{team_id}',
    parameters: { team_id: 'edge' },
    body: () => ({ external_id: 'third' }),
  },
  {
    name: 'describe Core',
    touches: ['team Core'],
    as: 'admin',
    route: 'PATCH /teams/{team_id}',
    parameters: { team_id: 'core' },
    body: () => ({ description: 'The core' }),
  },
  {
    name: 'delete Core',
    touches: ['team Core', 'schedule Primary'],
    as: 'admin',
    route: 'DELETE /teams/{team_id}',
    parameters: { team_id: 'core' },
  },
  {
    name: 'add Dan to Core',
    touches: ['team Core', 'user Dan'],
    as: 'ben',
    route: 'PUT /teams/{team_id}/members/{user_id}',
    parameters: { team_id: 'core', user_id: 'dan' },
  },
  {
    name: 'add Vera to Edge',
    touches: ['team Edge', 'user Vera'],
    as: 'admin',
    route: 'PUT /teams/{team_id}/members/{user_id}',
    parameters: { team_id: 'edge', user_id: 'vera' },
  },
  {
    name: 'take Ada out of Core',
    touches: ['team Core', 'user Ada'],
    as: 'admin',
    route: 'DELETE /teams/{team_id}/members/{user_id}',
    parameters: { team_id: 'core', user_id: 'ada' },
  },
];

const SCHEDULES: readonly Operation[] = [
  {
    name: 'add a schedule with Dan for Core',
    touches: ['organization', 'team Core', 'user Dan'],
    as: 'admin',
    route: 'POST /schedules',
    body: (world) => newSchedule(people(world, 'dan'), { name: 'Third', team_ids: [world.ids.core] }),
  },
  {
    name: 'add a schedule with an external id',
    touches: ['external id of a schedule'],
    as: 'admin',
    route: 'POST /schedules',
    body: (world) => newSchedule(people(world, 'dan'), { name: 'Third', external_id: 'third', managed_by: 'file' }),
  },
  {
    name: 'give Secondary that external id',
    touches: ['external id of a schedule', 'schedule Secondary'],
    as: 'admin',
    route: 'PATCH /schedules/{schedule_id}',
    parameters: { schedule_id: 'secondary' },
    body: () => ({ external_id: 'third' }),
  },
  {
    name: 'plan all that comes after the layer of Primary',
    touches: ['schedule Primary', 'user Dan'],
    as: 'admin',
    ...primary((world) => ({
      layers: [layer(people(world, 'ada', 'ben'))],
      planned_layers: [layer(people(world, 'dan'), { rotation_start: '2026-06-01T09:00:00Z' })],
    })),
  },
  { name: 'rename Primary', touches: ['schedule Primary'], as: 'ben', ...primary(() => ({ name: 'First' })) },
  {
    name: 'describe Primary',
    touches: ['schedule Primary'],
    as: 'admin',
    ...primary(() => ({ description: 'Who answers first' })),
  },
  {
    name: 'add Dan to the layer of Primary',
    touches: ['schedule Primary', 'user Dan'],
    as: 'admin',
    ...primary((world) => ({ layers: [layer(people(world, 'ada', 'ben', 'cid', 'dan'))] })),
  },
  {
    name: 'take Ada out of the layer of Primary',
    touches: ['schedule Primary', 'user Ada'],
    as: 'admin',
    ...primary((world) => ({ layers: [layer(people(world, 'ben', 'cid'))] })),
  },
  {
    name: 'move Primary to Edge',
    touches: ['schedule Primary', 'team Core', 'team Edge'],
    as: 'admin',
    ...primary(({ ids }) => ({ team_ids: [ids.edge] })),
  },
  {
    name: 'put Dan into the layer of Secondary that is in force',
    touches: ['schedule Secondary', 'user Dan'],
    as: 'admin',
    route: 'PATCH /schedules/{schedule_id}',
    parameters: { schedule_id: 'secondary' },
    body: (world) => ({ layers: [layer(people(world, 'cid', 'dan'))] }),
  },
  {
    name: 'move what is planned for Secondary',
    touches: ['schedule Secondary'],
    as: 'cid',
    route: 'PATCH /schedules/{schedule_id}',
    parameters: { schedule_id: 'secondary' },
    body: (world) => ({
      layers: [layer(people(world, 'cid'), { rotation_start: '2026-02-09T09:00:00Z' })],
      replaces_revision: 1,
    }),
  },
  {
    name: 'cancel what is planned for Secondary',
    touches: ['schedule Secondary'],
    as: 'cid',
    route: 'DELETE /schedules/{schedule_id}/revisions/{revision}',
    parameters: { schedule_id: 'secondary', revision: '1' },
  },
  {
    name: 'delete Primary',
    touches: ['schedule Primary', 'organization', 'override running', 'override future', 'coverage of Ada'],
    as: 'admin',
    route: 'DELETE /schedules/{schedule_id}',
    parameters: { schedule_id: 'primary' },
  },
];

const OVERRIDES: readonly Operation[] = [
  {
    name: 'override Primary with Dan',
    touches: ['schedule Primary', 'user Dan'],
    as: 'ada',
    route: 'POST /schedules/{schedule_id}/overrides/',
    parameters: { schedule_id: 'primary' },
    body: (world) => newOverride(people(world, 'dan'), OVERRIDE_START, OVERRIDE_END),
  },
  {
    name: 'override Primary with Ada, who is in its layer',
    touches: ['schedule Primary', 'user Ada'],
    as: 'admin',
    route: 'POST /schedules/{schedule_id}/overrides/',
    parameters: { schedule_id: 'primary' },
    body: (world) => newOverride(people(world, 'ada'), OVERRIDE_START, OVERRIDE_END),
  },
  {
    name: 'give the running override to Dan',
    touches: ['schedule Primary', 'override running', 'user Dan'],
    as: 'admin',
    route: 'PATCH /schedules/{schedule_id}/overrides/{override_id}',
    parameters: { schedule_id: 'primary', override_id: 'runningOverride' },
    body: (world) => ({ user_references: people(world, 'dan').map(byId) }),
  },
  {
    name: 'move the future override',
    touches: ['schedule Primary', 'override future'],
    as: 'admin',
    route: 'PATCH /schedules/{schedule_id}/overrides/{override_id}',
    parameters: { schedule_id: 'primary', override_id: 'futureOverride' },
    body: () => ({ start: OVERRIDE_START, end: OVERRIDE_END, reason: 'Swapped' }),
  },
  {
    name: 'delete the running override',
    touches: ['schedule Primary', 'override running'],
    as: 'cid',
    route: 'DELETE /schedules/{schedule_id}/overrides/{override_id}',
    parameters: { schedule_id: 'primary', override_id: 'runningOverride' },
  },
  {
    name: 'delete the future override',
    touches: ['schedule Primary', 'override future'],
    as: 'ada',
    route: 'DELETE /schedules/{schedule_id}/overrides/{override_id}',
    parameters: { schedule_id: 'primary', override_id: 'futureOverride' },
  },
];

const COVERAGE: readonly Operation[] = [
  {
    name: 'Ben asks for cover',
    touches: ['schedule Primary', 'user Ben'],
    as: 'ben',
    route: 'POST /user/coverage_requests',
    body: ({ ids }) => ({
      start: '2026-01-09T09:00:00Z',
      end: '2026-01-13T09:00:00Z',
      reason: 'Away',
      schedule_ids: [ids.primary],
    }),
  },
  {
    name: 'Ada cancels',
    touches: ['coverage of Ada'],
    as: 'ada',
    route: 'DELETE /user/coverage_requests/{coverage_request_id}',
    parameters: { coverage_request_id: 'coverageOfAda' },
  },
  {
    name: 'Ben covers for Ada',
    touches: ['coverage of Ada', 'schedule Primary', 'user Ben'],
    as: 'ben',
    route: 'POST /coverage_requests/{coverage_request_id}/accept',
    parameters: { coverage_request_id: 'coverageOfAda' },
  },
  {
    name: 'Dan covers a part for Ada',
    touches: ['coverage of Ada', 'schedule Primary', 'user Dan'],
    as: 'dan',
    route: 'POST /coverage_requests/{coverage_request_id}/accept',
    parameters: { coverage_request_id: 'coverageOfAda' },
    body: ({ ids }) => ({
      shifts: [{ schedule_id: ids.primary, start: '2026-01-09T09:00:00Z', end: '2026-01-09T12:00:00Z' }],
    }),
  },
];

const ASKING: readonly Operation[] = [
  {
    name: 'the owner asks for cover for Ben',
    touches: ['schedule Primary', 'user Ben'],
    as: 'owner',
    route: 'POST /coverage_requests',
    body: ({ ids }) => ({
      user_id: ids.ben,
      start: '2026-01-09T09:00:00Z',
      end: '2026-01-13T09:00:00Z',
      reason: 'Ill',
      asked_user_ids: [ids.dan],
    }),
  },
  {
    name: 'Ben cannot cover for Ada',
    touches: ['coverage of Ada'],
    as: 'ben',
    route: 'POST /coverage_requests/{coverage_request_id}/decline',
    parameters: { coverage_request_id: 'coverageOfAda' },
  },
];

const CHAT: readonly Operation[] = [
  {
    name: 'give Primary the group night',
    touches: ['schedule Primary', 'group handle night'],
    as: 'admin',
    route: 'PUT /schedules/{schedule_id}/chat_user_group/',
    parameters: { schedule_id: 'primary' },
    body: () => ({ name: 'Night', handle: 'night' }),
  },
  {
    name: 'give Secondary the group night',
    touches: ['schedule Secondary', 'group handle night'],
    as: 'admin',
    route: 'PUT /schedules/{schedule_id}/chat_user_group/',
    parameters: { schedule_id: 'secondary' },
    body: () => ({ name: 'Night', handle: 'night' }),
  },
  {
    name: 'take the group from Primary',
    touches: ['schedule Primary'],
    as: 'admin',
    route: 'DELETE /schedules/{schedule_id}/chat_user_group/',
    parameters: { schedule_id: 'primary' },
  },
  {
    name: 'link Primary to #general',
    touches: ['schedule Primary'],
    as: 'admin',
    route: 'PUT /schedules/{schedule_id}/chat_channels/{channel_id}',
    parameters: { schedule_id: 'primary', channel_id: 'C0GENERAL' },
  },
  {
    name: 'unlink Primary from #oncall',
    touches: ['schedule Primary'],
    as: 'admin',
    route: 'DELETE /schedules/{schedule_id}/chat_channels/{channel_id}',
    parameters: { schedule_id: 'primary', channel_id: 'C0ONCALL' },
  },
  {
    name: 'retry the failed delivery',
    touches: ['deliveries'],
    as: 'admin',
    route: 'POST /deliveries/{delivery_id}/retry',
    parameters: { delivery_id: 'failedDelivery' },
  },
];

const WEBHOOK = { parameters: { webhook_id: 'webhook' } } as const;

const WEBHOOKS: readonly Operation[] = [
  {
    name: 'add a webhook',
    touches: ['webhook', 'team Edge'],
    as: 'admin',
    route: 'POST /webhooks/',
    body: ({ ids }) => ({
      url: 'https://93.184.216.34/other',
      events: ['gap.ahead'],
      team_ids: [ids.edge],
    }),
  },
  {
    name: 'enable the webhook',
    touches: ['webhook', 'schedule Secondary'],
    as: 'admin',
    route: 'PATCH /webhooks/{webhook_id}',
    ...WEBHOOK,
    body: () => ({ enabled: true }),
  },
  {
    name: 'change the events of the webhook',
    touches: ['webhook'],
    as: 'owner',
    route: 'PATCH /webhooks/{webhook_id}',
    ...WEBHOOK,
    body: () => ({ events: ['schedule.created'] }),
  },
  {
    name: 'add a webhook with an external id',
    touches: ['external id of a webhook'],
    as: 'admin',
    route: 'POST /webhooks/',
    body: () => ({
      url: 'https://93.184.216.34/other',
      events: ['gap.ahead'],
      external_id: 'third',
      managed_by: 'file',
    }),
  },
  {
    name: 'give the webhook that external id',
    touches: ['external id of a webhook', 'webhook'],
    as: 'owner',
    route: 'PATCH /webhooks/{webhook_id}',
    ...WEBHOOK,
    body: () => ({ external_id: 'third' }),
  },
  {
    name: 'rotate the secret of the webhook',
    touches: ['webhook'],
    as: 'admin',
    route: 'POST /webhooks/{webhook_id}/rotate_secret',
    ...WEBHOOK,
  },
  {
    name: 'test the webhook',
    touches: ['webhook'],
    as: 'admin',
    route: 'POST /webhooks/{webhook_id}/test',
    ...WEBHOOK,
  },
  {
    name: 'send the event again',
    touches: ['webhook'],
    as: 'admin',
    route: 'POST /webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    parameters: { webhook_id: 'webhook', delivery_id: 'failedTest' },
  },
  { name: 'delete the webhook', touches: ['webhook'], as: 'admin', route: 'DELETE /webhooks/{webhook_id}', ...WEBHOOK },
];

const WORK: readonly Operation[] = [
  { name: 'worker: handoffs', touches: ['schedule Primary'], work: 'handoff' },
  { name: 'worker: change notifications', touches: ['schedule Primary'], work: 'changeNotification' },
  { name: 'worker: reminders', touches: ['schedule Primary', 'user Ada'], work: 'reminder' },
  { name: 'worker: deliveries', touches: ['deliveries', 'coverage of Ada'], work: 'delivery' },
  { name: 'worker: user groups', touches: ['schedule Primary', 'user Ada'], work: 'groupSync' },
  { name: 'worker: departures', touches: ['schedule Primary', 'user Ada', 'user Fay'], work: 'departure' },
  { name: 'worker: webhooks', touches: ['webhook'], work: 'webhook' },
  { name: 'worker: mail', touches: ['sign-in of Eve'], work: 'mail' },
  { name: 'worker: gaps', touches: ['webhook'], work: 'gap' },
  { name: 'worker: notices', touches: ['deliveries', 'webhook'], work: 'notice' },
  { name: 'worker: reminders of requests', touches: ['coverage of Ada'], work: 'coverageReminder' },
  { name: 'worker: expiry', touches: ['user Ben', 'coverage of Ada'], work: 'expiry' },
];

export const OPERATIONS: readonly Operation[] = [
  ...USERS,
  ...ORGANIZATION,
  ...SIGN_IN,
  ...TEAMS,
  ...SCHEDULES,
  ...OVERRIDES,
  ...COVERAGE,
  ...ASKING,
  ...CHAT,
  ...WEBHOOKS,
  ...WORK,
];

export function isWork(operation: Operation): operation is WorkOperation {
  return 'work' in operation;
}

export type Pair = readonly [a: Operation, b: Operation];

export function nameOfPair([a, b]: Pair): string {
  return `${a.name} × ${b.name}`;
}

/** All pairs that touch a common thing, and each operation with itself: people press a button twice. */
export function pairsOf(operations: readonly Operation[]): Pair[] {
  return operations.flatMap((a, index) =>
    operations
      .slice(index)
      .flatMap((b): Pair[] => (a.touches.some((thing) => b.touches.includes(thing)) ? [[a, b]] : [])),
  );
}

/** Whether somebody gets a message is not decided by the order of these two, with the reason. */
interface Undecided {
  readonly destination: 'ada';
  readonly reason: string;
}

/** By the name of the pair. Messages to the destination, and its queue, are not compared; everything else is. */
export const UNDECIDED: Readonly<Record<string, Undecided>> = {
  'delete Ada × worker: change notifications': {
    destination: 'ada',
    reason:
      'A deactivation has two transactions (decision 14). After the first, Ada gets no more messages; the second changes the schedule, and the worker may send what others have to know in between.',
  },
};

export interface HttpRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
}

export function requestOf(
  operation: RequestOperation,
  world: World,
  ownPage: Readonly<Record<string, string>>,
): HttpRequest {
  const { as, route, parameters = {}, body } = operation;
  const [method, template = ''] = route.split(' ');
  const ids: Readonly<Record<string, string>> = world.ids;
  const url = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${operation.name}: ${route} needs ${name}`);
    return ids[value] ?? value;
  });
  return {
    method: method as HttpRequest['method'],
    url,
    // Stored with a session: the same, however a stage sends requests.
    headers: { ...headersOf(as, world, ownPage), 'user-agent': 'races' },
    ...(body !== undefined && { body: body(world) }),
  };
}

function headersOf(
  as: As,
  { keys, cookies }: World,
  ownPage: Readonly<Record<string, string>>,
): Record<string, string> {
  if (as === 'browser of nobody') return { ...ownPage };
  if (as === 'browser of owner') return { ...ownPage, cookie: cookies.owner };
  if (as === 'browser of ada') return { ...ownPage, cookie: cookies.ada };
  return { 'x-api-key': keys[as] };
}
