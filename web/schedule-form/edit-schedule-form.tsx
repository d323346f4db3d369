/**
 * The form of an existing schedule, which others may change at the same time. What was loaded is compared with what is stored by tag and by revision,
 * and a save carries the tag of what was loaded (rules STO-8 and TRU-1).
 */
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { plansOf } from '../../src/engine/plans.ts';
import { ApiProblem, api, ifMatch, isOutdated, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { namesFrom, nowFor, overrideOf, revisionsOf } from '../schedules/engine-schedule.ts';
import { peopleIn } from '../schedules/timeline/timeline-data.ts';
import { msOf } from '../time/format.ts';
import { useNow, useTickAt } from '../time/now.ts';
import { CannotSaveNote } from '../ui/forms/cannot-save-note.tsx';
import { ChangedMeanwhile } from '../ui/forms/changed-meanwhile.tsx';
import { changesOf, draftOf, isOtherRotation, layerOf, rotationOf } from './draft.ts';
import type { Draft } from './draft-fields.ts';
import { replacedBy } from './edited.ts';
import { withTurnKept } from './kept-turn.ts';
import { changesMeanwhile, merged } from './merging.ts';
import { PlanChoice } from './plan-choice.tsx';
import { ChangePanel } from './preview/change-panel.tsx';
import { planOf } from './preview/preview.ts';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { useOverridesAround } from './preview/use-overrides.ts';
import { shiftProblem } from './problems.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { type Current, currentOf, partsOf, type Stored } from './stored-schedule.ts';
import { useDraft } from './use-draft.ts';

/** The rotation that was loaded is no longer the one in force, without any change since: a planned one has begun. */
const OUTDATED = new ApiProblem('precondition_failed', 412, 'The rotation has changed since you opened it.');

/** For changes that the form does not show, such as a planned change. */
const OTHERS_CHANGED = new Error(
  'Somebody has changed the schedule since you opened it, but nothing in this form. Your changes are not saved yet: save again.',
);

interface EditScheduleFormProps {
  readonly stored: Stored;
  /** Why it can no longer be saved. */
  readonly obstacle: string | undefined;
  /** The planned revision to edit; undefined: the rotation in force. */
  readonly plan: number | undefined;
  /** The revision whose rotation is filled in, to restore it. */
  readonly restored: number | undefined;
  readonly onBeginAgain: () => void;
}

export function EditScheduleForm({ stored, obstacle, plan, restored, onBeginAgain }: EditScheduleFormProps) {
  const { schedule, etag, revisions } = stored;
  const [, navigate] = useLocation();
  const now = nowFor(revisions, useNow());
  const [opened, setOpened] = useState(() => currentOf(stored, plan === undefined ? {} : { number: plan }, now));
  const state = useDraft(() => draftOf(partsOf(opened)), editOf(revisions, restored));
  const { draft, initial } = state;
  const result = useMemo(() => withTurnKept(draft, initial, now), [draft, initial, now]);
  const path = `/schedules/${schedule.id}`;
  const overrides = useOverridesAround(schedule.id, now, draft.rotationStart ?? now);
  const saved = useMemo(
    () => ({ revisions: revisions.flatMap(revisionsOf), overrides: (overrides ?? []).map(overrideOf) }),
    [revisions, overrides],
  );
  useTickAt(plansOf(saved.revisions, now).planned[0]?.validFrom);
  const theirs = currentOf(stored, plan === undefined ? {} : opened.edited, now);
  const replaces = replacedBy(saved.revisions, theirs.edited.number, now);
  const saving = useChange(
    async (over: Current) => {
      if (over.edited.number !== theirs.edited.number) throw OUTDATED;
      await save(over, result, replaces);
    },
    { leave: () => navigate(path) },
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
  const isSame = etag === opened.etag && theirs.edited.number === opened.edited.number;
  const changes = isSame ? [] : changesMeanwhile(initial, draftOf(partsOf(theirs)), draft);
  const isOutOfDate = changes.length > 0 && !saving.isSuccess && obstacle === undefined;
  const isRefused = isOutdated(saving.error);

  function takeOver() {
    const theirDraft = draftOf(partsOf(theirs));
    state.rebase(theirDraft, merged(initial, theirDraft, draft));
    setOpened(theirs);
    saving.reset();
  }

  return (
    <>
      {obstacle !== undefined && <CannotSaveNote title={obstacle} />}
      {isOutOfDate && (
        <ChangedMeanwhile
          what="this schedule"
          changes={changes}
          isRefused={isRefused}
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
        canSave={obstacle === undefined}
        isBusy={saving.isPending}
        isDone={saving.isSuccess}
        error={isRefused ? (isOutOfDate ? null : OTHERS_CHANGED) : saving.error}
        backTo={path}
        onSave={() => saving.mutate(isRefused && !isOutOfDate ? theirs : opened)}
        above={<PlanChoice {...{ schedule, draft, now }} revisions={saved.revisions} edited={opened.edited.number} />}
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

function editOf(revisions: Stored['revisions'], restored: number | undefined): Partial<Draft> {
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
