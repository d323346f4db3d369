/**
 * Organizations with as many shifts as somebody can make others compute, written directly into the tables: the API refuses most of this to a member.
 * Things are numbered, as in many-rows.ts.
 */
import type { DatabaseConfig } from '../src/config/database.ts';
import type { Database, ExclusiveTransaction } from '../src/db/driver/database.ts';
import { anyOrganization } from '../src/db/people/organizations.ts';
import { migrate } from '../src/db/schema/migrate.ts';
import type { OrganizationId, UserId } from '../src/ids.ts';
import { newApiKey } from '../src/secrets/api-key-format.ts';
import { bootstrap } from '../src/services/setup/bootstrap.ts';
import type { Services } from '../src/services/shared/services.ts';
import { storeApiKey } from '../src/services/sign-in/api-keys.ts';
import { systemClock } from '../src/time/clock.ts';
import { MAX_INSTANT } from '../src/time/iso.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/time/units.ts';
import { idOf, insertMany, trustReferences } from '../test/support/plans/many-rows.ts';
import { idNumbered, openServices } from './installation.ts';

export const PEOPLE = 50;
export const HOURLY_SCHEDULES = 115;
/** Further hourly schedules, which start in 130 days. */
export const LATER_SCHEDULES = 40;
const LATER_MS = 130 * DAY_MS;
/** Schedules in which one person has an override far in the future, and is not in the rotation. */
export const DISTANT_OVERRIDES = 60;
const DISTANT_MS = 650 * DAY_MS;
const AGE_MS = 400 * DAY_MS;

const VIEWER = PEOPLE + 1;
const BYSTANDER = PEOPLE + 2;
const DISTANT_PERSON = PEOPLE + 3;

/** People in no rotation, each of whom has taken this many coverage requests of the member. */
const COVERING_PEOPLE = 10;
export const TAKEN_REQUESTS = 20;
/** The most that a request may have. */
export const HOURS_TAKEN = 500;

/** API keys. */
export interface Keys {
  readonly owner: string;
  readonly member: string;
  readonly viewer: string;
  /** In no rotation, with distant overrides. */
  readonly distant: string;
  /** Has nothing to do with any schedule. */
  readonly bystander: string;
}

export interface Scene {
  readonly config: DatabaseConfig;
  readonly nowMs: number;
  readonly keys: Keys;
}

export const ids = {
  member: idNumbered('usr', 1),
  distantPerson: idNumbered('usr', DISTANT_PERSON),
  people: Array.from({ length: PEOPLE }, (_, i) => idNumbered('usr', i + 1)),
  coveringPeople: Array.from({ length: COVERING_PEOPLE }, (_, i) => idNumbered('usr', DISTANT_PERSON + 1 + i)),
  teamOfAll: idNumbered('tea', 1),
  teamOfLater: idNumbered('tea', 2),
  scheduleWithChannel: idNumbered('sch', 1),
};

/** Hourly turns of fifty people, four at a time. The first person is the member. */
export function installCrowd(config: DatabaseConfig): Promise<Scene> {
  return installWith(config, async (tx, nowMs, organization) => {
    await addPeople(tx, DISTANT_PERSON + COVERING_PEOPLE, nowMs, organization);
    await tx.execute(`update users set seat = 'viewer' where id = ${idOf('usr', VIEWER)}`);
    const start = `case when i <= ${HOURLY_SCHEDULES} then ${nowMs - AGE_MS} else ${nowMs + LATER_MS} end + i * ${MINUTE_MS}`;
    await addSchedules(tx, HOURLY_SCHEDULES + LATER_SCHEDULES, nowMs, organization, {
      name: 'Hours',
      start,
      concurrentUsers: 4,
      unit: 'hours',
      turnMs: HOUR_MS,
      people: Array.from({ length: PEOPLE }, (_, i) => idOf('usr', i + 1)),
    });
    await insertMany(tx, 'teams', 2, {
      id: idOf('tea', 'i'),
      organization_id: organization,
      name: `'Team ' || cast(i as text)`,
      name_key: `'team ' || cast(i as text)`,
      created_at: nowMs,
    });
    await insertMany(tx, 'schedule_teams', HOURLY_SCHEDULES + LATER_SCHEDULES, {
      organization_id: organization,
      schedule_id: idOf('sch', 'i'),
      team_id: idOf('tea', `case when i <= ${HOURLY_SCHEDULES} then 1 else 2 end`),
      position: 0,
    });
    await addDistantOverrides(tx, nowMs, organization);
    await addTakenRequests(tx, nowMs, organization);
    await insertMany(tx, 'schedule_chat_channels', 1, {
      organization_id: organization,
      schedule_id: idOf('sch', 'i'),
      channel_id: `'C0ONCALL'`,
      channel_name: `'on-call'`,
      created_at: nowMs,
    });
  });
}

const PER_ORDINARY_SCHEDULE = 8;

/** As many people as schedules, with weekly turns of eight of them. */
export function installOrdinary(config: DatabaseConfig, count: number): Promise<Scene> {
  return installWith(config, async (tx, nowMs, organization) => {
    await addPeople(tx, Math.max(count, DISTANT_PERSON), nowMs, organization);
    await addSchedules(tx, count, nowMs, organization, {
      name: 'Weeks',
      start: `${nowMs - AGE_MS} + i * ${MINUTE_MS}`,
      concurrentUsers: 1,
      unit: 'weeks',
      turnMs: 7 * DAY_MS,
      people: Array.from({ length: PER_ORDINARY_SCHEDULE }, (_, i) => idOf('usr', `1 + (i + ${i}) % ${count}`)),
    });
  });
}

async function installWith(
  config: DatabaseConfig,
  fill: (tx: ExclusiveTransaction, nowMs: number, organization: string) => Promise<void>,
): Promise<Scene> {
  const services = await openServices(config, systemClock);
  const { db } = services;
  const nowMs = systemClock.now();
  const owner = newApiKey();
  try {
    await migrate(db, systemClock);
    await bootstrap(services, { email: 'owner@example.com', name: 'Owner', apiKey: owner });
    const organizationId = await organizationIn(db);
    await db.exclusively(async (tx) => {
      await trustReferences(tx);
      await fill(tx, nowMs, `'${organizationId}'`);
      await tx.execute('update organizations set schedule_count = (select count(*) from schedules)');
      if (config.kind === 'postgres') await tx.execute('analyze');
    });
    const keyOf = (number: number) => addKey(services, organizationId, number);
    const keys = {
      owner,
      member: await keyOf(1),
      viewer: await keyOf(VIEWER),
      distant: await keyOf(DISTANT_PERSON),
      bystander: await keyOf(BYSTANDER),
    };
    return { config, nowMs, keys };
  } finally {
    await db.close();
  }
}

async function organizationIn(db: Database): Promise<OrganizationId> {
  const organization = await db.first(anyOrganization, {});
  if (organization === undefined) throw new Error('there is no organization');
  return organization.id;
}

async function addKey(services: Services, organizationId: OrganizationId, number: number): Promise<string> {
  const key = newApiKey();
  const userId = idNumbered('usr', number) as UserId;
  await services.db.transaction((tx) =>
    storeApiKey(services, tx, { key, organizationId, userId, name: 'Key', expiresAt: null }),
  );
  return key;
}

function addPeople(tx: ExclusiveTransaction, count: number, nowMs: number, organization: string): Promise<void> {
  const email = `'person-' || cast(i as text) || '@example.com'`;
  return insertMany(tx, 'users', count, {
    id: idOf('usr', 'i'),
    organization_id: organization,
    name: `'Person ' || cast(i as text)`,
    name_key: `'person ' || cast(i as text)`,
    email,
    email_key: email,
    email_match_key: email,
    role: `'standard'`,
    seat: `'member'`,
    created_at: nowMs - AGE_MS,
  });
}

interface Turns {
  readonly name: string;
  /** SQL: when the turns of schedule `i` start. */
  readonly start: string;
  readonly concurrentUsers: number;
  readonly unit: 'hours' | 'weeks';
  readonly turnMs: number;
  /** SQL for the id of each person in schedule `i`. */
  readonly people: readonly string[];
}

/** No handoff is due while the benchmark runs. */
async function addSchedules(
  tx: ExclusiveTransaction,
  count: number,
  nowMs: number,
  organization: string,
  { name, start, concurrentUsers, unit, turnMs, people }: Turns,
): Promise<void> {
  await insertMany(tx, 'schedules', count, {
    id: idOf('sch', 'i'),
    organization_id: organization,
    name: `'Schedule ' || cast(i as text)`,
    name_key: `'schedule ' || cast(i as text)`,
    time_zone: `'Europe/Berlin'`,
    latest_revision: 0,
    next_change_at: nowMs + HOUR_MS,
    created_by: "(select id from users where role = 'owner')",
    created_at: nowMs - AGE_MS,
    turns_per_year: Math.ceil((365.25 * DAY_MS) / turnMs),
  });
  const users = people.map((person) => `'"' || ${person} || '"'`).join(` || ',' || `);
  await insertMany(tx, 'revisions', count, {
    organization_id: organization,
    schedule_id: idOf('sch', 'i'),
    number: 0,
    valid_from: nowMs - AGE_MS,
    valid_until: MAX_INSTANT,
    layer_json: `'{"name":"${name}","rotationStart":' || cast(${start} as text) || ',"concurrentUsers":${concurrentUsers},"users":[' || ${users} || '],"shiftLength":{"amount":1,"unit":"${unit}"}}'`,
    created_at: nowMs - AGE_MS,
  });
  for (const person of people) {
    await insertMany(tx, 'schedule_users', count, {
      organization_id: organization,
      schedule_id: idOf('sch', 'i'),
      user_id: person,
      until_at: MAX_INSTANT,
    });
  }
}

/** As after the cover was handed back: the member is on call again in some of the hours. */
async function addTakenRequests(tx: ExclusiveTransaction, nowMs: number, organization: string): Promise<void> {
  const count = COVERING_PEOPLE * TAKEN_REQUESTS;
  const firstMs = nowMs + DAY_MS;
  const endMs = firstMs + HOURS_TAKEN * HOUR_MS;
  const shifts = Array.from({ length: HOURS_TAKEN }, (_, i) => ({
    scheduleId: ids.scheduleWithChannel,
    scheduleName: 'Schedule 1',
    start: firstMs + i * HOUR_MS,
    end: firstMs + (i + 1) * HOUR_MS,
  }));
  const shiftsJson = `'${JSON.stringify(shifts)}'`;
  const takenBy = idOf('usr', `${DISTANT_PERSON + 1} + i % ${COVERING_PEOPLE}`);
  await insertMany(tx, 'coverage_requests', count, {
    id: idOf('cov', 'i'),
    organization_id: organization,
    user_id: `'${ids.member}'`,
    reason: `'Away'`,
    status: `'accepted'`,
    start_at: firstMs,
    end_at: endMs,
    shifts_json: shiftsJson,
    accepted_by: takenBy,
    accepted_at: nowMs,
    created_at: nowMs,
  });
  await insertMany(tx, 'coverage_answers', count, {
    id: idOf('ans', 'i'),
    organization_id: organization,
    request_id: idOf('cov', 'i'),
    user_id: takenBy,
    answered_at: nowMs,
    shifts_json: shiftsJson,
    start_at: firstMs,
    end_at: endMs,
  });
}

async function addDistantOverrides(tx: ExclusiveTransaction, nowMs: number, organization: string): Promise<void> {
  const person = idOf('usr', DISTANT_PERSON);
  const startMs = nowMs + DISTANT_MS;
  await insertMany(tx, 'overrides', DISTANT_OVERRIDES, {
    id: idOf('ovr', 'i'),
    organization_id: organization,
    schedule_id: idOf('sch', 'i'),
    start_at: startMs,
    end_at: startMs + HOUR_MS,
    rank: 1,
    users_json: `'["' || ${person} || '"]'`,
    created_by: person,
    created_at: nowMs,
  });
  await insertMany(tx, 'override_users', DISTANT_OVERRIDES, {
    organization_id: organization,
    override_id: idOf('ovr', 'i'),
    user_id: person,
    end_at: startMs + HOUR_MS,
  });
}
