/**
 * The tables, as both databases have them. Instants are epoch milliseconds; `…_json` holds JSON as text. Rows stay in
 * services/: nothing above them sees a column name.
 */
import type {
  ApiKeyId,
  AuditEntryId,
  CoverageRequestId,
  LocalChatGroupId,
  LocalChatMessageId,
  OrganizationId,
  OverrideId,
  ScheduleId,
  TeamId,
  UserId,
} from '../ids.ts';
import type { Role, Seat } from '../permissions.ts';

export type CoverageStatus = 'pending' | 'accepted' | 'canceled';

export interface Tables {
  organizations: {
    id: OrganizationId;
    name: string;
    time_zone: string;
    created_at: number;
  };
  users: {
    id: UserId;
    organization_id: OrganizationId;
    name: string;
    email: string;
    /** The email as it is compared: without case. Null once the user is deactivated, so that the address is free again. */
    email_key: string | null;
    time_zone: string | null;
    role: Role;
    seat: Seat;
    /** Null once the user is deactivated. */
    chat_id: string | null;
    created_at: number;
    deactivated_at: number | null;
  };
  api_keys: {
    id: ApiKeyId;
    organization_id: OrganizationId;
    user_id: UserId;
    name: string;
    /** SHA-256 of the key, in hex. The key itself is stored nowhere. */
    key_hash: string;
    hint: string;
    created_at: number;
    expires_at: number | null;
    last_used_at: number | null;
    revoked_at: number | null;
  };
  teams: {
    id: TeamId;
    organization_id: OrganizationId;
    name: string;
    name_key: string;
    description: string | null;
    created_at: number;
  };
  team_members: {
    organization_id: OrganizationId;
    team_id: TeamId;
    user_id: UserId;
    created_at: number;
  };
  schedules: {
    id: ScheduleId;
    organization_id: OrganizationId;
    name: string;
    /** The name as it is searched: without case. */
    name_key: string;
    description: string | null;
    time_zone: string;
    /** The number of the latest revision. Raised by a conditional write, so that two updates cannot make the same one. */
    latest_revision: number;
    /** Rule WRK-1: when who is on call changes next; null when it never does. */
    next_change_at: number | null;
    created_by: UserId;
    created_at: number;
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
    layer_json: string;
    created_by: UserId | null;
    created_at: number;
  };
  /** Who stands in the layers, past ones too: for "my schedules" and for who may change one. */
  schedule_users: {
    organization_id: OrganizationId;
    schedule_id: ScheduleId;
    user_id: UserId;
    /** When the last layer with them ceases to be in force. */
    until_at: number;
  };
  overrides: {
    id: OverrideId;
    organization_id: OrganizationId;
    schedule_id: ScheduleId;
    start_at: number;
    end_at: number;
    /** Rule OVR-1: of two that overlap, the one with the higher rank decides. A clock could not tell. */
    rank: number;
    users_json: string;
    created_by: UserId;
    created_at: number;
    /** Set when it was deleted while it ran: it no longer exists, but its past stays in the shifts. */
    deleted_at: number | null;
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
  };
  audit_log: {
    id: AuditEntryId;
    organization_id: OrganizationId;
    actor_id: UserId | null;
    action: string;
    target_id: string;
    detail_json: string;
    created_at: number;
  };
  /** User groups in the chat that schedules have, or had: the chat's id, and the names that they should have there. */
  chat_groups: {
    organization_id: OrganizationId;
    id: string;
    name: string;
    handle: string;
    /** Raised whenever what the group should be in the chat may have changed. */
    change_count: number;
    /** Null when the chat shows what it should. */
    sync_due_at: number | null;
    created_at: number;
  };
  schedule_chat_groups: {
    organization_id: OrganizationId;
    schedule_id: ScheduleId;
    group_id: string;
    created_at: number;
  };
  schedule_chat_channels: {
    organization_id: OrganizationId;
    schedule_id: ScheduleId;
    channel_id: string;
    channel_name: string;
    created_at: number;
  };
  local_chat_groups: {
    id: LocalChatGroupId;
    organization_id: OrganizationId;
    name: string;
    handle: string;
    /** 0 or 1. */
    is_enabled: number;
    members_json: string;
    created_at: number;
  };
  local_chat_messages: {
    id: LocalChatMessageId;
    organization_id: OrganizationId;
    channel_id: string;
    text: string;
    created_at: number;
  };
  migrations: {
    number: number;
    name: string;
    applied_at: number;
  };
}
