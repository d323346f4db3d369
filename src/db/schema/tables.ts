/**
 * The tables, as both databases have them. Instants are epoch milliseconds; `…_json` holds JSON as text. Rows stay in
 * services/: nothing above them sees a column name.
 */
import type { ColumnType, Generated } from 'kysely';
import type {
  ApiKeyId,
  AuditEntryId,
  CalendarFeedId,
  ChangeNotificationId,
  CoverageRequestId,
  DeliveryId,
  LeaseId,
  LocalChatGroupId,
  LocalChatMessageId,
  OrganizationId,
  OverrideId,
  ScheduleId,
  SessionId,
  TeamId,
  UserId,
  WebhookId,
} from '../../ids.ts';
import type { Role, Seat } from '../../permissions.ts';

/** Where messages go. Ids of destinations are unique across kinds: a queue has one kind. */
export type DestinationKind = 'chat' | 'webhook' | 'mail';

export type DeliveryStatus = 'pending' | 'sent' | 'failed';

export type CalendarFeedKind = 'mine' | 'schedule' | 'team';

export type CoverageStatus = 'pending' | 'accepted' | 'canceled';

/** What reports sort hours by, and what is kept when it changes. */
export type CalendarField = 'time_zone' | 'holidays' | 'night' | 'weekend_days';

/** A new organization is first asked for its name and zone, and then shown a list of what comes next. */
export type OrganizationSetup = 'name' | 'checklist';

export interface Tables {
  organizations: {
    id: OrganizationId;
    name: string;
    time_zone: string;
    created_at: number;
    /** Updated in the transaction that creates or deletes a schedule. */
    schedule_count: Generated<number>;
    /** What its admins are asked for next; null for nothing. */
    setup: ColumnType<OrganizationSetup | null, OrganizationSetup | null | undefined, OrganizationSetup | null>;
  };
  users: {
    id: UserId;
    organization_id: OrganizationId;
    name: string;
    /** The name as it is searched: without case. */
    name_key: Generated<string>;
    email: string;
    /** The email in lower case, as it is searched, and as older nodes compare it. Null once the user is deactivated. */
    email_key: string | null;
    /** For older nodes: what `email_key` was before the user was deactivated. */
    former_email_key: Generated<string | null>;
    /** The email as it is compared (emails.ts), also of a deactivated user. Unique among active users. */
    email_match_key: Generated<string | null>;
    /** The email that `email_match_key` was made of. Another than `email`: an older node has written that, and the key is stale. */
    email_match_key_of: Generated<string | null>;
    time_zone: string | null;
    role: Role;
    seat: Seat;
    /** Null once the user is deactivated. */
    chat_id: string | null;
    created_at: number;
    deactivated_at: number | null;
    /** When their personal data was erased. */
    erased_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** How many hours before a shift they want to be reminded of it. */
    reminder_hours_json: Generated<string>;
    /** What mentions them in the chat; null for the default. */
    chat_mentions_json: ColumnType<string | null, string | null | undefined, string | null>;
    /** How dates and times are written for them; null where they have chosen nothing. */
    display_json: ColumnType<string | null, string | null | undefined, string | null>;
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
  /** Signed-in browsers. Those that have ended are deleted, or are passed over until they are. */
  sessions: {
    id: SessionId;
    organization_id: OrganizationId;
    user_id: UserId;
    /** Made with the secret of the installation. The token itself is in the cookie alone. */
    token_hash: string;
    /** What the browser calls itself. */
    browser: string | null;
    created_at: number;
    last_seen_at: number;
  };
  /** Apart from the users, so that no list of people ever carries one along. Who has none cannot sign in with one. */
  passwords: {
    user_id: UserId;
    organization_id: OrganizationId;
    /** A PHC string: how it was made, and the hash. */
    hash: string;
  };
  /** One for each user at most: a new one takes the place of the earlier. */
  sign_in_links: {
    user_id: UserId;
    organization_id: OrganizationId;
    token_hash: string;
    expires_at: number;
    used_at: number | null;
  };
  /** Of no organization: who tries to sign in has none yet. */
  sign_in_attempts: {
    /** An email, an address, or both together, made unreadable with the secret. */
    bucket: string;
    window_start: number;
    count: number;
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
    /** When what happened to it is told to its channels; null when there is nothing to tell. */
    news_due_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** When someone has to be reminded of a shift to come; null when nobody wants to be. */
    next_reminder_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** Rule STO-5: why a worker could not compute it; workers leave it alone until the next start. Null: it works. */
    broken_reason: ColumnType<string | null, string | null | undefined, string | null>;
    created_by: UserId;
    created_at: number;
    /** Its revisions and its past overrides stay; nothing shows it any more. */
    deleted_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** Rule ICAL-2: how often its shifts or its name have changed. */
    change_count: Generated<number>;
    /** When that happened last; null where it was never counted. */
    changed_at: ColumnType<number | null, number | null | undefined, number | null>;
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
     * Rule REV-2: when a later revision takes over; the end of time for the latest. Not after `valid_from`: it never comes into
     * force. The others follow each other without a gap, in the order of their numbers.
     */
    reign_end: number;
    layer_json: string;
    created_by: UserId | null;
    created_at: number;
  };
  /** Who stands in the layers, past ones too: for "my schedules" and for who may change one. */
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
    /** Rule OVR-1: of two that overlap, the one with the higher rank decides. A clock could not tell. */
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
  };
  override_users: {
    organization_id: OrganizationId;
    override_id: OverrideId;
    user_id: UserId;
    end_at: number;
  };
  /** Users who were deactivated and still stand in schedules. A row goes when they stand in none. */
  departures: {
    organization_id: OrganizationId;
    user_id: UserId;
    /** Who deactivated them. */
    started_by: UserId;
    /** From then on they are on call nowhere, whatever is stored in the schedules. */
    left_at: number;
    /** When a worker has to look; while one is at work, when its lease runs out. */
    due_at: number;
  };
  /** Users who were erased while texts may still name them. A row goes when no text does. */
  erasures: {
    organization_id: OrganizationId;
    user_id: UserId;
    /** What to look for in texts: names, emails and ids in the chat. */
    traces_json: string;
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
    /** Rule COV-2: when it was noticed, and told, that its end passed while it was pending. */
    expired_at: ColumnType<number | null, number | null | undefined, number | null>;
  };
  /** How hours are sorted in reports, as far as it was set: of the organization, and of users who differ from it. */
  calendar_rules: {
    organization_id: OrganizationId;
    subject_id: OrganizationId | UserId;
    rules_json: string;
  };
  /** What held until it was changed, so that a report about that time stays the same. */
  former_calendar_rules: {
    organization_id: OrganizationId;
    subject_id: OrganizationId | UserId;
    field: CalendarField;
    until_at: number;
    value_json: string;
  };
  audit_log: {
    id: AuditEntryId;
    organization_id: OrganizationId;
    actor_id: UserId | null;
    action: string;
    target_id: string;
    detail_json: string;
    created_at: number;
    /** Where the request came from; null for the command line, the worker, and what an older node wrote. */
    address: Generated<string | null>;
  };
  /** User groups in the chat that schedules have, or had: the chat's id, and the names that they should have there. */
  chat_groups: {
    organization_id: OrganizationId;
    id: string;
    name: string;
    handle: string;
    /** Raised whenever what the group should be in the chat may have changed. */
    change_count: number;
    /** When the chat has to be looked at again; null once no schedule has the group. */
    sync_due_at: number | null;
    /** How many attempts in a row failed that may go well by themselves another time. */
    failures: Generated<number>;
    /** When it last was as it should be. */
    synced_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** What `change_count` was then: if it is higher now, the chat has yet to follow. */
    synced_count: Generated<number>;
    sync_error: ColumnType<string | null, string | null | undefined, string | null>;
    /** Who is on call and could not be put into it, and why. */
    left_out_json: Generated<string>;
    /** Of the worker that syncs the group now. Null when none does; another one's, or none, once `leased_until` has passed. */
    lease_id: ColumnType<LeaseId | null, LeaseId | null | undefined, LeaseId | null>;
    leased_until: ColumnType<number | null, number | null | undefined, number | null>;
    /** What the group was in the chat at `synced_at`. Worth nothing with another `synced_at`: an older node has synced the group since. */
    known_json: ColumnType<string | null, string | null | undefined, string | null>;
    /** When a change was sent to the chat whose outcome nobody knows; null when all outcomes are known. */
    unsure_at: ColumnType<number | null, number | null | undefined, number | null>;
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
    /** Who the channel last heard to be on call: null when it never heard, the text `null` when nobody can know what arrived there. */
    told_users_json: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** What happened to a schedule and is not told yet. */
  schedule_news: {
    id: ChangeNotificationId;
    organization_id: OrganizationId;
    schedule_id: ScheduleId;
    news_json: string;
    created_at: number;
  };
  /** Rule WRK-3: messages that go out. */
  deliveries: {
    id: DeliveryId;
    organization_id: OrganizationId;
    kind: Generated<DestinationKind>;
    /** Of the kind `chat`: a channel, or a person's id in the chat. Of the kind `webhook`: the id of the webhook. Of the kind `mail`: a user, or a queue of password resets. */
    destination_id: string;
    /** Rule STO-7: its place in the queue. 0 for what the first edition wrote, which goes first, in the order of its ids. */
    sequence: Generated<number>;
    message_json: string;
    /** What happened: the message is composed of it when it is sent. Null for a message that is fixed. */
    event_json: ColumnType<string | null, string | null | undefined, string | null>;
    /** What it is about, when it may have to be changed later: a coverage request. Of the kind `webhook`: the webhook. */
    subject_id: string | null;
    /** The delivery whose message it takes the place of. */
    replaces_id: DeliveryId | null;
    status: DeliveryStatus;
    attempts: number;
    /** Why the last attempt failed. */
    error: string | null;
    /** Chat: when it first failed with an error that may never pass. Webhook: when it first failed. Null when it did not. */
    failing_since: ColumnType<number | null, number | null | undefined, number | null>;
    /** The id of the message where it was sent to, once it is there. */
    chat_message_id: string | null;
    created_at: number;
    done_at: number | null;
    /** Set aside until then, so that those behind it go on; null for one that has its place in the queue. */
    retry_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** What the endpoint of a webhook answered last. */
    answer_json: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** One for each destination: its deliveries go out in order, by one worker at a time. */
  delivery_queues: {
    organization_id: OrganizationId;
    destination_id: string;
    kind: Generated<DestinationKind>;
    /** The `sequence` of the delivery that was added last. */
    last_sequence: Generated<number>;
    /**
     * Of the kind `chat`: when a worker has to look. Null when nothing is pending; while a worker has the queue, when its lease runs
     * out. Of all other kinds: null, because the first edition sends whatever is due here to the chat.
     */
    due_at: number | null;
    /** The same for all other kinds. */
    kind_due_at: ColumnType<number | null, number | null | undefined, number | null>;
    lease_id: LeaseId | null;
    /** How many attempts in a row failed. */
    failures: number;
  };
  /** Rule HOOK-1: addresses that hear of events. */
  webhooks: {
    id: WebhookId;
    organization_id: OrganizationId;
    url: string;
    description: string | null;
    events_json: string;
    /** Only events of these schedules; null for all. */
    schedule_ids_json: string | null;
    /** Only events of schedules of these teams; null for all. */
    team_ids_json: string | null;
    /** Encrypted with the secret of the installation. */
    secret: string;
    /** The one before a rotation; it signs too until then. */
    former_secret: string | null;
    former_secret_until: number | null;
    created_at: number;
    /** When the first attempt failed after the last one that did not; null when the last one did not. */
    failing_since: number | null;
    /** Nothing is sent to it from then on. */
    disabled_at: number | null;
    /** Why Watchbill disabled it; null when a person did. */
    disabled_reason: string | null;
  };
  /** Schedules of organizations with a webhook, and when to look for gaps ahead of each. */
  gap_watch: {
    organization_id: OrganizationId;
    schedule_id: ScheduleId;
    due_at: number;
    /** Gaps that end by then were told; null when none was. */
    told_until: number | null;
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
  /** Rule IDEM-1: requests with an idempotency key, and their answers. */
  idempotency_keys: {
    organization_id: OrganizationId;
    user_id: UserId;
    route: string;
    idempotency_key: string;
    /** A hash of the path and the body. */
    fingerprint: string;
    /** Of the request that is being carried out, or was. */
    lease_id: LeaseId;
    started_at: number;
    /** Null until it is answered. */
    status: ColumnType<number | null, number | null | undefined, number | null>;
    response_json: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** Who somebody is at an OpenID Connect provider. */
  oidc_identities: {
    organization_id: OrganizationId;
    issuer: string;
    subject: string;
    user_id: UserId;
    created_at: number;
  };
  /** Those of the first edition: see migrate.ts. */
  migrations: {
    number: number;
    name: string;
    applied_at: number;
  };
  later_migrations: {
    number: number;
    name: string;
    applied_at: number;
    /** The number of the newest migration that a node must know to run beside this one. */
    oldest_peer: number;
  };
}
