/** Hours on call: how much each person had and will have, and of which kind. The choices are in the address. */
import { Anchor, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { DAY_MS } from '../../src/time/units.ts';
import type { Schemas } from '../api/client.ts';
import { useAll, useGet } from '../api/queries.ts';
import { useMay } from '../session/permissions.ts';
import { useReaderZone } from '../session/session.tsx';
import { instantText, written } from '../time/format.ts';
import { useNow } from '../time/now.ts';
import { midnightOf, type Scale } from '../timeline/scale.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { clearButton } from '../ui/forms/clear-button.ts';
import { SearchSelect } from '../ui/forms/search-select.tsx';
import { Page } from '../ui/frame/page.tsx';
import { Icon } from '../ui/icons.tsx';
import { useAddress } from '../ui/lists/address.ts';
import classes from './load.module.css';
import { LoadTable } from './load-table.tsx';

type Report = Schemas['HoursReport'];

/** Days before today, and days from today on. */
const INTERVALS = {
  around: { label: '30 days each way', past: 30, ahead: 30 },
  past: { label: 'Last 90 days', past: 90, ahead: 0 },
  year: { label: 'Last 12 months', past: 365, ahead: 0 },
  ahead: { label: 'Next 90 days', past: 0, ahead: 90 },
} as const;

type IntervalName = keyof typeof INTERVALS;

export function LoadPage() {
  const { params } = useAddress();
  const zone = useReaderZone();
  const name = intervalNamed(params.get('interval'));
  const within = intervalOf(name, useNow(), zone);
  const [team, schedule] = [params.get('team'), params.get('schedule')];
  const query = {
    from: instantText(within.start),
    to: instantText(within.end),
    ...(schedule !== null ? { schedule_id: schedule } : team !== null && { team_id: team }),
  };
  const report = useGet('/reports/hours', { params: { query } }, { keepPrevious: true });
  const maySeeAll = useMay('read hours');
  return (
    <Page
      title="Load"
      about={
        maySeeAll
          ? 'Who was on call for how long, and who will be.'
          : 'How long you were on call, and will be. Admins see everyone.'
      }
      actions={
        <Anchor href={`/reports/hours.csv?${new URLSearchParams(query)}`} download className={classes.csv ?? ''}>
          <Icon name="download" size={16} /> CSV
        </Anchor>
      }
    >
      <Choices name={name} />
      <ProblemNote error={report.data === undefined ? report.error : null} onRetry={() => void report.refetch()} />
      {report.data === undefined && report.error === null && (
        <Skeleton height={320} role="status" aria-busy="true" aria-label="Loading" />
      )}
      {report.data !== undefined && (
        <Stack gap="sm" opacity={report.isPlaceholderData ? 0.5 : 1} aria-busy={report.isPlaceholderData}>
          <Shown report={report.data.hours} within={within} zone={zone} />
        </Stack>
      )}
    </Page>
  );
}

function intervalNamed(text: string | null): IntervalName {
  return text !== null && Object.hasOwn(INTERVALS, text) ? (text as IntervalName) : 'around';
}

function intervalOf(name: IntervalName, now: number, zone: string): Scale {
  const { past, ahead } = INTERVALS[name];
  return { start: midnightOf(now, zone, -past), end: midnightOf(now, zone, ahead === 0 ? 1 : ahead) };
}

function Choices({ name }: { readonly name: IntervalName }) {
  const { params, change } = useAddress();
  const { data: teams = [] } = useAll('/teams/', {}, 'teams');
  const { data: schedules = [] } = useAll('/schedules', {}, 'schedules');
  return (
    <Group gap="sm" role="search" aria-label="What is counted">
      <SegmentedControl
        aria-label="From when to when"
        data={Object.entries(INTERVALS).map(([value, { label }]) => ({ value, label }))}
        value={name}
        onChange={(interval) => change({ interval: interval === 'around' ? undefined : interval })}
        className={classes.intervals ?? ''}
      />
      <SearchSelect
        aria-label="Team"
        placeholder="All teams"
        data={teams.map(({ id, name: label }) => ({ value: id, label }))}
        value={params.get('team')}
        onChange={(team) => change({ team: team ?? undefined, schedule: undefined })}
        clearable
        clearButtonProps={clearButton('All teams')}
        w={{ base: '100%', xs: 190 }}
      />
      <SearchSelect
        aria-label="Schedule"
        placeholder="All schedules"
        data={schedules.map(({ id, name: label }) => ({ value: id, label }))}
        value={params.get('schedule')}
        onChange={(schedule) => change({ schedule: schedule ?? undefined, team: undefined })}
        clearable
        clearButtonProps={clearButton('All schedules')}
        w={{ base: '100%', xs: 220 }}
      />
    </Group>
  );
}

interface ShownProps {
  readonly report: Report;
  readonly within: Scale;
  readonly zone: string;
}

function Shown({ report, within, zone }: ShownProps) {
  const { people, left_out } = report;
  return (
    <>
      <Text size="sm" c="dimmed">
        {written(within.start, zone, 'day')} to {written(within.end - DAY_MS / 2, zone, 'day')}. By the clock and the
        calendar of each person; time in several schedules at once counts once.
      </Text>
      {people.length === 0 ? (
        <Empty title="Nobody is on call in this time">Choose another time, team or schedule.</Empty>
      ) : (
        <LoadTable people={people} />
      )}
      {left_out.length > 0 && (
        <Text size="sm">
          Not counted, because their shifts cannot be computed: {left_out.map(({ name }) => name).join(', ')}.
        </Text>
      )}
    </>
  );
}
