/** Schedules that a worker could not compute, across all organizations. */
import type { OrganizationId, ScheduleId } from '../../ids.ts';
import { type Records, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';

/** `schedules` has the columns below for each of them; an empty reason means that the schedule works. */
export const updateBrokenReasons = writeStatement((q, p: { schedules: Records }, { records }) =>
  q
    .updateTable('schedules')
    .from(records(p.schedules, { organization_id: 'text', id: 'text', broken_reason: 'text' }).as('wanted'))
    .set((eb) => ({ broken_reason: eb.fn<string | null>('nullif', ['wanted.broken_reason', eb.val('')]) }))
    .whereRef('schedules.id', '=', (eb) => eb.ref('wanted.id').$castTo<ScheduleId>())
    .whereRef('schedules.organization_id', '=', (eb) => eb.ref('wanted.organization_id').$castTo<OrganizationId>()),
);

export const brokenSchedulesTotal = statement((q, _: Record<never, never>) =>
  q
    .selectFrom('schedules')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('broken_reason', 'is not', null),
);

/** All schedules in batches: those with an id above the last of the batch before. */
export const schedulesAfter = statement((q, p: { after: string; limit: number }) =>
  q
    .selectFrom('schedules')
    .select(columns.schedules)
    .where((eb) => eb('id', '>', eb.val(p.after).$castTo<ScheduleId>()))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(p.limit),
);
