import { ActionIcon, Button, SegmentedControl, Title } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { Icon } from '../page/icons.tsx';
import type { Scale } from '../timeline/scale.ts';
import { dateBeside, periodText, VIEWS, type View } from '../timeline/views.ts';
import classes from './timeline-toolbar.module.css';

interface TimelineToolbarProps {
  readonly view: View;
  readonly date: string;
  readonly scale: Scale;
  readonly zone: string;
  readonly onOverride?: () => void;
}

const CHOICES = Object.entries(VIEWS).map(([value, { label }]) => ({ value, label }));

export function TimelineToolbar({ view, date, scale, zone, onOverride }: TimelineToolbarProps) {
  const [, setParams] = useSearchParams();
  const show = (changes: Readonly<Record<string, string | undefined>>) =>
    setParams((params) => changed(params, changes));
  return (
    <div className={classes.toolbar}>
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Earlier"
          onClick={() => show({ from: dateBeside(view, date, -1) })}
        >
          <Icon name="left" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Later"
          onClick={() => show({ from: dateBeside(view, date, 1) })}
        >
          <Icon name="right" />
        </ActionIcon>
      </ActionIcon.Group>
      <Button variant="default" onClick={() => show({ from: undefined })}>
        Today
      </Button>
      <Title order={2} className={classes.period ?? ''} aria-live="polite">
        {periodText(view, scale, zone)}
      </Title>
      <SegmentedControl
        className={classes.views ?? ''}
        aria-label="How much time"
        data={CHOICES}
        value={view}
        onChange={(chosen) => show({ view: chosen, from: date })}
      />
      {onOverride !== undefined && (
        <Button className={classes.action ?? ''} leftSection={<Icon name="plus" size={16} />} onClick={onOverride}>
          Override…
        </Button>
      )}
    </div>
  );
}

function changed(params: URLSearchParams, changes: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
