/** Which of the layers of a schedule the form edits: the one in force, or one that is planned (rule REV-4). */
import { plansOf } from '../../src/engine/plans.ts';
import type { Revision } from '../../src/engine/schedule.ts';
import type { Schemas } from '../api/client.ts';
import { revisionsOf } from '../schedules/engine-schedule.ts';

type Revisions = readonly Schemas['ScheduleRevision'][];

export interface Edited {
  readonly layer: Schemas['ScheduleLayer'];
  readonly number: number;
  readonly validFrom: number;
}

/** The plan with this number, or a plan for the same time; otherwise the layer in force, or the first planned one. */
export function editedOf(
  revisions: Revisions,
  wanted: Partial<Pick<Edited, 'number' | 'validFrom'>>,
  now: number,
): Edited | undefined {
  const { current, planned } = plansOf(revisions.flatMap(revisionsOf), now);
  const plan =
    planned.find(({ number }) => number === wanted.number) ??
    planned.find(({ validFrom }) => validFrom === wanted.validFrom);
  const revision = plan ?? current ?? planned[0];
  return revision && withLayer(revision, revisions);
}

function withLayer({ number, validFrom }: Revision, revisions: Revisions): Edited | undefined {
  const layer = revisions.find((revision) => revision.number === number)?.layers[0];
  return layer && { layer, number, validFrom };
}

/** The number, if it is that of a plan. The saved layer then replaces that plan. */
export function replacedBy(revisions: readonly Revision[], number: number, now: number): number | undefined {
  return plansOf(revisions, now).planned.some((plan) => plan.number === number) ? number : undefined;
}
