/** Rule BUD-7: composes one message from several notifications of one person to another, from the current state. */
import { MAX_NOTICES, type MergedNotices, mergedMessage } from '../../chat/merged-message.ts';
import type { ChatMessage } from '../../chat/provider.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { userById } from '../../db/people/users.ts';
import type { OrganizationId } from '../../ids.ts';
import type { NotificationKind } from '../../schemas/notifications.ts';
import type { PersonalEvent } from '../outbox/chat-events.ts';
import { readBurst } from '../outbox/outbox.ts';
import type { Services } from '../shared/services.ts';
import {
  composeAskedForYou,
  composeCannotCover,
  composeCoverageCard,
  composeCoverageTaken,
  composeCoverEnded,
} from './coverage-words.ts';
import { coverageListPage, coveragePage, overviewPage } from './page-links.ts';
import { composeShiftMoved } from './shift-words.ts';

/** Nobody causes reminders and problems of the service. */
const ABOUT: Readonly<Partial<Record<NotificationKind, MergedNotices['about']>>> = {
  cover_asked: 'cover asked for',
  cover_taken: 'answers',
  shift_moved: 'shifts',
};

export interface MergedWords<E> {
  readonly message: ChatMessage;
  readonly url: string | undefined;
  /** The events that the message tells of. */
  readonly told: readonly E[];
}

/** Undefined if there is nothing left to say. */
export async function composeMerged<E extends PersonalEvent>(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  burst: string,
  events: readonly E[],
): Promise<MergedWords<E> | undefined> {
  const caused = readBurst(burst);
  const about = caused && ABOUT[caused.kind];
  if (caused === undefined || about === undefined) return undefined;
  const distinct = [...new Map(events.map((event) => [subjectOf(event), event])).values()];
  const notices: MergedNotices['notices'][number][] = [];
  const told: E[] = [];
  let looked = 0;
  for (const event of distinct) {
    if (notices.length === MAX_NOTICES) break;
    looked += 1;
    const message = await messageOf(services, tx, organizationId, event);
    if (message === undefined) continue;
    told.push(event);
    notices.push({ message, url: 'requestId' in event ? coveragePage(services, event.requestId) : undefined });
  }
  if (notices.length === 0) return undefined;
  const by = await tx.first(userById, { organizationId, id: caused.by });
  const url = about === 'shifts' ? overviewPage(services) : coverageListPage(services);
  const counts = { count: distinct.length, moreCount: distinct.length - looked };
  const message = mergedMessage({ about, who: by?.name ?? 'Someone', notices, ...counts, url });
  return { message, url, told };
}

/** A request is told of once, however often it was asked and reminded of. */
function subjectOf(event: PersonalEvent): unknown {
  return event.kind === 'coverage card' ? event.requestId : event;
}

async function messageOf(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  event: PersonalEvent,
): Promise<ChatMessage | undefined> {
  switch (event.kind) {
    case 'coverage card':
      return composeCoverageCard(services, tx, organizationId, '', event, false);
    case 'coverage taken':
      return composeCoverageTaken(services, tx, organizationId, '', event);
    case 'cover asked for you':
      return composeAskedForYou(services, tx, organizationId, event);
    case 'cover declined':
      return composeCannotCover(services, tx, organizationId, event);
    case 'cover ended':
      return composeCoverEnded(services, tx, organizationId, event);
    case 'shift moved':
      return composeShiftMoved(services, tx, organizationId, event);
    case 'reminder':
    case 'service problem':
      return undefined;
  }
}
