import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.ts';
import { PersonColors } from '../people/person-colors.tsx';
import { peopleIn, useRevisions } from './timeline/timeline-data.ts';

interface ScheduleColorsProps {
  readonly schedule: Schemas['Schedule'];
  readonly children: ReactNode;
}

/** The people of the current rotation get different colours first; people of earlier rotations get the remaining ones. */
export function ScheduleColors({ schedule, children }: ScheduleColorsProps) {
  const { data: revisions = [] } = useRevisions(schedule.id);
  const inRotation = schedule.layers.flatMap(({ users }) => users);
  return (
    <PersonColors first={inRotation} others={peopleIn(revisions)}>
      {children}
    </PersonColors>
  );
}
