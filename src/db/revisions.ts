import type { Selectable } from 'kysely';
import type { OrganizationId, ScheduleId, UserId } from '../ids.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

export type RevisionRow = Selectable<Tables['revisions']>;

export const revisionsOfSchedules = statement(
  (q, p: { organizationId: OrganizationId; ids: readonly ScheduleId[] }, { listed }) =>
    q
      .selectFrom('revisions')
      .selectAll()
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', 'in', listed(p.ids))
      .orderBy('schedule_id')
      .orderBy('number'),
);

export const revisionsPage = statement(
  (q, p: { organizationId: OrganizationId; scheduleId: ScheduleId; limit: number; offset: number }) =>
    q
      .selectFrom('revisions')
      .selectAll()
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', '=', p.scheduleId)
      .orderBy('number')
      .limit(p.limit)
      .offset(p.offset),
);

export const insertRevision = statement(
  (
    q,
    p: {
      organizationId: OrganizationId;
      scheduleId: ScheduleId;
      number: number;
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
      layer_json: p.layerJson,
      created_by: p.createdBy,
      created_at: p.createdAt,
    }),
);
