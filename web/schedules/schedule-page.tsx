/** The page of a schedule: who is on call now, the timeline, and all sections of the schedule. */
import { Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Schemas } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { handoffsOf, useReadAt } from '../api/read-at.ts';
import { Subscribe } from '../calendars/subscribe.tsx';
import { useMay } from '../session/permissions.ts';
import { cityOf } from '../time/format.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { useLastKnown } from '../ui/forms/last-known.ts';
import { lossText, ObstacleContext, useHasUnsavedInput, useKept } from '../ui/forms/unsaved-input.ts';
import { isNoSuchThing } from '../ui/frame/no-such-thing.tsx';
import { Page, PageSkeleton } from '../ui/frame/page.tsx';
import { Icon } from '../ui/icons.tsx';
import { BrokenNote } from './broken-note.tsx';
import { DeleteSchedule } from './delete-schedule.tsx';
import { NoSuchSchedule } from './no-such-schedule.tsx';
import { DELETED, MAY_NOT } from './obstacles.ts';
import { OnCallNow } from './on-call-now.tsx';
import { PlannedChanges } from './planned-changes.tsx';
import { ScheduleColors } from './schedule-colors.tsx';
import { ScheduleSections } from './schedule-sections.tsx';
import { TimelineSection } from './timeline/timeline-section.tsx';

export function SchedulePage({ id }: { readonly id: string }) {
  const query = useGet('/schedules/{schedule_id}', { params: { path: { schedule_id: id } } });
  const { data, error, isKept } = useKept(query);
  useReadAt(data === undefined ? [] : handoffsOf([data.schedule]), query);
  const may = useMay('change schedule', { scheduleId: id });
  const couldChange = useLastKnown(may || undefined) ?? false;
  const hasInput = useHasUnsavedInput();
  const mayChange = may || (couldChange && hasInput);
  const obstacle = isKept ? lossText(error, DELETED) : mayChange && !may ? MAY_NOT : undefined;
  if (data === undefined && isNoSuchThing(error)) return <NoSuchSchedule />;
  if (data === undefined && error !== null) return <ProblemNote error={error} onRetry={() => void query.refetch()} />;
  if (data === undefined) return <PageSkeleton />;
  const { schedule } = data;
  return (
    <ObstacleContext value={obstacle}>
      <Page
        title={schedule.name}
        about={<About schedule={schedule} />}
        actions={
          <>
            <Subscribe to={{ kind: 'schedule', schedule_id: schedule.id }} what={schedule.name} />
            {mayChange && <Actions schedule={schedule} />}
          </>
        }
      >
        {schedule.broken === undefined ? (
          <ScheduleColors schedule={schedule}>
            <OnCallNow schedule={schedule} />
            <PlannedChanges schedule={schedule} mayChange={mayChange} />
            <TimelineSection schedule={schedule} mayChange={mayChange} />
            <ScheduleSections schedule={schedule} mayChange={mayChange} />
          </ScheduleColors>
        ) : (
          <BrokenNote broken={schedule.broken} />
        )}
      </Page>
    </ObstacleContext>
  );
}

function About({ schedule }: { readonly schedule: Schemas['Schedule'] }) {
  const { description, time_zone, teams } = schedule;
  return (
    <>
      {description !== undefined && description !== '' && <Text size="sm">{description}</Text>}
      <Group gap="0 8px" mt={2}>
        <span title={time_zone}>{cityOf(time_zone)} time</span>
        {teams.map(({ id, name }) => (
          <span key={id}>
            ·{' '}
            <Link to={`/teams/${id}`} className="name-link">
              {name}
            </Link>
          </span>
        ))}
      </Group>
    </>
  );
}

function Actions({ schedule }: { readonly schedule: Schemas['Schedule'] }) {
  return (
    <>
      {schedule.broken === undefined && (
        <Button
          component={Link}
          to={`/schedules/${schedule.id}/edit`}
          variant="default"
          leftSection={<Icon name="edit" size={16} />}
        >
          Edit
        </Button>
      )}
      <DeleteSchedule schedule={schedule} />
    </>
  );
}
