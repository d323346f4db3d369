import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { namesFrom } from '../schedules/engine-schedule.ts';
import { useReaderZone } from '../session/session.tsx';
import { useNow } from '../time/now.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { isNoSuchThing } from '../ui/frame/no-such-thing.tsx';
import { Page } from '../ui/frame/page.tsx';
import { useAddress } from '../ui/lists/address.ts';
import { emptyDraft, layerOf, newScheduleOf } from './draft.ts';
import { NOTHING_SAVED, planOf } from './preview/preview.ts';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { shiftProblem } from './problems.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { useDraft } from './use-draft.ts';

export function NewSchedulePage() {
  const permissions = useGet('/user/permissions/', { params: { query: {} } });
  return (
    <Page title="New schedule">
      <QueryResult query={permissions} height={600}>
        {({ actions }) => (actions.includes('create schedule') ? <NewScheduleOfTeam /> : <MayNot />)}
      </QueryResult>
    </Page>
  );
}

function MayNot() {
  return (
    <Empty title="You cannot create schedules">
      You have a viewer seat: you can read everything and change nothing. An admin can give you a member seat.
    </Empty>
  );
}

/** Opened from the page of a team, with that team: `?team=tea_…`. A team that no longer exists is ignored. */
function NewScheduleOfTeam() {
  const id = useAddress().params.get('team');
  const team = useGet('/teams/{team_id}', { params: { path: { team_id: id ?? '' } } }, { enabled: id !== null });
  if (id === null || isNoSuchThing(team.error)) return <NewScheduleForm />;
  return (
    <QueryResult query={team} height={600}>
      {(answer) => <NewScheduleForm team={answer.team} />}
    </QueryResult>
  );
}

/** An empty rotation is possible: people may be added later. */
const NOBODY = 'Nobody is in the rotation yet. Add people first, or press “Create the schedule”.';

function NewScheduleForm({ team }: { readonly team?: Schemas['Team'] }) {
  const [, navigate] = useLocation();
  const zone = useReaderZone();
  const now = useNow();
  const state = useDraft(() => ({ ...emptyDraft(zone, now), ...(team !== undefined && { teams: [team] }) }));
  const { draft } = state;
  const saving = useChange(
    async () => (await unwrap(api.POST('/schedules', { body: newScheduleOf(draft) }))).schedule,
    { leave: ({ id }) => navigate(`/schedules/${id}`) },
  );
  const plan = useMemo(() => {
    const layer = layerOf(draft);
    return layer && planOf(layer, draft.timeZone, NOTHING_SAVED, now);
  }, [draft, now]);

  return (
    <ScheduleForm
      state={state}
      action="Create the schedule"
      warning={draft.places.length === 0 ? NOBODY : undefined}
      isBusy={saving.isPending}
      isDone={saving.isSuccess}
      error={saving.error}
      backTo="/"
      onSave={() => saving.mutate(undefined)}
      side={
        <PreviewPanel
          plan={plan}
          missing={shiftProblem(draft)}
          zone={draft.timeZone}
          find={namesFrom(draft.places.map(({ person }) => person))}
        />
      }
    />
  );
}
