import { revisionsPage } from '../../db/revisions.ts';
import type { Caller } from '../../permissions.ts';
import type { ScheduleRevision } from '../../schemas/schedules.ts';
import { formatInstant } from '../../time/iso.ts';
import { loadUsers } from '../people/users.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';
import { isReadable, revisionOf } from './rotations.ts';
import { presentLayer } from './schedule-answers.ts';
import { getScheduleRow } from './schedule-changes.ts';

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
