/** Schedules that a worker could not compute, across all organizations. */
import type { ScheduleId } from '../../ids.ts';
import { statement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { updateRows } from '../schema/row-writes.ts';

export const updateBrokenReasons = updateRows('schedules', ['broken_reason']);

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
