/** Carries out what a plan says of a webhook. Its secret is in the answer to its creation, and is dropped: it must not get into a log. */
import type { Api } from '../../api-client/api.ts';
import type { WebhookItem } from '../plan/webhook-changes.ts';
import type { Ids } from './ids.ts';

export async function carryOutWebhook(api: Api, item: WebhookItem, ids: Ids, managedBy: string): Promise<void> {
  const { webhook, existing, update, filter } = item;
  const idsOf = (names: readonly string[] | null | undefined, known: ReadonlyMap<string, string>) =>
    names?.map((name) => known.get(name) ?? name);
  const scheduleIds = idsOf(filter?.after.schedules, ids.schedules);
  const teamIds = idsOf(filter?.after.teams, ids.teams);
  if (existing === undefined) {
    const { schedules, teams, ...fields } = webhook;
    const filters = { ...(scheduleIds && { schedule_ids: scheduleIds }), ...(teamIds && { team_ids: teamIds }) };
    await api.POST('/webhooks/', { body: { ...fields, ...filters, managed_by: managedBy } });
    return;
  }
  const filters = filter && { schedule_ids: scheduleIds ?? null, team_ids: teamIds ?? null };
  const params = { path: { webhook_id: existing.id } };
  await api.PATCH('/webhooks/{webhook_id}', { params, body: { ...update, ...filters } });
}
