/** Everything a team needs to run its on-call. Types are those that both databases know; `id` compares byte by byte. */
import type { Migration } from '../migration.ts';

export const firstTables: Migration = {
  name: 'first tables',
  statements: ({ id }) => [
    `create table organizations (
      id ${id} primary key,
      name text not null,
      time_zone text not null,
      created_at bigint not null
    )`,

    `create table users (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      name text not null,
      email text not null,
      email_key text,
      time_zone text,
      role text not null check (role in ('owner', 'admin', 'standard')),
      seat text not null check (seat in ('viewer', 'member')),
      chat_id text,
      created_at bigint not null,
      deactivated_at bigint,
      check (seat = 'member' or role = 'standard'),
      check (deactivated_at is null or (email_key is null and chat_id is null))
    )`,
    'create index users_in_order on users (organization_id, id)',
    'create unique index users_by_email on users (organization_id, email_key)',
    'create unique index users_by_chat_id on users (organization_id, chat_id)',
    `create index owners on users (organization_id) where role = 'owner' and deactivated_at is null`,

    `create table api_keys (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      user_id ${id} not null references users (id),
      name text not null,
      key_hash text not null,
      hint text not null,
      created_at bigint not null,
      expires_at bigint,
      last_used_at bigint,
      revoked_at bigint
    )`,
    'create unique index api_keys_by_hash on api_keys (key_hash)',
    'create index api_keys_of_user on api_keys (user_id, id)',

    `create table teams (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      name text not null,
      name_key text not null,
      description text,
      created_at bigint not null
    )`,
    'create index teams_in_order on teams (organization_id, id)',
    'create unique index teams_by_name on teams (organization_id, name_key)',

    `create table team_members (
      organization_id ${id} not null references organizations (id),
      team_id ${id} not null references teams (id) on delete cascade,
      user_id ${id} not null references users (id),
      created_at bigint not null,
      primary key (team_id, user_id)
    )`,
    'create index teams_of_user on team_members (user_id, team_id)',

    `create table schedules (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      name text not null,
      name_key text not null,
      description text,
      time_zone text not null,
      latest_revision bigint not null,
      next_change_at bigint,
      created_by ${id} not null references users (id),
      created_at bigint not null
    )`,
    'create index schedules_in_order on schedules (organization_id, id)',
    'create index schedules_by_next_change on schedules (next_change_at) where next_change_at is not null',

    `create table schedule_teams (
      organization_id ${id} not null references organizations (id),
      schedule_id ${id} not null references schedules (id) on delete cascade,
      team_id ${id} not null references teams (id) on delete cascade,
      position bigint not null,
      primary key (schedule_id, team_id)
    )`,
    'create index schedules_of_team on schedule_teams (team_id, schedule_id)',

    `create table revisions (
      organization_id ${id} not null references organizations (id),
      schedule_id ${id} not null references schedules (id) on delete cascade,
      number bigint not null,
      valid_from bigint not null,
      layer_json text not null,
      created_by ${id} references users (id),
      created_at bigint not null,
      primary key (schedule_id, number)
    )`,

    `create table schedule_users (
      organization_id ${id} not null references organizations (id),
      schedule_id ${id} not null references schedules (id) on delete cascade,
      user_id ${id} not null references users (id),
      until_at bigint not null,
      primary key (schedule_id, user_id)
    )`,
    'create index schedules_of_user on schedule_users (user_id, until_at)',

    `create table overrides (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      schedule_id ${id} not null references schedules (id) on delete cascade,
      start_at bigint not null,
      end_at bigint not null,
      rank bigint not null,
      users_json text not null,
      created_by ${id} not null references users (id),
      created_at bigint not null,
      deleted_at bigint,
      check (start_at < end_at)
    )`,
    'create index overrides_by_end on overrides (schedule_id, end_at, start_at)',
    'create index overrides_by_rank on overrides (schedule_id, rank)',

    `create table override_users (
      organization_id ${id} not null references organizations (id),
      override_id ${id} not null references overrides (id) on delete cascade,
      user_id ${id} not null references users (id),
      end_at bigint not null,
      primary key (override_id, user_id)
    )`,
    'create index overrides_of_user on override_users (user_id, end_at)',

    `create table coverage_requests (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      user_id ${id} not null references users (id),
      reason text not null,
      status text not null check (status in ('pending', 'accepted', 'canceled')),
      start_at bigint not null,
      end_at bigint not null,
      shifts_json text not null,
      created_at bigint not null,
      accepted_by ${id} references users (id),
      accepted_at bigint,
      check (start_at < end_at),
      check ((status = 'accepted') = (accepted_by is not null and accepted_at is not null))
    )`,
    'create index coverage_requests_in_order on coverage_requests (organization_id, id)',
    'create index coverage_requests_by_end on coverage_requests (organization_id, status, end_at)',
    'create index coverage_requests_of_user on coverage_requests (organization_id, user_id, id)',
    'create index coverage_requests_of_user_by_end on coverage_requests (organization_id, user_id, status, end_at)',

    `create table audit_log (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      actor_id ${id} references users (id),
      action text not null,
      target_id text not null,
      detail_json text not null,
      created_at bigint not null
    )`,
    'create index audit_log_in_order on audit_log (organization_id, id)',
  ],
};
