/** The events of webhooks and their labels, in the order of the form. */
import type { Schemas } from '../../api/client.ts';

export type WebhookEvent = Schemas['Webhook']['events'][number];

export const EVENT_GROUPS: readonly { label: string; events: readonly { event: WebhookEvent; label: string }[] }[] = [
  {
    label: 'On call',
    events: [
      { event: 'oncall.changed', label: 'Someone else is on call' },
      { event: 'gap.ahead', label: 'Nobody is on call within 24 hours' },
    ],
  },
  {
    label: 'Schedules',
    events: [
      { event: 'schedule.created', label: 'Schedule created' },
      { event: 'schedule.changed', label: 'Schedule changed' },
      { event: 'schedule.deleted', label: 'Schedule deleted' },
    ],
  },
  {
    label: 'Overrides',
    events: [
      { event: 'override.created', label: 'Override created' },
      { event: 'override.changed', label: 'Override changed' },
      { event: 'override.deleted', label: 'Override deleted' },
    ],
  },
  {
    label: 'Cover',
    events: [
      { event: 'coverage_request.created', label: 'Cover asked for' },
      { event: 'coverage_request.accepted', label: 'Cover accepted' },
      { event: 'coverage_request.reopened', label: 'Request open again' },
      { event: 'coverage_request.canceled', label: 'Request canceled' },
      { event: 'coverage_request.expired', label: 'Request expired' },
    ],
  },
];
