/** Schedules: revisions, overrides, coverage requests. */
import type { ColumnType, Generated } from 'kysely';
import type {
  ChangeNotificationId,
  CoverageAnswerId,
  CoverageRequestId,
  OrganizationId,
  OverrideId,
  ScheduleId,
  TeamId,
  UserId,
} from '../../../ids.ts';

export type CoverageStatus = 'pending' | 'accepted' | 'canceled';

export interface ScheduleTables {
  schedules: {
    id: ScheduleId;
    organization_id: OrganizationId;
    name: string;
    /** The name for searches, without case. */
    name_key: string;
    description: string | null;
    time_zone: string;
    /** The number of the latest revision. Raised by a conditional write, so that two updates cannot make the same one. */
    latest_revision: number;
    /** Rule WRK-1: when who is on call changes next; null when it never does. */
    next_change_at: number | null;
    /** When the channels are notified of its changes; null if there are none. */
    notifications_due_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** When someone has to be reminded of a shift to come; null when nobody wants to be. */
    next_reminder_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** Rule STO-5: why a worker could not compute it; workers leave it alone until the next start. Null: it works. */
    broken_reason: ColumnType<string | null, string | null | undefined, string | null>;
    created_by: UserId;
    created_at: number;
    /** Its revisions and its past overrides stay; nothing shows it any more. */
    deleted_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** Rules ICAL-2 and TRU-7: how often its shifts or its name have changed. */
    change_count: Generated<number>;
    /** Time of the last change; null if none was counted. */
    changed_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** Unique among the schedules of the organization that are not deleted. */
    external_id: ColumnType<string | null, string | null | undefined, string | null>;
    /** The file or tool that made it; null: a person did. */
    managed_by: ColumnType<string | null, string | null | undefined, string | null>;
    /** Rule BUD-2: of the layers in force and planned, the most. */
    turns_per_year: Generated<number>;
  };
  schedule_teams: {
    organization_id: OrganizationId;
    schedule_id: ScheduleId;
    team_id: TeamId;
    position: number;
  };
  revisions: {
    organization_id: OrganizationId;
    schedule_id: ScheduleId;
    number: number;
    valid_from: number;
    /**
     * Rule REV-2: when a later revision takes over; the end of time for the latest. Not after `valid_from`: the revision never
     * comes into force. The validities of all others are contiguous, in the order of their numbers.
     */
    valid_until: number;
    layer_json: string;
    created_by: UserId | null;
    created_at: number;
  };
  /** Users in the layers, including past ones: for "my schedules" and for permissions. */
  schedule_users: {
    organization_id: OrganizationId;
    schedule_id: ScheduleId;
    user_id: UserId;
    /** When the last layer with them ceases to be in force, or later, but not in the future, when a plan with them was dropped. */
    until_at: number;
  };
  overrides: {
    id: OverrideId;
    organization_id: OrganizationId;
    schedule_id: ScheduleId;
    start_at: number;
    end_at: number;
    /** Rule OVR-1: of two overlapping overrides, the one with the higher rank decides. Clock times could be equal. */
    rank: number;
    users_json: string;
    created_by: UserId;
    created_at: number;
    /** Set when it was deleted while it ran: it no longer exists, but its past stays in the shifts. */
    deleted_at: number | null;
    reason: ColumnType<string | null, string | null | undefined, string | null>;
    /** The last change of it (rule OVR-5). */
    changed_by: ColumnType<UserId | null, UserId | null | undefined, UserId | null>;
    changed_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** The file or tool that made it; null: a person did. */
    managed_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  override_users: {
    organization_id: OrganizationId;
    override_id: OverrideId;
    user_id: UserId;
    end_at: number;
  };
  coverage_requests: {
    id: CoverageRequestId;
    organization_id: OrganizationId;
    user_id: UserId;
    reason: string;
    status: CoverageStatus;
    start_at: number;
    end_at: number;
    shifts_json: string;
    created_at: number;
    accepted_by: UserId | null;
    accepted_at: number | null;
    /** Rule COV-2: when its expiry was processed and announced. */
    expired_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** Rule COV-6: who is told and may accept; null for everyone. */
    asked_users_json: ColumnType<string | null, string | null | undefined, string | null>;
    /** Who asked on behalf of the user; null for the user. */
    asked_by: ColumnType<UserId | null, UserId | null | undefined, UserId | null>;
    /** Rule COV-7; null when no reminder is left. */
    next_reminder_at: ColumnType<number | null, number | null | undefined, number | null>;
  };
  /** Rules COV-5 and COV-6: who took which part of a coverage request, and who cannot cover. */
  coverage_answers: {
    id: CoverageAnswerId;
    organization_id: OrganizationId;
    request_id: CoverageRequestId;
    user_id: UserId;
    answered_at: number;
    /** What they took; null when they cannot cover. */
    shifts_json: string | null;
    /** From the start of the first shift that they took to the end of the last. */
    start_at: number | null;
    end_at: number | null;
  };
  /** Changes to a schedule that its channels were not notified of yet. */
  change_notifications: {
    id: ChangeNotificationId;
    organization_id: OrganizationId;
    schedule_id: ScheduleId;
    notification_json: string;
    created_at: number;
  };
  /** Schedules of organizations with a webhook for gaps, and when to check each. */
  gap_watch: {
    organization_id: OrganizationId;
    schedule_id: ScheduleId;
    due_at: number;
    /** Gaps that end by then were reported; null: none. */
    told_until: number | null;
  };
}
