/** The dependencies of all services: database, clock, ids, secret, chat. Services take it as their first argument, the caller as the second. */
import type { ChatProvider } from '../../chat/provider.ts';
import type { Database } from '../../db/driver/database.ts';
import type { IdSource, OrganizationId } from '../../ids.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Log } from '../../process/log.ts';
import type { Secret } from '../../secrets/installation-secret.ts';
import type { Clock } from '../../time/clock.ts';
import type { Endpoints } from '../../webhooks/endpoint-call.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { LastUses } from './last-uses.ts';

export interface Services {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: IdSource;
  /** Signs sessions and sign-in links. */
  readonly secret: Secret;
  /** The chat workspace of an organization; undefined if no chat is connected. */
  readonly chatOf: (organizationId: OrganizationId) => ChatProvider | undefined;
  /** Public address of our pages, without a trailing slash, for links in messages. Undefined: not configured. */
  readonly publicUrl?: string | undefined;
  /** Undefined if mail is not set up. */
  readonly mailer?: Mailer | undefined;
  /** Which addresses webhooks may call; absent: only public ones. */
  readonly endpoints?: Endpoints;
  /** Uses of keys and sessions that are not written yet. */
  readonly lastUses: LastUses;
  /** For failures of background work. */
  readonly log?: Log;
  /** Absent if clocks are not compared: in most tests, and for short commands. */
  readonly clockWatch?: ClockWatch;
  /** Passwords are off: `WATCHBILL_PASSWORDS=off`. */
  readonly hasNoPasswords?: boolean | undefined;
  /** Started with `serve --read-only`. */
  readonly isReadOnly?: boolean;
}

/** Fails unless the database responds, accepts writes, and has the same time. A read-only node only needs responses. */
export async function checkReady({ db, clockWatch, isReadOnly = false }: Services): Promise<void> {
  await db.checkReady(isReadOnly ? 'reads' : 'writes');
  await clockWatch?.requireAgreement();
}
