/** Compares webhooks with the file. Their addresses are shortened in what is printed, because the path of one often holds a secret. */
import type { Webhook, WebhookUpdate } from '../../api-client/schema.d.ts';
import { normalizedAddress } from '../../network/webhook-address.ts';
import type { FileWebhook } from '../file/file.ts';
import { type FieldChange, isSameValue } from './field-change.ts';

export interface WebhookItem {
  readonly kind: 'webhook';
  readonly webhook: FileWebhook;
  /** Undefined: a new webhook. */
  readonly existing: Webhook | undefined;
  readonly fields: readonly FieldChange[];
  /** Without the filter: its ids are known only when the schedules and teams of the file exist. */
  readonly update: Omit<WebhookUpdate, 'schedule_ids' | 'team_ids'>;
  /** Undefined: the filter stays. */
  readonly filter: { readonly before: WebhookFilter; readonly after: WebhookFilter } | undefined;
}

/** The schedules or teams whose events are sent, as the file names them. Neither: all. */
export interface WebhookFilter {
  readonly schedules: readonly string[] | null;
  readonly teams: readonly string[] | null;
}

/** What the file calls each schedule and each team, by its id and by each external id that it has or gets. */
export interface Names {
  readonly schedules: ReadonlyMap<string, string>;
  readonly teams: ReadonlyMap<string, string>;
}

export function webhookItem(
  webhook: FileWebhook,
  existing: Webhook | undefined,
  names: Names,
  managedBy: string,
): WebhookItem {
  const filter = filterChange(webhook, existing, names);
  if (existing === undefined) return { kind: 'webhook', webhook, existing, fields: [], update: {}, filter };
  const { external_id, url, description, events, enabled } = webhook;
  const isOthers = existing.managed_by !== undefined && existing.managed_by !== managedBy;
  const wanted = {
    ...(external_id !== existing.id && { external_id }),
    url: normalizedAddress(url),
    ...(description !== undefined && { description: description.trim() }),
    events,
    ...(enabled !== undefined && { enabled }),
    ...(isOthers && { managed_by: managedBy }),
  };
  const changes = Object.entries(wanted)
    .map(([field, after]) => ({ field, before: existing[field as keyof typeof wanted] ?? null, after }))
    .filter(({ before, after }) => !isSameValue(before, after));
  return {
    kind: 'webhook',
    webhook,
    existing,
    fields: changes.map((change) =>
      change.field === 'url' ? shortened(change.field, existing.url, wanted.url) : change,
    ),
    update: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    filter,
  };
}

/** With schedules or teams, the file describes the whole filter; without both, it says nothing of it. */
function filterChange(
  { schedules, teams }: FileWebhook,
  existing: Webhook | undefined,
  names: Names,
): WebhookItem['filter'] {
  if (schedules === undefined && teams === undefined) return undefined;
  const named = (ids: readonly string[] | null | undefined, known: ReadonlyMap<string, string>) =>
    ids ? [...new Set(ids.map((id) => known.get(id) ?? id))].sort() : null;
  const before = {
    schedules: named(existing?.schedule_ids, names.schedules),
    teams: named(existing?.team_ids, names.teams),
  };
  const after = { schedules: named(schedules, names.schedules), teams: named(teams, names.teams) };
  const isSame = isSameValue(before.schedules, after.schedules) && isSameValue(before.teams, after.teams);
  return isSame ? undefined : { before, after };
}

export function filterText({ schedules, teams }: WebhookFilter): string {
  if (schedules) return `schedules ${schedules.join(', ')}`;
  return teams ? `teams ${teams.join(', ')}` : 'all schedules';
}

function shortened(field: string, before: string, after: string): FieldChange {
  const [was, is] = [shortAddress(before), shortAddress(after)];
  return { field, before: was, after: was === is ? `${is}, another path` : is };
}

/** `https://hooks.example.com/…` */
export function shortAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return '…';
  return parsed.pathname === '/' && parsed.search === '' ? parsed.origin : `${parsed.origin}/…`;
}
