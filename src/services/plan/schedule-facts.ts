/** The events of a change to a schedule, computed from its plan. */
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import type { UserId } from '../../ids.ts';
import type { ChangedField, EventData } from '../../schemas/webhook-events.ts';
import type { WebhookEvent } from '../../schemas/webhooks.ts';
import { formatInstant } from '../../time/iso.ts';
import type { StoredOverride } from '../timelines/stored-overrides.ts';
import type { Fact, FindPerson } from '../webhooks/announcements.ts';
import type { OnCallChange, SchedulePlan } from './schedule-plan.ts';

type OverrideEvent = Extract<WebhookEvent, `override.${string}`>;

export function factsOfPlan(plan: SchedulePlan, by: UserId): Fact[] {
  const { before, state, now, onCallChange } = plan;
  const teamIds = [...before.teamIds, ...(plan.teamIds ?? [])];
  const facts = [
    ...scheduleFacts(plan, by),
    ...overrideFacts(plan, by),
    ...(onCallChange === undefined ? [] : [onCallFact(state.row, onCallChange, now)]),
  ];
  return facts.map((fact) => ({ ...fact, teamIds }));
}

/** Other people are on call from the instant on. */
export function onCallFact(row: ScheduleRow, { before, after, why, until, next }: OnCallChange, at: number): Fact {
  return {
    type: 'oncall.changed',
    scheduleIds: [row.id],
    people: [...before, ...after, ...(next?.users ?? [])],
    data: (person) => ({
      schedule: scheduleData(row),
      at: formatInstant(at),
      why,
      before: before.map(person),
      after: after.map(person),
      ...(until !== undefined && { until: formatInstant(until) }),
      ...(next !== undefined && { next: { start: formatInstant(next.start), users: next.users.map(person) } }),
    }),
  };
}

export function gapFact(row: ScheduleRow, gap: Interval): Fact {
  return {
    type: 'gap.ahead',
    scheduleIds: [row.id],
    people: [],
    data: () => ({
      schedule: scheduleData(row),
      gap: { start: formatInstant(gap.start), end: formatInstant(gap.end) },
    }),
  };
}

function scheduleFacts({ before, state, revisions, teamIds }: SchedulePlan, by: UserId): Fact[] {
  const { row } = state;
  const about = { scheduleIds: [row.id], people: [by] };
  const described = (person: FindPerson) => ({ schedule: scheduleData(row), by: person(by) });
  if (row.deleted_at !== null) return [{ ...about, type: 'schedule.deleted', data: described }];
  if (before.isNew) return [{ ...about, type: 'schedule.created', data: described }];
  const changed: ChangedField[] = [
    ...(['name', 'description', 'external_id', 'managed_by'] as const).filter(
      (field) => before.row[field] !== row[field],
    ),
    ...(revisions.length > 0 ? (['layers'] as const) : []),
    ...(teamIds === undefined ? [] : (['team_ids'] as const)),
  ];
  if (changed.length === 0) return [];
  return [{ ...about, type: 'schedule.changed', data: (person) => ({ ...described(person), changed }) }];
}

/** The overrides of a deleted schedule end with it, without separate events. */
function overrideFacts({ before, state, overrides }: SchedulePlan, by: UserId): Fact[] {
  const { row } = state;
  if (row.deleted_at !== null) return [];
  const stored = new Map(before.overrides.map((override) => [override.id, override]));
  const after = new Map(state.overrides.map((override) => [override.id, override]));
  const fact = (type: OverrideEvent, override: StoredOverride | undefined): Fact[] => {
    if (override === undefined) return [];
    const { users = [] } = override;
    return [
      {
        type,
        scheduleIds: [row.id],
        people: [by, ...users],
        data: (person) => ({ schedule: scheduleData(row), override: overrideData(override, person), by: person(by) }),
      },
    ];
  };
  return [
    // The past part of a changed override is kept as a separate, deleted override.
    ...overrides.added
      .filter(({ deletedAt }) => deletedAt === null)
      .flatMap((override) => fact('override.created', override)),
    ...overrides.changed.flatMap((override) => fact('override.changed', override)),
    ...overrides.left.flatMap(({ id }) => fact('override.changed', after.get(id))),
    ...[...overrides.ended, ...overrides.removed].flatMap((id) => fact('override.deleted', stored.get(id))),
  ];
}

function scheduleData({
  id,
  name,
  description,
  time_zone,
  latest_revision,
}: ScheduleRow): EventData<'schedule.created'>['schedule'] {
  return { id, name, ...(description !== null && { description }), time_zone, latest_revision };
}

function overrideData(
  { id, start, end, users = [], reason }: StoredOverride,
  person: FindPerson,
): EventData<OverrideEvent>['override'] {
  const within = { start: formatInstant(start), end: formatInstant(end) };
  return { id, ...within, users: users.map(person), ...(reason !== null && { reason }) };
}
