/**
 * The people of the rotation in order. They are moved by dragging, with pointer or keyboard, or with arrow buttons. A person may appear several
 * times.
 */
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Input, Stack, Text } from '@mantine/core';
import { memo, useEffect, useRef, useState } from 'react';
import { PersonName } from '../../people/person.tsx';
import { PersonSearch } from '../../people/person-search.tsx';
import { Icon } from '../../ui/icons.tsx';
import { placeOf } from '../draft.ts';
import type { Place } from '../draft-fields.ts';
import { useRemoval } from '../preview/removal.ts';
import { MAX_PLACES } from '../problems.ts';
import type { ChangeDraft } from '../use-draft.ts';
import classes from './people-order.module.css';
import { WholeTeam } from './whole-team.tsx';

/** A shorter movement is a click. */
const DRAG_FROM_PX = 4;

interface PeopleOrderProps {
  readonly places: readonly Place[];
  readonly onChange: ChangeDraft;
}

export const PeopleOrder = memo(function PeopleOrder({ places, onChange }: PeopleOrderProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const { list, onRemoved } = useRemoval<HTMLOListElement>(places.length);
  const move = (from: number, to: number) => onChange({ places: arrayMove([...places], from, to) });

  function dropped({ active, over }: DragEndEvent) {
    const [from, to] = [active.id, over?.id].map((id) => places.findIndex(({ key }) => key === id));
    if (from !== undefined && to !== undefined && from >= 0 && to >= 0 && from !== to) move(from, to);
  }

  return (
    <Stack gap="xs">
      <Input.Label component="div">People, in the order of rotation</Input.Label>
      {places.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody yet. Without people, nobody is on call.
        </Text>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={dropped}
        accessibility={{ announcements: announcementsFor(places) }}
      >
        <SortableContext items={places.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          <ol ref={list} className={classes.list} aria-label="Rotation" tabIndex={-1}>
            {places.map((place, i) => (
              <PlaceRow
                key={place.key}
                place={place}
                index={i}
                count={places.length}
                onMove={(to) => move(i, to)}
                onRemove={() => {
                  onRemoved(i);
                  onChange({ places: places.filter((other) => other !== place) });
                }}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <AddPerson
        isFull={places.length >= MAX_PLACES}
        onAdd={(person) => onChange({ places: [...places, placeOf(person)] })}
      />
      <WholeTeam places={places} onAdd={(people) => onChange({ places: [...places, ...people.map(placeOf)] })} />
    </Stack>
  );
});

interface PlaceRowProps {
  readonly place: Place;
  readonly index: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function PlaceRow({ place, index, count, onMove, onRemove }: PlaceRowProps) {
  const { name } = place.person;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: place.key,
  });
  return (
    <li
      ref={setNodeRef}
      className={classes.place}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-dragged={isDragging}
    >
      <ActionIcon
        ref={setActivatorNodeRef}
        variant="subtle"
        color="gray"
        className={classes.handle ?? ''}
        {...attributes}
        {...listeners}
        aria-label={`Drag ${name}, place ${index + 1}`}
      >
        <Icon name="drag" size={16} />
      </ActionIcon>
      <span className={classes.number}>{index + 1}.</span>
      <span className={classes.name}>
        <PersonName person={place.person} />
      </span>
      <RowButton label={`Move ${name} up`} icon="up" isOff={index === 0} onClick={() => onMove(index - 1)} />
      <RowButton
        label={`Move ${name} down`}
        icon="down"
        isOff={index === count - 1}
        onClick={() => onMove(index + 1)}
      />
      <RowButton label={`Remove ${name}, place ${index + 1}`} icon="remove" onClick={onRemove} />
    </li>
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly icon: 'up' | 'down' | 'remove';
  readonly isOff?: boolean;
  readonly onClick: () => void;
}

function RowButton({ label, icon, isOff = false, onClick }: RowButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      data-removes={icon === 'remove' || undefined}
      // Not `disabled`: a person moved to the top by keyboard would lose the focus.
      aria-disabled={isOff}
      className={classes.quiet ?? ''}
      onClick={isOff ? undefined : onClick}
    >
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}

interface AddPersonProps {
  readonly isFull: boolean;
  readonly onAdd: (person: Place['person']) => void;
}

function AddPerson({ isFull, onAdd }: AddPersonProps) {
  const [added, setAdded] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (added > 0) input.current?.focus();
  }, [added]);
  return (
    <PersonSearch
      // A new field after each added person, so that it is empty again.
      key={added}
      ref={input}
      label="Add a person"
      openOnFocus={false}
      disabled={isFull}
      {...(isFull && { description: `At most ${MAX_PLACES} places.` })}
      onPick={(person) => {
        if (person === undefined) return;
        setAdded(added + 1);
        onAdd(person);
      }}
    />
  );
}

function announcementsFor(places: readonly Place[]) {
  const nameOf = (id: string | number) => places.find(({ key }) => key === id)?.person.name ?? 'Someone';
  const placeAt = (id: string | number) => places.findIndex(({ key }) => key === id) + 1;
  return {
    onDragStart: ({ active }: Pick<DragEndEvent, 'active'>) => `${nameOf(active.id)} is picked up.`,
    onDragOver: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
      over === null ? undefined : `${nameOf(active.id)} is at place ${placeAt(over.id)}.`,
    onDragEnd: ({ active, over }: DragEndEvent) =>
      over === null ? undefined : `${nameOf(active.id)} is put down at place ${placeAt(over.id)}.`,
    onDragCancel: ({ active }: Pick<DragEndEvent, 'active'>) => `${nameOf(active.id)} stays.`,
  };
}
