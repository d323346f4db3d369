/** A list of a person's time off, the shifts they have in it, and a button to ask for cover. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { api, ifMatch, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { useMay } from '../session/permissions.ts';
import { type Person, useMe } from '../session/session.tsx';
import { duration, msOf } from '../time/format.ts';
import { Span } from '../time/moment.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ConfirmDeletion } from '../ui/forms/confirm-deletion.tsx';
import type { FieldChange } from '../ui/forms/field-change.ts';
import { Icon } from '../ui/icons.tsx';
import { AskForCover } from './ask-for-cover.tsx';
import classes from './time-off.module.css';
import { type TimeOff, timeOffText, useZoneOf } from './time-off.ts';
import { EditTimeOff } from './time-off-form.tsx';

const COLLISIONS_SHOWN = 4;

interface TimeOffListProps {
  readonly person: Person;
  readonly timeOff: readonly TimeOff[];
}

export function TimeOffList({ person, timeOff }: TimeOffListProps) {
  const mayChange = useMayChange(person);
  const [edited, setEdited] = useState<TimeOff>();
  const [deleted, setDeleted] = useState<TimeOff>();
  return (
    <>
      {timeOff.length > 0 && (
        <ul className={classes.list}>
          {timeOff.map((one) => (
            <Item
              key={one.id}
              person={person}
              timeOff={one}
              {...(mayChange && { onEdit: () => setEdited(one), onDelete: () => setDeleted(one) })}
            />
          ))}
        </ul>
      )}
      {edited !== undefined && <EditTimeOff person={person} id={edited.id} onClose={() => setEdited(undefined)} />}
      {deleted !== undefined && (
        <DeleteTimeOff person={person} timeOff={deleted} onClose={() => setDeleted(undefined)} />
      )}
    </>
  );
}

/** Members may change their own, admins everyone's. */
export function useMayChange(person: Person): boolean {
  const me = useMe();
  const [mayOwn, mayAll] = [useMay('cover'), useMay('change users')];
  return person.id === me.id ? mayOwn : mayAll;
}

interface ItemProps {
  readonly person: Person;
  readonly timeOff: TimeOff;
  readonly onEdit?: () => void;
  readonly onDelete?: () => void;
}

function Item({ person, timeOff, onEdit, onDelete }: ItemProps) {
  const zone = useZoneOf(person);
  const { start, end, reason, colliding_shifts: shifts } = timeOff;
  const text = timeOffText(start, end, zone);
  return (
    <li className={classes.item}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 240px">
          <Text size="sm" fw={550}>
            {text}{' '}
            <Text span inherit fw={400} c="dimmed">
              · {duration(msOf(end) - msOf(start))}
            </Text>
          </Text>
          {reason !== undefined && (
            <Text size="sm" c="dimmed" className={classes.reason ?? ''}>
              {reason}
            </Text>
          )}
        </Stack>
        {onEdit !== undefined && (
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={onEdit} aria-label={`Change the time off ${text}`}>
              Change
            </Button>
            <Button variant="default" size="compact-sm" onClick={onDelete} aria-label={`Delete the time off ${text}`}>
              Delete
            </Button>
          </Group>
        )}
      </Group>
      {shifts.length > 0 && <Collisions person={person} timeOff={timeOff} />}
    </li>
  );
}

export function Collisions({ person, timeOff }: { readonly person: Person; readonly timeOff: TimeOff }) {
  const me = useMe();
  const { colliding_shifts: shifts, has_more_collisions: hasMore = false } = timeOff;
  const others = shifts.length - COLLISIONS_SHOWN;
  return (
    <div className={classes.collisions}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <span className={classes.sign}>
          <Icon name="warning" size={16} />
        </span>
        <Stack gap={4} miw={0} flex={1}>
          <Text size="sm" fw={550}>
            {person.id === me.id ? 'You are' : `${person.name} is`} on call in this time:
          </Text>
          <ul className={classes.shifts}>
            {shifts.slice(0, COLLISIONS_SHOWN).map(({ schedule_reference: { id, name }, start, end }) => (
              <li key={`${id} ${start}`}>
                <Link to={`/schedules/${id}`} className="name-link">
                  {name}
                </Link>{' '}
                <Span start={start} end={end} />
              </li>
            ))}
          </ul>
          {others > 0 && (
            <Text size="sm">
              and {others} more{hasMore ? ', at least' : ''}.
            </Text>
          )}
          <AskForCover person={person} shifts={shifts} />
        </Stack>
      </Group>
    </div>
  );
}

interface DeleteTimeOffProps {
  readonly person: Person;
  readonly timeOff: TimeOff;
  readonly onClose: () => void;
}

function DeleteTimeOff({ person, timeOff, onClose }: DeleteTimeOffProps) {
  const zone = useZoneOf(person);
  const path = { user_id: person.id, time_off_id: timeOff.id };
  const stored = useGet('/users/{user_id}/time_off/{time_off_id}', { params: { path } });
  const deletion = useChange(
    (etag: string | undefined) =>
      unwrap(api.DELETE('/users/{user_id}/time_off/{time_off_id}', { params: { path, ...ifMatch(etag) } })),
    { deletedId: timeOff.id, onDone: () => notifyDone('The time off is deleted.'), leave: onClose },
  );
  const latest = stored.data?.time_off ?? timeOff;
  const changes = changesOf(timeOff, latest, zone);
  return (
    <ConfirmDeletion
      what="this time off"
      title={`Delete the time off ${timeOffText(latest.start, latest.end, zone)}?`}
      action="Delete the time off"
      {...{ stored, changes, deletion, onClose }}
    >
      <Text size="sm">Coverage requests and cover that was taken stay as they are.</Text>
    </ConfirmDeletion>
  );
}

function changesOf(opened: TimeOff, latest: TimeOff, zone: string): FieldChange[] {
  const isMoved = opened.start !== latest.start || opened.end !== latest.end;
  return [
    ...(isMoved ? [{ field: 'Time', theirs: timeOffText(latest.start, latest.end, zone) }] : []),
    ...(opened.reason === latest.reason ? [] : [{ field: 'Reason', theirs: latest.reason ?? '' }]),
  ];
}
