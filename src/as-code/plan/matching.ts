/** Finds the existing team, schedule or webhook for each one in the file. */
import type { Schedule, Team, Webhook } from '../../api-client/schema.d.ts';
import { normalizedAddress } from '../../network/webhook-address.ts';
import { findZone } from '../../time/zones.ts';
import type { FileSchedule, FileTeam, FileWebhook, WatchbillFile } from '../file/file.ts';
import { nameKey } from '../file/file-rules.ts';
import type { Organization, ScheduleWithPlans, TeamWithMembers } from '../organization.ts';

export interface Matched {
  /** For each one in the file the existing one; undefined: a new one. */
  readonly teams: readonly (TeamWithMembers | undefined)[];
  readonly schedules: readonly (ScheduleWithPlans | undefined)[];
  readonly webhooks: readonly (Webhook | undefined)[];
}

/**
 * Matches by `external_id`, which may be the id. One without an `external_id` is also matched by name, a webhook by its address, if no other
 * has that name: so an exported file can be given readable ids.
 */
export function matchAll(
  { teams = [], schedules = [], webhooks = [] }: WatchbillFile,
  organization: Organization,
): Matched {
  const ofTeam = ({ name }: Pick<Team, 'name'>) => nameKey(name);
  const ofSchedule = ({ name, time_zone }: Pick<Schedule, 'name' | 'time_zone'>) =>
    `${zoneOf(time_zone)} ${nameKey(name)}`;
  return {
    teams: matches<FileTeam, Team, TeamWithMembers>(teams, organization.teams, ({ team }) => team, ofTeam),
    schedules: matches<FileSchedule, Schedule, ScheduleWithPlans>(
      schedules,
      organization.schedules,
      ({ schedule }) => schedule,
      ofSchedule,
    ),
    webhooks: matches<FileWebhook, Webhook, Webhook>(
      webhooks,
      organization.webhooks ?? [],
      (webhook) => webhook,
      ({ url }) => normalizedAddress(url),
    ),
  };
}

function matches<W extends { readonly external_id: string }, S extends Pick<Team, 'id' | 'external_id'>, T>(
  wanted: readonly W[],
  things: readonly T[],
  shown: (thing: T) => S,
  keyOf: (one: W | S) => string,
): (T | undefined)[] {
  const byId = new Map(things.map((thing) => [shown(thing).id, thing]));
  const byExternalId = new Map(things.map((thing) => [shown(thing).external_id, thing]));
  const found = wanted.map(({ external_id }) => byExternalId.get(external_id) ?? byId.get(external_id));
  const taken = new Set(found);
  const free = things.filter((thing) => shown(thing).external_id === undefined && !taken.has(thing));
  const candidates = Map.groupBy(free, (thing) => keyOf(shown(thing)));
  const rivals = Map.groupBy(
    wanted.filter((_, i) => found[i] === undefined),
    keyOf,
  );
  return wanted.map((one, i) => {
    if (found[i] !== undefined) return found[i];
    const [candidate, ...others] = candidates.get(keyOf(one)) ?? [];
    return others.length === 0 && rivals.get(keyOf(one))?.length === 1 ? candidate : undefined;
  });
}

export function zoneOf(name: string): string {
  return findZone(name)?.name ?? name;
}
