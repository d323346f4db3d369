/** The forms that create and change time off. */
import { useState } from 'react';
import { DAY_MS } from '../../src/time/units.ts';
import { api, ifMatch, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import type { Person } from '../session/session.tsx';
import { instantText } from '../time/format.ts';
import { useNow } from '../time/now.ts';
import { momentWithZone } from '../time/zone-mark.ts';
import { midnightOf } from '../timeline/scale.ts';
import { notifyDone } from '../ui/feedback/notify.ts';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { useLastKnown } from '../ui/forms/last-known.ts';
import { lossText, ObstacleContext, useDenial, useObstacle } from '../ui/forms/unsaved-input.ts';
import { useEdit } from '../ui/forms/use-edit.tsx';
import { type TimeOff, useZoneOf } from './time-off.ts';
import { type TimeOffDraft, TimeOffFields } from './time-off-fields.tsx';

interface FormProps {
  readonly person: Person;
  readonly onClose: () => void;
}

const SAVED = 'The time off is saved.';

export function NewTimeOff({ person, onClose }: FormProps) {
  const zone = useZoneOf(person);
  const now = useNow();
  const [draft, setDraft] = useState<TimeOffDraft>(() => tomorrow(now, zone));
  const { start, end } = draft;
  const reason = draft.reason.trim();
  const saving = useChange(
    () => {
      const body = { start, end, ...(reason !== '' && { reason }) };
      return unwrap(api.POST('/users/{user_id}/time_off/', { params: { path: { user_id: person.id } }, body }));
    },
    { onDone: () => notifyDone(SAVED), leave: onClose },
  );
  return (
    <FormDialog title="Time off" onClose={onClose}>
      <TimeOffFields
        person={person}
        draft={draft}
        isBusy={saving.isPending}
        error={saving.error}
        onChange={(changes) => setDraft({ ...draft, ...changes } as TimeOffDraft)}
        onSave={() => saving.mutate(undefined)}
        onClose={onClose}
      />
    </FormDialog>
  );
}

/** The person and admins may change it at the same time (rule TRU-1). */
export function EditTimeOff({ person, id, onClose }: FormProps & { readonly id: string }) {
  const query = useGet('/users/{user_id}/time_off/{time_off_id}', {
    params: { path: { user_id: person.id, time_off_id: id } },
  });
  const stored = useLastKnown(query.data);
  const denial = useDenial(query);
  const lost = denial !== null ? lossText(denial, 'This time off was deleted') : undefined;
  const obstacle = useObstacle() ?? lost;
  return (
    <ObstacleContext value={obstacle}>
      <FormDialog title="Change time off" onClose={onClose}>
        {stored === undefined ? (
          <QueryResult query={query} height={300}>
            {() => null}
          </QueryResult>
        ) : (
          <StoredTimeOff person={person} timeOff={stored.time_off} etag={stored.etag} onClose={onClose} />
        )}
      </FormDialog>
    </ObstacleContext>
  );
}

const LABELS = { start: 'Start', end: 'End', reason: 'Reason' };

interface StoredTimeOffProps extends FormProps {
  readonly timeOff: TimeOff;
  readonly etag: string | undefined;
}

function StoredTimeOff({ person, timeOff, etag, onClose }: StoredTimeOffProps) {
  const zone = useZoneOf(person);
  const { id, start, end, reason = '' } = timeOff;
  const moment = (at: string) => (at === '' ? '' : momentWithZone(at, zone));
  const edit = useEdit<TimeOffDraft>({
    what: 'this time off',
    latest: { values: { start, end, reason }, etag },
    labels: LABELS,
    shown: { start: moment, end: moment },
    send: async ({ reason: wanted, ...times }, tag) => {
      const body = { ...times, ...(wanted !== undefined && { reason: wanted.trim() || null }) };
      if (Object.keys(body).length === 0) return undefined;
      const params = { path: { user_id: person.id, time_off_id: id }, ...ifMatch(tag) };
      return unwrap(api.PATCH('/users/{user_id}/time_off/{time_off_id}', { params, body }));
    },
    onDone: () => notifyDone(SAVED),
    leave: onClose,
  });
  return (
    <TimeOffFields
      person={person}
      draft={edit.draft}
      isBusy={edit.isBusy}
      error={edit.error}
      note={edit.note}
      onChange={edit.change}
      onSave={edit.save}
      onClose={onClose}
    />
  );
}

function tomorrow(now: number, zone: string): TimeOffDraft {
  const start = midnightOf(now, zone, 1);
  return { start: instantText(start), end: instantText(midnightOf(start + DAY_MS / 2, zone, 1)), reason: '' };
}
