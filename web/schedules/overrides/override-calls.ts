/** Creates, changes and deletes overrides, and undoes each of these. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api, ifMatch, isOutdated, type Schemas, unwrap, unwrapWithTag } from '../../api/client.ts';
import { msOf } from '../../time/format.ts';

type Override = Schemas['ScheduleOverride'];

export interface NewOverride {
  readonly start: string;
  readonly end: string;
  /** Empty: no reason. */
  readonly reason: string;
  readonly user_references: { readonly type: 'internal_user_id'; readonly value: string }[];
}

export async function createOverride(scheduleId: string, body: NewOverride): Promise<Override> {
  const params = { path: { schedule_id: scheduleId } };
  return (await unwrap(api.POST('/schedules/{schedule_id}/overrides/', { params, body }))).override;
}

/** `etag`: of the override that was read; if somebody has changed it since, the change is refused. */
export async function changeOverride(
  scheduleId: string,
  id: string,
  body: NewOverride,
  etag?: string,
): Promise<Override> {
  const call = api.PATCH('/schedules/{schedule_id}/overrides/{override_id}', {
    params: { ...paramsOf(scheduleId, id), ...ifMatch(etag) },
    body,
  });
  return (await unwrap(call)).override;
}

/** `etag`: as above. */
export async function deleteOverride(scheduleId: string, id: string, etag: string | undefined): Promise<void> {
  const params = { ...paramsOf(scheduleId, id), ...ifMatch(etag) };
  await unwrap(api.DELETE('/schedules/{schedule_id}/overrides/{override_id}', { params }));
}

/** The body that would create an override like this one. */
export function bodyOf({ start, end, users, reason = '' }: Override): NewOverride {
  return { start, end, reason, user_references: users.map(({ id }) => ({ type: 'internal_user_id', value: id })) };
}

/**
 * Whether creating the override again would put the same people on call as before: a new override wins over all that overlap it, while this one may
 * have been below another. `overrides` are those that overlap it, in order of creation.
 */
export function canBeRestored(override: Override, overrides: readonly Override[]): boolean {
  const place = overrides.findIndex(({ id }) => id === override.id);
  return overrides.slice(place + 1).every((later) => !overlap(override, later));
}

function overlap(one: Override, other: Override): boolean {
  return msOf(one.start) < msOf(other.end) && msOf(other.start) < msOf(one.end);
}

/** Undoes a change to an override and shows the result. If somebody else changed the override meanwhile, nothing is undone. */
export function useUndo(scheduleId: string) {
  const client = useQueryClient();
  return {
    creation: (made: Override) => () =>
      undone(client, async () => {
        const etag = await requireUnchanged(scheduleId, made);
        await deleteOverride(scheduleId, made.id, etag);
        return 'The override is removed again';
      }),
    change: (before: Override, made: Override) => () =>
      undone(client, async () => {
        const etag = await requireUnchanged(scheduleId, made);
        await changeOverride(scheduleId, made.id, bodyOf(before), etag);
        return 'The override is as it was before';
      }),
    deletion: (deleted: Override) => () =>
      undone(client, async () => {
        const { start } = await createOverride(scheduleId, bodyOf(deleted));
        return msOf(start) > msOf(deleted.start) ? 'The override is back, from now on' : 'The override is back';
      }),
  };
}

async function undone(client: QueryClient, undo: () => Promise<string>): Promise<string> {
  try {
    return await undo();
  } catch (error) {
    throw error instanceof Error && isOutdated(error) ? changedBy('Somebody') : error;
  } finally {
    await client.invalidateQueries();
  }
}

/** Returns its tag, so that it cannot change before it is undone either. */
async function requireUnchanged(scheduleId: string, made: Override): Promise<string | undefined> {
  const params = paramsOf(scheduleId, made.id);
  const { override, etag } = await unwrapWithTag(
    api.GET('/schedules/{schedule_id}/overrides/{override_id}', { params }),
  );
  if (override.changed_at !== made.changed_at || override.end !== made.end) {
    throw changedBy(override.changed_by?.name ?? 'Somebody');
  }
  return etag;
}

function changedBy(name: string): Error {
  return new Error(`${name} changed it in the meantime. Nothing was undone.`);
}

function paramsOf(scheduleId: string, overrideId: string) {
  return { path: { schedule_id: scheduleId, override_id: overrideId } };
}
