/**
 * Plans the changes that make the organization match the file. Nothing is called here: `apply.ts` carries the plan out. A person, team or schedule
 * that already matches has no item in the plan, so applying a file twice changes nothing.
 */
import type { NewLayer, Schedule, Team, User, UserReference, UserUpdate } from '../../api-client/schema.d.ts';
import { planLayers } from '../../engine/plans.ts';
import type { Revision } from '../../engine/schedule.ts';
import type { FileLayer, FilePerson, FileSchedule, FileTeam, WatchbillFile } from '../file/file.ts';
import {
  layerOfFile,
  type Organization,
  personKey,
  type ScheduleWithPlans,
  type TeamWithMembers,
} from '../organization.ts';
import { type GroupChange, groupChange, handlesAfter } from './group-changes.ts';
import { type Matched, matchAll, zoneOf } from './matching.ts';
import { type OverrideChanges, overrideChanges } from './override-changes.ts';
import { layersAhead, PlanError, problemsOf } from './plan-problems.ts';

/** A changed field, with its value before and after. */
export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

export interface PersonItem {
  readonly kind: 'person';
  readonly person: Omit<FilePerson, 'overwrite'>;
  /** Undefined: a new user. */
  readonly user: User | undefined;
  readonly fields: readonly FieldChange[];
  readonly update: UserUpdate;
}

/** Rule TRU-5: a person who is there already, and whom the file does not overwrite. */
export interface KeptPerson {
  readonly user: User;
  /** What the file would change. */
  readonly fields: readonly FieldChange[];
}

export interface TeamItem {
  readonly kind: 'team';
  readonly team: FileTeam;
  /** Undefined: a new team. */
  readonly existing: Team | undefined;
  readonly fields: readonly FieldChange[];
  readonly update: Readonly<Record<string, string>>;
  /** Emails. */
  readonly added: readonly string[];
  readonly removed: readonly User[];
}

export interface ScheduleItem {
  readonly kind: 'schedule';
  readonly schedule: FileSchedule;
  /** Undefined: a new schedule. */
  readonly existing: ScheduleWithPlans | undefined;
  readonly fields: readonly FieldChange[];
  readonly update: Readonly<Record<string, string>>;
  /** The `external_id` of each team; undefined: they stay. */
  readonly teams: readonly string[] | undefined;
  /** Undefined: the layers stay. */
  readonly layers: { readonly wanted: readonly FileLayer[]; readonly appended: readonly Revision[] } | undefined;
  readonly overrides: OverrideChanges;
  /** Undefined: the user group stays. */
  readonly group: GroupChange | undefined;
}

export interface DeletionItem {
  readonly kind: 'deletion';
  readonly noun: 'team' | 'schedule';
  readonly existing: Team | Schedule;
}

export type PlanItem = PersonItem | TeamItem | ScheduleItem | DeletionItem;

export interface Plan {
  /** In the order of execution. */
  readonly items: readonly PlanItem[];
  /** How many people, teams and schedules of the file already match, or are kept. */
  readonly unchanged: number;
  readonly kept: readonly KeptPerson[];
  /** What an earlier file created and `prune` would delete. Empty with `prune`. */
  readonly leftovers: readonly DeletionItem[];
}

export function planOf(file: WatchbillFile, organization: Organization, now: number, { prune = false } = {}): Plan {
  const matched = matchAll(file, organization);
  const problems = problemsOf(file, organization, matched, now);
  if (problems.length > 0) throw new PlanError(problems);
  const { people = [], teams = [], schedules = [] } = file;
  const users = new Map(organization.users.map((user) => [personKey(user.email), user]));
  const handleOf = handlesAfter(schedules, matched);
  const personItems = people.map((person) => personItem(person, users.get(personKey(person.email))));
  const all = [
    ...personItems.filter((item) => !becomesViewer(item)),
    ...teams.map((team, i) => teamItem(team, matched.teams[i], file.managed_by)),
    ...schedules.map((schedule, i) => {
      const existing = matched.schedules[i];
      const group = groupChange(schedule.chat_user_group, existing, organization, handleOf);
      return { ...scheduleItem(schedule, existing, file.managed_by, now, prune), group };
    }),
    // Last, when they are no longer in any team or layer.
    ...personItems.filter(becomesViewer),
  ];
  const items = all.filter(isChange);
  const kept = people.flatMap((person) => keptPerson(person, users.get(personKey(person.email))));
  const deletions = leftoversOf(file, organization, matched);
  return {
    items: [...items, ...(prune ? deletions : [])],
    unchanged: all.length - items.length,
    kept,
    leftovers: prune ? [] : deletions,
  };
}

function personItem({ overwrite = true, ...person }: FilePerson, user: User | undefined): PersonItem {
  const changes = user === undefined || overwrite ? personChanges(person, user) : [];
  return {
    kind: 'person',
    person,
    user,
    fields: user === undefined ? [] : changes,
    update: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  };
}

function keptPerson({ overwrite = true, ...person }: FilePerson, user: User | undefined): KeptPerson[] {
  const fields = overwrite || user === undefined ? [] : personChanges(person, user);
  return user === undefined || fields.length === 0 ? [] : [{ user, fields }];
}

function personChanges(person: Omit<FilePerson, 'overwrite'>, user: User | undefined): FieldChange[] {
  const { email, ...wanted } = { ...person, name: person.name.trim() };
  return Object.entries(wanted).flatMap(([field, value]): FieldChange[] => {
    const before = user?.[field as keyof typeof wanted] ?? '';
    const isSame = field === 'time_zone' ? zoneOf(before) === zoneOf(value) : before === value;
    return isSame ? [] : [{ field, before, after: value }];
  });
}

function becomesViewer({ user, update }: PersonItem): boolean {
  return user !== undefined && update.seat === 'viewer';
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
): Omit<ScheduleItem, 'group'> {
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
): FieldChange[] {
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

function updateOf(fields: readonly FieldChange[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ field, after }) => [field, after]));
}

function isChange(item: PersonItem | TeamItem | ScheduleItem): boolean {
  const hasFields = item.fields.length > 0;
  if (item.kind === 'person') return hasFields || item.user === undefined;
  if (item.existing === undefined || hasFields) return true;
  if (item.kind === 'team') return item.added.length + item.removed.length > 0;
  const { added, removed } = item.overrides;
  const isOther = [item.teams, item.layers, item.group].some((change) => change !== undefined);
  return isOther || added.length + removed.length > 0;
}

function leftoversOf({ managed_by }: WatchbillFile, organization: Organization, matched: Matched): DeletionItem[] {
  const [teams, schedules] = [new Set(matched.teams), new Set(matched.schedules)];
  return [
    ...organization.schedules
      .filter((one) => one.schedule.managed_by === managed_by && !schedules.has(one))
      .map(({ schedule }) => ({ kind: 'deletion', noun: 'schedule', existing: schedule }) as const),
    ...organization.teams
      .filter((one) => one.team.managed_by === managed_by && !teams.has(one))
      .map(({ team }) => ({ kind: 'deletion', noun: 'team', existing: team }) as const),
  ];
}

/** Layers in the form of the API. */
export function newLayers(layers: readonly FileLayer[]): { layers: NewLayer[]; planned_layers: NewLayer[] } {
  const [first, ...planned] = layers.map(({ users, ...layer }) => ({ ...layer, user_references: referencesTo(users) }));
  return { layers: first === undefined ? [] : [first], planned_layers: planned };
}

export function referencesTo(emails: readonly string[]): UserReference[] {
  return emails.map((value) => ({ type: 'email', value }));
}
