/** Compares webhooks with the file. Their addresses are shortened in what is printed, because the path of one often holds a secret. */
import type { Webhook, WebhookUpdate } from '../../api-client/schema.d.ts';
import type { FileWebhook } from '../file/file.ts';
import type { FieldChange } from './field-change.ts';
import { addressOf } from './matching.ts';

export interface WebhookItem {
  readonly kind: 'webhook';
  readonly webhook: FileWebhook;
  /** Undefined: a new webhook. */
  readonly existing: Webhook | undefined;
  readonly fields: readonly FieldChange[];
  /** Without the filters: their ids are known only when the schedules and teams of the file exist. */
  readonly update: Omit<WebhookUpdate, 'schedule_ids' | 'team_ids'>;
  /** Undefined: the filter stays. */
  readonly filter: WebhookFilter | undefined;
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
  const wanted = filterIn(webhook);
  const filters = [filterOf(existing), wanted ?? filterOf(existing)].map((filter) => filterText(filter, names));
  const [filterBefore = '', filterAfter = ''] = filters;
  const filter = filterBefore === filterAfter ? undefined : wanted;
  if (existing === undefined) return { kind: 'webhook', webhook, existing, fields: [], update: {}, filter };
  const { external_id, url, description, events, enabled } = webhook;
  const isOthers = existing.managed_by !== undefined && existing.managed_by !== managedBy;
  const values = {
    ...(external_id !== existing.id && { external_id }),
    url: addressOf(url),
    ...(description !== undefined && { description: description.trim() }),
    events,
    ...(enabled !== undefined && { enabled }),
    ...(isOthers && { managed_by: managedBy }),
  };
  const update = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => textOf(value) !== textOf(existing[field as keyof Webhook])),
  );
  const shown = (field: string, value: unknown) => (field === 'url' ? shortAddress(String(value)) : textOf(value));
  return {
    kind: 'webhook',
    webhook,
    existing,
    fields: [
      ...Object.entries(update).map(([field, value]) => ({
        field,
        before: shown(field, existing[field as keyof Webhook]),
        after: shown(field, value),
      })),
      ...(filter === undefined ? [] : [{ field: 'events of', before: filterBefore, after: filterAfter }]),
    ],
    update,
    filter,
  };
}

/** The order of events has no meaning. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.toSorted().join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : '';
}

/** Undefined: the file says nothing of it. */
function filterIn({ schedules, teams }: FileWebhook): WebhookFilter | undefined {
  if (schedules === undefined && teams === undefined) return undefined;
  return { schedules: schedules ?? null, teams: teams ?? null };
}

function filterOf(existing: Webhook | undefined): WebhookFilter {
  return { schedules: existing?.schedule_ids ?? null, teams: existing?.team_ids ?? null };
}

/** The same for the same schedules, whether they are named by id or by external id, and in any order. */
export function filterText({ schedules, teams }: WebhookFilter, names: Names): string {
  const list = (ids: readonly string[], known: ReadonlyMap<string, string>) =>
    [...new Set(ids.map((id) => known.get(id) ?? id))].sort().join(', ');
  if (schedules) return `schedules ${list(schedules, names.schedules)}`;
  return teams ? `teams ${list(teams, names.teams)}` : 'all schedules';
}

/** `https://hooks.example.com/…` */
export function shortAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return 'an address that cannot be read';
  return parsed.pathname === '/' && parsed.search === '' ? parsed.origin : `${parsed.origin}/…`;
}
