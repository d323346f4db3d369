import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { BrokenNote } from '../schedules/broken-note.tsx';
import { namesFrom, overrideOf, revisionsOf } from '../schedules/engine-schedule.ts';
import { NoSuchSchedule } from '../schedules/no-such-schedule.tsx';
import { peopleIn, useRevisions } from '../schedules/timeline/timeline-data.ts';
import { msOf } from '../time/format.ts';
import { useNow } from '../time/now.ts';
import { Empty } from '../ui/empty.tsx';
import { isNoSuchThing } from '../ui/no-such-thing.tsx';
import { Page } from '../ui/page.tsx';
import { QueryResult } from '../ui/problem.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { changesOf, draftOf, isChangedSince, isOtherRotation, layerOf } from './draft.ts';
import { withTurnKept } from './kept-turn.ts';
import { ChangePanel } from './preview/change-panel.tsx';
import { planOf } from './preview/preview.ts';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { useOverridesFrom } from './preview/use-overrides.ts';
import { shiftProblem } from './problems.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { useDraft } from './use-draft.ts';

export function EditSchedulePage({ id }: { readonly id: string }) {
  const schedule = useGet('/schedules/{schedule_id}', { params: { path: { schedule_id: id } } });
  const revisions = useRevisions(id);
  const permissions = useGet('/user/permissions/', { params: { query: { schedule_id: id } } });
  const [beginnings, setBeginnings] = useState(1);
  if (schedule.data === undefined && isNoSuchThing(schedule.error)) return <NoSuchSchedule />;
  const broken = schedule.data?.schedule.broken;
  if (broken !== undefined) {
    return (
      <Page title="Edit schedule" about={schedule.data?.schedule.name}>
        <BrokenNote broken={broken} />
      </Page>
    );
  }
  return (
    <Page title="Edit schedule" about={schedule.data?.schedule.name}>
      <QueryResult query={schedule} height={600}>
        {(answer) => (
          <QueryResult query={permissions} height={600}>
            {({ actions }) =>
              actions.includes('change schedule') ? (
                <QueryResult query={revisions} height={600}>
                  {(all) => (
                    <EditScheduleForm
                      key={beginnings}
                      schedule={answer.schedule}
                      revisions={all}
                      onBeginAgain={() => setBeginnings(beginnings + 1)}
                    />
                  )}
                </QueryResult>
              ) : (
                <MayNot />
              )
            }
          </QueryResult>
        )}
      </QueryResult>
    </Page>
  );
}

function MayNot() {
  return (
    <Empty title="You cannot change this schedule">
      People in its rotation, whoever created it, members of its teams and admins can, if they have a member seat.
    </Empty>
  );
}

interface EditScheduleFormProps {
  readonly schedule: Schemas['Schedule'];
  readonly revisions: readonly Schemas['ScheduleRevision'][];
  readonly onBeginAgain: () => void;
}

function EditScheduleForm({ schedule, revisions, onBeginAgain }: EditScheduleFormProps) {
  const [, navigate] = useLocation();
  const now = useNow();
  // What others save meanwhile must not look as if it had been changed back here.
  const [opened] = useState(schedule);
  const state = useDraft(() => draftOf(schedule));
  const { draft, initial } = state;
  const result = useMemo(() => withTurnKept(draft, initial, now), [draft, initial, now]);
  const path = `/schedules/${schedule.id}`;
  const overrides = useOverridesFrom(schedule.id, Math.max(now, draft.rotationStart ?? now));
  const saved = useMemo(
    () => ({ revisions: revisions.flatMap(revisionsOf), overrides: (overrides ?? []).map(overrideOf) }),
    [revisions, overrides],
  );
  const saving = useChange(() => save(schedule, changesOf(result, opened)), {
    onDone: () => navigate(path),
  });
  const plan = useMemo(() => {
    const layer = layerOf(isOtherRotation(result, opened) ? result : draftOf(schedule));
    return layerOf(result) && layer && planOf(layer, result.timeZone, saved, now);
  }, [result, schedule, saved, opened, now]);
  const people = [
    ...peopleIn(revisions),
    ...(overrides ?? []).flatMap(({ users }) => users),
    ...draft.places.map(({ person }) => person),
  ];
  const shown = { plan, zone: draft.timeZone, find: namesFrom(people) };

  return (
    <>
      {isChangedSince(opened, schedule) && !saving.isSuccess && <ChangedMeanwhile onBeginAgain={onBeginAgain} />}
      <ScheduleForm
        state={state}
        result={result}
        savedStart={msOf(opened.layers[0]?.rotation_start ?? now)}
        action="Save the changes"
        isBusy={saving.isPending}
        isDone={saving.isSuccess}
        error={saving.error}
        backTo={path}
        onSave={() => saving.mutate(undefined)}
        side={
          <>
            <ChangePanel {...shown} saved={saved} now={now} />
            <PreviewPanel {...shown} missing={shiftProblem(draft)} />
          </>
        }
      />
    </>
  );
}

async function save({ id }: Schemas['Schedule'], changes: ReturnType<typeof changesOf>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await unwrap(api.PATCH('/schedules/{schedule_id}', { params: { path: { schedule_id: id } }, body: changes }));
}
