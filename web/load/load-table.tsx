/** The table of hours on call: a line for each person with a stacked bar, past and coming hours, the share compared with the mean, and cover. */
import { UnstyledButton } from '@mantine/core';
import { Fragment, useState } from 'react';
import { Link } from 'wouter';
import { HOUR_MS } from '../../src/time/units.ts';
import type { Schemas } from '../api/client.ts';
import { PersonName } from '../people/person.tsx';
import { Icon } from '../ui/icons.tsx';
import classes from './load.module.css';

type PersonHours = Schemas['HoursOfPerson'];
type Time = Schemas['TimeOnCall'];

const KINDS = [
  { kind: 'other', label: 'Other hours', short: 'other' },
  { kind: 'night', label: 'Nights', short: 'at night' },
  { kind: 'weekend', label: 'Weekends', short: 'on weekends' },
  { kind: 'holiday', label: 'Public holidays', short: 'on public holidays' },
] as const;

export function LoadTable({ people }: { readonly people: readonly PersonHours[] }) {
  const [open, setOpen] = useState<string>();
  const most = Math.max(1, ...people.map(totalOf));
  return (
    <>
      <Legend />
      <div className={classes.box}>
        <table className={classes.table} aria-label="Hours on call">
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col" className={classes.bars}>
                Time on call
              </th>
              <th scope="col" className={classes.number}>
                Past
              </th>
              <th scope="col" className={classes.number}>
                To come
              </th>
              <th scope="col" className={classes.number}>
                vs. mean
              </th>
              <th scope="col" className={classes.number}>
                Cover
              </th>
            </tr>
          </thead>
          <tbody>
            {people
              .toSorted((a, b) => totalOf(b) - totalOf(a))
              .map((person) => (
                <Fragment key={person.user.id}>
                  <Line
                    person={person}
                    most={most}
                    isOpen={open === person.user.id}
                    onToggle={() => setOpen(open === person.user.id ? undefined : person.user.id)}
                  />
                  {open === person.user.id && <Schedules person={person} />}
                </Fragment>
              ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Legend() {
  return (
    <ul className={classes.legend} aria-label="Colours">
      {KINDS.map(({ kind, label }) => (
        <li key={kind}>
          <span className={classes.swatch} data-kind={kind} />
          {label}
        </li>
      ))}
      <li>
        <span className={classes.swatch} data-kind="other" data-coming />
        To come
      </li>
    </ul>
  );
}

interface LineProps {
  readonly person: PersonHours;
  readonly most: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Line({ person, most, isOpen, onToggle }: LineProps) {
  const { user, past, coming, share } = person;
  return (
    <tr data-open={isOpen}>
      <th scope="row" className={classes.person}>
        <UnstyledButton
          className={classes.toggle ?? ''}
          aria-expanded={isOpen}
          aria-label={`Hours of ${user.name} by schedule`}
          onClick={onToggle}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={14} />
        </UnstyledButton>
        <Link to={`/people/${user.id}`} className={classes.name ?? ''}>
          <PersonName person={user} size={22} />
        </Link>
        <div className={classes.narrow} aria-hidden="true">
          <StackedBar person={person} most={most} />
        </div>
      </th>
      <td className={classes.bars}>
        <div role="img" aria-label={`${kindsText(past)}; to come: ${kindsText(coming)}`}>
          <StackedBar person={person} most={most} />
        </div>
      </td>
      <td className={classes.number}>{hoursText(past.total_ms)}</td>
      <td className={classes.number}>{hoursText(coming.total_ms)}</td>
      <td className={classes.number}>{shareText(share)}</td>
      <Cover person={person} />
    </tr>
  );
}

function StackedBar({ person, most }: { readonly person: PersonHours; readonly most: number }) {
  const total = totalOf(person);
  return (
    <div className={classes.bar} style={{ width: `${(100 * total) / most}%` }}>
      <Segments time={person.past} of={total} />
      <Segments time={person.coming} of={total} isComing />
    </div>
  );
}

interface SegmentsProps {
  readonly time: Time;
  readonly of: number;
  readonly isComing?: boolean;
}

function Segments({ time, of, isComing = false }: SegmentsProps) {
  return KINDS.map(({ kind, label }) => {
    const ms = time[`${kind}_ms`];
    if (ms === 0) return null;
    return (
      <span
        key={kind}
        className={classes.segment}
        data-kind={kind}
        {...(isComing && { 'data-coming': true })}
        style={{ width: `${(100 * ms) / of}%` }}
        title={`${label}${isComing ? ', to come' : ''}: ${hoursText(ms)}`}
      />
    );
  });
}

function Schedules({ person }: { readonly person: PersonHours }) {
  return (
    <tr className={classes.details ?? ''}>
      <td colSpan={6}>
        <ul className={classes.kinds}>
          {KINDS.map(({ kind, label }) => (
            <li key={kind}>
              <span className={classes.swatch} data-kind={kind} />
              {label}: {hoursText(person.past[`${kind}_ms`])} past, {hoursText(person.coming[`${kind}_ms`])} to come
            </li>
          ))}
        </ul>
        <ul className={classes.schedules} aria-label={`Hours of ${person.user.name} by schedule`}>
          {person.schedules.map(({ schedule_reference: { id, name }, past_ms, coming_ms }) => (
            <li key={id}>
              <Link to={`/schedules/${id}`} className="name-link">
                {name}
              </Link>
              : {hoursText(past_ms)} past, {hoursText(coming_ms)} to come
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

function Cover({ person: { cover } }: { readonly person: PersonHours }) {
  const [taken, given] = [allOf(cover.taken), allOf(cover.given)];
  const balance = taken - given;
  return (
    <td
      className={classes.number}
      title={`Taken from others: ${hoursText(taken)}. Given to others: ${hoursText(given)}.`}
    >
      {taken === 0 && given === 0
        ? '–'
        : `${balance > 0 ? '+' : balance < 0 ? '−' : ''}${hoursText(Math.abs(balance))}`}
      {(taken > 0 || given > 0) && (
        <span className={classes.small}>
          <span>{hoursText(taken)} taken,</span> <span>{hoursText(given)} given</span>
        </span>
      )}
    </td>
  );
}

function allOf({ past_ms, coming_ms }: PersonHours['cover']['taken']): number {
  return past_ms + coming_ms;
}

function totalOf({ past, coming }: PersonHours): number {
  return past.total_ms + coming.total_ms;
}

function kindsText(time: Time): string {
  const parts = KINDS.filter(({ kind }) => time[`${kind}_ms`] > 0);
  if (parts.length === 0) return 'none';
  return parts.map(({ kind, short }) => `${hoursText(time[`${kind}_ms`])} ${short}`).join(', ');
}

function hoursText(ms: number): string {
  return `${Math.round(ms / HOUR_MS).toLocaleString('en')} h`;
}

/** `+14 %`, `±0 %`. */
function shareText(share: number): string {
  const percent = Math.round((share - 1) * 100);
  if (percent === 0) return '±0 %';
  return percent > 0 ? `+${percent} %` : `−${-percent} %`;
}
