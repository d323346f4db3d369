/** Every statement on data of an organization filters by that organization. Exceptions are listed below with a reason. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type OperationNode, sql } from 'kysely';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { type Statement, statement, writeStatement } from '../../src/db/driver/statement.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import type { OrganizationId, ScheduleId } from '../../src/ids.ts';
import { tablesOfAnyOrganization } from '../support/plans/query-blocks.ts';
import { type AnyStatement, explaining } from '../support/plans/query-plans.ts';
import { storedStatements } from '../support/plans/stored-statements.ts';
import { storedTables } from '../support/plans/stored-tables.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';

/** Exceptions by reason. */
const EXCUSED: Readonly<Record<string, readonly string[]>> = {
  'found by the hash of a secret: who comes with one belongs to no organization yet': [
    'api-keys.holderByKeyHash',
    'calendar-feeds.feedByTokenHash',
    'sessions.holderByTokenHash',
    'sign-in-links.openLinkByTokenHash',
  ],
  'work that is due, of all organizations; each row says of which it is': [
    'chat-links.dueChangedGroups',
    'chat-links.dueChatGroups',
    'chat-links.groupBeingChanged',
    'coverage-requests.coverageRequestsToExpire',
    'coverage-requests.coverageRequestsToRemind',
    'delivery-queues.dueQueues',
    'delivery-queues.dueQueuesAmong',
    'delivery-queues.dueQueuesExcept',
    'departures.dueDepartures',
    'due-work.dueHandoffs',
    'gap-watch.dueGapWatches',
    'notice-watch.dueNoticeWatches',
    'change-notifications.schedulesWithDueNotifications',
    'reminders.dueReminders',
  ],
  'keeps the work of all organizations going; nobody is shown a row': [
    'broken-schedules.brokenSchedulesTotal',
    'broken-schedules.schedulesAfter',
    'calendar-feeds.feedsBySecret',
    'deliveries.outboxState',
    'due-work.requeueDepartures',
    'due-work.requeueGapWatches',
    'due-work.requeueNoticeWatches',
    'due-work.earliestDue',
    'due-work.requeueGroupSyncs',
    'due-work.requeueHandoffs',
    'due-work.requeueNotifications',
    'due-work.requeueQueues',
    'erasure.unfinishedErasures',
    'retention.deleteAuditEntries',
    'retention.deleteDeliveries',
    'retention.deleteExpiredLinks',
    'retention.deleteIdempotencyKeyCounts',
    'retention.deleteIdempotencyKeys',
    'retention.deleteIdleSessions',
    'retention.deleteOldSessions',
    'retention.messagesOfKeptDeliveries',
  ],
  'the keys are found by id, and only those of users of the organization count': ['api-keys.validApiKeys'],
  'the links are searched by schedule, and only groups of the organization are changed': [
    'chat-links.markChatGroupsOf',
  ],
};

const GIVEN = { organizationId: 'org_1' as OrganizationId, id: 'sch_1' as ScheduleId };
type Given = typeof GIVEN;

describeOnBothDatabases('every statement', (create) => {
  let place: TestDatabase;
  let db: Database;
  let owned: ReadonlySet<string>;

  before(async () => {
    place = await create();
    db = await openDatabase(place.config);
    await migrate(db, { now: () => 0 });
    const tables = await storedTables(db, place.config.kind);
    owned = new Set([...tables.keys()].filter((table) => tables.get(table)?.includes('organization_id')));
  });
  after(async () => {
    await cleanUp(
      () => db.close(),
      () => place.remove(),
    );
  });

  async function withoutOrganization(wanted: AnyStatement, example = {}): Promise<string[]> {
    let query: OperationNode | undefined;
    const seen = explaining(wanted, 'explain', (compiled) => {
      query = compiled.query;
    });
    await db.all(seen, example);
    assert.ok(query !== undefined);
    return tablesOfAnyOrganization(query, owned);
  }

  it('filters by organization, or is a listed exception; and every exception is needed', async () => {
    assert.ok(owned.size > 15 && owned.has('users') && !owned.has('sign_in_attempts'));
    const nameless: string[] = [];
    for (const { name, statement, example } of await storedStatements()) {
      if ((await withoutOrganization(statement, example)).length > 0) nameless.push(name);
    }
    assert.deepEqual(nameless.sort(), Object.values(EXCUSED).flat().sort());
  });

  const NAMELESS: Readonly<Record<string, Statement<Given, unknown>>> = {
    'a select': statement((q, p: Given) => q.selectFrom('schedules').selectAll().where('id', '=', p.id)),
    'an update': writeStatement((q, p: Given) => q.updateTable('schedules').set({ name: 'x' }).where('id', '=', p.id)),
    'a delete': writeStatement((q, p: Given) => q.deleteFrom('schedules').where('id', '=', p.id)),
    'one by another name': statement((q, p: Given) =>
      q.selectFrom('schedules as theirs').selectAll().where('theirs.id', '=', p.id),
    ),
    'another value for it': statement((q, p: Given) =>
      q
        .selectFrom('schedules')
        .selectAll()
        .where('organization_id', '=', p.id as string as OrganizationId),
    ),
    'one of two that need not both hold': statement((q, p: Given) =>
      q
        .selectFrom('schedules')
        .selectAll()
        .where((eb) => eb.or([eb('organization_id', '=', p.organizationId), eb('id', '=', p.id)])),
    ),
    'that of another row': statement((q, p: Given) =>
      q
        .selectFrom('schedules')
        .innerJoin('users', 'users.id', 'schedules.created_by')
        .select('schedules.id')
        .whereRef('schedules.organization_id', '=', 'users.organization_id')
        .where('schedules.id', '=', p.id),
    ),
    'SQL by hand': statement((q, p: Given) =>
      q.selectNoFrom(sql<number>`(select count(*) from schedules where id = ${p.id})`.as('count')),
    ),
    'one in a subquery': statement((q, p: Given) =>
      q
        .selectFrom('schedules')
        .selectAll()
        .where('organization_id', '=', p.organizationId)
        .where('id', 'in', (eb) =>
          eb.selectFrom('schedule_users').select('schedule_id').where('schedule_id', '=', p.id),
        ),
    ),
  };
  for (const [what, nameless] of Object.entries(NAMELESS)) {
    it(`would fail the check without its filter: ${what}`, async () => {
      assert.notDeepEqual(await withoutOrganization(nameless as AnyStatement, GIVEN), []);
    });
  }
});
