/**
 * A compact strip of time with the colours of those on call; gaps are marked. It is decorative for screen readers: the same is in the text beside it.
 */

import { initialsOf, namesOf } from '../people/person.tsx';
import { usePersonColor } from '../people/person-colors.tsx';
import { useReaderZone } from '../session/session.tsx';
import { msOf, written } from '../time/format.ts';
import { intervalWithZone } from '../time/zone-mark.ts';
import { percentAt, placeOf, type Scale, ticksOf } from './scale.ts';
import classes from './strip.module.css';

interface Stretch {
  readonly start: string | number;
  readonly end: string | number;
}

export interface StripShift extends Stretch {
  readonly users: readonly { readonly id: string; readonly name: string }[];
}

/** A part of a shift in which the person has time off. */
export interface StripAbsence {
  readonly person: { readonly id: string; readonly name: string };
  readonly start: number;
  readonly end: number;
}

interface StripProps {
  readonly scale: Scale;
  readonly shifts: readonly StripShift[];
  /** The gaps. Absent: every time without a shift is a gap. */
  readonly gaps?: readonly Stretch[];
  /** Hatched, and told in the label. */
  readonly away?: readonly StripAbsence[];
  readonly now?: number;
  /** The user whose shifts are highlighted. */
  readonly mine?: string;
  /** Minimum height; more if several people are on call at a time. */
  readonly height?: number;
  readonly hasDays?: boolean;
  readonly label: string;
}

const NOBODY: readonly StripAbsence[] = [];

/** `Ada is away: Mon 23 Mar, 17:00 – Tue 24 Mar, 17:00` */
function absenceText({ person, start, end }: StripAbsence, zone: string): string {
  return `${person.name} is away: ${intervalWithZone(start, end, zone)}`;
}

/** Height for each name, if several people are on call at a time. */
const HEIGHT_EACH = 19;

export function Strip(props: StripProps) {
  const { scale, shifts, gaps, away = NOBODY, now, mine, height = 30, hasDays = true, label } = props;
  const zone = useReaderZone();
  const absences = away.filter(({ start, end }) => start < scale.end && scale.start < end);
  const days = ticksOf(scale, zone, 24);
  const lineHeight = Math.max(height, ...shifts.map(({ users }) => users.length * HEIGHT_EACH));
  return (
    <div
      className={classes.strip}
      role="img"
      aria-label={[label, ...absences.map((one) => absenceText(one, zone))].join('. ')}
    >
      <div className={classes.line} style={{ height: lineHeight }}>
        {(gaps ?? [scale]).map(({ start, end }) => (
          <span key={`${start}`} className={classes.gap} style={placeOf(scale, msOf(start), msOf(end))} />
        ))}
        {shifts.map((shift) => (
          <Bar key={`${shift.start}`} scale={scale} shift={shift} zone={zone} now={now} mine={mine} away={absences} />
        ))}
        {days.map((at) => (
          <span key={at} className={classes.day} style={{ left: `${percentAt(scale, at)}%` }} />
        ))}
        {now !== undefined && now >= scale.start && now < scale.end && (
          <>
            <span className={classes.past} style={{ width: `${percentAt(scale, now)}%` }} />
            <span className={classes.now} style={{ left: `${percentAt(scale, now)}%` }} />
          </>
        )}
      </div>
      {hasDays && (
        <div className={classes.days}>
          {days.map((at) => (
            <span key={at} style={{ left: `${percentAt(scale, at)}%` }}>
              {written(at, zone, 'weekday')}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

interface BarProps {
  readonly scale: Scale;
  readonly shift: StripShift;
  readonly zone: string;
  readonly now: number | undefined;
  readonly mine: string | undefined;
  readonly away: readonly StripAbsence[];
}

function Bar({ scale, shift, zone, now = scale.start, mine, away }: BarProps) {
  const { users } = shift;
  const colorOf = usePersonColor();
  const [start, end] = [msOf(shift.start), msOf(shift.end)];
  const shown = { start: Math.max(start, scale.start), end: Math.min(end, scale.end) };
  // The name of a running shift is right of the line of now, so that the line does not cross it.
  const labelStart = now < shown.end ? Math.max(shown.start, now) : shown.start;
  const absences = away.filter(
    (one) => one.start < shown.end && shown.start < one.end && users.some(({ id }) => id === one.person.id),
  );
  const title = [
    namesOf(users),
    intervalWithZone(start, end, zone),
    ...absences.map((one) => absenceText(one, zone)),
  ].join('\n');
  return (
    <span
      className={classes.bar}
      style={placeOf(scale, start, end)}
      title={title}
      data-mine={users.some(({ id }) => id === mine)}
    >
      {users.map(({ id, name }) => (
        <span key={id} className={`person-color ${classes.person}`} style={colorOf(id)}>
          {absences
            .filter(({ person }) => person.id === id)
            .map((one) => (
              <span key={one.start} className={classes.away} style={placeOf(shown, one.start, one.end)} />
            ))}
          <span className={classes.label} style={placeOf(shown, labelStart, shown.end)}>
            <span className={classes.name} dir="auto">
              {name}
            </span>
            <span className={classes.initials}>{initialsOf(name)}</span>
          </span>
        </span>
      ))}
    </span>
  );
}
