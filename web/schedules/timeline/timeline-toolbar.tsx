import { ActionIcon, Button, SegmentedControl, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { Scale } from '../../timeline/scale.ts';
import { dateBeside, isDate, periodText, VIEWS, type View } from '../../timeline/views.ts';
import { useAddress } from '../../ui/address.ts';
import { Icon } from '../../ui/icons.tsx';
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
  const { change } = useAddress();
  return (
    <div className={classes.toolbar}>
      <Steps view={view} date={date} onGo={(from) => change({ from })} />
      <Button variant="default" onClick={() => change({ from: undefined })}>
        Today
      </Button>
      <DateInput date={date} onGo={(from) => change({ from }, { replace: true })} />
      <Title order={2} className={classes.period ?? ''} aria-live="polite">
        {periodText(view, scale, zone)}
      </Title>
      <SegmentedControl
        className={classes.views ?? ''}
        aria-label="How much time"
        data={CHOICES}
        value={view}
        onChange={(chosen) => change({ view: chosen, from: date })}
      />
      {onOverride !== undefined && (
        <Button className={classes.action ?? ''} leftSection={<Icon name="plus" size={16} />} onClick={onOverride}>
          Override…
        </Button>
      )}
    </div>
  );
}

interface StepsProps {
  readonly view: View;
  readonly date: string;
  readonly onGo: (date: string) => void;
}

function Steps({ view, date, onGo }: StepsProps) {
  return (
    <ActionIcon.Group>
      <ActionIcon variant="default" size={36} aria-label="Earlier" onClick={() => onGo(dateBeside(view, date, -1))}>
        <Icon name="left" />
      </ActionIcon>
      <ActionIcon variant="default" size={36} aria-label="Later" onClick={() => onGo(dateBeside(view, date, 1))}>
        <Icon name="right" />
      </ActionIcon>
    </ActionIcon.Group>
  );
}

/** While a year is being typed, what stands there is no date yet: it stays as it is typed, and leads nowhere. */
function DateInput({ date, onGo }: Pick<StepsProps, 'date' | 'onGo'>) {
  const [typed, setTyped] = useState({ text: date, date });
  return (
    <TextInput
      type="date"
      aria-label="Go to date"
      className={classes.date ?? ''}
      value={typed.date === date ? typed.text : date}
      onChange={({ currentTarget: { value } }) => {
        setTyped({ text: value, date: isDate(value) ? value : date });
        if (isDate(value)) onGo(value);
      }}
    />
  );
}
