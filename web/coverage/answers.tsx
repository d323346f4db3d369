/** The answers to a coverage request: who took which part, who was asked, and who declined. */
import { Group, Text } from '@mantine/core';
import { namesOf, PersonName } from '../people/person.tsx';
import { Moment } from '../time/moment.tsx';
import classes from './coverage.module.css';
import { type CoverageRequest, extentOf } from './request.ts';

export function Answers({ request }: { readonly request: CoverageRequest }) {
  const { acceptances, asked_by, asked_users, declined_by } = request;
  const showsParts = acceptances.length > 1 || request.status !== 'accepted';
  return (
    <>
      {asked_by !== undefined && (
        <Text size="sm" c="dimmed">
          {asked_by.name} asked on behalf of {request.user.name}.
        </Text>
      )}
      {asked_users !== undefined && (
        <Text size="sm" c="dimmed">
          Asked: {namesOf(asked_users)}
        </Text>
      )}
      {showsParts && acceptances.length > 0 && (
        <ul className={classes.taken} aria-label="Taken so far">
          {acceptances.map(({ user, accepted_at, shifts, ended_at }) => (
            <li key={`${user.id} ${accepted_at} ${shifts[0]?.start}`}>
              <Group gap={8} fz="sm" component="span">
                <PersonName person={user} size={22} /> took {extentOf(shifts).amount}
                {ended_at !== undefined && ' until they left'}
                <Text span inherit c="dimmed">
                  <Moment at={accepted_at} />
                </Text>
              </Group>
            </li>
          ))}
        </ul>
      )}
      {declined_by.length > 0 && (
        <Text size="sm" c="dimmed">
          Can’t: {namesOf(declined_by)}
        </Text>
      )}
    </>
  );
}
