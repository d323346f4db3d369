/** Translates a whole source to the file of rule CODE-1, with the people and teams that its schedules need. */
import type { FilePerson, FileTeam, FileUserGroup, WatchbillFile } from '../as-code/file/file.ts';
import { isHarmlessText } from '../text/harmless-text.ts';
import { findZone } from '../time/zones.ts';
import { type Draft, fileScheduleOf } from './drafts.ts';
import { externalIdOf } from './external-ids.ts';
import { shortened } from './layers.ts';
import { withEmails } from './people.ts';
import { type Source, SourceError, type SourcePerson } from './source.ts';
import { type Outcome, type TranslationOptions, translateSchedule } from './translation.ts';

export interface Moved {
  readonly file: WatchbillFile;
  readonly outcomes: readonly Outcome[];
  readonly groups: ReadonlyMap<Outcome, FileUserGroup>;
  /** What is left out of people, as sentences. */
  readonly notes: readonly string[];
}

/** Limits of the file. */
const MAX_OVERRIDES = 1_000;
const MAX_DESCRIPTION = 500;
const MAX_PERSON_NAME = 100;

/** The part of a user group's handle that comes from the name of the schedule: this many characters. */
const MAX_HANDLE_WORD = 40;

export function moved(given: Source, options: TranslationOptions): Moved {
  const source = withEmails(given);
  const outcomes = source.schedules.map((schedule) => translateSchedule(source.product, schedule, options));
  const teams = teamsOf(source, outcomes);
  const groups = options.writesUserGroups === true ? userGroupsOf(outcomes) : new Map<Outcome, FileUserGroup>();
  const schedules = outcomes.flatMap((outcome) =>
    outcome.drafts.map((draft) => {
      if (draft.overrides.length > MAX_OVERRIDES) {
        throw new SourceError(
          `"${draft.name}" would have ${draft.overrides.length} overrides; a schedule of the file has ${MAX_OVERRIDES} at most. Ask for fewer weeks with --weeks.`,
        );
      }
      const team = teams.get(outcome);
      return fileScheduleOf(withDescription(draft), team === undefined ? [] : [team.external_id], groups.get(outcome));
    }),
  );
  const people = peopleOf(source, outcomes);
  return {
    file: {
      version: 1,
      managed_by: source.product,
      people,
      teams: [...new Map([...teams.values()].map((team) => [team.external_id, team])).values()],
      schedules,
    },
    outcomes,
    groups,
    notes: unknownZones(source, people),
  };
}

function unknownZones(source: Source, people: readonly FilePerson[]): string[] {
  const emails = new Set(people.map(({ email }) => email));
  return source.people.flatMap(({ email, timeZone }) =>
    timeZone === undefined || findZone(timeZone) !== undefined || !emails.has(email)
      ? []
      : [`The time zone of ${email} is left out: ${JSON.stringify(timeZone)} is not known.`],
  );
}

/** Rule IMP-3: one for each source schedule that became several, with a handle of its own. */
function userGroupsOf(outcomes: readonly Outcome[]): Map<Outcome, FileUserGroup> {
  const handles = new Set<string>();
  return new Map(
    outcomes
      .filter(({ drafts }) => drafts.length > 1)
      .map((outcome) => {
        const name = shortened(`${outcome.schedule.name.trim().slice(0, 50)} on call`);
        const handle = freeHandle(outcome.schedule.name, handles);
        handles.add(handle);
        return [outcome, { name, handle }];
      }),
  );
}

/** `Platform Schedule` is `platform-schedule-oncall`. */
function freeHandle(name: string, taken: ReadonlySet<string>): string {
  const letters = name.normalize('NFKD').toLowerCase();
  const word = letters
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9._]+/g, '-')
    .slice(0, MAX_HANDLE_WORD);
  const handle = `${word}-oncall`.replaceAll(/-+/g, '-').replace(/^-/, '');
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? handle : `${handle}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function withDescription(draft: Draft): Draft {
  const { description, ...rest } = draft;
  const text = description?.trim().slice(0, MAX_DESCRIPTION);
  return text && isHarmlessText(text) && text.isWellFormed() ? { ...rest, description: text } : rest;
}

/** Rule IMP-3: the schedules of one source schedule share a team: the source's own, or one with the name of the schedule. */
function teamsOf({ product }: Source, outcomes: readonly Outcome[]): Map<Outcome, FileTeam> {
  const members = new Map<string, Set<string>>();
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  const idsOf = new Map<Outcome, string>();
  for (const outcome of outcomes) {
    const { schedule, drafts } = outcome;
    const own = schedule.team;
    if (drafts.length === 0 || (own === undefined && drafts.length < 2)) continue;
    const id =
      own === undefined ? externalIdOf(product, 'schedule-team', schedule.id) : externalIdOf(product, 'team', own.id);
    if (!names.has(id)) names.set(id, freeName(shortened(own?.name ?? schedule.name), taken));
    const team = members.get(id) ?? new Set();
    for (const person of drafts.flatMap(peopleIn)) team.add(person);
    members.set(id, team);
    idsOf.set(outcome, id);
  }
  return new Map(
    [...idsOf].map(([outcome, id]) => [
      outcome,
      { external_id: id, name: names.get(id) ?? id, members: [...(members.get(id) ?? [])].sort() },
    ]),
  );
}

/** Team names are unique, ignoring case. `taken` has the key of each name, with the last number that was tried after it. */
function freeName(name: string, taken: Map<string, number>): string {
  const keyOf = (text: string) => text.normalize('NFKC').toLowerCase();
  let candidate = name;
  let number = taken.get(keyOf(name)) ?? 1;
  while (taken.has(keyOf(candidate))) {
    number += 1;
    candidate = `${shortened(name.slice(0, 50))} (${number})`;
  }
  taken.set(keyOf(candidate), 1);
  taken.set(keyOf(name), number);
  return candidate;
}

/** The people who are on call in the file, with their data from the source. */
function peopleOf({ people }: Source, outcomes: readonly Outcome[]): FilePerson[] {
  const known = new Map(people.map((person) => [person.email, person]));
  const emails = new Set(outcomes.flatMap(({ drafts }) => drafts.flatMap(peopleIn)));
  return [...emails].sort().map((email) => personOf(known.get(email) ?? { email }));
}

/** Rule TRU-5: a person who is there already stays as they are. */
function personOf({ email, name, timeZone }: SourcePerson): FilePerson {
  const clean = (name ?? '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_PERSON_NAME);
  const zone = timeZone === undefined ? undefined : findZone(timeZone);
  return {
    email,
    name:
      clean.isWellFormed() && clean !== '' ? clean : email.slice(0, email.lastIndexOf('@')).slice(0, MAX_PERSON_NAME),
    ...(zone !== undefined && { time_zone: zone.name }),
    overwrite: false,
  };
}

function peopleIn({ layers, overrides }: Draft): string[] {
  return [...layers.flatMap(({ users }) => users), ...overrides.flatMap(({ people }) => people)];
}
