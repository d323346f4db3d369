/** The top of the page Now: whether the reader is on call, until when, and when their next shift is. */
import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { useMay } from '../session/permissions.ts';
import { duration, fromNow, instantText } from '../time/format.ts';
import { Moment, Span } from '../time/moment.tsx';
import { useNow, useTickAt } from '../time/now.ts';
import { DAYS_AHEAD, isCurrent, type MyStretch } from './my-shifts.ts';
import classes from './now.module.css';

const COMING_SHOWN = 3;

interface YouProps {
  readonly stretches: readonly MyStretch[];
  readonly zoneOf: (scheduleId: string) => string | undefined;
}

export function You({ stretches, zoneOf }: YouProps) {
  const now = useNow();
  const current = stretches.filter((stretch) => isCurrent(stretch, now));
  const coming = stretches.filter(({ start }) => start > now);
  useTickAt(Math.min(...current.map(({ end }) => end), ...coming.map(({ start }) => start)));
  return (
    <Paper
      withBorder
      component="section"
      aria-label="You"
      p="md"
      className={classes.you ?? ''}
      data-on-call={current.length > 0}
    >
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap" align="flex-start" className={classes.told ?? ''}>
          <span className={classes.lamp} />
          <Stack gap="sm" miw={0} flex={1}>
            {current.map((stretch) => (
              <OnCallNow key={stretch.schedule.id} stretch={stretch} zone={zoneOf(stretch.schedule.id)} now={now} />
            ))}
            {current.length === 0 && <NotOnCall next={coming[0]} zoneOf={zoneOf} now={now} />}
          </Stack>
        </Group>
        {coming.length > 0 && <Coming stretches={coming.slice(0, COMING_SHOWN)} zoneOf={zoneOf} now={now} />}
      </Stack>
    </Paper>
  );
}

interface OnCallNowProps {
  readonly stretch: MyStretch;
  readonly zone: string | undefined;
  readonly now: number;
}

function OnCallNow({ stretch: { schedule, start, end, isOpen }, zone, now }: OnCallNowProps) {
  return (
    <Text inherit component="div">
      You are on call for{' '}
      <Link to={`/schedules/${schedule.id}`} className={classes.strong ?? ''}>
        {schedule.name}
      </Link>{' '}
      {isOpen ? 'at least until' : 'until'}{' '}
      <b>
        <Moment at={end} {...(zone !== undefined && { zone })} />
      </b>{' '}
      <span className={classes.soon}>({fromNow(end, now)})</span>
      {!isOpen && (
        <span className={classes.elapsed}>
          <span style={{ width: `${(100 * (now - start)) / (end - start)}%` }} />
        </span>
      )}
    </Text>
  );
}

interface NotOnCallProps {
  readonly next: MyStretch | undefined;
  readonly zoneOf: YouProps['zoneOf'];
  readonly now: number;
}

function NotOnCall({ next, zoneOf, now }: NotOnCallProps) {
  if (next === undefined) {
    return (
      <>
        <Text inherit>You are not on call.</Text>
        <Text c="dimmed" size="sm">
          You have no shifts in the coming {DAYS_AHEAD} days.
        </Text>
      </>
    );
  }
  const zone = zoneOf(next.schedule.id);
  return (
    <Text inherit>
      You are not on call. Next:{' '}
      <Link to={`/schedules/${next.schedule.id}`} className={classes.strong ?? ''}>
        {next.schedule.name}
      </Link>
      ,{' '}
      <b>
        <Moment at={next.start} {...(zone !== undefined && { zone })} />
      </b>{' '}
      <span className={classes.soon}>({fromNow(next.start, now)})</span>
    </Text>
  );
}

interface ComingProps {
  readonly stretches: readonly MyStretch[];
  readonly zoneOf: YouProps['zoneOf'];
  readonly now: number;
}

function Coming({ stretches, zoneOf, now }: ComingProps) {
  const mayAsk = useMay('cover');
  return (
    <Box className={classes.coming ?? ''}>
      <Title order={2} className={classes.label ?? ''}>
        Your next shifts
      </Title>
      <ul className={classes.rows}>
        {stretches.map(({ schedule, start, end }) => {
          const zone = zoneOf(schedule.id);
          return (
            <li key={`${schedule.id} ${start}`} className={classes.row}>
              <Box miw={0}>
                <Link to={`/schedules/${schedule.id}`} className={classes.name ?? ''}>
                  {schedule.name}
                </Link>
                <Text size="sm" component="div">
                  <Span start={start} end={end} {...(zone !== undefined && { zone })} />{' '}
                  <Text span size="sm" c="dimmed">
                    · {duration(end - start)}, {fromNow(start, now)}
                  </Text>
                </Text>
              </Box>
              {mayAsk && (
                <Button
                  component={Link}
                  to={`/coverage?${askFor(schedule.id, start, end)}`}
                  size="compact-sm"
                  variant="default"
                >
                  Ask for cover
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Box>
  );
}

function askFor(schedule: string, start: number, end: number): string {
  return new URLSearchParams({
    tab: 'ask',
    start: instantText(start),
    end: instantText(end),
    schedule,
  }).toString();
}
