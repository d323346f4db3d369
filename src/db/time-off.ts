/** Rule OFF-1: when people are away. */
import type { Kysely, Selectable } from 'kysely';
import type { OrganizationId, TimeOffId, UserId } from '../ids.ts';
import { statement, writeStatement } from './driver/statement.ts';
import { columns } from './schema/columns.ts';
import { insertRows, updateRow } from './schema/row-writes.ts';
import type { Tables } from './schema/tables.ts';

export type TimeOffRow = Selectable<Tables['time_off']>;

type OfUser = { organizationId: OrganizationId; userId: UserId };

function timeOffOf(q: Kysely<Tables>, p: OfUser) {
  return q.selectFrom('time_off').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId);
}

export const timeOffPage = statement((q, p: OfUser & { endsAfter: number; limit: number; offset: number }) =>
  timeOffOf(q, p)
    .select(columns.time_off)
    .where('end_at', '>', p.endsAfter)
    .orderBy('start_at')
    .orderBy('id')
    .limit(p.limit)
    .offset(p.offset),
);

export const timeOffTotal = statement((q, p: OfUser & { endsAfter: number }) =>
  timeOffOf(q, p)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('end_at', '>', p.endsAfter),
);

export const timeOffById = statement((q, p: OfUser & { id: TimeOffId }) =>
  timeOffOf(q, p).select(columns.time_off).where('id', '=', p.id),
);

/** Time off that was imported from calendar files. */
export const importedTimeOff = statement((q, p: OfUser) =>
  timeOffOf(q, p).select(columns.time_off).where('event_key', 'is not', null),
);

/** Time off that overlaps the interval. */
export const timeOffOfUsers = statement(
  (q, p: { organizationId: OrganizationId; userIds: readonly UserId[]; start: number; end: number }, { listed }) =>
    q
      .selectFrom('time_off')
      .select(['user_id', 'start_at', 'end_at'])
      .where('organization_id', '=', p.organizationId)
      .where('user_id', ...listed(p.userIds))
      .where('start_at', '<', p.end)
      .where('end_at', '>', p.start),
);

/** An event that was imported before gets the new values, and keeps its id. */
export const putTimeOff = insertRows('time_off', {
  key: ['user_id', 'event_key'],
  replaced: ['start_at', 'end_at', 'reason'],
});

export const updateTimeOff = updateRow('time_off', ['start_at', 'end_at', 'reason']);

export const deleteTimeOff = writeStatement((q, p: OfUser & { id: TimeOffId }) =>
  q
    .deleteFrom('time_off')
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('id', '=', p.id),
);

export const deleteTimeOffOfUser = writeStatement((q, p: OfUser) =>
  q.deleteFrom('time_off').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
);
