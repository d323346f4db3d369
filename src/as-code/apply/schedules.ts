/** Carries out what a plan says of a schedule: itself, its overrides, its user group and its channels in the chat. */
import { hash } from 'node:crypto';
import { type Api, ApiError, bodyOf } from '../../api-client/api.ts';
import type { Schedule } from '../../api-client/schema.d.ts';
import type { AddedOverride } from '../plan/override-changes.ts';
import { newLayers, referencesTo } from '../plan/plan.ts';
import type { ScheduleItem } from '../plan/plan-items.ts';
import type { Ids } from './ids.ts';

export async function carryOutSchedule(api: Api, item: ScheduleItem, ids: Ids, managedBy: string): Promise<void> {
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
  } else if (Object.keys(change).length > 0) {
    const header = { 'if-match': await tagOf(api, existing?.schedule as Schedule) };
    await api.PATCH('/schedules/{schedule_id}', { params: { path: { schedule_id: id }, header }, body: change });
  }
  ids.schedules.set(wanted.external_id, id);
  for (const { id: overrideId } of overrides.removed) {
    const path = { schedule_id: id, override_id: overrideId };
    await api.DELETE('/schedules/{schedule_id}/overrides/{override_id}', { params: { path } });
  }
  for (const override of overrides.added) await addOverride(api, id, override, managedBy);
}

/** The service finds, creates or renames the group. The same request again changes nothing. */
export async function attachGroup(api: Api, item: ScheduleItem, ids: Ids): Promise<void> {
  const { wanted, way } = item.group ?? {};
  if (wanted === undefined) return;
  const params = { path: { schedule_id: idOf(item, ids) } };
  if (way === 'replace') await api.DELETE('/schedules/{schedule_id}/chat_user_group/', { params });
  await api.PUT('/schedules/{schedule_id}/chat_user_group/', { params, body: wanted });
}

/** After all groups are attached: a group that loses its last schedule is disabled in the chat. */
export async function detachGroup(api: Api, item: ScheduleItem, ids: Ids): Promise<void> {
  if (item.group?.way !== 'detach') return;
  const params = { path: { schedule_id: idOf(item, ids) } };
  await api.DELETE('/schedules/{schedule_id}/chat_user_group/', { params });
}

/** Linking a channel again changes nothing. */
export async function linkChannels(api: Api, item: ScheduleItem, ids: Ids): Promise<void> {
  const scheduleId = idOf(item, ids);
  const params = (id: string) => ({ params: { path: { schedule_id: scheduleId, channel_id: id } } });
  for (const { id } of item.channels.added) {
    await api.PUT('/schedules/{schedule_id}/chat_channels/{channel_id}', params(id));
  }
  for (const { id } of item.channels.removed) {
    await api.DELETE('/schedules/{schedule_id}/chat_channels/{channel_id}', params(id));
  }
}

function idOf({ existing, schedule }: ScheduleItem, ids: Ids): string {
  return existing?.schedule.id ?? ids.schedules.get(schedule.external_id) ?? '';
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
