/** The fields of the form of a webhook, as text, so that they can be compared with what somebody else saved meanwhile. */
import type { Schemas } from '../../api/client.ts';
import { changesMeanwhile, type FieldChange } from '../../ui/forms/field-change.ts';
import { EVENT_GROUPS, type WebhookEvent } from './event-words.ts';

type Webhook = Schemas['Webhook'];

export type WebhookDraft = Readonly<Record<keyof typeof LABELS, string>>;

export const LABELS = {
  url: 'Address',
  description: 'Description',
  events: 'Events',
  scope: 'Of which schedules',
  scheduleIds: 'Schedules',
  teamIds: 'Teams',
};

export const NEW_WEBHOOK: WebhookDraft = {
  url: '',
  description: '',
  events: 'oncall.changed',
  scope: 'all',
  scheduleIds: '',
  teamIds: '',
};

/** How lists are shown among what somebody else changed. */
export const SHOWN = {
  events: (value: string) => listIn(value).join(', '),
  scope: (value: string) => SCOPES.find((scope) => scope.value === value)?.label ?? value,
  scheduleIds: (value: string) => `${listIn(value).length} chosen`,
  teamIds: (value: string) => `${listIn(value).length} chosen`,
};

export const SCOPES = [
  { value: 'all', label: 'All schedules' },
  { value: 'schedules', label: 'Some schedules' },
  { value: 'teams', label: 'The schedules of some teams' },
];

const EVENTS = EVENT_GROUPS.flatMap(({ events }) => events.map(({ event }) => event));

export function draftOf({ url, description = '', events, schedule_ids, team_ids }: Webhook): WebhookDraft {
  const scope = schedule_ids !== undefined ? 'schedules' : team_ids !== undefined ? 'teams' : 'all';
  const ids = { scheduleIds: (schedule_ids ?? []).join(), teamIds: (team_ids ?? []).join() };
  return { url, description, events: eventsText(events), scope, ...ids };
}

export function changesOf(opened: Webhook, latest: Webhook): FieldChange[] {
  const changes = changesMeanwhile(draftOf(opened), draftOf(latest), { labels: LABELS, shown: SHOWN });
  if (opened.enabled === latest.enabled) return changes;
  return [...changes, { field: 'State', theirs: latest.enabled ? 'enabled' : 'disabled' }];
}

/** In the order of the form, so that the order of the clicks does not count. */
export function eventsText(events: readonly string[]): string {
  return EVENTS.filter((event) => events.includes(event)).join();
}

export function listIn(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

export function fieldsOf({ url, description, events, scope, scheduleIds, teamIds }: WebhookDraft) {
  return {
    url: url.trim(),
    description: description.trim(),
    events: listIn(events) as WebhookEvent[],
    ...(scope === 'schedules' && { schedule_ids: listIn(scheduleIds) }),
    ...(scope === 'teams' && { team_ids: listIn(teamIds) }),
  };
}

/** The body of `PATCH`, with what was changed. The filter is one thing: it is sent as a whole. */
export function updateOf(changes: Partial<WebhookDraft>, draft: WebhookDraft) {
  const { url, description, events, schedule_ids = null, team_ids = null } = fieldsOf(draft);
  const isOtherFilter = [changes.scope, changes.scheduleIds, changes.teamIds].some((part) => part !== undefined);
  return {
    ...(changes.url !== undefined && { url }),
    ...(changes.description !== undefined && { description }),
    ...(changes.events !== undefined && { events }),
    ...(isOtherFilter && { schedule_ids, team_ids }),
  };
}
