/**
 * Plans the changes that make the organization match the file. Nothing is called here: `apply.ts` carries the plan out. A person, team or schedule
 * that already matches has no item in the plan, so applying a file twice changes nothing.
 */
import type { NewLayer, Schedule, Team, UserReference } from '../../api-client/schema.d.ts';
import { planLayers } from '../../engine/plans.ts';
import type { OrganizationWithChoices } from '../choices.ts';
import type { FileLayer, FileSchedule, FileTeam, WatchbillFile } from '../file/file.ts';
import {
  identityOf,
  layerOfFile,
  type Organization,
  personKey,
  type ScheduleWithPlans,
  type TeamWithMembers,
} from '../organization.ts';
import { calendarItem } from './calendar-changes.ts';
import { channelChanges } from './channel-changes.ts';
import type { TextChange } from './field-change.ts';
import { groupChange, handlesAfter } from './group-changes.ts';
import { type Matched, matchAll } from './matching.ts';
import { overrideChanges } from './override-changes.ts';
import { becomesViewer, type KeptPerson, keptPerson, personItem } from './person-changes.ts';
import type { DeletionItem, PlanItem, ScheduleItem, TeamItem } from './plan-items.ts';
import { layersAhead, PlanError, problemsOf } from './plan-problems.ts';
import { type Names, webhookItem } from './webhook-changes.ts';

export interface Plan {
  /** In the order of execution. */
  readonly items: readonly PlanItem[];
  /** How many parts of the file already match, or are kept. */
  readonly unchanged: number;
  readonly kept: readonly KeptPerson[];
  /** What an earlier file created and `prune` would delete. Empty with `prune`. */
  readonly leftovers: readonly DeletionItem[];
  /** Those that `prune` should delete are unknown, because the key may not read them. */
  readonly isWithoutWebhooks: boolean;
}

interface PlanOptions {
  readonly prune: boolean;
}

export function planOf(
  file: WatchbillFile,
  organization: OrganizationWithChoices,
  now: number,
  { prune }: PlanOptions,
): Plan {
  const matched = matchAll(file, organization);
  const deletions = leftoversOf(file, organization, matched);
  const problems = problemsOf(file, organization, matched, now, prune ? deletions : []);
  if (problems.length > 0) throw new PlanError(problems);
  const { people = [], teams = [], schedules = [], webhooks = [], calendar_rules: rules, managed_by: managedBy } = file;
  const users = new Map(organization.users.map((user) => [personKey(user.email), user]));
  const existingPerson = (email: string) => {
    const user = users.get(personKey(email));
    return { user, holidays: organization.holidays.get(user?.id ?? '') };
  };
  const handleOf = handlesAfter(schedules, matched);
  const names = namesAfter(file, organization, matched);
  const personItems = people.map((person) => personItem(person, existingPerson(person.email)));
  const all = [
    ...(rules === undefined ? [] : [calendarItem(rules, organization.calendarRules)]),
    ...personItems.filter((item) => !becomesViewer(item)),
    ...teams.map((team, i) => teamItem(team, matched.teams[i], managedBy)),
    ...schedules.map((schedule, i) => {
      const existing = matched.schedules[i];
      const group = groupChange(schedule.chat_user_group, existing, organization, handleOf);
      const channels = channelChanges(schedule.chat_channels, existing?.channels ?? [], organization.choices.channels);
      return { ...scheduleItem(schedule, existing, managedBy, now, prune), group, channels };
    }),
    ...webhooks.map((webhook, i) => webhookItem(webhook, matched.webhooks[i], names, managedBy)),
    // Last, when they are no longer in any team or layer.
    ...personItems.filter(becomesViewer),
  ];
  const items = all.filter(isChange);
  const kept = people.flatMap((person) => keptPerson(person, existingPerson(person.email)));
  return {
    items: [...items, ...(prune ? deletions : [])],
    unchanged: all.length - items.length,
    kept,
    leftovers: prune ? [] : deletions,
    isWithoutWebhooks: prune && organization.webhooks === undefined,
  };
}

function teamItem(team: FileTeam, existing: TeamWithMembers | undefined, managedBy: string): TeamItem {
  const fields = fieldChanges(team, existing?.team, managedBy);
  const wanted = new Set((team.members ?? []).map(personKey));
  const members = new Set((existing?.members ?? []).map(({ email }) => personKey(email)));
  return {
    kind: 'team',
    team,
    existing: existing?.team,
    fields,
    update: updateOf(fields),
    added: (team.members ?? []).filter((email) => !members.has(personKey(email))),
    removed:
      team.members === undefined ? [] : (existing?.members ?? []).filter(({ email }) => !wanted.has(personKey(email))),
  };
}

function scheduleItem(
  schedule: FileSchedule,
  existing: ScheduleWithPlans | undefined,
  managedBy: string,
  now: number,
  prune: boolean,
): Omit<ScheduleItem, 'group' | 'channels'> {
  const fields = fieldChanges(schedule, existing?.schedule, managedBy);
  const wanted = layersAhead(schedule.layers, now);
  const appended = planLayers(existing?.revisions ?? [], wanted.map(layerOfFile), now);
  const { teams } = schedule;
  return {
    kind: 'schedule',
    schedule,
    existing,
    fields,
    update: updateOf(fields),
    teams: teams === undefined || hasTeams(existing?.schedule, teams) ? undefined : teams,
    layers: appended.length === 0 ? undefined : { wanted, appended },
    overrides: overrideChanges(schedule, existing?.overrides ?? [], { managedBy, now, prune }),
  };
}

function hasTeams(schedule: Schedule | undefined, teams: readonly string[]): boolean {
  if (schedule?.teams.length !== teams.length) return false;
  return schedule.teams.every((team, i) => [team.id, team.external_id].includes(teams[i]));
}

/** Fields that the file has with another value, and `managed_by` if another file manages it. Something that a person created stays unmanaged. */
function fieldChanges(
  wanted: FileTeam | FileSchedule,
  existing: Team | Schedule | undefined,
  managedBy: string,
): TextChange[] {
  if (existing === undefined) return [];
  const isOthers = existing.managed_by !== undefined && existing.managed_by !== managedBy;
  const fields: [field: string, before: string | undefined, after: string | undefined][] = [
    ['external_id', existing.external_id, wanted.external_id === existing.id ? undefined : wanted.external_id],
    ['name', existing.name, wanted.name.trim()],
    ['description', existing.description ?? '', wanted.description],
    ['managed_by', existing.managed_by, isOthers ? managedBy : undefined],
  ];
  return fields.flatMap(([field, before = '', after]) =>
    after === undefined || after === before ? [] : [{ field, before, after }],
  );
}

function updateOf(fields: readonly TextChange[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ field, after }) => [field, after]));
}

function isChange(item: Exclude<PlanItem, DeletionItem>): boolean {
  if (item.fields.length > 0) return true;
  switch (item.kind) {
    case 'person':
      return item.user === undefined;
    case 'team':
      return item.existing === undefined || item.added.length + item.removed.length > 0;
    case 'schedule': {
      const { existing, teams, layers, group, overrides, channels } = item;
      const lists = [overrides, channels].flatMap(({ added, removed }) => [...added, ...removed]);
      return (
        existing === undefined || lists.length > 0 || [teams, layers, group].some((change) => change !== undefined)
      );
    }
    case 'webhook':
      return item.existing === undefined || item.filter !== undefined;
    case 'calendar':
      return false;
  }
}

/** Webhooks first: they may be about a schedule or a team that is deleted too. */
function leftoversOf({ managed_by }: WatchbillFile, organization: Organization, matched: Matched): DeletionItem[] {
  const left = <T extends DeletionItem['existing']>(
    noun: DeletionItem['noun'],
    things: readonly T[],
    found: readonly (T | undefined)[],
  ): DeletionItem[] => {
    const kept = new Set(found);
    return things
      .filter((one) => one.managed_by === managed_by && !kept.has(one))
      .map((existing) => ({ kind: 'deletion', noun, existing }));
  };
  return [
    ...left('webhook', organization.webhooks ?? [], matched.webhooks),
    ...left(
      'schedule',
      organization.schedules.map(({ schedule }) => schedule),
      matched.schedules.map((one) => one?.schedule),
    ),
    ...left(
      'team',
      organization.teams.map(({ team }) => team),
      matched.teams.map((one) => one?.team),
    ),
  ];
}

/** What the file calls things takes precedence over what they are called there: one that is taken over gets the name of the file. */
function namesAfter(
  { teams = [], schedules = [] }: WatchbillFile,
  organization: Organization,
  matched: Matched,
): Names {
  const namesOf = (
    things: readonly (Team | Schedule)[],
    wanted: readonly { readonly external_id: string }[],
    found: readonly (Team | Schedule | undefined)[],
  ) =>
    new Map([
      ...things.map((thing): [string, string] => [thing.id, identityOf(thing)]),
      ...wanted.flatMap(({ external_id }, i): [string, string][] => {
        const existing = found[i];
        if (existing === undefined) return [];
        return [existing.id, identityOf(existing)].map((name) => [name, external_id]);
      }),
    ]);
  return {
    schedules: namesOf(
      organization.schedules.map(({ schedule }) => schedule),
      schedules,
      matched.schedules.map((one) => one?.schedule),
    ),
    teams: namesOf(
      organization.teams.map(({ team }) => team),
      teams,
      matched.teams.map((one) => one?.team),
    ),
  };
}

/** Layers in the form of the API. */
export function newLayers(layers: readonly FileLayer[]): { layers: NewLayer[]; planned_layers: NewLayer[] } {
  const [first, ...planned] = layers.map(({ users, ...layer }) => ({ ...layer, user_references: referencesTo(users) }));
  return { layers: first === undefined ? [] : [first], planned_layers: planned };
}

export function referencesTo(emails: readonly string[]): UserReference[] {
  return emails.map((value) => ({ type: 'email', value }));
}
