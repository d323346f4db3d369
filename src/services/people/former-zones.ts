/** Earlier time zones, for reports about the time before a change (rule HRS-1). */

import type { Transaction } from '../../db/driver/database.ts';
import { addFormerCalendarRule } from '../../db/people/calendar-rules.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import type { Services } from '../shared/services.ts';

interface Subject {
  readonly organizationId: OrganizationId;
  readonly subjectId: OrganizationId | UserId;
}

export async function keepFormerZone(
  { clock }: Services,
  tx: Transaction,
  { organizationId, subjectId }: Subject,
  before: string | null,
  after: string | null,
): Promise<void> {
  if (before === after) return;
  await tx.run(addFormerCalendarRule, {
    organization_id: organizationId,
    subject_id: subjectId,
    field: 'time_zone',
    until_at: clock.now(),
    value_json: JSON.stringify(before),
  });
}
