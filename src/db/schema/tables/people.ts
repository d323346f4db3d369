/** Organizations, users, teams, and how users sign in. */
import type { ColumnType, Generated } from 'kysely';
import type {
  ApiKeyId,
  CalendarFeedId,
  CoverageRequestId,
  LeaseId,
  OrganizationId,
  SessionId,
  TeamId,
  TimeOffId,
  UserId,
} from '../../../ids.ts';
import type { Role, Seat } from '../../../permissions.ts';

export type CalendarFeedKind = 'mine' | 'schedule' | 'team';

/** Rules that reports depend on; earlier values are kept when they change. */
export type CalendarField = 'time_zone' | 'holidays' | 'night' | 'weekend_days';

/** A new organization is first asked for its name and zone, and then shown a list of what comes next. */
export type OrganizationSetup = 'name' | 'checklist';

export interface PeopleTables {
  organizations: {
    id: OrganizationId;
    name: string;
    time_zone: string;
    created_at: number;
    /** Updated in the transaction that creates or deletes a schedule. */
    schedule_count: Generated<number>;
    /** The next setup step for admins; null: setup is done. */
    setup: ColumnType<OrganizationSetup | null, OrganizationSetup | null | undefined, OrganizationSetup | null>;
    /** Rule TRU-7: how often one of its people was renamed or erased. */
    rename_count: Generated<number>;
    /** Time of the last one; null if none was counted. */
    renamed_at: ColumnType<number | null, number | null | undefined, number | null>;
  };
  users: {
    id: UserId;
    organization_id: OrganizationId;
    name: string;
    /** The name for searches, without case. */
    name_key: Generated<string>;
    email: string;
    /** The email in lower case, for searches. Null for a deactivated user. */
    email_key: string | null;
    /** The email for comparisons (emails.ts), also of a deactivated user. Unique among active users. */
    email_match_key: Generated<string | null>;
    time_zone: string | null;
    role: Role;
    seat: Seat;
    /** Null once the user is deactivated. */
    chat_id: string | null;
    created_at: number;
    deactivated_at: number | null;
    /** When their personal data was erased. */
    erased_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** Hours before a shift at which they want a reminder. */
    reminder_hours_json: Generated<string>;
    /** What mentions them in the chat; null for the default. */
    chat_mentions_json: ColumnType<string | null, string | null | undefined, string | null>;
    /** Their format of dates and times; null: the default. */
    display_json: ColumnType<string | null, string | null | undefined, string | null>;
    /** How each kind of notification reaches them; null where they have chosen nothing. */
    notifications_json: ColumnType<string | null, string | null | undefined, string | null>;
  };
  teams: {
    id: TeamId;
    organization_id: OrganizationId;
    name: string;
    name_key: string;
    description: string | null;
    created_at: number;
    /** Unique in the organization. */
    external_id: ColumnType<string | null, string | null | undefined, string | null>;
    /** The file or tool that made it; null: a person did. */
    managed_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  team_members: {
    organization_id: OrganizationId;
    team_id: TeamId;
    user_id: UserId;
    created_at: number;
  };
  api_keys: {
    id: ApiKeyId;
    organization_id: OrganizationId;
    user_id: UserId;
    name: string;
    /** SHA-256 of the key, in hex; `read-only ` before it where the key may only read. The key itself is stored nowhere. */
    key_hash: string;
    hint: string;
    created_at: number;
    expires_at: number | null;
    last_used_at: number | null;
    revoked_at: number | null;
  };
  /** Signed-in browsers. Expired sessions are ignored, and deleted later. */
  sessions: {
    id: SessionId;
    organization_id: OrganizationId;
    user_id: UserId;
    /** HMAC with the secret of the installation. The token itself is only in the cookie. */
    token_hash: string;
    /** The name of the browser, from its user agent. */
    browser: string | null;
    created_at: number;
    last_seen_at: number;
  };
  /** In a table of its own, so that no query of users returns a password. A user without a row cannot sign in with a password. */
  passwords: {
    user_id: UserId;
    organization_id: OrganizationId;
    /** A PHC string: parameters and hash. */
    hash: string;
  };
  /** At most one for each user: a new one replaces the earlier one. */
  sign_in_links: {
    user_id: UserId;
    organization_id: OrganizationId;
    token_hash: string;
    expires_at: number;
    used_at: number | null;
  };
  /** Belongs to no organization, because the caller is not identified yet. */
  sign_in_attempts: {
    /** An email, an address, or both, as an HMAC with the secret. */
    bucket: string;
    window_start: number;
    count: number;
  };
  /** Who somebody is at an OpenID Connect provider. */
  oidc_identities: {
    organization_id: OrganizationId;
    issuer: string;
    subject: string;
    user_id: UserId;
    created_at: number;
  };
  /** Deactivated users who are still in stored schedules. A row is deleted when the user is in none. */
  departures: {
    organization_id: OrganizationId;
    user_id: UserId;
    /** Who deactivated them. */
    started_by: UserId;
    /** From then on they are not on call anywhere, whatever the stored schedules say. */
    left_at: number;
    /** When a worker has to look; while a process is at work, when its lease ends. */
    due_at: number;
    /** Of the process that works on it; null when none does. */
    lease_id: ColumnType<LeaseId | null, LeaseId | null | undefined, LeaseId | null>;
    /** The last of the coverage requests, in the order of their ids, that was looked at, because the user may have taken a part of it. */
    reopened_to: ColumnType<CoverageRequestId | null, CoverageRequestId | null | undefined, CoverageRequestId | null>;
  };
  /** Erased users whose name may still be in texts. A row is deleted when no text contains it. */
  erasures: {
    organization_id: OrganizationId;
    user_id: UserId;
    /** What to search for in texts: names, emails and chat ids. */
    traces_json: string;
  };
  /** How hours are sorted in reports, as far as it was set: of the organization, and of users who differ from it. */
  calendar_rules: {
    organization_id: OrganizationId;
    subject_id: OrganizationId | UserId;
    rules_json: string;
  };
  /** Earlier rules, so that a report about earlier time does not change. */
  former_calendar_rules: {
    organization_id: OrganizationId;
    subject_id: OrganizationId | UserId;
    field: CalendarField;
    until_at: number;
    value_json: string;
  };
  /** Rule ICAL-1: secret addresses that calendars subscribe to. */
  calendar_feeds: {
    id: CalendarFeedId;
    organization_id: OrganizationId;
    user_id: UserId;
    kind: CalendarFeedKind;
    /** The schedule or the team, which may be deleted since; null for the kind `mine`. */
    subject_id: string | null;
    token_hash: string;
    encrypted_token: string;
    /** Which secret of the installation the token is encrypted with. */
    secret_id: string;
    created_at: number;
  };
  /** Rule OFF-1: when people are away. */
  time_off: {
    id: TimeOffId;
    organization_id: OrganizationId;
    user_id: UserId;
    start_at: number;
    end_at: number;
    /** Shown to the person and to admins alone. */
    reason: string | null;
    /** Which event of a calendar file it was imported from; null for what was typed. */
    event_key: string | null;
    created_at: number;
  };
}
