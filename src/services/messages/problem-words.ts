/** Composes the message to an admin about a problem of the service, from the current state. */
import type { ChatMessage } from '../../chat/provider.ts';
import type { Queryable } from '../../db/driver/database.ts';
import { userById } from '../../db/people/users.ts';
import type { OrganizationId } from '../../ids.ts';
import { currentNotices } from '../notifications/notices.ts';
import type { ServiceProblemEvent } from '../outbox/chat-events.ts';
import type { Services } from '../shared/services.ts';
import { problemPage } from './page-links.ts';

/** Nothing once the problem is over, or if the person is no longer an admin. */
export async function composeProblem(
  services: Services,
  db: Queryable,
  organizationId: OrganizationId,
  { notice: kind, userId }: ServiceProblemEvent,
): Promise<ChatMessage | undefined> {
  const user = await db.first(userById, { organizationId, id: userId });
  if (user === undefined || user.role === 'standard') return undefined;
  const notices = await currentNotices(db, organizationId, services.clock.now());
  const notice = notices.find((one) => one.kind === kind);
  if (notice === undefined) return undefined;
  const url = problemPage(services, kind);
  return { lines: [[{ bold: 'Watchbill', ...(url !== undefined && { url }) }, ': ', notice.message], [notice.advice]] };
}
