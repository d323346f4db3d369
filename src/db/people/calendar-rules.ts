/** Calendar rules of reports, for an organization and for people who differ from it. */
import type { Selectable } from 'kysely';
import type { OrganizationId, UserId } from '../../ids.ts';
import { statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import type { CalendarField } from '../schema/tables/people.ts';
import type { Tables } from '../schema/tables.ts';

export type FormerCalendarRuleRow = Selectable<Tables['former_calendar_rules']>;

type Subject = { organizationId: OrganizationId; subjectId: OrganizationId | UserId };

export const calendarRulesOf = statement((q, p: Subject) =>
  q
    .selectFrom('calendar_rules')
    .select(columns.calendar_rules)
    .where('organization_id', '=', p.organizationId)
    .where('subject_id', '=', p.subjectId),
);

type Subjects = { organizationId: OrganizationId; subjectIds: readonly (OrganizationId | UserId)[] };

export const calendarRulesOfSome = statement((q, p: Subjects, { listed }) =>
  q
    .selectFrom('calendar_rules')
    .select(columns.calendar_rules)
    .where('organization_id', '=', p.organizationId)
    .where('subject_id', ...listed(p.subjectIds)),
);

export const formerCalendarRulesOfSome = statement((q, p: Subjects, { listed }) =>
  q
    .selectFrom('former_calendar_rules')
    .select(columns.former_calendar_rules)
    .where('organization_id', '=', p.organizationId)
    .where('subject_id', ...listed(p.subjectIds)),
);

/** The last two, the latest first. */
export const lastFormerCalendarRules = statement((q, p: Subject & { field: CalendarField }) =>
  q
    .selectFrom('former_calendar_rules')
    .select(['until_at', 'value_json'])
    .where('organization_id', '=', p.organizationId)
    .where('subject_id', '=', p.subjectId)
    .where('field', '=', p.field)
    .orderBy('until_at', 'desc')
    .limit(2),
);

export const putCalendarRules = writeStatement((q, p: Subject & { rulesJson: string }) =>
  q
    .insertInto('calendar_rules')
    .values({ organization_id: p.organizationId, subject_id: p.subjectId, rules_json: p.rulesJson })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'subject_id']).doUpdateSet({ rules_json: p.rulesJson }),
    ),
);

/** The rule that was valid until then. If there are two changes in one millisecond, the earlier value counts. */
export const addFormerCalendarRule = writeStatement(
  (q, p: Subject & { field: CalendarField; untilAt: number; valueJson: string }) =>
    q
      .insertInto('former_calendar_rules')
      .values({
        organization_id: p.organizationId,
        subject_id: p.subjectId,
        field: p.field,
        until_at: p.untilAt,
        value_json: p.valueJson,
      })
      .onConflict((conflict) => conflict.doNothing()),
);

export const deleteFormerCalendarRule = writeStatement((q, p: Subject & { field: CalendarField; untilAt: number }) =>
  q
    .deleteFrom('former_calendar_rules')
    .where('organization_id', '=', p.organizationId)
    .where('subject_id', '=', p.subjectId)
    .where('field', '=', p.field)
    .where('until_at', '=', p.untilAt),
);
