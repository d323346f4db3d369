/** Finds what the file asks for but the organization does not allow. All of it is found before anything is changed. */
import type { Chat, HolidayCalendar } from '../../api-client/schema.d.ts';
import { MAX_PLANNED } from '../../engine/plans.ts';
import { quoted } from '../../errors.ts';

import type { Choices } from '../choices.ts';
import type { FileLayer, FileSchedule, FileTeam, FileWebhook, WatchbillFile } from '../file/file.ts';
import { instantOf, type Path, type Problem, textOf } from '../file/file-rules.ts';
import {
  identityOf,
  type Organization,
  personKey,
  type ScheduleWithPlans,
  type TeamWithMembers,
} from '../organization.ts';
import { problemOfChannel } from './channel-changes.ts';
import { type Matched, nameKey, zoneOf } from './matching.ts';

/** The file asks for something that the organization does not allow. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ message }) => message).join('\n'));
    this.problems = problems;
  }
}

export function problemsOf(
  { people = [], teams = [], schedules = [], webhooks, calendar_rules: rules }: WatchbillFile,
  organization: Organization,
  matched: Matched,
  choices: Choices,
  now: number,
): Problem[] {
  const inFile = new Map(people.map((person) => [personKey(person.email), person]));
  const existing = new Map(organization.users.map((user) => [personKey(user.email), user]));
  const teamIds = new Set([
    ...teams.map(({ external_id }) => external_id),
    ...organization.teams.flatMap(({ team }) => [team.id, identityOf(team)]),
  ]);
  const scheduleIds = new Set([
    ...schedules.map(({ external_id }) => external_id),
    ...organization.schedules.flatMap(({ schedule }) => [schedule.id, identityOf(schedule)]),
  ]);

  const teamsByName = Map.groupBy(organization.teams, ({ team }) => nameKey(team.name));

  function problemsOfPeople(emails: readonly string[], path: Path): Problem[] {
    return emails.flatMap((email, i) => {
      const key = personKey(email);
      const [wanted, user] = [inFile.get(key), existing.get(key)];
      const at = [...path, i];
      if (wanted === undefined && user === undefined) {
        return [problem(at, `must be in people, or a user of the organization; ${quoted(email)} is neither`)];
      }
      const isKept = user !== undefined && wanted?.overwrite === false;
      const isViewer = ((isKept ? undefined : wanted?.seat) ?? user?.seat) === 'viewer';
      return isViewer ? [problem(at, `must have a member seat; ${quoted(email)} has a viewer seat`)] : [];
    });
  }

  /** What an existing webhook is about already may have been deleted since. */
  function problemsOfWebhook({ schedules, teams }: FileWebhook, i: number): Problem[] {
    const { schedule_ids = [], team_ids = [] } = matched.webhooks[i] ?? {};
    const unknown = (
      ids: readonly string[] | null | undefined,
      known: ReadonlySet<string>,
      noun: string,
      kept: string[],
    ) =>
      (ids ?? []).flatMap((id, j) =>
        known.has(id) || kept.includes(id)
          ? []
          : [
              problem(
                ['webhooks', i, `${noun}s`, j],
                `must be the external_id of a ${noun}; there is no ${noun} ${quoted(id)}`,
              ),
            ],
      );
    return [...unknown(schedules, scheduleIds, 'schedule', schedule_ids), ...unknown(teams, teamIds, 'team', team_ids)];
  }

  return [
    ...describedTwice(matched.teams, 'teams'),
    ...describedTwice(matched.schedules, 'schedules'),
    ...describedTwice(matched.webhooks, 'webhooks'),
    ...(webhooks !== undefined && organization.webhooks === undefined
      ? [problem(['webhooks'], 'needs the key of an admin: only admins may read webhooks')]
      : (webhooks ?? []).flatMap(problemsOfWebhook)),
    ...problemsOfHolidays(rules?.holidays, ['calendar_rules', 'holidays'], choices),
    ...people.flatMap(({ holidays }, i) => problemsOfHolidays(holidays, ['people', i, 'holidays'], choices)),
    ...teams.flatMap((team, i) => [
      ...problemsOfPeople(team.members ?? [], ['teams', i, 'members']),
      ...(teamsByName.get(nameKey(team.name)) ?? [])
        .filter((other) => other !== matched.teams[i] && !isRenamed(other, teams, matched))
        .map(({ team: { name, external_id } }) =>
          problem(
            ['teams', i, 'name'],
            `must be unique; a team named ${quoted(name)} exists with the external_id ${quoted(external_id ?? '')}`,
          ),
        ),
    ]),
    ...schedules.flatMap((schedule, i) => {
      const path = ['schedules', i];
      const ahead = layersAhead(schedule.layers, now);
      const zone = matched.schedules[i]?.schedule.time_zone;
      return [
        ...(schedule.teams ?? []).flatMap((id, j) =>
          teamIds.has(id)
            ? []
            : [problem([...path, 'teams', j], `must be the external_id of a team; there is no team ${quoted(id)}`)],
        ),
        ...(zone === undefined || zoneOf(zone) === zoneOf(schedule.time_zone)
          ? []
          : [
              problem(
                [...path, 'time_zone'],
                `cannot be changed once the schedule exists; it is ${quoted(zone)} there`,
              ),
            ]),
        ...(ahead.length - 1 > MAX_PLANNED
          ? [
              problem(
                [...path, 'layers'],
                `must have at most ${MAX_PLANNED} planned layers; there are ${ahead.length - 1}`,
              ),
            ]
          : []),
        ...schedule.layers.flatMap((layer, j) =>
          ahead.includes(layer) ? problemsOfPeople(layer.users, [...path, 'layers', j, 'users']) : [],
        ),
        ...problemsOfGroup(schedule, matched.schedules[i], organization.chat).map((rule) =>
          problem([...path, 'chat_user_group'], rule),
        ),
        ...(schedule.chat_channels ?? []).flatMap((reference, j) => {
          const linked = matched.schedules[i]?.channels ?? [];
          const rule = problemOfChannel(reference, linked, choices.channels, organization.chat.provider !== 'none');
          return rule === undefined ? [] : [problem([...path, 'chat_channels', j], rule)];
        }),
        ...(schedule.overrides ?? []).flatMap(({ end, users }, j) =>
          instantOf(end) > now ? problemsOfPeople(users, [...path, 'overrides', j, 'users']) : [],
        ),
      ];
    }),
  ];
}

function problemsOfHolidays(
  calendar: HolidayCalendar | null | undefined,
  path: Path,
  { countries, regions }: Choices,
): Problem[] {
  if (!calendar) return [];
  const { country, region } = calendar;
  if (!countries.has(country)) {
    return [
      problem([...path, 'country'], `must be a country with known public holidays; ${quoted(country)} is not one`),
    ];
  }
  if (region === undefined || regions.get(country)?.has(region)) return [];
  return [
    problem(
      [...path, 'region'],
      `must be a region of ${country}, such as those of GET /holiday_calendars/?country=${country}; ${quoted(region)} is not one`,
    ),
  ];
}

/** What the chat refuses is found here as far as the service knows it: only when a group has to be attached or renamed. */
function problemsOfGroup(
  { chat_user_group: wanted }: FileSchedule,
  existing: ScheduleWithPlans | undefined,
  { provider, plan }: Chat,
): string[] {
  if (!wanted) return [];
  const { handle, name } = existing?.group ?? {};
  if (handle === wanted.handle && name === wanted.name.trim()) return [];
  if (provider === 'none') return ['needs a chat; none is connected to this service'];
  return plan === 'free' ? ['needs a paid plan of the chat; the plan is free'] : [];
}

/** Finds things that the file describes twice: by `external_id`, and by id. */
function describedTwice(things: readonly (object | undefined)[], field: string): Problem[] {
  const places = new Map(things.map((thing, i) => [thing, i] as const).reverse());
  return things.flatMap((thing, i) => {
    const first = places.get(thing) ?? i;
    if (thing === undefined || first === i) return [];
    return [
      problem([field, i, 'external_id'], `must name another one than ${textOf([field, first])}; both name the same`),
    ];
  });
}

/** Teams may swap their names: `apply` renames through a temporary name. */
function isRenamed(other: TeamWithMembers, teams: readonly FileTeam[], matched: Matched): boolean {
  const wanted = teams[matched.teams.indexOf(other)];
  return wanted !== undefined && nameKey(wanted.name) !== nameKey(other.team.name);
}

/** The layer in force and the planned ones, without past layers. */
export function layersAhead(layers: readonly FileLayer[], now: number): readonly FileLayer[] {
  const inForce = layers.findLastIndex(({ rotation_start }) => instantOf(rotation_start) <= now);
  return layers.slice(Math.max(0, inForce));
}

function problem(path: Path, rule: string): Problem {
  return { path, message: `${textOf(path)} ${rule}.` };
}
