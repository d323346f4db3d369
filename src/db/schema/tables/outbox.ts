/** The outbox, and its destinations: the chat, webhooks, mail. */
import type { ColumnType, Generated } from 'kysely';
import type {
  DeliveryId,
  LeaseId,
  LocalChatGroupId,
  LocalChatMessageId,
  OrganizationId,
  ScheduleId,
  WebhookId,
} from '../../../ids.ts';

/** Where messages go. Ids of destinations are unique across kinds: a queue has one kind. */
export type DestinationKind = 'chat' | 'webhook' | 'mail';

export type DeliveryStatus = 'pending' | 'sent' | 'failed';

export interface OutboxTables {
  /** Rule WRK-3: messages that go out. */
  deliveries: {
    id: DeliveryId;
    organization_id: OrganizationId;
    kind: Generated<DestinationKind>;
    /** Of the kind `chat`: a channel, or a person's id in the chat. Of the kind `webhook`: the id of the webhook. Of the kind `mail`: a user, or a queue of password resets. */
    destination_id: string;
    /** Rule STO-7: position in the queue. 0 for rows of the first edition, which are sent first, by id. */
    sequence: Generated<number>;
    /** The text `null` for an event that was not composed yet. */
    message_json: string;
    /** What happened: the message is composed of it when it is sent. Null for a message that is fixed. */
    event_json: ColumnType<string | null, string | null | undefined, string | null>;
    /** The coverage request that it is about, if the message may be changed later. For the kind `webhook`: the webhook. */
    subject_id: string | null;
    /** The delivery whose message it takes the place of. */
    replaces_id: DeliveryId | null;
    status: DeliveryStatus;
    attempts: number;
    /** Why the last attempt failed. */
    error: string | null;
    /** Chat: when it first failed with an error that may never pass. Webhook: when it first failed. Null when it did not. */
    failing_since: ColumnType<number | null, number | null | undefined, number | null>;
    /** The id of the message at its destination, once it was sent. */
    chat_message_id: string | null;
    created_at: number;
    done_at: number | null;
    /** Postponed until then, so that the next ones can continue; null: not postponed. */
    retry_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** What the endpoint of a webhook answered last. */
    answer_json: ColumnType<string | null, string | null | undefined, string | null>;
    /** Rule BUD-7: who caused the notification, and its kind. Null for what is not limited. */
    burst: ColumnType<string | null, string | null | undefined, string | null>;
    /** The start of the first shift that the notification is about; null: none. */
    shift_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** Held until then, to be merged with others of its burst; null: never held. */
    held_until: ColumnType<number | null, number | null | undefined, number | null>;
    /** The delivery whose message contains it; its own id if it contains others. */
    merged_into: ColumnType<DeliveryId | null, DeliveryId | null | undefined, DeliveryId | null>;
  };
  /** One for each destination: its deliveries go out in order, by one worker at a time. */
  delivery_queues: {
    organization_id: OrganizationId;
    destination_id: string;
    kind: Generated<DestinationKind>;
    /** The `sequence` of the delivery that was added last. */
    last_sequence: Generated<number>;
    /** When a worker has to process the queue; while a worker has it, when its lease ends. Null if nothing is pending. */
    due_at: number | null;
    lease_id: LeaseId | null;
    /** How many attempts in a row failed. */
    failures: number;
  };
  /** Rule HOOK-1: addresses that events are sent to. */
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
    /** The secrets before `former_secret`, the latest first, each with the end of its day; null: none. */
    earlier_secrets_json: ColumnType<string | null, string | null | undefined, string | null>;
    /** Rule CODE-1: the name that another system has for it. */
    external_id: ColumnType<string | null, string | null | undefined, string | null>;
    /** The file or tool that made it. */
    managed_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** User groups in the chat that schedules have, or had: the chat's id, and the names that they should have there. */
  chat_groups: {
    organization_id: OrganizationId;
    id: string;
    name: string;
    handle: string;
    /** Raised whenever what the group should be in the chat may have changed. */
    change_count: number;
    /** When the group is synced again; while a process syncs it, when its lease ends. Null once no schedule has it. */
    sync_due_at: number | null;
    /** How many attempts in a row failed that may go well by themselves another time. */
    failures: Generated<number>;
    /** When it was last up to date in the chat. */
    synced_at: ColumnType<number | null, number | null | undefined, number | null>;
    /** What `change_count` was then: if it is higher now, the chat has yet to follow. */
    synced_count: Generated<number>;
    sync_error: ColumnType<string | null, string | null | undefined, string | null>;
    /** Who is on call and could not be put into it, and why. */
    left_out_json: Generated<string>;
    /** Of the process that syncs the group now: until `sync_due_at`. Null when none does. */
    lease_id: ColumnType<LeaseId | null, LeaseId | null | undefined, LeaseId | null>;
    /** What the group was in the chat at `synced_at`. */
    known_json: ColumnType<string | null, string | null | undefined, string | null>;
    /** When a change with an unknown outcome was sent to the chat; null when all outcomes are known. */
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
    /**
     * Who is on call according to the last message in the channel: null if there was none, the text `null` if it is unknown what
     * arrived.
     */
    told_users_json: ColumnType<string | null, string | null | undefined, string | null>;
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
  /** Organizations in which something failed: when to look for notices, and of which kinds admins were told. */
  notice_watch: {
    organization_id: OrganizationId;
    /** Null when nothing failed since the last look. */
    due_at: number | null;
    told_json: Generated<string>;
  };
}
