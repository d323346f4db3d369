/** The stored state that the schedule form edits: the schedule with its tag, and its revisions. Two requests read it. */
import { useEffect, useState } from 'react';
import type { Schemas, Tagged } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { useRevisions } from '../schedules/timeline/timeline-data.ts';
import { type Edited, editedOf } from './edited.ts';

export interface Stored {
  readonly schedule: Schemas['Schedule'];
  readonly etag: string | undefined;
  readonly revisions: readonly Schemas['ScheduleRevision'][];
}

/** What a form edits, and the tag that a change to it needs. */
export interface Current {
  readonly schedule: Schemas['Schedule'];
  readonly etag: string | undefined;
  readonly edited: Edited;
}

/**
 * `stored` is undefined until both responses are there and belong together: if somebody saved between them, the tag of one would allow to overwrite
 * what the other does not show yet. Once known, it stays, even if the schedule is deleted: a form keeps what was typed in it.
 */
export function useStored(id: string) {
  const schedule = useGet('/schedules/{schedule_id}', { params: { path: { schedule_id: id } } });
  const revisions = useRevisions(id);
  const [stored, setStored] = useState<Stored & { readonly answer: Tagged<object> }>();
  const latest = revisions.data?.reduce((highest, { number }) => Math.max(highest, number), -1);
  const wanted = schedule.data?.schedule.current_revision;
  if (schedule.data !== undefined && revisions.data !== undefined && latest === wanted) {
    if (stored?.answer !== schedule.data || stored.revisions !== revisions.data) {
      const { data: answer } = schedule;
      setStored({ answer, schedule: answer.schedule, etag: answer.etag, revisions: revisions.data });
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pair of responses that do not belong together
  useEffect(() => {
    if (latest === undefined || wanted === undefined || latest === wanted) return;
    void schedule.refetch();
    void revisions.refetch();
  }, [latest, wanted]);
  return { schedule, revisions, stored };
}

export function currentOf(
  { schedule, etag, revisions }: Stored,
  wanted: Parameters<typeof editedOf>[1],
  now: number,
): Current {
  const [layer] = schedule.layers;
  const edited =
    editedOf(revisions, wanted, now) ?? (layer && { layer, number: schedule.current_revision, validFrom: 0 });
  if (edited === undefined) throw new Error('a schedule that is not broken has a layer');
  return { schedule, etag, edited };
}

export function partsOf({ schedule, edited }: Current) {
  return { schedule, layer: edited.layer };
}
