/** Planned changes of the rotation (rule REV-4): when each comes into force, what it changes, and buttons to edit or cancel it. */
import { Alert, Button, Group, List, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { plansOf } from '../../src/engine/plans.ts';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { fromNow } from '../time/format.ts';
import { Moment } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { Confirm } from '../ui/feedback/confirm.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { nowFor, revisionsOf } from './engine-schedule.ts';
import { revisionChanges } from './history/revision-changes.ts';
import { useRevisions } from './timeline/timeline-data.ts';

interface PlannedChange {
  readonly revision: Schemas['ScheduleRevision'];
  readonly validFrom: number;
  /** The layer in force until then. */
  readonly before: Schemas['ScheduleLayer'];
}

/** The changes after the rotation in force, in order. Empty before the schedule has started. */
export function usePlannedChanges(schedule: Schemas['Schedule']): readonly PlannedChange[] {
  const { data: revisions = [] } = useRevisions(schedule.id);
  const now = nowFor(revisions, useNow());
  const { current, planned } = plansOf(revisions.flatMap(revisionsOf), now);
  const find = (number: number | undefined) => revisions.find((revision) => revision.number === number);
  return planned.flatMap(({ number, validFrom }, i) => {
    const [revision, before] = [find(number), find(planned[i - 1]?.number ?? current?.number)?.layers[0]];
    return current === undefined || revision === undefined || before === undefined
      ? []
      : [{ revision, validFrom, before }];
  });
}

interface PlannedChangesProps {
  readonly schedule: Schemas['Schedule'];
  readonly mayChange: boolean;
}

export function PlannedChanges({ schedule, mayChange }: PlannedChangesProps) {
  const changes = usePlannedChanges(schedule);
  const { isPending } = useRevisions(schedule.id);
  const isPlanned = schedule.layers_in_force !== undefined && schedule.layers_in_force.length > 0;
  if (isPlanned && isPending) return <Skeleton height={130} role="status" aria-busy="true" aria-label="Loading" />;
  return changes.map((change) => (
    <PlannedChangeNote key={change.revision.number} {...change} schedule={schedule} mayChange={mayChange} />
  ));
}

type NoteProps = PlannedChange & PlannedChangesProps;

function PlannedChangeNote({ schedule, revision, validFrom, before, mayChange }: NoteProps) {
  const now = useNow();
  const [isCanceling, setCanceling] = useState(false);
  const [layer] = revision.layers;
  const { time_zone: zone, id } = schedule;
  return (
    <section aria-label="Planned change">
      <Alert
        variant="light"
        color="accent"
        role="note"
        title={
          <>
            A change is planned from <Moment at={validFrom} zone={zone} />, {fromNow(validFrom, now)}
          </>
        }
      >
        <List size="sm" spacing={2}>
          {layer !== undefined &&
            revisionChanges(before, layer, zone).map((text) => <List.Item key={text}>{text}</List.Item>)}
        </List>
        {revision.created_by !== undefined && (
          <Text size="sm" c="dimmed" mt={2}>
            Planned by {revision.created_by.name}
          </Text>
        )}
        {mayChange && (
          <Group gap="xs" mt="xs">
            <Button component={Link} to={`/schedules/${id}/edit?plan=${revision.number}`} size="xs" variant="default">
              Edit the planned change
            </Button>
            <Button size="xs" variant="default" onClick={() => setCanceling(true)}>
              Cancel it
            </Button>
          </Group>
        )}
        {isCanceling && <CancelPlan scheduleId={id} number={revision.number} onClose={() => setCanceling(false)} />}
      </Alert>
    </section>
  );
}

interface CancelPlanProps {
  readonly scheduleId: string;
  readonly number: number;
  readonly onClose: () => void;
}

function CancelPlan({ scheduleId, number, onClose }: CancelPlanProps) {
  const path = { schedule_id: scheduleId, revision: `${number}` };
  const canceling = useChange(
    () => unwrap(api.DELETE('/schedules/{schedule_id}/revisions/{revision}', { params: { path } })),
    {
      onDone: () => notifyDone('The planned change is canceled.'),
      leave: onClose,
    },
  );
  return (
    <Confirm
      isOpen
      title="Cancel the planned change?"
      action="Cancel the change"
      isBusy={canceling.isPending}
      error={canceling.error}
      onConfirm={() => canceling.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        The rotation in force continues. The planned change stays in the history, and you can restore it.
      </Text>
    </Confirm>
  );
}
