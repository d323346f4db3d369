/** How people sign in: sessions, passwords, links that let them set one, and how often somebody tried. */
import type { Migration } from '../migration.ts';

export const signIn: Migration = {
  name: 'sign-in',
  statements: ({ id }) => [
    `create table sessions (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      user_id ${id} not null references users (id),
      token_hash text not null,
      browser text,
      created_at bigint not null,
      last_seen_at bigint not null
    )`,
    'create unique index sessions_by_token on sessions (token_hash)',
    'create index sessions_of_user on sessions (user_id, id)',

    `create table passwords (
      user_id ${id} primary key references users (id),
      organization_id ${id} not null references organizations (id),
      hash text not null
    )`,

    `create table sign_in_links (
      user_id ${id} primary key references users (id),
      organization_id ${id} not null references organizations (id),
      token_hash text not null,
      expires_at bigint not null,
      used_at bigint
    )`,
    'create unique index sign_in_links_by_token on sign_in_links (token_hash)',

    `create table sign_in_attempts (
      bucket text not null,
      window_start bigint not null,
      count bigint not null,
      primary key (bucket, window_start)
    )`,
    'create index sign_in_attempts_by_window on sign_in_attempts (window_start)',
  ],
};
