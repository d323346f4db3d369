/** Collects every statement of src/db/, so that none can be forgotten, with an example value for each parameter. */
import { glob } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditLogStatements } from '../../../src/db/audit-log.ts';
import { localMessageListBy } from '../../../src/db/chat/local-chat.ts';
import type { Parameters, Statement } from '../../../src/db/driver/statement.ts';
import { teamListBy } from '../../../src/db/people/teams.ts';
import { scheduleListBy } from '../../../src/db/schedules/schedules.ts';

export interface StoredStatement {
  /** `overrides.overrideById`, `schedules.scheduleListBy(teamId).page` */
  readonly name: string;
  readonly statement: Statement<Parameters, unknown>;
  readonly example: Parameters;
}

const FOLDER = new URL('../../../src/db/', import.meta.url);

/** Infrastructure. All other files are nouns, and export only statements and families of them. */
const MACHINERY = ['driver/**', 'schema/**', 'people/departure-list.ts'];

const id = (prefix: string, number = 7) => `${prefix}_${String(number).padStart(26, '0')}`;
const ids = (prefix: string) => [id(prefix, 7), id(prefix, 8)];
export const NOW = Date.UTC(2026, 0, 5, 9);
const usesOf = (prefix: string) =>
  ids(prefix).map((used) => ({ organization_id: id('org', 1), id: used, at_ms: NOW + 9_999_999 }));

const schedulesWith = (column: string, values: readonly (string | number | null)[]) =>
  values.map((value, i) => ({ organization_id: id('org', 1), id: id('sch', 7 + i), [column]: value }));

const textsOf = (prefix: string) =>
  ids(prefix).map((changed) => ({ organization_id: id('org', 1), id: changed, text: '{"text":"É😀"}' }));

/** By parameter name: a name means the same everywhere, except `id` and `ids`. */
const EXAMPLES: Parameters = {
  abandonedBefore: NOW,
  acceptedAt: NOW,
  acceptedBy: id('usr'),
  answerJson: '{}',
  action: 'schedule.update',
  actionPrefix: 'schedule.',
  actorId: id('usr'),
  at: NOW,
  before: NOW,
  after: id('sch', 7),
  afterId: id('del', 7),
  beforeEnd: Number.MAX_SAFE_INTEGER,
  beforeId: '',
  bucket: 'bucket 7',
  broken_reason: 'a 😀',
  browser: 'Firefox',
  changeCount: 1,
  changed_at: NOW,
  channelId: 'C7',
  channelName: 'general',
  change: 1,
  turns_per_year: 8766,
  chatId: 'U7',
  chatIds: ['U7', 'U8'],
  chatMessageId: 'message 7',
  createdAt: NOW,
  createdBy: id('usr'),
  deleted_at: NOW,
  deliveries: [
    {
      id: id('del', 9_998),
      kind: 'chat',
      destination_id: 'C7',
      later: 0,
      message_json: '{"text":"É😀"}',
      event_json: null,
      subject_id: null,
      replaces_id: null,
      burst: null,
      shift_at: null,
    },
    {
      id: id('del', 9_999),
      kind: 'chat',
      destination_id: 'C8',
      later: 1,
      message_json: '{}',
      event_json: '{"kind":"É😀"}',
      subject_id: id('cov'),
      replaces_id: id('del'),
      burst: 'usr É😀 cover_asked',
      shift_at: NOW,
    },
  ],
  burst: 'burst 7',
  heldUntil: NOW,
  mergedInto: id('del', 7),
  description: null,
  disabledAt: NOW,
  disabledReason: 'gone',
  destinationId: 'C7',
  dueAt: NOW,
  earlierHash: 'hash 7',
  email: 'person-7@example.com',
  encryptedToken: 'encrypted 9999',
  feedKind: 'team',
  answerStatus: 201,
  fingerprint: 'fingerprint 7',
  forgottenBefore: NOW - 1,
  idempotencyKey: 'key 7',
  responseJson: '{}',
  keptJson: '{}',
  day: NOW + 7,
  route: 'POST /teams/',
  emailKey: 'person-7@example.com',
  emailMatchKey: 'person-7@example.com',
  emailKeys: ['person-7@example.com', 'person-8@example.com'],
  end: NOW + 1,
  endAt: NOW + 1,
  endsAfter: NOW,
  endsBy: NOW + 1,
  error: 'no answer',
  eventJson: '{}',
  externalId: 'external 7',
  external_id: 'external 9999',
  eventsJson: '[]',
  expiresAt: NOW,
  failingSince: NOW,
  failures: 1,
  formerSecret: 'former',
  formerSecretUntil: NOW,
  earlierSecretsJson: '[]',
  storedSecret: 'secret',
  from: NOW,
  groupId: 'S7',
  groupIds: ['S7', 'S8'],
  handle: 'group-7',
  hash: 'hash',
  hint: 'hint',
  idleSince: NOW,
  isEnabled: 1,
  issuer: 'https://sign-in.example.com',
  keyHash: 'hash 7',
  readOnlyHash: 'read-only hash 7',
  latest_revision: 2,
  kind: 'chat',
  toldJson: '[]',
  knownJson: '{}',
  leaseId: id('lea'),
  leftAt: NOW,
  reopenedTo: id('cov'),
  leftOutJson: '[]',
  limit: 20,
  membersJson: '[]',
  displayJson: '{}',
  chat_mentions_json: '[]',
  messageJson: '{}',
  name: 'Name',
  nameKey: 'name',
  newId: 'S8',
  notificationJson: '{}',
  notificationsJson: '{}',
  notifications_due_at: NOW,
  managedBy: 'file',
  next_change_at: NOW,
  now: NOW,
  number: 1,
  offset: 0,
  organizationId: id('org', 1),
  overrideId: id('ovr'),
  overrideIds: ids('ovr'),
  nextReminderAt: NOW,
  pattern: '%7%',
  queues: [
    { destination_id: 'C7', kind: 'chat', added: 2 },
    { destination_id: 'C9999', kind: 'chat', added: 1 },
  ],
  raised: [
    { destination_id: 'C7', last_sequence: 1 },
    { destination_id: 'C8', last_sequence: 2 ** 40 },
  ],
  reason: 'Away',
  reminderHoursJson: '[]',
  retryAt: NOW,
  role: 'standard',
  scheduleId: id('sch'),
  scheduleIds: ids('sch'),
  setup: 'checklist',
  scheduleIdsJson: '[]',
  secretId: 'secret 7',
  seat: 'member',
  secret: 'secret',
  noticeMs: 86_400_000,
  since: NOW,
  start: NOW,
  startAt: NOW,
  startedBefore: NOW,
  startedBy: id('usr', 8),
  status: 'pending',
  field: 'holidays',
  rulesJson: '{}',
  untilAt: NOW,
  valueJson: 'null',
  subject: 'subject 7',
  subjectId: id('cov'),
  targetId: id('sch'),
  teamId: id('tea'),
  teamIdsJson: '[]',
  texts: [],
  text: 'Hello',
  timeZone: 'UTC',
  tokens: [7, 8].map((number) => ({
    organization_id: id('org', 1),
    id: id('cal', number),
    encrypted_token: 'encrypted again',
  })),
  to: NOW + 1,
  tracesJson: '{}',
  tokenHash: 'hash 7',
  toldUsersJson: '[]',
  unsureAt: NOW,
  url: 'https://hooks.example.com/',
  until: NOW,
  uses: [],
  userId: id('usr'),
  userIds: ids('usr'),
  usersJson: '[]',
  validFrom: NOW,
  watches: [
    { organization_id: id('org', 1), schedule_id: id('sch', 7), due_at: NOW, told_until: 0 },
    { organization_id: id('org', 1), schedule_id: id('sch', 8), due_at: NOW + 1, told_until: Date.UTC(2199, 11, 31) },
  ],
  windowStart: NOW,
};

/** The kind of `id`, by file; by default a schedule's. */
const PREFIXES: Readonly<Record<string, string>> = {
  'api-keys': 'key',
  'audit-log': 'aud',
  'calendar-feeds': 'cal',
  'coverage-answers': 'cov',
  'coverage-requests': 'cov',
  bursts: 'del',
  deliveries: 'del',
  'local-chat': 'grp',
  organizations: 'org',
  overrides: 'ovr',
  sessions: 'ses',
  teams: 'tea',
  users: 'usr',
  'time-off': 'off',
  webhooks: 'whk',
};

/** Exceptions to the examples above, by file or by statement. */
const EXCEPTIONS: Readonly<Record<string, Parameters>> = {
  'api-keys.touchApiKeys': { uses: usesOf('key') },
  'sessions.touchSessions': { uses: usesOf('ses') },
  'delivery-queues.dueQueuesAmong': { kind: 'webhook', ids: ['C3', 'C4'] },
  'delivery-queues.dueQueuesExcept': { kind: 'webhook', ids: ['C4', 'C7'] },
  'audit-log.insertAuditEntries': {
    rows: [
      {
        id: id('aud', 9_998),
        actor_id: id('usr'),
        action: 'schedule.updated',
        target_id: id('sch'),
        detail_json: '{"name":"É😀"}',
        created_at: NOW,
        address: '192.0.2.7',
      },
      {
        id: id('aud', 9_999),
        actor_id: null,
        action: 'override.created',
        target_id: id('ovr'),
        detail_json: '{}',
        created_at: NOW + 1,
        address: null,
      },
    ],
  },
  'broken-schedules.updateBrokenReasons': { rows: schedulesWith('broken_reason', [null, 'a 😀']) },
  'bursts.sentOfBurst': { destinationId: 'C1', since: NOW - 1 },
  'deliveries.redeliver': { id: id('del', 8), subjectId: id('cov', 2) },
  'due-work.updateNextChanges': { rows: schedulesWith('next_change_at', [NOW, null]) },
  'erasure.deleteDeliveriesTo': { ids: ids('del') },
  'erasure.deleteLocalMessages': { ids: ids('msg') },
  'coverage-requests.takenRequestsOfLeavers': { after: '' },
  'erasure.deliveriesAfter': { afterId: id('del', 7) },
  'erasure.localMessagesAfter': { afterId: id('msg', 7) },
  'erasure.rewriteAuditDetails': { ids: ids('aud'), texts: textsOf('aud') },
  'erasure.rewriteLocalMessages': { ids: ids('msg'), texts: textsOf('msg') },
  'erasure.overrideReasonsAfter': { afterId: id('ovr', 2) },
  'erasure.rewriteOverrideReasons': { ids: ids('ovr'), texts: textsOf('ovr') },
  'erasure.rewriteMessages': { ids: ids('del'), texts: textsOf('del') },
  'coverage-requests.acceptCoverageRequest': { status: 'accepted' },
  'coverage-requests.insertCoverageRequest': {
    shifts_json: '[]',
    asked_users_json: '[]',
    asked_by: id('usr', 8),
    expired_at: NOW,
  },
  'coverage-answers': { userIds: [id('usr', 7), id('usr', 9)] },
  'coverage-answers.insertCoverageAnswer': {
    id: id('ans'),
    request_id: id('cov'),
    answered_at: NOW,
    shifts_json: '[]',
  },
  'api-keys.insertApiKey': { last_used_at: NOW, revoked_at: NOW },
  'calendar-feeds.insertFeed': { kind: 'team', token_hash: 'hash 9999' },
  'audit-log': { ids: [id('usr'), id('tea'), id('sch')] },
  'chat-links': { id: 'S7' },
  'local-chat.insertLocalMessage': { id: id('msg') },
  'local-chat.updateLocalMessage': { id: id('msg') },
  'overrides.changeOverrides': {
    rows: [7, 8].map((number) => ({
      organization_id: id('org', 1),
      id: id('ovr', number),
      start_at: NOW,
      end_at: NOW + number,
      users_json: '["😀"]',
      reason: number === 7 ? 'É😀' : null,
      changed_by: id('usr'),
      changed_at: NOW,
    })),
  },
  'overrides.insertOverrides': {
    rows: [9_998, 9_999].map((number) => ({
      id: id('ovr', number),
      schedule_id: id('sch'),
      start_at: NOW,
      end_at: Date.UTC(2199, 11, 31),
      rank: number,
      users_json: JSON.stringify([id('usr')]),
      created_by: id('usr'),
      created_at: NOW,
      deleted_at: null,
      reason: 'Away',
      changed_by: null,
      changed_at: null,
      managed_by: 'file',
    })),
  },
  'overrides.insertOverrideUsers': { rows: [{ override_id: id('ovr'), user_id: id('usr', 2), end_at: NOW }] },
  'overrides.replaceOverrideUsers': {
    rows: [
      { organization_id: id('org', 1), id: id('ovr', 7), users_json: '[]' },
      { organization_id: id('org', 1), id: id('ovr', 8), users_json: '["😀"]' },
    ],
  },
  'overrides.overridesNotOver': { ids: ids('sch') },
  'overrides.overridesNear': { ids: ids('sch') },
  'overrides.overridesOfSchedules': { ids: ids('sch') },
  'reminders.updateNextReminders': { rows: schedulesWith('next_reminder_at', [null, Date.UTC(2199, 11, 31)]) },
  'reminders.updateChatMentions': { id: id('usr') },
  'reminders.updateReminderHours': { id: id('usr') },
  'revisions.insertRevisions': {
    rows: [9_998, 9_999].map((number) => ({
      schedule_id: id('sch'),
      number,
      valid_from: NOW + number,
      valid_until: NOW + number + 1,
      layer_json: '{"name":"É😀"}',
      created_by: number === 9_998 ? id('usr') : null,
      created_at: NOW,
    })),
  },
  'schedules.linkTeams': { rows: [{ schedule_id: id('sch'), team_id: id('tea', 3), position: 0 }] },
  'schedules.putScheduleUsers': { rows: [{ schedule_id: id('sch'), user_id: id('usr', 2), until_at: NOW }] },
  'sessions.insertSession': { last_seen_at: NOW },
  'sign-in-links.replaceSignInLink': { used_at: NOW },
  'teams.teamByExternalId': { externalId: `external ${id('tea')}` },
  'teams.teamListBy': { name: 'Team 7', nameKey: 'team 7', externalId: `external ${id('tea')}` },
  'schedules.scheduleListBy': { name: 'Schedule 7', externalId: `external ${id('sch')}` },
  'change-notifications.insertChangeNotification': { id: id('new') },
  'time-off.putTimeOff': {
    rows: [7, 9_999].map((number) => ({
      id: id('off', 9_990 + (number % 10)),
      user_id: id('usr'),
      start_at: NOW,
      end_at: NOW + number,
      reason: number === 7 ? 'É😀' : null,
      event_key: `event ${number}`,
      created_at: NOW,
    })),
  },
  'users.insertUser': { deactivated_at: null, erased_at: null },
  'calendar-rules': { subjectId: id('usr'), subjectIds: ids('usr') },
};

/** Functions that return statements for a choice of filters, with every choice. */
const FAMILIES: Readonly<Record<string, () => ReadonlyMap<string, object>>> = {
  auditLogStatements: () =>
    choicesOf([['actorId'], ['targetId'], ['action'], ['actionPrefix'], ['from'], ['to']], auditLogStatements),
  localMessageListBy: () =>
    new Map([
      ...choicesOf([['channelId']], (filters) => localMessageListBy(filters, 'asc')),
      ...choicesOf([['channelId']], (filters) => localMessageListBy(filters, 'desc'), ' backwards'),
    ]),
  // No route has a name or an external id together with a user.
  scheduleListBy: () =>
    new Map([
      ...choicesOf([['teamId'], ['pattern'], ['userId', 'since']], scheduleListBy),
      ...choicesOf([['teamId'], ['pattern'], ['name'], ['externalId']], scheduleListBy),
    ]),
  teamListBy: () => choicesOf([['pattern'], ['name', 'nameKey'], ['externalId'], ['userId']], teamListBy),
};

export async function storedStatements(): Promise<StoredStatement[]> {
  const files = await Array.fromAsync(glob('**/*.ts', { cwd: fileURLToPath(FOLDER), exclude: MACHINERY }));
  return (await Promise.all(files.toSorted().map(statementsOf))).flat();
}

async function statementsOf(file: string): Promise<StoredStatement[]> {
  const exported: Record<string, unknown> = await import(new URL(file, FOLDER).href);
  const noun = basename(file, '.ts');
  const prefix = PREFIXES[noun] ?? 'sch';
  const example = { ...EXAMPLES, id: id(prefix), ids: ids(prefix), ...EXCEPTIONS[noun] };
  return Object.entries(exported).flatMap(([name, value]) =>
    [...membersOf(name, value)].map(([member, found]) => ({
      name: `${noun}.${member}`,
      statement: asStatement(`${noun}.${member}`, found),
      example: withColumns({ ...example, ...EXCEPTIONS[`${noun}.${name}`], ...EXCEPTIONS[`${noun}.${member}`] }),
    })),
  );
}

/** A parameter that is named as a column has the example of its name in camelCase. */
function withColumns(example: Parameters): Parameters {
  const columns = Object.entries(example).map(([name, value]) => [name.replace(/[A-Z]/g, '_$&').toLowerCase(), value]);
  return { ...Object.fromEntries(columns), ...example };
}

function membersOf(name: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'function') return [[name, value]];
  const family = FAMILIES[name];
  if (family === undefined) throw new Error(`${name} is a function: with which filters does it give statements?`);
  return [...family()].flatMap(([filters, list]) =>
    Object.entries(list).map(([member, found]): [string, unknown] => [`${name}(${filters}).${member}`, found]),
  );
}

function asStatement(name: string, value: unknown): StoredStatement['statement'] {
  if (typeof value === 'object' && value !== null && 'build' in value) return value as StoredStatement['statement'];
  throw new Error(`${name} is no statement: what is it doing among the nouns of src/db/?`);
}

/** What `family` returns for each choice of filters; those of a group come together. */
function choicesOf(
  groups: readonly (readonly string[])[],
  family: (filters: Record<string, never>) => object,
  suffix = '',
): Map<string, object> {
  const choices: (readonly string[])[] = [[]];
  for (const group of groups) choices.push(...choices.map((names) => [...names, ...group]));
  return new Map(
    choices.map((names) => [
      names.join() + suffix,
      family(Object.fromEntries(names.map((name) => [name, EXAMPLES[name]])) as Record<string, never>),
    ]),
  );
}
