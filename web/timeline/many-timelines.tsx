/** Several schedules on one axis, a row for each. */
import { type ReactNode, useMemo, useState } from 'react';
import { useReaderZone } from '../session/session.tsx';
import { Axis, Days } from './axis.tsx';
import { BarCard, type Pointed } from './bar-card.tsx';
import type { Bar } from './bars.ts';
import { NowLine } from './now-line.tsx';
import { Row, type RowProps } from './row.tsx';
import type { Scale } from './scale.ts';
import classes from './timeline.module.css';
import { type AxisView, VIEWS } from './views.ts';

export interface ManyRow {
  readonly id: string;
  /** The schedule's zone. */
  readonly zone: string;
  readonly label: string;
  readonly head: ReactNode;
  readonly bars: readonly Bar[];
  readonly empty: string;
}

interface ManyTimelinesProps {
  readonly view: AxisView;
  readonly scale: Scale;
  readonly zone: string;
  readonly now: number;
  readonly rows: readonly ManyRow[];
  /** Called when a bar is clicked, with the start of its visible part. */
  readonly onOpen: (row: ManyRow, at: number) => void;
}

export function ManyTimelines({ view, scale, zone, now, rows, onOpen }: ManyTimelinesProps) {
  const mine = useReaderZone();
  const [pointed, setPointed] = useState<Pointed & { readonly zone: string }>();
  return (
    <section className={classes.box} aria-label="Timelines" data-scrolls="timeline">
      <div className={classes.canvas}>
        <Days view={view} scale={scale} zone={zone} />
        <div className={classes.head}>
          <Axis view={view} scale={scale} zone={zone} />
        </div>
        {rows.map((row) => (
          <ScheduleRow
            key={row.id}
            row={row}
            shared={{ scale, zone, now, snapMs: VIEWS[view].snapMs, isForTouch: false, onDragged: undefined }}
            mine={mine}
            onPoint={(bar, element) =>
              setPointed(bar === undefined || element === undefined ? undefined : { bar, element, zone: row.zone })
            }
            onOpen={(bar) => onOpen(row, Math.max(bar.start, scale.start))}
          />
        ))}
        <NowLine scale={scale} />
      </div>
      {pointed !== undefined && <BarCard {...pointed} zones={{ mine, schedule: pointed.zone }} />}
    </section>
  );
}

interface ScheduleRowProps extends Pick<RowProps, 'onPoint' | 'onOpen'> {
  readonly row: ManyRow;
  readonly shared: Pick<RowProps, 'scale' | 'zone' | 'now' | 'snapMs' | 'isForTouch' | 'onDragged'>;
  readonly mine: string;
}

function ScheduleRow({ row, shared, mine, onPoint, onOpen }: ScheduleRowProps) {
  const { label, head, bars, empty, zone } = row;
  const zones = useMemo(() => ({ mine, schedule: zone }), [mine, zone]);
  return <Row {...shared} {...{ label, head, bars, empty, zones, onPoint, onOpen }} />;
}
