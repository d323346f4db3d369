import { revisionsPage } from '../../db/schedules/revisions.ts';
import { AppError, quoted } from '../../errors.ts';
import type { Caller } from '../../permissions.ts';
import type { ScheduleRevision } from '../../schemas/schedules/schedules.ts';
import { formatInstant } from '../../time/iso.ts';
import { loadUsers } from '../people/users.ts';
import { cancellation } from '../plan/layer-effects.ts';
import { changeSchedule } from '../plan/schedule-changes.ts';
import { planScheduleChange } from '../plan/schedule-plan.ts';
import { type ExpectedTags, requireScheduleTag } from '../shared/entity-tags.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from '../shared/paging.ts';
import { getScheduleRow } from '../shared/schedule-access.ts';
import type { Services } from '../shared/services.ts';
import { isReadable, revisionOf } from '../timelines/rotations.ts';
import { presentLayer } from './schedule-answers.ts';

/** The form in responses. */
const NUMBER = /^(0|[1-9]\d{0,14})$/;

export async function listRevisions(
  { db }: Services,
  caller: Caller,
  scheduleId: string,
  page: PageRequest,
): Promise<{ revisions: ScheduleRevision[]; meta: PageMeta }> {
  const { organizationId } = caller;
  const { id, latest_revision } = await getScheduleRow(db, caller, scheduleId);
  const rows = await db.all(revisionsPage, { organizationId, scheduleId: id, ...limitsOf(page) });
  const revisions = rows.map((row) => {
    const revision = revisionOf(row);
    return { row, revision, layers: isReadable(revision) ? [revision.layer] : [] };
  });
  const findUser = await loadUsers(
    db,
    organizationId,
    revisions.flatMap(({ row, layers }) => [
      ...layers.flatMap(({ users }) => users),
      ...(row.created_by === null ? [] : [row.created_by]),
    ]),
  );
  return {
    revisions: revisions.map(({ row, revision, layers }) => ({
      number: revision.number,
      valid_from: formatInstant(revision.validFrom),
      layers: layers.map((layer) => presentLayer(layer, findUser)),
      created_at: formatInstant(row.created_at),
      ...(row.created_by !== null && { created_by: findUser(row.created_by) }),
    })),
    // Revisions are numbered without gaps from 0.
    meta: metaOf(page, { total: latest_revision + 1 }),
  };
}

/** Rule REV-4: the revision stays in the list, and never comes into force. */
export function cancelRevision(
  services: Services,
  caller: Caller,
  scheduleId: string,
  revision: string,
  expected?: ExpectedTags,
): Promise<void> {
  return changeSchedule(services, caller, { scheduleId }, async (change) => {
    const { tx, state, planning } = change;
    const number = NUMBER.test(revision) ? Number(revision) : Number.POSITIVE_INFINITY;
    if (number > state.row.latest_revision) {
      throw new AppError('not_found', `There is no revision ${quoted(revision)} of ${state.row.id}.`);
    }
    await requireScheduleTag(tx, state.row, expected);
    await change.write(planScheduleChange(state, cancellation(state, number, planning), planning));
  });
}
