/**
 * Rule HOOK-1: adds an event to the outbox in the transaction in which it happens, once for each subscribed webhook. An event is complete then and
 * does not change, unlike chat messages, which are composed when they are sent.
 */
import type { Transaction } from '../../db/driver/database.ts';
import { teamsOfSchedules } from '../../db/schedules/schedules.ts';
import { activeWebhooks } from '../../db/webhooks.ts';
import type { OrganizationId, ScheduleId, TeamId, UserId, WebhookId } from '../../ids.ts';
import type { WebhookEvent } from '../../schemas/webhooks.ts';
import { formatInstant } from '../../time/iso.ts';
import { enqueue } from '../jobs/deliveries.ts';
import { loadUsers } from '../people/users.ts';
import { readIds } from '../schedules/stored-layers.ts';
import type { Services } from '../shared/services.ts';
import type { EventMessage } from './stored-events.ts';

/** A person in the data of an event. */
export interface PersonData {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export type FindPerson = (id: UserId) => PersonData;

/** Something that happened. */
export interface Fact {
  readonly type: WebhookEvent;
  /** The schedules that it is about. */
  readonly scheduleIds: readonly ScheduleId[];
  /** Teams that the schedules get by the change, besides their current ones. */
  readonly teamIds?: readonly TeamId[] | undefined;
  /** Everyone in the data. */
  readonly people: readonly UserId[];
  readonly data: (person: FindPerson) => object;
}

export interface Subscription {
  readonly id: WebhookId;
  readonly events: ReadonlySet<string>;
  readonly scheduleIds: ReadonlySet<string> | undefined;
  readonly teamIds: ReadonlySet<string> | undefined;
}

export async function loadSubscriptions(tx: Transaction, organizationId: OrganizationId): Promise<Subscription[]> {
  const rows = await tx.all(activeWebhooks, { organizationId });
  return rows.map(({ id, events_json, schedule_ids_json, team_ids_json }) => ({
    id,
    events: new Set(readTexts(events_json)),
    scheduleIds: schedule_ids_json === null ? undefined : new Set(readTexts(schedule_ids_json)),
    teamIds: team_ids_json === null ? undefined : new Set(readTexts(team_ids_json)),
  }));
}

export async function announce(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  subscriptions: readonly Subscription[],
  facts: readonly Fact[],
): Promise<void> {
  const wanted = facts.filter(({ type }) => subscriptions.some(({ events }) => events.has(type)));
  if (wanted.length === 0) return;
  const isHeard = await createFilter(tx, organizationId, subscriptions, wanted);
  const heard = wanted.flatMap((fact) => {
    const by = subscriptions.filter((subscription) => isHeard(subscription, fact));
    return by.length === 0 ? [] : [{ fact, by }];
  });
  if (heard.length === 0) return;
  const findUser = await loadUsers(
    tx,
    organizationId,
    heard.flatMap(({ fact }) => fact.people),
  );
  const person: FindPerson = (id) => {
    const { name, email } = findUser(id);
    return { id, name, email };
  };
  const timestamp = formatInstant(services.clock.now());
  const outgoing = heard.flatMap(({ fact, by }) => {
    const message: EventMessage = { type: fact.type, timestamp, data: fact.data(person) };
    return by.map(({ id }) => ({ kind: 'webhook' as const, destinationId: id, message, subjectId: id }));
  });
  await enqueue(services, tx, organizationId, outgoing);
}

/** Teams are loaded only if a webhook filters by them. */
async function createFilter(
  tx: Transaction,
  organizationId: OrganizationId,
  subscriptions: readonly Subscription[],
  facts: readonly Fact[],
): Promise<(subscription: Subscription, fact: Fact) => boolean> {
  const ids = [...new Set(facts.flatMap(({ scheduleIds }) => scheduleIds))];
  const needsTeams = subscriptions.some(({ teamIds }) => teamIds !== undefined);
  const links = needsTeams ? await tx.all(teamsOfSchedules, { organizationId, ids }) : [];
  return ({ events, scheduleIds, teamIds }, fact) => {
    if (!events.has(fact.type)) return false;
    if (scheduleIds !== undefined && !fact.scheduleIds.some((id) => scheduleIds.has(id))) return false;
    if (teamIds === undefined) return true;
    const theirs = links.filter(({ schedule_id }) => fact.scheduleIds.includes(schedule_id)).map(({ id }) => id);
    return [...theirs, ...(fact.teamIds ?? [])].some((id) => teamIds.has(id));
  };
}

function readTexts(json: string): string[] {
  return readIds<string>(json) ?? [];
}
