/** How a plan names people, teams and values. */
import type { UserId } from '../../ids.ts';
import type { WatchbillFile } from '../file/file.ts';
import { identityOf, type Organization, personKey } from '../organization.ts';
import { type FieldChange, textOf } from './field-change.ts';
import type { ScheduleItem } from './plan-items.ts';
import { previewOf, type SchedulePreview } from './schedule-preview.ts';

/** How people and times are written. */
export interface Words {
  readonly name: (person: UserId | string) => string;
  /** As the service has it; of a new person, as the file has it. */
  readonly email: (person: UserId | string) => string;
  readonly teamName: (externalId: string) => string;
  readonly now: number;
  /** What a change means for people; computed once for each schedule. */
  readonly preview: (item: ScheduleItem) => SchedulePreview | undefined;
}

/** Names of a long rotation that are shown, so that it fits on a line. */
const MAX_NAMES = 12;

export function wordsFor(file: WatchbillFile, organization: Organization, now: number): Words {
  const previews = new Map<ScheduleItem, SchedulePreview | undefined>();
  return {
    name: namesIn(file, organization),
    email: emailsIn(file, organization),
    teamName: teamNamesIn(file, organization),
    now,
    preview(item) {
      if (!previews.has(item)) previews.set(item, previewOf(item, now));
      return previews.get(item);
    },
  };
}

export function fieldLine({ field, before, after }: FieldChange): string {
  return `~ ${field}: ${textOf(before)} → ${textOf(after)}`;
}

export function peopleText(people: readonly UserId[], { name }: Words): string {
  const names = people.slice(0, MAX_NAMES).map(name);
  const more = people.length - names.length;
  return people.length === 0 ? 'nobody' : names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function teamNamesIn({ teams = [] }: WatchbillFile, organization: Organization): Words['teamName'] {
  const existing = organization.teams.flatMap(({ team }) => [
    [team.id, team.name] as const,
    [identityOf(team), team.name] as const,
  ]);
  const names = new Map([...existing, ...teams.map(({ external_id, name }) => [external_id, name.trim()] as const)]);
  return (externalId) => names.get(externalId) ?? externalId;
}

function emailsIn({ people = [] }: WatchbillFile, { users }: Organization): Words['email'] {
  const emails = new Map([...people, ...users].map(({ email }) => [personKey(email), email]));
  return (person) => emails.get(personKey(person)) ?? person;
}

/** People by name; those who share a name also by email. */
function namesIn({ people = [] }: WatchbillFile, { users }: Organization): Words['name'] {
  const names = new Map<string, string>();
  for (const { email, name } of [
    ...people.filter(({ overwrite }) => overwrite === false),
    ...users,
    ...people.filter(({ overwrite }) => overwrite !== false),
  ])
    names.set(personKey(email), name.trim());
  const counts = new Map<string, number>();
  for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (person) => {
    const key = personKey(person);
    const name = names.get(key);
    if (name === undefined) return key;
    return counts.get(name) === 1 ? name : `${name} (${key})`;
  };
}
