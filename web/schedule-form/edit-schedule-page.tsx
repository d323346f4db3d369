import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { api, ifMatch, isOutdated, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { BrokenNote } from '../schedules/broken-note.tsx';
import { namesFrom, overrideOf, revisionsOf } from '../schedules/engine-schedule.ts';
import { NoSuchSchedule } from '../schedules/no-such-schedule.tsx';
import { peopleIn, useRevisions } from '../schedules/timeline/timeline-data.ts';
import { msOf } from '../time/format.ts';
import { useNow } from '../time/now.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { ChangedMeanwhile } from '../ui/forms/changed-meanwhile.tsx';
import { isNoSuchThing } from '../ui/frame/no-such-thing.tsx';
import { Page } from '../ui/frame/page.tsx';
import { useAddress } from '../ui/lists/address.ts';
import { changesOf, draftOf, isOtherRotation, layerOf, rotationOf } from './draft.ts';
import type { Draft } from './draft-fields.ts';
import { type Edited, editedOf, replacedBy } from './edited.ts';
import { withTurnKept } from './kept-turn.ts';
import { changesMeanwhile, merged } from './merging.ts';
import { PlanChoice } from './plan-choice.tsx';
import { ChangePanel } from './preview/change-panel.tsx';
import { planOf } from './preview/preview.ts';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { useOverridesAround } from './preview/use-overrides.ts';
import { shiftProblem } from './problems.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { useDraft } from './use-draft.ts';

export function EditSchedulePage({ id }: { readonly id: string }) {
  const schedule = useGet('/schedules/{schedule_id}', { params: { path: { schedule_id: id } } });
  const revisions = useRevisions(id);
  const permissions = useGet('/user/permissions/', { params: { query: { schedule_id: id } } });
  const { params } = useAddress();
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
                      key={`${beginnings} ${params}`}
                      schedule={answer.schedule}
                      etag={answer.etag}
                      revisions={all}
                      plan={numberIn(params, 'plan')}
                      restored={numberIn(params, 'restore')}
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
      People in its rotation, its creator, members of its teams and admins can, if they have a member seat.
    </Empty>
  );
}

/** For changes that the form does not show, such as a planned change. */
const OTHERS_CHANGED = new Error('Somebody changed the schedule meanwhile, but nothing in this form. Save again.');

function numberIn(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

interface EditScheduleFormProps {
  readonly schedule: Schemas['Schedule'];
  readonly etag: string | undefined;
  readonly revisions: readonly Schemas['ScheduleRevision'][];
  /** The planned revision to edit; undefined: the rotation in force. */
  readonly plan: number | undefined;
  /** The revision whose rotation is filled in, to restore it. */
  readonly restored: number | undefined;
  readonly onBeginAgain: () => void;
}

/** The saved state that the form edits. */
interface Current {
  readonly schedule: Schemas['Schedule'];
  readonly etag: string | undefined;
  readonly edited: Edited;
}

function EditScheduleForm(props: EditScheduleFormProps) {
  const { schedule, etag, revisions, plan, restored, onBeginAgain } = props;
  const [, navigate] = useLocation();
  const now = useNow();
  const latest = currentOf(props, plan === undefined ? {} : { number: plan }, now);
  // Kept from the opening of the form, so that changes by others do not look like edits made here.
  const [opened, setOpened] = useState(latest);
  const state = useDraft(() => draftOf(partsOf(opened)), editOf(revisions, restored));
  const { draft, initial } = state;
  const result = useMemo(() => withTurnKept(draft, initial, now), [draft, initial, now]);
  const path = `/schedules/${schedule.id}`;
  const overrides = useOverridesAround(schedule.id, now, draft.rotationStart ?? now);
  const saved = useMemo(
    () => ({ revisions: revisions.flatMap(revisionsOf), overrides: (overrides ?? []).map(overrideOf) }),
    [revisions, overrides],
  );
  const theirs = currentOf(props, plan === undefined ? {} : opened.edited, now);
  const replaces = replacedBy(saved.revisions, theirs.edited.number, now);
  const saving = useChange(
    (over: Current) => save(over, result, replacedBy(saved.revisions, over.edited.number, now)),
    {
      leave: () => navigate(path),
    },
  );
  const isOther = isOtherRotation(result, partsOf(opened));
  const shownPlan = useMemo(() => {
    const layer = isOther ? layerOf(result) : layerOf(draftOf({ schedule, layer: theirs.edited.layer }));
    return layerOf(result) && layer && planOf(layer, result.timeZone, saved, now, replaces);
  }, [result, schedule, theirs.edited.layer, saved, isOther, now, replaces]);
  const people = [
    ...peopleIn(revisions),
    ...(overrides ?? []).flatMap(({ users }) => users),
    ...draft.places.map(({ person }) => person),
  ];
  const shown = { plan: shownPlan, zone: draft.timeZone, find: namesFrom(people) };
  const changes = etag === opened.etag ? [] : changesMeanwhile(initial, draftOf(partsOf(theirs)), draft);
  const isOutOfDate = changes.length > 0 && !saving.isSuccess;

  function takeOver() {
    const theirDraft = draftOf(partsOf(theirs));
    state.rebase(theirDraft, merged(initial, theirDraft, draft));
    setOpened(theirs);
    saving.reset();
  }

  return (
    <>
      {isOutOfDate && (
        <ChangedMeanwhile
          what="this schedule"
          changes={changes}
          isRefused={isOutdated(saving.error)}
          isBusy={saving.isPending}
          onMerge={takeOver}
          onOverwrite={() => saving.mutate(theirs)}
          onBeginAgain={onBeginAgain}
        />
      )}
      <ScheduleForm
        state={state}
        result={result}
        savedStart={msOf(opened.edited.layer.rotation_start)}
        action="Save the changes"
        isBusy={saving.isPending}
        isDone={saving.isSuccess}
        error={isOutdated(saving.error) ? (isOutOfDate ? null : OTHERS_CHANGED) : saving.error}
        backTo={path}
        onSave={() => saving.mutate(isOutOfDate ? opened : theirs)}
        above={
          <PlanChoice schedule={schedule} revisions={saved.revisions} edited={opened.edited.number} draft={draft} />
        }
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

function currentOf(
  { schedule, etag, revisions }: Pick<EditScheduleFormProps, 'schedule' | 'etag' | 'revisions'>,
  wanted: Parameters<typeof editedOf>[1],
  now: number,
): Current {
  const [layer] = schedule.layers;
  const edited =
    editedOf(revisions, wanted, now) ?? (layer && { layer, number: schedule.current_revision, validFrom: 0 });
  if (edited === undefined) throw new Error('a schedule that is not broken has a layer');
  return { schedule, etag, edited };
}

function partsOf({ schedule, edited }: Current) {
  return { schedule, layer: edited.layer };
}

function editOf(revisions: EditScheduleFormProps['revisions'], restored: number | undefined): Partial<Draft> {
  const layer = revisions.find(({ number }) => number === restored)?.layers[0];
  return layer === undefined ? {} : { ...rotationOf(layer), keepsTurn: false };
}

/** Sends only what was changed, and only if nobody else changed the schedule meanwhile. */
async function save({ schedule, etag, edited }: Current, draft: Draft, replaces: number | undefined): Promise<void> {
  const changes = changesOf(draft, { schedule, layer: edited.layer });
  if (Object.keys(changes).length === 0) return;
  const body = { ...changes, ...(changes.layers && replaces !== undefined && { replaces_revision: replaces }) };
  const params = { path: { schedule_id: schedule.id }, ...ifMatch(etag) };
  await unwrap(api.PATCH('/schedules/{schedule_id}', { params, body }));
}
