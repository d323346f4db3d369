import { Box, Button, Paper, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import { duration } from '../time/format.ts';
import { Moment } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { Icon } from '../ui/icons.tsx';
import type { GapsAhead } from './gaps.ts';
import classes from './now.module.css';

const SHOWN = 3;

export function GapsAheadNote({ gaps }: { readonly gaps: readonly GapsAhead[] }) {
  const [isWhole, { open }] = useDisclosure();
  if (gaps.length === 0) return null;
  const rest = gaps.length - SHOWN;
  return (
    <Paper component="section" aria-label="Gaps ahead" withBorder p="md">
      <Title order={2} mb={4}>
        Gaps in the coming week
      </Title>
      <ul className={classes.rows}>
        {(isWhole ? gaps : gaps.slice(0, SHOWN)).map((gap) => (
          <GapRow key={gap.schedule.id} gap={gap} />
        ))}
      </ul>
      {!isWhole && rest > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={open}>
          Show {rest} more
        </Button>
      )}
    </Paper>
  );
}

function GapRow({ gap: { schedule, zone, start, end, count, totalMs } }: { readonly gap: GapsAhead }) {
  const isNow = start <= useNow();
  return (
    <li className={classes.gap}>
      <span className={classes.warn}>
        <Icon name="warning" />
      </span>
      <Box miw={0}>
        <Text size="sm" component="div">
          Nobody is on call for{' '}
          <Link to={`/schedules/${schedule.id}`} className={classes.name ?? ''}>
            {schedule.name}
          </Link>{' '}
          {isNow ? (
            'now'
          ) : (
            <>
              from <Moment at={start} zone={zone} />
            </>
          )}{' '}
          {end === undefined ? (
            isNow ? (
              'and for two weeks at least'
            ) : (
              'on'
            )
          ) : (
            <>
              {isNow ? 'until' : 'to'} <Moment at={end} zone={zone} />
            </>
          )}
        </Text>
        {count > 1 && (
          <Text size="sm" c="dimmed">
            and {count === 2 ? 'once more' : `${count - 1} more times`}, {duration(totalMs)} in all
          </Text>
        )}
      </Box>
    </li>
  );
}
