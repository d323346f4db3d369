import type { Selectable } from 'kysely';
import type { OrganizationId, ScheduleId, UserId } from '../ids.ts';
import { TIME_ENDS } from '../time/iso.ts';
import { columns } from './columns.ts';
import { statement, writeStatement } from './statement.ts';
import type { Tables } from './tables.ts';

export type RevisionRow = Selectable<Tables['revisions']>;

/**
 * Those in force at some time of the interval or at its very edges, and the latest of each schedule; in their order, which is
 * also that of their numbers. Those that never come into force are not among them.
 */
export const revisionsInForce = statement(
  (
    q,
    p: { organizationId: OrganizationId; ids: readonly ScheduleId[]; start: number; end: number },
    { among, listed },
  ) =>
    q
      .selectFrom('revisions')
      .select(columns.revisions)
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', among, listed(p.ids))
      .whereRef('valid_from', '<', 'reign_end')
      .where('reign_end', '>=', p.start)
      .where((eb) => eb.or([eb('valid_from', '<=', p.end), eb('reign_end', '=', TIME_ENDS)]))
      .orderBy('schedule_id')
      .orderBy('reign_end'),
);

type RevisionKey = { organizationId: OrganizationId; scheduleId: ScheduleId; number: number };

export const revisionByNumber = statement((q, p: RevisionKey) =>
  q
    .selectFrom('revisions')
    .select(columns.revisions)
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId)
    .where('number', '=', p.number),
);

export const revisionsPage = statement(
  (q, p: { organizationId: OrganizationId; scheduleId: ScheduleId; limit: number; offset: number }) =>
    q
      .selectFrom('revisions')
      .select(columns.revisions)
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', '=', p.scheduleId)
      .orderBy('number')
      .limit(p.limit)
      .offset(p.offset),
);

/**
 * A revision that is valid from then on takes over from the one in force, and from those planned for later. Only what is still
 * to be in force is touched: else each new plan would touch all that were dropped before it.
 */
export const cutReigns = writeStatement(
  (q, p: { organizationId: OrganizationId; scheduleId: ScheduleId; validFrom: number }) =>
    q
      .updateTable('revisions')
      .set({ reign_end: p.validFrom })
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', '=', p.scheduleId)
      .whereRef('valid_from', '<', 'reign_end')
      .where('reign_end', '>', p.validFrom),
);

/** The latest: `cutReigns` comes first. */
export const insertRevision = writeStatement(
  (
    q,
    p: RevisionKey & {
      validFrom: number;
      layerJson: string;
      createdBy: UserId | null;
      createdAt: number;
    },
  ) =>
    q.insertInto('revisions').values({
      organization_id: p.organizationId,
      schedule_id: p.scheduleId,
      number: p.number,
      valid_from: p.validFrom,
      reign_end: TIME_ENDS,
      layer_json: p.layerJson,
      created_by: p.createdBy,
      created_at: p.createdAt,
    }),
);
