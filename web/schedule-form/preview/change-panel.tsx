/** What an edit changes, for whom and from when, shown before it is saved. */
import { Table, Text } from '@mantine/core';
import { useState } from 'react';
import { samePeople } from '../../../src/engine/rotation.ts';
import { namesOf, PersonName } from '../../people/person.tsx';
import { hours } from '../../time/format.ts';
import { Moment } from '../../time/moment.tsx';
import { Panel } from './panel.tsx';
import { type Change, changeOf, type Difference, type Plan, type Saved } from './preview.ts';
import classes from './preview-panel.module.css';
import type { FindPerson } from './preview-panel.tsx';

const COMPARED_OVER = [
  { value: '4', label: '4 weeks' },
  { value: '12', label: '12 weeks' },
];

interface ChangePanelProps {
  readonly plan: Plan | undefined;
  readonly saved: Saved;
  readonly zone: string;
  readonly now: number;
  readonly find: FindPerson;
}

export function ChangePanel({ plan, saved, zone, now, find }: ChangePanelProps) {
  const [weeks, setWeeks] = useState('4');
  return (
    <Panel title="What changes" choice="Compared over" choices={COMPARED_OVER} chosen={weeks} onChoose={setWeeks}>
      {plan === undefined && <Text size="sm">Something is missing above, so there is nothing to compare yet.</Text>}
      {plan !== undefined && !plan.isNewRevision && <Text size="sm">The rotation stays as it is.</Text>}
      {plan?.isNewRevision && (
        <Shown change={changeOf(plan, saved, Number(weeks), now)} weeks={weeks} zone={zone} find={find} />
      )}
    </Panel>
  );
}

interface ShownProps {
  readonly change: Change;
  readonly weeks: string;
  readonly zone: string;
  readonly find: FindPerson;
}

function Shown({ change, weeks, zone, find }: ShownProps) {
  const { within, firstDifference, overrides } = change;
  return (
    <>
      <Text size="sm">
        In force from <Moment at={within.start} zone={zone} />.{' '}
        {firstDifference === undefined ? (
          <>In the {weeks} weeks from then, nobody’s time changes.</>
        ) : (
          <>
            The first difference is at <Moment at={firstDifference} zone={zone} />.
          </>
        )}
      </Text>
      <Text size="sm">{nowText(change, find)}</Text>
      {overrides > 0 && (
        <Text size="sm">
          {overrides === 1 ? 'The override in this time stays.' : `The ${overrides} overrides in this time stay.`}
        </Text>
      )}
      {firstDifference !== undefined && <Differences change={change} weeks={weeks} zone={zone} find={find} />}
    </>
  );
}

function Differences({ change, weeks, zone, find }: ShownProps) {
  return (
    <Table verticalSpacing={6} aria-label="What changes for whom">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>In {weeks} weeks</Table.Th>
          <Table.Th ta="right" className={classes.number ?? ''}>
            Hours
          </Table.Th>
          <Table.Th ta="right" className={classes.number ?? ''}>
            Shifts
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {change.differences.map((difference) => (
          <DifferenceRow
            key={difference.user}
            difference={difference}
            isPlanned={change.isPlanned}
            zone={zone}
            find={find}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface DifferenceRowProps {
  readonly difference: Difference;
  readonly isPlanned: boolean;
  readonly zone: string;
  readonly find: FindPerson;
}

function DifferenceRow({ difference, isPlanned, zone, find }: DifferenceRowProps) {
  const { user, before, after, nextStart } = difference;
  return (
    <>
      <Table.Tr {...(nextStart !== undefined && { className: classes.person ?? '' })}>
        <Table.Td className={classes.who ?? ''}>
          <PersonName person={find(user)} size={22} />
        </Table.Td>
        <Table.Td ta="right" className={classes.number ?? ''}>
          <FromTo before={hours(before.ms)} after={hours(after.ms)} />
        </Table.Td>
        <Table.Td ta="right" className={classes.number ?? ''}>
          <FromTo before={`${before.shifts}`} after={`${after.shifts}`} />
        </Table.Td>
      </Table.Tr>
      {nextStart !== undefined && (
        <Table.Tr className={classes.next ?? ''}>
          <Table.Td colSpan={3}>
            <NextShift {...nextStart} isPlanned={isPlanned} zone={zone} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

type NextShiftProps = NonNullable<Difference['nextStart']> & { readonly isPlanned: boolean; readonly zone: string };

function NextShift({ before, after, isPlanned, zone }: NextShiftProps) {
  return (
    <Text size="xs" c="dimmed" pl={30}>
      {isPlanned ? 'First shift from then on' : 'Next shift'}:{' '}
      {after === null ? 'none' : <Moment at={after} zone={zone} />}
      {before !== null && (
        <>
          {' '}
          instead of <Moment at={before} />
        </>
      )}
    </Text>
  );
}

function FromTo({ before, after }: { readonly before: string; readonly after: string }) {
  if (before === after) {
    return (
      <Text span size="sm" c="dimmed">
        {after}
      </Text>
    );
  }
  return (
    <Text span size="sm">
      {before} →{' '}
      <Text span inherit fw={700}>
        {after}
      </Text>
    </Text>
  );
}

function nowText({ onCallNow: { before, after } }: Change, find: FindPerson): string {
  const [was, is] = [before, after].map((users) => (users.length === 0 ? 'nobody' : namesOf(users.map(find))));
  return samePeople(before, after)
    ? `Who is on call now stays the same: ${is}.`
    : `Who is on call changes at once: from ${was} to ${is}.`;
}
