/** Calendar rules of reports, for an organization and for people who differ from it. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { OrganizationId, UserId } from '../../ids.ts';
import { statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { insertRow } from '../schema/row-writes.ts';
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

type OfOrganization = { organizationId: OrganizationId };

/** Of active users, and not those whose holidays are null: the holidays of the organization apply to them. */
function ownHolidays(q: Kysely<Tables>, { organizationId }: OfOrganization) {
  return q
    .selectFrom('calendar_rules')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', (eb) => eb.ref('calendar_rules.subject_id').$castTo<UserId>())
        .onRef('users.organization_id', '=', 'calendar_rules.organization_id'),
    )
    .where('calendar_rules.organization_id', '=', organizationId)
    .where('users.deactivated_at', 'is', null)
    .where(sql<boolean>`calendar_rules.rules_json like '{"holidays":{%'`);
}

export const userHolidaysPage = statement((q, p: OfOrganization & { limit: number; offset: number }) =>
  ownHolidays(q, p)
    .select(['users.id as user_id', 'calendar_rules.rules_json'])
    .orderBy('calendar_rules.subject_id')
    .limit(p.limit)
    .offset(p.offset),
);

export const userHolidaysTotal = statement((q, p: OfOrganization) =>
  ownHolidays(q, p).select((eb) => eb.fn.countAll<number>().as('total')),
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

export const putCalendarRules = insertRow('calendar_rules', {
  key: ['organization_id', 'subject_id'],
  replaced: ['rules_json'],
});

/** The rule that was valid until then. If there are two changes in one millisecond, the earlier value counts. */
export const addFormerCalendarRule = insertRow('former_calendar_rules', 'skip');

export const deleteFormerCalendarRule = writeStatement((q, p: Subject & { field: CalendarField; untilAt: number }) =>
  q
    .deleteFrom('former_calendar_rules')
    .where('organization_id', '=', p.organizationId)
    .where('subject_id', '=', p.subjectId)
    .where('field', '=', p.field)
    .where('until_at', '=', p.untilAt),
);
