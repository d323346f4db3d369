/**
 * The card of a schedule: who is on call, until when, who is next, and the coming week. It uses plain elements, because there are many cards and they
 * decide when the page is ready.
 */
import { Link } from 'wouter';
import { namesOf, PersonAvatar } from '../people/person.tsx';
import { PersonColors } from '../people/person-colors.tsx';
import { BrokenNote } from '../schedules/broken-note.tsx';
import { useMe, useReaderZone } from '../session/session.tsx';
import { cityOf, fromNow, msOf } from '../time/format.ts';
import { Moment } from '../time/moment.tsx';
import { useNow, useTickAt } from '../time/now.ts';
import type { Away } from '../time-off/away-bars.ts';
import { shiftsWhileAway } from '../time-off/shifts-while-away.ts';
import { gapsSince } from '../timeline/bars.ts';
import { midnightOf, type Scale } from '../timeline/scale.ts';
import type { ScheduleTimeline } from '../timeline/schedule-timelines.ts';
import { Strip } from '../timeline/strip.tsx';
import classes from './now.module.css';
import { type OnCallStatus, onCallStatusOf } from './on-call-status.ts';
import { DAYS_SHOWN } from './schedules-shown.ts';

interface ScheduleCardProps {
  readonly timeline: ScheduleTimeline;
  /** The interval that the timeline's shifts cover. */
  readonly known: Scale;
  /** The time off of anybody in that time. */
  readonly away: readonly Away[];
}

export function ScheduleCard({ timeline, known, away }: ScheduleCardProps) {
  const { schedule_reference: schedule, time_zone: zone, teams, broken } = timeline;
  return (
    <article aria-label={schedule.name} className={classes.card}>
      <header className={classes.head}>
        <h3 className={classes.title}>
          <Link to={`/schedules/${schedule.id}`} className={classes.name ?? ''}>
            {schedule.name}
          </Link>
        </h3>
        <div className={classes.tags}>
          {teams.map(({ id, name }) => (
            <span key={id} className={classes.team}>
              {name}
            </span>
          ))}
          <span className={classes.dimmed} title={zone}>
            {cityOf(zone)}
          </span>
        </div>
      </header>
      {broken === undefined ? (
        <PersonColors first={timeline.shifts.flatMap(({ users }) => users)}>
          <Week timeline={timeline} known={known} away={away} />
        </PersonColors>
      ) : (
        <BrokenNote broken={broken} />
      )}
    </article>
  );
}

function Week({ timeline, known, away }: ScheduleCardProps) {
  const { schedule_reference: schedule, time_zone: zone, shifts, gaps } = timeline;
  const [now, me, readerZone] = [useNow(), useMe(), useReaderZone()];
  const standing = onCallStatusOf(timeline, now, known.end);
  useTickAt(standing.until);
  const timed = shifts.map(({ start, end, users }) => ({ start: msOf(start), end: msOf(end), users }));
  const scale = { start: known.start, end: midnightOf(now, readerZone, DAYS_SHOWN) };
  return (
    <>
      <WhoHasIt standing={standing} zone={zone} now={now} />
      <div className={classes.strip}>
        <Strip
          scale={scale}
          shifts={shifts.filter(({ start }) => Date.parse(start) < scale.end)}
          away={shiftsWhileAway(timed, away)}
          gaps={gapsSince(timeline.created_at, gaps)}
          now={now}
          mine={me.id}
          label={`${schedule.name}: the coming ${DAYS_SHOWN} days`}
        />
      </div>
    </>
  );
}

interface WhoHasItProps {
  readonly standing: OnCallStatus;
  readonly zone: string;
  readonly now: number;
}

function WhoHasIt({ standing, zone, now }: WhoHasItProps) {
  const { onCall, until } = standing;
  return (
    <>
      <div className={classes.who}>
        {onCall.length > 0 && (
          <span className={classes.marks}>
            {onCall.map((person) => (
              <PersonAvatar key={person.id} person={person} size={40} />
            ))}
          </span>
        )}
        <div className={classes.words}>
          <WhoInWords standing={standing} />
          <div className={classes.until}>
            {until === undefined ? (
              'for the coming two weeks at least'
            ) : (
              <>
                until <Moment at={until} zone={zone} /> <span className={classes.soon}>({fromNow(until, now)})</span>
              </>
            )}
          </div>
        </div>
      </div>
      <Next standing={standing} zone={zone} />
    </>
  );
}

function WhoInWords({ standing: { onCall, isOffHours } }: Pick<WhoHasItProps, 'standing'>) {
  if (onCall.length > 0) return <div className={classes.people}>{namesOf(onCall)}</div>;
  if (isOffHours) return <div className={classes.people}>Off hours</div>;
  return <div className={classes.nobody}>Nobody is on call</div>;
}

function Next({ standing: { next, until }, zone }: Omit<WhoHasItProps, 'now'>) {
  if (until === undefined || next === undefined) return null;
  const { users, start, end } = next;
  return (
    <div className={classes.next}>
      Next: <span className={classes.strong}>{namesOf(users)}</span>
      {start !== until && (
        <>
          {' '}
          from <Moment at={start} zone={zone} />
        </>
      )}
      {end !== undefined && (
        <>
          {' '}
          until <Moment at={end} zone={zone} />
        </>
      )}
    </div>
  );
}
