import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { api, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { Icon } from '../ui/icons.tsx';
import classes from './checklist.module.css';

const ONE = { params: { query: { per_page: 1 } } };

interface Step {
  readonly label: string;
  readonly about: string;
  readonly to: string;
  /** Undefined while loading. */
  readonly isDone: boolean | undefined;
}

/** The steps to set up a new organization, with those that are done. */
export function Checklist() {
  const steps = useSteps();
  const done = steps.filter(({ isDone }) => isDone).length;
  const hide = useChange(() => unwrap(api.PATCH('/organization/', { body: { setup: 'done' } })));
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label="Getting started">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={2}>Getting started</Title>
            <Text size="sm" c="dimmed">
              {done} of {steps.length} done
            </Text>
          </div>
          <Button variant="default" size="xs" loading={hide.isPending} onClick={() => hide.mutate(undefined)}>
            {done === steps.length ? 'Done' : 'Hide this list'}
          </Button>
        </Group>
        <ul className={classes.steps} aria-label="Steps">
          {steps.map(({ label, about, to, isDone = false }) => (
            <li key={label} data-done={isDone}>
              <span className={classes.check} aria-hidden="true">
                {isDone && <Icon name="check" size={14} />}
              </span>
              <div>
                <Link to={to} className={classes.label ?? ''}>
                  {label}
                </Link>
                <Text size="sm" c="dimmed">
                  {isDone ? 'Done' : about}
                </Text>
              </div>
            </li>
          ))}
        </ul>
        <ProblemNote error={hide.error} />
      </Stack>
    </Paper>
  );
}

function useSteps(): Step[] {
  const people = useGet('/users/', ONE).data?.meta.total;
  const teams = useGet('/teams/', ONE).data?.meta.total;
  const schedules = useGet('/schedules', ONE).data?.meta.total;
  const chat = useGet('/chat/').data?.chat.provider;
  const feeds = useGet('/user/calendar_feeds/', ONE).data?.meta.total;
  return [
    {
      label: 'Add people',
      about: 'One by one, or paste a list of addresses.',
      to: '/people',
      isDone: people === undefined ? undefined : people > 1,
    },
    {
      label: 'Make a team',
      about: 'Its members may change its schedules.',
      to: '/teams',
      isDone: teams === undefined ? undefined : teams > 0,
    },
    {
      label: 'Make a schedule',
      about: 'Who rotates, how long, and at which times. You see the shifts before you save.',
      to: '/schedules/new',
      isDone: schedules === undefined ? undefined : schedules > 0,
    },
    {
      label: 'Connect the chat',
      about: 'Channels get handoffs, and user groups follow the rotation.',
      to: '/settings/chat',
      isDone: chat === undefined ? undefined : chat === 'slack',
    },
    {
      label: 'Subscribe in your calendar',
      about: 'Your shifts beside your meetings.',
      to: '/settings/calendars',
      isDone: feeds === undefined ? undefined : feeds > 0,
    },
  ];
}
