/** Finds what the file asks for but the organization does not allow. All of it is found before anything is changed. */
import type { Chat, HolidayCalendar } from '../../api-client/schema.d.ts';
import { MAX_PLANNED } from '../../engine/plans.ts';
import { quoted } from '../../errors.ts';
import { MAX_WEBHOOKS } from '../../schemas/webhooks.ts';
import type { Choices, OrganizationWithChoices } from '../choices.ts';
import type { FileLayer, FileSchedule, FileTeam, WatchbillFile } from '../file/file.ts';
import { instantOf, nameKey, type Path, type Problem, problem, textOf } from '../file/file-rules.ts';
import type { Organization, ScheduleWithPlans, TeamWithMembers } from '../organization.ts';
import { problemOfChannel } from './channel-changes.ts';
import { type Matched, zoneOf } from './matching.ts';
import type { DeletionItem } from './plan-items.ts';
import { type References, referencesOf } from './references.ts';

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
  file: WatchbillFile,
  organization: OrganizationWithChoices,
  matched: Matched,
  now: number,
  pruned: readonly DeletionItem[],
): Problem[] {
  const { people = [], teams = [], schedules = [], calendar_rules: rules } = file;
  const { choices } = organization;
  const references = referencesOf(file, organization, pruned);
  return [
    ...describedTwice(matched.teams, 'teams'),
    ...describedTwice(matched.schedules, 'schedules'),
    ...describedTwice(matched.webhooks, 'webhooks'),
    ...problemsOfHolidays(rules?.holidays, ['calendar_rules', 'holidays'], choices),
    ...people.flatMap(({ holidays }, i) => problemsOfHolidays(holidays, ['people', i, 'holidays'], choices)),
    ...teams.flatMap((team, i) => [
      ...references.problemsOfPeople(team.members ?? [], ['teams', i, 'members']),
      ...problemsOfName(team, i, teams, organization, matched),
    ]),
    ...schedules.flatMap((schedule, i) =>
      problemsOfSchedule(schedule, matched.schedules[i], ['schedules', i], organization, references, now),
    ),
    ...problemsOfWebhooks(file, organization, matched, references, pruned),
  ];
}

/** Teams may swap their names: `apply` renames through a temporary name. */
function problemsOfName(
  team: FileTeam,
  i: number,
  teams: readonly FileTeam[],
  organization: Organization,
  matched: Matched,
): Problem[] {
  const isRenamed = (other: TeamWithMembers) => {
    const wanted = teams[matched.teams.indexOf(other)];
    return wanted !== undefined && nameKey(wanted.name) !== nameKey(other.team.name);
  };
  return organization.teams
    .filter((other) => nameKey(other.team.name) === nameKey(team.name))
    .filter((other) => other !== matched.teams[i] && !isRenamed(other))
    .map(({ team: { name, external_id } }) =>
      problem(
        ['teams', i, 'name'],
        `must be unique; a team named ${quoted(name)} exists with the external_id ${quoted(external_id ?? '')}`,
      ),
    );
}

function problemsOfSchedule(
  schedule: FileSchedule,
  existing: ScheduleWithPlans | undefined,
  path: Path,
  { chat, choices }: OrganizationWithChoices,
  { problemsOfPeople, problemsOfThings }: References,
  now: number,
): Problem[] {
  const { layers, overrides = [], teams = [], chat_channels: channels = [], time_zone: wantedZone } = schedule;
  const ahead = layersAhead(layers, now);
  const zone = existing?.schedule.time_zone ?? wantedZone;
  const rulesBroken: [field: string, rule: string][] = [
    ...(zoneOf(zone) === zoneOf(wantedZone)
      ? []
      : [['time_zone', `cannot be changed once the schedule exists; it is ${quoted(zone)} there`] as [string, string]]),
    ...(ahead.length - 1 > MAX_PLANNED
      ? [
          ['layers', `must have at most ${MAX_PLANNED} planned layers; there are ${ahead.length - 1}`] as [
            string,
            string,
          ],
        ]
      : []),
    ...problemsOfGroup(schedule, existing, chat).map((rule): [string, string] => ['chat_user_group', rule]),
  ];
  return [
    ...problemsOfThings('team', teams, [...path, 'teams']),
    ...rulesBroken.map(([field, rule]) => problem([...path, field], rule)),
    ...layers.flatMap((layer, j) =>
      ahead.includes(layer) ? problemsOfPeople(layer.users, [...path, 'layers', j, 'users']) : [],
    ),
    ...channels.flatMap((reference, j) => {
      const rule = problemOfChannel(reference, existing?.channels ?? [], choices.channels, chat.provider !== 'none');
      return rule === undefined ? [] : [problem([...path, 'chat_channels', j], rule)];
    }),
    ...overrides.flatMap(({ end, users }, j) =>
      instantOf(end) > now ? problemsOfPeople(users, [...path, 'overrides', j, 'users']) : [],
    ),
  ];
}

/** What an existing webhook is about already may have been deleted since. */
function problemsOfWebhooks(
  { webhooks }: WatchbillFile,
  organization: Organization,
  matched: Matched,
  { problemsOfThings }: References,
  pruned: readonly DeletionItem[],
): Problem[] {
  if (webhooks === undefined) return [];
  if (organization.webhooks === undefined) {
    return [problem(['webhooks'], 'needs the key of an admin: only admins may read webhooks')];
  }
  const created = matched.webhooks.filter((existing) => existing === undefined).length;
  const deleted = pruned.filter(({ noun }) => noun === 'webhook').length;
  const total = organization.webhooks.length + created - deleted;
  return [
    ...(created > 0 && total > MAX_WEBHOOKS
      ? [
          problem(
            ['webhooks'],
            `must leave at most ${MAX_WEBHOOKS} webhooks in the organization; there would be ${total}`,
          ),
        ]
      : []),
    ...webhooks.flatMap(({ schedules, teams }, i) => {
      const { schedule_ids, team_ids } = matched.webhooks[i] ?? {};
      return [
        ...problemsOfThings('schedule', schedules ?? [], ['webhooks', i, 'schedules'], schedule_ids),
        ...problemsOfThings('team', teams ?? [], ['webhooks', i, 'teams'], team_ids),
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
    return [problem([field, i, 'external_id'], `must not name the same as ${textOf([field, first])}`)];
  });
}

/** The layer in force and the planned ones, without past layers. */
export function layersAhead(layers: readonly FileLayer[], now: number): readonly FileLayer[] {
  const inForce = layers.findLastIndex(({ rotation_start }) => instantOf(rotation_start) <= now);
  return layers.slice(Math.max(0, inForce));
}
