/** Rule BUD-2: how many turns a year each schedule has, for the limit of its creator. What an older node writes counts as before, or not. */
import { turnsPerYear } from '../../../engine/shifts-of-user.ts';
import type { ScheduleId } from '../../../ids.ts';
import { type Records, statement, writeStatement } from '../../driver/statement.ts';
import type { LaterMigration } from '../migration.ts';

const SCHEDULES_PER_PAGE = 500;

const latestLayers = statement((q, p: { after: string; limit: number }) =>
  q
    .selectFrom('schedules')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.organization_id', '=', 'schedules.organization_id')
        .onRef('revisions.schedule_id', '=', 'schedules.id')
        .onRef('revisions.number', '=', 'schedules.latest_revision'),
    )
    .select(['schedules.id', 'revisions.layer_json'])
    .where('schedules.id', '>', p.after as ScheduleId)
    .orderBy('schedules.id')
    .limit(p.limit),
);

const setTurns = writeStatement((q, p: { schedules: Records }, { records }) =>
  q
    .updateTable('schedules')
    .from(records(p.schedules, { id: 'text', turns: 'bigint' }).as('counted'))
    .set((eb) => ({ turns_per_year: eb.ref('counted.turns').$castTo<number>() }))
    .whereRef('schedules.id', '=', (eb) => eb.ref('counted.id').$castTo<ScheduleId>()),
);

export const turnsPerYearOfSchedules: LaterMigration = {
  name: 'turns per year',
  oldestPeer: 9,
  statements: () => [
    'alter table schedules add column turns_per_year bigint not null default 0',
    'create index schedules_by_creator on schedules (organization_id, created_by) where deleted_at is null',
  ],
  async run(tx) {
    for (let after = ''; ; ) {
      const rows = await tx.all(latestLayers, { after, limit: SCHEDULES_PER_PAGE });
      const last = rows.at(-1);
      if (last === undefined) return;
      const schedules = rows.map(({ id, layer_json }) => ({ id, turns: turnsIn(layer_json) }));
      await tx.run(setTurns, { schedules });
      after = last.id;
    }
  },
};

/** A layer that cannot be read has none: its schedule is broken. */
function turnsIn(layerJson: string): number {
  try {
    return turnsPerYear(JSON.parse(layerJson));
  } catch {
    return 0;
  }
}
