/** The parts of a plan. */
import type { Schedule, Team, User, Webhook } from '../../api-client/schema.d.ts';
import type { Revision } from '../../engine/schedule.ts';
import type { FileLayer, FileSchedule, FileTeam } from '../file/file.ts';
import type { ScheduleWithPlans } from '../organization.ts';
import type { CalendarItem } from './calendar-changes.ts';
import type { ChannelChanges } from './channel-changes.ts';
import type { TextChange } from './field-change.ts';
import type { GroupChange } from './group-changes.ts';
import type { OverrideChanges } from './override-changes.ts';
import type { PersonItem } from './person-changes.ts';
import type { WebhookItem } from './webhook-changes.ts';

export interface TeamItem {
  readonly kind: 'team';
  readonly team: FileTeam;
  /** Undefined: a new team. */
  readonly existing: Team | undefined;
  readonly fields: readonly TextChange[];
  readonly update: Readonly<Record<string, string>>;
  /** Emails. */
  readonly added: readonly string[];
  readonly removed: readonly User[];
}

export interface ScheduleItem {
  readonly kind: 'schedule';
  readonly schedule: FileSchedule;
  /** Undefined: a new schedule. */
  readonly existing: ScheduleWithPlans | undefined;
  readonly fields: readonly TextChange[];
  readonly update: Readonly<Record<string, string>>;
  /** The `external_id` of each team; undefined: they stay. */
  readonly teams: readonly string[] | undefined;
  /** Undefined: the layers stay. */
  readonly layers: { readonly wanted: readonly FileLayer[]; readonly appended: readonly Revision[] } | undefined;
  readonly overrides: OverrideChanges;
  /** Undefined: the user group stays. */
  readonly group: GroupChange | undefined;
  readonly channels: ChannelChanges;
}

export interface DeletionItem {
  readonly kind: 'deletion';
  readonly noun: 'team' | 'schedule' | 'webhook';
  readonly existing: Team | Schedule | Webhook;
}

export type PlanItem = PersonItem | TeamItem | ScheduleItem | WebhookItem | CalendarItem | DeletionItem;
