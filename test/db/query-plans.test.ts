/**
 * The cost of a statement does not grow with the amount of data: each uses an index. Exceptions are listed below with a reason; any other statement
 * needs an index, or must be rewritten.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import { fillEveryTable } from '../support/plans/every-table.ts';
import { fillWith } from '../support/plans/many-rows.ts';
import { withListsOfOne } from '../support/plans/parameter-variants.ts';
import { readPlansOfPostgres } from '../support/plans/postgres-plans.ts';
import type { Plan, PlanReader } from '../support/plans/query-plans.ts';
import { readPlansOfSqlite } from '../support/plans/sqlite-plans.ts';
import { storedStatements } from '../support/plans/stored-statements.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import {
  type CreateDatabase,
  createPostgres,
  createSqlite,
  describeOnBothDatabases,
  type TestDatabase,
} from '../support/servers/databases.ts';

type Fault = 'reads all of a table' | 'reads all of an organization' | 'sorts';

/** Exceptions by fault and by reason. */
const EXCUSED: Readonly<Record<Fault, Readonly<Record<string, readonly string[]>>>> = {
  'reads all of a table': {
    'a row for each organization, and few of those': ['organizations.anyOrganization', 'retention.organizationIds'],
    'takes the first row of an index that contains only waiting rows': [
      'due-work.earliestDue',
      'erasure.unfinishedErasures',
    ],
    'counts pending or broken rows, in an index that contains only these': [
      'broken-schedules.brokenSchedulesTotal',
      'deliveries.outboxState',
    ],
    'has a limit: PostgreSQL assumes that it is a tenth of the table when it plans for any limit, and therefore plans for each one':
      [
        'retention.deleteExpiredLinks',
        'retention.deleteIdempotencyKeys',
        'retention.deleteIdleSessions',
        'retention.deleteOldSessions',
      ],
    'touches everything that waits, after the clock was set back': ['due-work.requeueQueues'],
  },
  'reads all of an organization': {
    'reads a page in the order of its index, and stops when the page is full': [
      'api-keys.organizationKeysPage',
      'audit-log.auditLogStatements().page',
      'coverage-requests.coverageRequestsPage',
      'deliveries.deliveriesPage',
      'erasure.erasableUsersPage',
      'notices.failingGroups',
      'chat-links.channelsOfAllSchedulesPage',
      'chat-links.groupsOfSchedulesPage',
      'local-chat.localGroupsPage',
      'local-chat.localMessageListBy().page',
      'local-chat.localMessageListBy( backwards).page',
      'schedules.scheduleListBy().page',
      'teams.teamListBy().page',
      'users.usersPage',
    ],
    'an index of owners and admins alone': ['notice-watch.adminsOf'],
    'a row for each organization': ['notice-watch.updateNoticeWatch'],
    'an organization has 20 webhooks at most': [
      'notices.failingWebhooks',
      'webhooks.activeWebhooks',
      'webhooks.webhooksPage',
      'webhooks.webhooksTotal',
    ],
    'all schedules are watched from then on': ['gap-watch.watchAllGaps'],
    'few users have holidays of their own': ['calendar-rules.userHolidaysPage', 'calendar-rules.userHolidaysTotal'],
    'a total, which every page has': [
      'api-keys.organizationKeysTotal',
      'coverage-requests.coverageRequestsTotal',
      'deliveries.deliveriesTotal',
      'erasure.erasableUsersTotal',
      'chat-links.channelsOfAllSchedulesTotal',
      'chat-links.groupsOfSchedulesTotal',
      'local-chat.localGroupsTotal',
      'teams.teamListBy().total',
      'users.usersTotal',
    ],
    'counts a list that only grows: if the count were stored, all writers of the organization would wait for each other':
      [
        'audit-log.auditLogStatements().total',
        'local-chat.localMessageListBy().total',
        'local-chat.localMessageListBy( backwards).total',
      ],
    'a search for a part of a text': [
      'audit-log.auditLogStatements(actionPrefix).page',
      'audit-log.auditLogStatements(actionPrefix).total',
      'idempotency-keys.deleteIdempotencyKeysWith',
      'schedules.scheduleListBy(pattern).page',
      'schedules.scheduleListBy(pattern).total',
      'teams.teamListBy(pattern).page',
      'teams.teamListBy(pattern).total',
      'users.usersNamedPage',
      'users.usersNamedTotal',
    ],
    'who is leaving: almost always nobody': ['departures.departuresOf', 'revisions.revisionsInForce'],
    'uses an index that contains only these rows': [
      'deliveries.deliveriesOfStatusPage',
      'deliveries.deliveriesOfStatusTotal',
      'users.otherOwners',
    ],
  },
  sorts: {
    'what waits for the chat, which is little': ['notices.waitingDeliveries'],
    'what some users have': ['reports.schedulesOfUsersSince'],
    'what one user has': [
      'coverage-requests.pendingCoverageRequestsOfUser',
      'schedules.scheduleListBy(userId,since).page',
      'schedules.scheduleListBy(userId,since).total',
      'schedules.scheduleListBy(teamId,userId,since).page',
      'schedules.scheduleListBy(teamId,userId,since).total',
      'schedules.scheduleListBy(pattern,userId,since).page',
      'schedules.scheduleListBy(pattern,userId,since).total',
      'schedules.scheduleListBy(teamId,pattern,userId,since).page',
      'schedules.scheduleListBy(teamId,pattern,userId,since).total',
      'schedules.schedulesOfUser',
      'schedules.lookForRemindersOf',
      'departures.leavingUsersIn',
      'user-deactivation.unfinishedOverridesOf',
    ],
    'what the schedules asked for have': [
      'overrides.overridesOfSchedules',
      'overrides.overridesPage',
      'reminders.peopleToRemind',
      'schedules.teamsOfSchedules',
    ],
    'the answers to the requests asked for': [
      'coverage-answers.answersOfRequests',
      'coverage-answers.usersWhoAnswered',
    ],
    'what was covered in an interval: a few in a day': [
      'coverage-answers.acceptancesInSchedules',
      'coverage-answers.acceptancesWithin',
      'coverage-answers.coverOfLeavers',
    ],
    'no more than its total counts': ['coverage-requests.unansweredCoverageRequestsPage'],
    'what it is given, nothing that is stored': ['delivery-queues.wakeQueues'],
  },
};

interface Reading {
  /** `name: fault`, for every fault in a plan. */
  readonly found: ReadonlySet<string>;
  /** Faults without an exception, with their plans. */
  readonly unexcused: readonly string[];
}

const readings = new Map<CreateDatabase, Promise<Reading>>();

/** The plans of every statement on that database; read once. */
function readingOf(create: CreateDatabase): Promise<Reading> {
  const reading = readings.get(create) ?? readOn(create);
  readings.set(create, reading);
  return reading;
}

async function readOn(create: CreateDatabase): Promise<Reading> {
  const place = await create();
  const db = await openDatabase(place.config);
  try {
    await migrate(db, { now: () => 0 });
    return await readPlans(await openReader(place, db));
  } finally {
    await cleanUp(
      () => db.close(),
      () => place.remove(),
    );
  }
}

async function openReader({ config }: TestDatabase, db: Database): Promise<PlanReader> {
  if (config.kind === 'sqlite') return readPlansOfSqlite(db);
  await fillEveryTable(db);
  const reader = await readPlansOfPostgres(db);
  assert.deepEqual(await emptyTables(db, reader), [], 'test/support/plans/every-table.ts makes no rows for these');
  return reader;
}

async function readPlans(reader: PlanReader): Promise<Reading> {
  const found = new Set<string>();
  const unexcused: string[] = [];
  for (const { name, statement, example } of await storedStatements()) {
    const ofOne = await reader.plansOf(statement, withListsOfOne(example));
    for (const plan of [...(await reader.plansOf(statement, example)), ...ofOne]) {
      for (const fault of faultsOf(plan)) {
        found.add(`${name}: ${fault}`);
        if (!isExcused(name, fault)) unexcused.push(`${name} ${fault}:\n${plan.text}\n`);
      }
    }
  }
  return { found, unexcused };
}

async function emptyTables(db: Database, reader: PlanReader): Promise<string[]> {
  const empty: string[] = [];
  for (const table of reader.tables) {
    const rows = await db.exclusively((tx) => tx.execute(`select 1 from ${table} limit 1`));
    // Only the start of a process reads this table, and it has one row for each schema change.
    if (rows.length === 0 && table !== 'later_migrations') empty.push(table);
  }
  return empty;
}

describeOnBothDatabases('every statement', (create) => {
  it('uses an index', async () => {
    assert.equal((await readingOf(create)).unexcused.join('\n'), '');
  });
});

describe('an exception', () => {
  it('is needed by its plan', async () => {
    const readings = await Promise.all([readingOf(createSqlite), readingOf(createPostgres)]);
    const excused = Object.entries(EXCUSED).flatMap(([fault, reasons]) =>
      Object.values(reasons).flatMap((names) => names.map((name) => `${name}: ${fault}`)),
    );
    assert.deepEqual(
      excused.filter((excuse) => !readings.some(({ found }) => found.has(excuse))),
      [],
    );
  });
});

describe('PostgreSQL with some hundred users', () => {
  it('finds those of a schedule by their keys', async () => {
    const place = await createPostgres('migrated');
    const db = await openDatabase(place.config);
    try {
      const amounts = { users: 500, schedules: 100, overridesOfEach: 2, coverageRequests: 0 };
      await fillWith(db, amounts, { nowMs: 0, organization: () => `'org'` });
      await db.exclusively((tx) => tx.execute('analyze'));
      const { plansOf } = await readPlansOfPostgres(db);
      const found = (await storedStatements()).find(({ name }) => name === 'schedules.usersOfSchedules');
      assert.ok(found);
      const plans = await plansOf(found.statement, { ...found.example, organizationId: 'org' });
      const searches = plans.flatMap(({ accesses }) => accesses.filter(({ table }) => table === 'users'));
      assert.deepEqual(new Set(searches.map(({ searchedBy }) => searchedBy.join())), new Set(['id']));
    } finally {
      await cleanUp(
        () => db.close(),
        () => place.remove(),
      );
    }
  });
});

function isExcused(name: string, fault: Fault): boolean {
  return Object.values(EXCUSED[fault]).some((names) => names.includes(name));
}

function faultsOf({ accesses, sorts }: Plan): Fault[] {
  const faults: Fault[] = [];
  if (accesses.some(({ searchedBy }) => searchedBy.length === 0)) faults.push('reads all of a table');
  if (accesses.some(({ searchedBy }) => searchedBy.join() === 'organization_id'))
    faults.push('reads all of an organization');
  if (sorts) faults.push('sorts');
  return faults;
}
