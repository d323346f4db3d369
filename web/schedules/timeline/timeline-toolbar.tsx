import { ActionIcon, Button, SegmentedControl, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { Scale } from '../../timeline/scale.ts';
import type { Rows } from '../../timeline/timeline.tsx';
import { dateBeside, isDate, periodText, VIEWS, type View } from '../../timeline/views.ts';
import { Icon } from '../../ui/icons.tsx';
import { useAddress } from '../../ui/lists/address.ts';
import classes from './timeline-toolbar.module.css';

interface TimelineToolbarProps {
  readonly view: View;
  readonly date: string;
  readonly scale: Scale;
  readonly zone: string;
  /** The available views. */
  readonly views?: readonly View[];
  /** Absent: there is only one kind of rows. */
  readonly rows?: Rows;
  readonly onOverride?: () => void;
}

const EVERY_VIEW = Object.keys(VIEWS) as View[];

const ROWS = [
  { value: 'layers', label: 'Layers' },
  { value: 'people', label: 'People' },
];

export function TimelineToolbar(props: TimelineToolbarProps) {
  const { view, date, scale, zone, views = EVERY_VIEW, rows, onOverride } = props;
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
        aria-label="View"
        data={views.map((value) => ({ value, label: VIEWS[value].label }))}
        value={view}
        onChange={(chosen) => change({ view: chosen, from: date })}
      />
      {rows !== undefined && (
        <SegmentedControl
          className={classes.views ?? ''}
          aria-label="A row for each"
          data={ROWS}
          value={rows}
          onChange={(chosen) => change({ rows: chosen === 'people' ? chosen : undefined })}
        />
      )}
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

/** Keeps an incomplete date as it is typed, and goes nowhere until it is complete. */
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
