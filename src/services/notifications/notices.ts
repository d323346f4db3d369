/**
 * Notices for admins: messages, mails, user groups or webhooks that fail, and identities that were refused; since when, and what to do. Computed
 * from the current state, so a notice disappears when things are right again.
 */
import type { Queryable } from '../../db/driver/database.ts';
import { failedLastDeliveries, failingGroups, failingWebhooks, waitingDeliveries } from '../../db/jobs/notices.ts';
import type { OrganizationId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { Notice } from '../../schemas/notices.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import type { Services } from '../shared/services.ts';
import { refusedUsers } from '../sign-in/refused-identities.ts';

/** Most failures pass within seconds. */
const WAITS_FOR_MS = MINUTE_MS;

/** A restarted endpoint is back by then. */
const WEBHOOK_FAILS_FOR_MS = 10 * MINUTE_MS;

/** Failures of a destination are shown for this long after the last one. */
const FAILED_SHOWN_MS = 7 * DAY_MS;

/** Afterwards it is only in the audit log. */
const REFUSED_SHOWN_MS = 7 * DAY_MS;

/** More than a person reads: this count means "or more". */
const MAX_COUNTED = 100;

export async function listNotices({ db, clock }: Services, caller: Caller): Promise<Notice[]> {
  await requirePermission(caller, 'handle deliveries');
  return currentNotices(db, caller.organizationId, clock.now());
}

export async function currentNotices(db: Queryable, organizationId: OrganizationId, now: number): Promise<Notice[]> {
  const limit = MAX_COUNTED;
  const groups = await db.all(failingGroups, { organizationId, limit });
  const webhooks = await db.all(failingWebhooks, { organizationId, before: now - WEBHOOK_FAILS_FOR_MS, limit });
  const notices: Notice[] = [
    ...(await noticesOfKind(db, organizationId, 'chat', now)),
    ...(await noticesOfKind(db, organizationId, 'mail', now)),
  ];
  if (groups.length > 0) {
    notices.push({
      kind: 'groups_fail',
      since: formatInstant(Math.min(...groups.map(({ synced_at, created_at }) => synced_at ?? created_at))),
      count: groups.length,
      message:
        `${counted(groups.length, 'user group')} of the chat may not hold who is on call: ${groups.map(({ handle }) => `@${handle}`).join(', ')}. ${groups[0]?.sync_error ?? ''}`.trim(),
      advice:
        'The page of the schedule shows the reason. Each group is tried again by itself, at least every 15 minutes.',
    });
  }
  const disabled = webhooks.filter(({ disabled_at }) => disabled_at !== null);
  if (disabled.length > 0) {
    notices.push({
      kind: 'webhooks_disabled',
      since: formatInstant(Math.min(...disabled.map(({ disabled_at }) => disabled_at ?? now))),
      count: disabled.length,
      message:
        `${counted(disabled.length, 'webhook')} was disabled: ${hostsOf(disabled)}. ${disabled[0]?.disabled_reason ?? ''}`.trim(),
      advice:
        'Put the endpoint right, then enable the webhook under Settings, Webhooks. Events of the meantime are not sent; failed ones can be sent again there.',
    });
  }
  const failing = webhooks.filter(({ disabled_at }) => disabled_at === null);
  if (failing.length > 0) {
    notices.push({
      kind: 'webhooks_fail',
      since: formatInstant(Math.min(...failing.map(({ failing_since }) => failing_since ?? now))),
      count: failing.length,
      message: `${counted(failing.length, 'webhook')} cannot be reached: ${hostsOf(failing)}.`,
      advice:
        'Under Settings, Webhooks shows what the endpoint answers. Events are sent again by themselves; after three days the webhook is disabled.',
    });
  }
  const refused = await refusedUsers(db, organizationId, now - REFUSED_SHOWN_MS);
  if (refused.length > 0) {
    notices.push({
      kind: 'identities_refused',
      since: formatInstant(Math.min(...refused.map(({ since }) => since))),
      count: refused.length,
      message: `Another account of single sign-on has the email of ${refused.map(({ name }) => name).join(', ')}, and was refused.`,
      advice:
        'If the address was given to somebody else, change the email of the user. If it is the same person with a new account, unlink the former account under People, Single sign-on.',
    });
  }
  return notices;
}

/** Texts that differ by kind of destination. */
const OUTGOING = {
  chat: {
    kinds: { waiting: 'messages_wait', failed: 'messages_failed' },
    one: 'message',
    many: 'messages',
    to: ['channel or person', 'channels or people'],
    whileWaiting:
      'If the reason is the token or a permission, put it right in the chat and in the settings of the service. Messages then go out by themselves; after a day they are given up.',
    onceFailed:
      'Under Settings, Deliveries shows which. Link another channel, or put the chat account of the person right, then send the message again.',
  },
  mail: {
    kinds: { waiting: 'mails_wait', failed: 'mails_failed' },
    one: 'mail',
    many: 'mails',
    to: ['person', 'people'],
    whileWaiting:
      'If the reason is the password or the address of the mail server, put SMTP_URL right and restart. Mails then go out by themselves; after a day they are given up.',
    onceFailed: 'Under Settings, Deliveries shows which. Put the email of the person right, then send the mail again.',
  },
} as const;

async function noticesOfKind(
  db: Queryable,
  organizationId: OrganizationId,
  kind: keyof typeof OUTGOING,
  now: number,
): Promise<Notice[]> {
  const which = { organizationId, kind, limit: MAX_COUNTED };
  const waiting = await db.all(waitingDeliveries, { ...which, before: now - WAITS_FOR_MS });
  const failed = await db.all(failedLastDeliveries, { ...which, since: now - FAILED_SHOWN_MS });
  const { kinds, one, many, to, whileWaiting, onceFailed } = OUTGOING[kind];
  const notices: Notice[] = [];
  const [oldest] = waiting;
  if (oldest !== undefined) {
    notices.push({
      kind: kinds.waiting,
      since: formatInstant(oldest.created_at),
      count: waiting.length,
      message: `${counted(waiting.length, one, many)} cannot be sent. ${waiting.at(-1)?.error ?? ''}`.trim(),
      advice: whileWaiting,
    });
  }
  if (failed.length > 0) {
    const destinations = new Set(failed.map(({ destination_id }) => destination_id)).size;
    const whom = counted(destinations, to[0], to[1]).replace(/^One/, 'one');
    notices.push({
      kind: kinds.failed,
      since: formatInstant(Math.min(...failed.map(({ done_at }) => done_at ?? now))),
      count: destinations,
      message: `The last ${one} to ${whom} was given up. ${failed[0]?.error ?? ''}`.trim(),
      advice: onceFailed,
    });
  }
  return notices;
}

/** Addresses may contain tokens: only the host is shown. */
function hostsOf(webhooks: readonly { readonly url: string }[]): string {
  return [...new Set(webhooks.map(({ url }) => URL.parse(url)?.host ?? url))].join(', ');
}

function counted(count: number, one: string, many = `${one}s`): string {
  if (count === 1) return `One ${one}`;
  return `${count === MAX_COUNTED ? `${count} or more` : count} ${many}`;
}
