/**
 * Rule HOOK-1: adds an event to the outbox in the transaction in which it happens, once for each subscribed webhook. An event is complete then and
 * does not change, unlike chat messages, which are composed when they are sent.
 */
import type { LockingTransaction, UnguardedReads } from '../../db/driver/database.ts';
import { teamsOfSchedules } from '../../db/schedules/schedules.ts';
import { activeWebhooks } from '../../db/webhooks.ts';
import type { OrganizationId, ScheduleId, TeamId, UserId, WebhookId } from '../../ids.ts';
import type { EventData, EventPerson } from '../../schemas/webhook-events.ts';
import type { WebhookEvent } from '../../schemas/webhooks.ts';
import { formatInstant } from '../../time/iso.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { EventMessage } from '../outbox/stored-events.ts';
import { loadUsers } from '../people/users.ts';
import type { Services } from '../shared/services.ts';
import { readIds } from '../shared/stored-values.ts';
import { waitForAll } from '../shared/wait-for-all.ts';

export type FindPerson = (id: UserId) => EventPerson;

export type KnownPeople = ReadonlyMap<UserId, Pick<EventPerson, 'name' | 'email'>>;

/** Something that happened: an event of some type, with the data of that type. */
export type Fact = { readonly [E in WebhookEvent]: FactOf<E> }[WebhookEvent];

interface FactOf<E extends WebhookEvent> {
  readonly type: E;
  /** The schedules that it is about. */
  readonly scheduleIds: readonly ScheduleId[];
  /** The teams of the schedules, before and after the change. If absent, they are loaded when a webhook filters by them. */
  readonly teamIds?: readonly TeamId[];
  /** Everyone in the data. */
  readonly people: readonly UserId[];
  readonly data: (person: FindPerson) => EventData<E>;
}

export interface Subscription {
  readonly id: WebhookId;
  readonly events: ReadonlySet<string>;
  readonly scheduleIds: ReadonlySet<string> | undefined;
  readonly teamIds: ReadonlySet<string> | undefined;
}

export async function loadSubscriptions(db: UnguardedReads, organizationId: OrganizationId): Promise<Subscription[]> {
  const rows = await db.all(activeWebhooks, { organizationId });
  return rows.map(({ id, events_json, schedule_ids_json, team_ids_json }) => ({
    id,
    events: new Set(readTexts(events_json)),
    scheduleIds: schedule_ids_json === null ? undefined : new Set(readTexts(schedule_ids_json)),
    teamIds: team_ids_json === null ? undefined : new Set(readTexts(team_ids_json)),
  }));
}

/** `known`: people who are already loaded. */
export async function announce(
  services: Services,
  tx: LockingTransaction,
  organizationId: OrganizationId,
  subscriptions: readonly Subscription[],
  facts: readonly Fact[],
  known: KnownPeople = new Map(),
): Promise<void> {
  const wanted = facts.filter(({ type }) => subscriptions.some(({ events }) => events.has(type)));
  if (wanted.length === 0) return;
  const [isHeard, person] = await waitForAll([
    createFilter(tx, organizationId, subscriptions, wanted),
    createFindPerson(
      tx,
      organizationId,
      wanted.flatMap(({ people }) => people),
      known,
    ),
  ]);
  const heard = wanted.flatMap((fact) => {
    const by = subscriptions.filter((subscription) => isHeard(subscription, fact));
    return by.length === 0 ? [] : [{ fact, by }];
  });
  if (heard.length === 0) return;
  const timestamp = formatInstant(services.clock.now());
  const outgoing = heard.flatMap(({ fact, by }) => {
    const message: EventMessage = { type: fact.type, timestamp, data: fact.data(person) };
    return by.map(({ id }) => ({ kind: 'webhook' as const, destinationId: id, message, subjectId: id }));
  });
  await enqueue(services, tx, organizationId, outgoing);
}

/** Loads only people who are not known yet. */
async function createFindPerson(
  tx: LockingTransaction,
  organizationId: OrganizationId,
  ids: readonly UserId[],
  known: KnownPeople,
): Promise<FindPerson> {
  const missing = ids.filter((id) => !known.has(id));
  const findMissing = missing.length === 0 ? noPerson : await loadUsers(tx, organizationId, missing);
  return (id) => {
    const { name, email } = known.get(id) ?? findMissing(id);
    return { id, name, email };
  };
}

function noPerson(id: UserId): never {
  throw new Error(`${id} is in the data of an event, but not among its people`);
}

/** Teams are loaded only if a webhook filters by them. */
async function createFilter(
  tx: LockingTransaction,
  organizationId: OrganizationId,
  subscriptions: readonly Subscription[],
  facts: readonly Fact[],
): Promise<(subscription: Subscription, fact: Fact) => boolean> {
  const needsTeams = subscriptions.some(({ teamIds }) => teamIds !== undefined);
  const unknown = facts.filter(({ teamIds }) => needsTeams && teamIds === undefined);
  const ids = [...new Set(unknown.flatMap(({ scheduleIds }) => scheduleIds))];
  const links = ids.length === 0 ? [] : await tx.all(teamsOfSchedules, { organizationId, ids });
  return ({ events, scheduleIds, teamIds }, fact) => {
    if (!events.has(fact.type)) return false;
    if (scheduleIds !== undefined && !fact.scheduleIds.some((id) => scheduleIds.has(id))) return false;
    if (teamIds === undefined) return true;
    if (fact.teamIds !== undefined) return fact.teamIds.some((id) => teamIds.has(id));
    return links.some(({ id, schedule_id }) => teamIds.has(id) && fact.scheduleIds.includes(schedule_id));
  };
}

function readTexts(json: string): string[] {
  return readIds<string>(json) ?? [];
}
