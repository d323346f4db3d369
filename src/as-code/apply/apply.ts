/**
 * Carries out a plan, one request after the other. After each request, applying the same file again leads to the same result, so apply can be
 * interrupted anywhere and run again. If somebody else changes something meanwhile, the organization is read again and the rest is planned again.
 */
import { type Api, ApiError, bodyOf } from '../../api-client/api.ts';
import type { Schedule, Team, User } from '../../api-client/schema.d.ts';

import type { OrganizationWithChoices } from '../choices.ts';
import type { WatchbillFile } from '../file/file.ts';
import { nameKey } from '../file/file-rules.ts';
import { identityOf, membersOf, type Organization, personKey } from '../organization.ts';
import type { PersonItem } from '../plan/person-changes.ts';
import { type Plan, planOf } from '../plan/plan.ts';
import type { DeletionItem, PlanItem, ScheduleItem, TeamItem } from '../plan/plan-items.ts';
import { titleOf } from '../plan/plan-text.ts';
import type { Ids } from './ids.ts';
import { attachGroup, carryOutSchedule, detachGroup, linkChannels } from './schedules.ts';
import { carryOutWebhook } from './webhooks.ts';

interface Work {
  readonly api: Api;
  readonly file: WatchbillFile;
  readonly read: () => Promise<OrganizationWithChoices>;
  readonly now: () => number;
  readonly prune: boolean;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/**
 * Statuses of a conflict: something was deleted, taken or changed since it was read. With each, how often the same thing may fail while nothing else
 * gets done; then a person should look. A 422 is most often a plain refusal.
 */
const MAX_FAILURES: Readonly<Record<number, number>> = { 404: 5, 409: 5, 412: 5, 422: 2 };

/** An apply gives up after this many conflicts, also different ones. With the pauses between them, that is about eight minutes. */
const MAX_CONFLICTS = 100;

/** Pauses after conflicts in a row. They let another apply of the same file get ahead, which then has no conflicts at all. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;

export async function applyPlan(work: Work, organization: OrganizationWithChoices, plan: Plan): Promise<void> {
  let [current, left, failure, failures] = [organization, plan, '', 0];
  for (let conflicts = 1; left.items.length > 0; conflicts++) {
    const failed = await carryOut(work, current, left);
    if (failed === undefined) return;
    const again = JSON.stringify([titleOf(failed.item), failed.error.message]);
    failures = again === failure ? failures + 1 : 1;
    failure = again;
    const { length } = left.items;
    if (failures >= failed.most || conflicts === MAX_CONFLICTS) throw failed.error;
    await work.sleep(pauseMs(conflicts));
    current = await work.read();
    left = planOf(work.file, current, work.now(), work);
    if (left.items.length < length) failures = 0;
  }
}

/** At random: two that wait for each other must not try again at the same time. */
function pauseMs(conflicts: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (conflicts - 1)) * (0.5 + Math.random());
}

interface Failure {
  readonly item: PlanItem;
  readonly error: ApiError;
  /** How often it may happen. */
  readonly most: number;
}

/** Returns a failure after which the plan has to be made again. Throws any other. */
async function carryOut({ api, file }: Work, organization: Organization, plan: Plan): Promise<Failure | undefined> {
  const ids: Ids = {
    schedules: new Map(organization.schedules.flatMap(({ schedule }) => bothNames(schedule))),
    users: new Map(organization.users.map(({ email, id }) => [personKey(email), id])),
    teams: new Map(organization.teams.flatMap(({ team }) => bothNames(team))),
  };
  const steps: Step[] = [
    ...namesToFree(organization, plan).map(
      ({ item, team }): Step => [item, async () => void (await updateTeam(api, team, { name: temporaryName(team) }))],
    ),
    // Before others are created: an organization has a limited number of webhooks.
    ...stepsFor(plan.items.filter(isDeletion).filter(isAboutWebhook), (item) => carryOutDeletion(api, item)),
    ...stepsFor(plan.items.filter(isDescribed), (item) => carryOutItem(api, item, ids, file.managed_by)),
    // After everything that needs no chat, and before a group would lose its last schedule.
    ...stepsFor(plan.items.filter(isSchedule).filter(renamesGroup), (item) => attachGroup(api, item, ids)),
    ...stepsFor(
      plan.items.filter(isSchedule).filter((item) => !renamesGroup(item)),
      (item) => attachGroup(api, item, ids),
    ),
    ...stepsFor(plan.items.filter(isSchedule), (item) => detachGroup(api, item, ids)),
    ...stepsFor(plan.items.filter(isSchedule), (item) => linkChannels(api, item, ids)),
    ...stepsFor(
      plan.items.filter(isDeletion).filter((item) => !isAboutWebhook(item)),
      (item) => carryOutDeletion(api, item),
    ),
  ];
  for (const [item, step] of steps) {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const named = new ApiError(`${titleOf(item)}: ${error.message}`, error.status, { cause: error });
      const most = MAX_FAILURES[error.status ?? 0];
      if (most === undefined) throw named;
      return { item, error: named, most };
    }
  }
  return undefined;
}

type Step = readonly [item: PlanItem, step: () => Promise<void>];

function stepsFor<T extends PlanItem>(items: readonly T[], step: (item: T) => Promise<void>): Step[] {
  return items.map((item) => [item, () => step(item)]);
}

function isDeletion(item: PlanItem): item is DeletionItem {
  return item.kind === 'deletion';
}

function isAboutWebhook({ noun }: DeletionItem): boolean {
  return noun === 'webhook';
}

function isSchedule(item: PlanItem): item is ScheduleItem {
  return item.kind === 'schedule';
}

function renamesGroup({ group }: ScheduleItem): boolean {
  return group?.way === 'rename';
}

function isDescribed(item: PlanItem): item is DescribedItem {
  return !isDeletion(item);
}

function bothNames(thing: Schedule | Team): [name: string, id: string][] {
  return [thing.id, identityOf(thing)].map((name) => [name, thing.id]);
}

type DescribedItem = Exclude<PlanItem, DeletionItem>;

async function carryOutItem(api: Api, item: DescribedItem, ids: Ids, managedBy: string): Promise<void> {
  switch (item.kind) {
    case 'calendar':
      return void (await api.PATCH('/organization/calendar_rules/', { body: item.update }));
    case 'person':
      return carryOutPerson(api, item, ids);
    case 'team':
      return carryOutTeam(api, item, ids, managedBy);
    case 'schedule':
      return carryOutSchedule(api, item, ids, managedBy);
    case 'webhook':
      return carryOutWebhook(api, item, ids, managedBy);
  }
}

async function carryOutDeletion(api: Api, { noun, existing: { id } }: DeletionItem): Promise<void> {
  switch (noun) {
    case 'team':
      return void (await api.DELETE('/teams/{team_id}', { params: { path: { team_id: id } } }));
    case 'schedule':
      return void (await api.DELETE('/schedules/{schedule_id}', { params: { path: { schedule_id: id } } }));
    case 'webhook':
      return void (await api.DELETE('/webhooks/{webhook_id}', { params: { path: { webhook_id: id } } }));
  }
}

async function carryOutPerson(api: Api, { person, user, update, holidays }: PersonItem, ids: Ids): Promise<void> {
  if (user === undefined) {
    const { holidays: own, ...fields } = person;
    const body = { ...fields, ...(own && { holidays: own }) };
    const created = (await bodyOf(api.POST('/users/', { body }))).user;
    ids.users.set(personKey(person.email), created.id);
    return;
  }
  const params = { path: { user_id: user.id } };
  if (Object.keys(update).length > 0) await api.PATCH('/users/{user_id}', { params, body: update });
  if (holidays !== undefined) await api.PUT('/users/{user_id}/holidays/', { params, body: { holidays } });
}

/** The creator of a team is its first member, and is removed last: without membership they may not change the team. */
async function carryOutTeam(api: Api, item: TeamItem, ids: Ids, managedBy: string): Promise<void> {
  const { team: wanted, existing, update, added, removed } = item;
  const { members: wantedMembers, ...fields } = wanted;
  let team = existing;
  let others: readonly User[] = removed;
  if (team === undefined) {
    team = (await bodyOf(api.POST('/teams/', { body: { ...fields, managed_by: managedBy } }))).team;
    const keys = new Set(wantedMembers?.map(personKey));
    const members = await membersOf(api, team.id);
    others = wantedMembers === undefined ? [] : members.filter(({ email }) => !keys.has(personKey(email)));
  } else if (Object.keys(update).length > 0) {
    await updateTeam(api, team, update);
  }
  ids.teams.set(wanted.external_id, team.id);
  const membership = (userId = '') => ({ params: { path: { team_id: team.id, user_id: userId } } });
  for (const email of added) {
    await api.PUT('/teams/{team_id}/members/{user_id}', membership(ids.users.get(personKey(email))));
  }
  for (const { id } of others) await api.DELETE('/teams/{team_id}/members/{user_id}', membership(id));
}

async function updateTeam(api: Api, { id }: Team, body: TeamItem['update']): Promise<void> {
  await api.PATCH('/teams/{team_id}', { params: { path: { team_id: id } }, body });
}

/**
 * Teams that have to give up their name, because the plan gives it to another one, and they get another themselves. They get a temporary
 * one first, so the order of the renames does not matter. If the run is interrupted, the next one finds them by their `external_id`.
 */
function namesToFree({ teams }: Organization, { items }: Plan): { readonly item: PlanItem; readonly team: Team }[] {
  const teamItems = items.filter((item) => item.kind === 'team');
  const renamed = new Map(
    teamItems.flatMap((item) => (item.existing && 'name' in item.update ? [[item.existing.id, item]] : [])),
  );
  const wanted = new Map(
    teamItems
      .filter(({ existing, update }) => existing === undefined || 'name' in update)
      .map((item) => [nameKey(item.team.name), item.existing?.id]),
  );
  return teams.flatMap(({ team }) => {
    const item = renamed.get(team.id);
    const isTaken = wanted.has(nameKey(team.name)) && wanted.get(nameKey(team.name)) !== team.id;
    return item !== undefined && isTaken ? [{ item, team }] : [];
  });
}

function temporaryName({ id }: Team): string {
  return `Renamed by apply ${id}`;
}
