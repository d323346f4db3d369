/**
 * How hours are sorted in reports: holidays, night and weekend, and what held before (rule HRS-1). An older node changes time zones without
 * noting the former one; reports then take the new one for the time before too.
 */
import type { LaterMigration } from '../migration.ts';

export const calendarRules: LaterMigration = {
  name: 'calendar rules',
  oldestPeer: 9,
  statements: ({ id }) => [
    `create table calendar_rules (
      organization_id ${id} not null references organizations (id),
      subject_id ${id} not null,
      rules_json text not null,
      primary key (organization_id, subject_id)
    )`,
    `create table former_calendar_rules (
      organization_id ${id} not null references organizations (id),
      subject_id ${id} not null,
      field text not null,
      until_at bigint not null,
      value_json text not null,
      primary key (organization_id, subject_id, field, until_at)
    )`,
  ],
};
