/**
 * Carries out a plan, one request after the other. After each request, applying the same file again leads to the same result, so apply can be
 * interrupted anywhere and run again. If somebody else changes something meanwhile, the organization is read again and the rest is planned again.
 */
import { hash } from 'node:crypto';
import { type Api, ApiError, bodyOf } from '../../api-client/api.ts';
import type { Schedule, Team, User } from '../../api-client/schema.d.ts';

import type { WatchbillFile } from '../file/file.ts';
import { identityOf, membersOf, type Organization, personKey } from '../organization.ts';
import { nameKey } from '../plan/matching.ts';
import type { AddedOverride } from '../plan/override-changes.ts';
import {
  newLayers,
  type Plan,
  type PlanItem,
  planOf,
  referencesTo,
  type ScheduleItem,
  type TeamItem,
} from '../plan/plan.ts';
import { titleOf } from '../plan/plan-text.ts';

interface Work {
  readonly api: Api;
  readonly file: WatchbillFile;
  readonly read: () => Promise<Organization>;
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

export async function applyPlan(work: Work, organization: Organization, plan: Plan): Promise<void> {
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
    schedules: new Map(),
    users: new Map(organization.users.map(({ email, id }) => [personKey(email), id])),
    teams: new Map(
      organization.teams.flatMap(({ team }) => [
        [team.id, team.id],
        [identityOf(team), team.id],
      ]),
    ),
  };
  const steps: [item: PlanItem, step: () => Promise<void>][] = [
    ...namesToFree(organization, plan).map(({ item, team }): [PlanItem, () => Promise<void>] => [
      item,
      async () => void (await updateTeam(api, team, { name: temporaryName(team) })),
    ]),
    ...plan.items
      .filter(({ kind }) => kind !== 'deletion')
      .map((item): [PlanItem, () => Promise<void>] => [item, () => carryOutItem(api, item, ids, file.managed_by)]),
    // After everything that needs no chat, and before a group would lose its last schedule.
    ...plan.items.map((item): [PlanItem, () => Promise<void>] => [item, () => attachGroup(api, item, ids)]),
    ...plan.items
      .filter(({ kind }) => kind === 'deletion')
      .map((item): [PlanItem, () => Promise<void>] => [item, () => carryOutItem(api, item, ids, file.managed_by)]),
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

interface Ids {
  /** Ids of new schedules by `external_id`. */
  readonly schedules: Map<string, string>;
  /** User ids by the key of the email. */
  readonly users: Map<string, string>;
  /** Team ids by `external_id`. */
  readonly teams: Map<string, string>;
}

async function carryOutItem(api: Api, item: PlanItem, ids: Ids, managedBy: string): Promise<void> {
  switch (item.kind) {
    case 'person': {
      const { person, user, update } = item;
      if (user !== undefined) {
        await api.PATCH('/users/{user_id}', { params: { path: { user_id: user.id } }, body: update });
        return;
      }
      const created = await bodyOf(api.POST('/users/', { body: person }));
      ids.users.set(personKey(person.email), created.user.id);
      return;
    }
    case 'team':
      return carryOutTeam(api, item, ids, managedBy);
    case 'schedule':
      return carryOutSchedule(api, item, ids, managedBy);
    case 'deletion': {
      const { noun, existing } = item;
      if (noun === 'team') await api.DELETE('/teams/{team_id}', { params: { path: { team_id: existing.id } } });
      else await api.DELETE('/schedules/{schedule_id}', { params: { path: { schedule_id: existing.id } } });
    }
  }
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

async function carryOutSchedule(api: Api, item: ScheduleItem, ids: Ids, managedBy: string): Promise<void> {
  const { schedule: wanted, existing, update, teams, layers, overrides } = item;
  const teamIds = teams?.map((id) => ids.teams.get(id) ?? id);
  const change = {
    ...update,
    ...(layers && newLayers(layers.wanted)),
    ...(teamIds && { team_ids: teamIds }),
  };
  let id = existing?.schedule.id;
  if (id === undefined) {
    const { external_id, name, description, time_zone } = wanted;
    const body = {
      external_id,
      name,
      time_zone,
      managed_by: managedBy,
      ...(description !== undefined && { description }),
      ...newLayers(layers?.wanted ?? wanted.layers),
      team_ids: teamIds ?? [],
    };
    id = (await bodyOf(api.POST('/schedules', { body }))).schedule.id;
    ids.schedules.set(external_id, id);
  } else if (Object.keys(change).length > 0) {
    const header = { 'if-match': await tagOf(api, existing?.schedule as Schedule) };
    await api.PATCH('/schedules/{schedule_id}', { params: { path: { schedule_id: id }, header }, body: change });
  }
  for (const { id: overrideId } of overrides.removed) {
    const path = { schedule_id: id, override_id: overrideId };
    await api.DELETE('/schedules/{schedule_id}/overrides/{override_id}', { params: { path } });
  }
  for (const override of overrides.added) await addOverride(api, id, override, managedBy);
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

/** The service finds, creates or renames the group. The same request again changes nothing. */
async function attachGroup(api: Api, item: PlanItem, ids: Ids): Promise<void> {
  if (item.kind !== 'schedule' || item.group === undefined) return;
  const { wanted, isReplaced } = item.group;
  const id = item.existing?.schedule.id ?? ids.schedules.get(item.schedule.external_id) ?? '';
  const params = { path: { schedule_id: id } };
  if (isReplaced) await api.DELETE('/schedules/{schedule_id}/chat_user_group/', { params });
  await api.PUT('/schedules/{schedule_id}/chat_user_group/', { params, body: wanted });
}

/** The entity tag of the schedule, if nobody has changed it since it was read. */
async function tagOf(api: Api, read: Schedule): Promise<string> {
  const { data, response } = await api.GET('/schedules/{schedule_id}', { params: { path: { schedule_id: read.id } } });
  const facts = ({ name, description, current_revision, teams, external_id, managed_by }: Schedule) =>
    JSON.stringify([name, description, current_revision, teams.map(({ id }) => id), external_id, managed_by]);
  if (data === undefined || facts(data.schedule) !== facts(read))
    throw new ApiError('Somebody else has changed the schedule meanwhile.', 412);
  return response.headers.get('etag') ?? '*';
}

/**
 * Overrides have no unique names. The idempotency key identifies an override, so that it is created once, even if an apply was killed after sending
 * its request. If that override was deleted since, another one is created.
 */
async function addOverride(
  api: Api,
  scheduleId: string,
  { start, end, users, reason, ordinal }: AddedOverride,
  managedBy: string,
): Promise<void> {
  const path = { schedule_id: scheduleId };
  const body = {
    start,
    end,
    user_references: referencesTo(users),
    ...(reason !== undefined && { reason }),
    managed_by: managedBy,
  };
  const header = { 'idempotency-key': hash('sha256', JSON.stringify([scheduleId, body, ordinal])) };
  const add = (params: { path: typeof path; header?: typeof header }) =>
    api.POST('/schedules/{schedule_id}/overrides/', { params, body });
  const { data, response } = await add({ path, header });
  const isReplay = response.headers.get('idempotency-replayed') === 'true';
  if (isReplay && !(await isThere(api, { ...path, override_id: data?.override.id ?? '' }))) await add({ path });
}

async function isThere(api: Api, path: { schedule_id: string; override_id: string }): Promise<boolean> {
  try {
    await api.GET('/schedules/{schedule_id}/overrides/{override_id}', { params: { path } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}
