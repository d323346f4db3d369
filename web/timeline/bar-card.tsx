/** The card beside a bar while the pointer is on it. Screen readers get the same text from the bar itself. */
import { Paper, Portal, Stack, Text } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { PersonName } from '../people/person.tsx';
import { cityOf, duration, writtenInterval } from '../time/format.ts';
import { awayText, reasonText, type Zones } from './bar-text.ts';
import type { Bar } from './bars.ts';
import classes from './timeline.module.css';

export interface Pointed {
  readonly bar: Bar;
  readonly element: HTMLElement;
}

interface BarCardProps extends Pointed {
  readonly zones: Zones;
}

const DISTANCE = 8;

export function BarCard(props: BarCardProps) {
  return (
    <Portal>
      <Card {...props} />
    </Portal>
  );
}

function Card({ bar, element, zones }: BarCardProps) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => placeBeside(card.current, element);
    place();
    // The bar may move under the pointer when something scrolls, or scroll into view when it is focused.
    addEventListener('scroll', place, { capture: true, passive: true });
    return () => removeEventListener('scroll', place, { capture: true });
  }, [element]);
  const here = writtenInterval(bar.start, bar.end, zones.mine);
  const there = writtenInterval(bar.start, bar.end, zones.schedule);
  return (
    <Paper ref={card} className={classes.card} shadow="md" withBorder p="sm" aria-hidden="true">
      <Stack gap={6}>
        {bar.title !== undefined && (
          <Text fw={600} size="sm">
            {bar.title}
          </Text>
        )}
        {bar.users.map((person) => (
          <Text key={person.id} span fw={600} size="sm">
            <PersonName person={person} size={22} />
          </Text>
        ))}
        <Moments text={here} zone={zones.mine} />
        {here !== there && <Moments text={there} zone={zones.schedule} />}
        <Text size="xs" c="dimmed">
          {duration(bar.end - bar.start)} · {reasonText(bar)}
        </Text>
        {bar.away !== undefined && (
          <Text size="xs" fw={600} className={classes.warning ?? ''}>
            {awayText(bar.away)}
          </Text>
        )}
        {bar.override !== undefined && (
          <Text size="xs" c="dimmed">
            {bar.override.reason !== undefined && `“${bar.override.reason}” · `}Made by {bar.override.created_by.name}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Moments({ text, zone }: { readonly text: string; readonly zone: string }) {
  return (
    <Text size="sm">
      {text}{' '}
      <Text span size="xs" c="dimmed">
        {cityOf(zone)}
      </Text>
    </Text>
  );
}

/** Below the bar if there is room, otherwise above; always inside the window. */
function placeBeside(card: HTMLElement | null, bar: HTMLElement): void {
  if (card === null) return;
  const { left, top, bottom, right } = bar.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = card;
  const middle = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const x = Math.min(Math.max(DISTANCE, middle - offsetWidth / 2), innerWidth - offsetWidth - DISTANCE);
  const isRoomBelow = bottom + DISTANCE + offsetHeight <= innerHeight;
  const y = isRoomBelow ? bottom + DISTANCE : Math.max(DISTANCE, top - DISTANCE - offsetHeight);
  card.style.translate = `${x}px ${y}px`;
}
