/** The current and coming overrides; on request those of the past year. */
import { Badge, Button, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { DAY_MS } from '../../../src/time/units.ts';
import type { Schemas } from '../../api/client.ts';
import { useAll } from '../../api/queries.ts';
import { instantText, msOf } from '../../time/format.ts';
import { useNow } from '../../time/now.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { QueryResult } from '../../ui/feedback/problem.tsx';
import { useAddress } from '../../ui/lists/address.ts';
import { Lines, PeopleAndTime } from '../people-and-time.tsx';
import type { SectionProps } from '../section-props.ts';
import { DeleteOverride } from './delete-override.tsx';
import { EditOverride, EditOverrideButton } from './edit-override.tsx';
import { OverrideFacts } from './override-facts.tsx';

type Override = Schemas['ScheduleOverride'];

/** The longest interval that the server lists at once. */
const YEAR_MS = 366 * DAY_MS;

/** More rows at once would be slow on a phone. */
const STEP = 50;

export function OverrideList({ schedule, mayChange }: SectionProps) {
  const now = useNow();
  const { params, change } = useAddress();
  const isPast = params.get('past') === 'true';
  const [edited, setEdited] = useState<Override>();
  // Rounded to days, so that a tick of the clock does not refetch.
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const start = isPast ? today + DAY_MS - YEAR_MS : today;
  const query = { from: instantText(start), to: instantText(start + YEAR_MS) };
  const overrides = useAll(
    '/schedules/{schedule_id}/overrides/',
    { params: { path: { schedule_id: schedule.id }, query } },
    'overrides',
    // At midnight other days are read: a form that is open in the list must stay.
    { keepPrevious: true },
  );
  return (
    <Stack>
      <Switch
        label="Past ones"
        checked={isPast}
        onChange={({ currentTarget }) => change({ past: currentTarget.checked ? 'true' : undefined })}
        w="fit-content"
      />
      <QueryResult query={overrides} height={92}>
        {(all) => (
          <Found overrides={listed(all, isPast, now)} {...{ schedule, mayChange, isPast, now }} onEdit={setEdited} />
        )}
      </QueryResult>
      <EditOverride schedule={schedule} override={edited} onClose={() => setEdited(undefined)} />
    </Stack>
  );
}

interface FoundProps extends SectionProps {
  readonly overrides: readonly Override[];
  readonly isPast: boolean;
  readonly now: number;
  readonly onEdit: (override: Override) => void;
}

function Found({ overrides, schedule, mayChange, isPast, now, onEdit }: FoundProps) {
  const [count, setCount] = useState(STEP);
  if (overrides.length === 0 && isPast) return <Empty title="No override in the past year" />;
  if (overrides.length === 0) {
    return (
      <Empty title="No overrides ahead">
        {mayChange ? 'Drag over the timeline above to put somebody else on call.' : 'The rotation applies unchanged.'}
      </Empty>
    );
  }
  return (
    <>
      <Lines label={isPast ? 'Past overrides' : 'Overrides'}>
        {overrides.slice(0, count).map((override) => (
          <PeopleAndTime
            key={override.id}
            people={override.users}
            start={msOf(override.start)}
            end={msOf(override.end)}
            zone={schedule.time_zone}
            note={
              msOf(override.start) <= now &&
              now < msOf(override.end) && (
                <Badge color="teal.9" tt="none">
                  Now
                </Badge>
              )
            }
            details={<OverrideFacts override={override} zone={schedule.time_zone} />}
            action={
              mayChange && (
                <>
                  <EditOverrideButton schedule={schedule} override={override} onEdit={onEdit} />
                  <DeleteOverride schedule={schedule} override={override} />
                </>
              )
            }
          />
        ))}
      </Lines>
      {overrides.length > count && (
        <Button variant="default" w="fit-content" onClick={() => setCount(count + STEP)}>
          Show more
        </Button>
      )}
    </>
  );
}

/** Current and coming overrides, the next first; or past ones, the latest first. */
function listed(overrides: readonly Override[], isPast: boolean, now: number): Override[] {
  if (isPast) return overrides.filter(({ end }) => msOf(end) <= now).sort((a, b) => msOf(b.start) - msOf(a.start));
  return overrides.filter(({ end }) => msOf(end) > now).sort((a, b) => msOf(a.start) - msOf(b.start));
}
