/** Rule STO-6: the effect of a change to a schedule, before its consequences are computed (schedule-plan.ts). */
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { Revision } from '../../engine/schedule.ts';
import type { Timeline } from '../../engine/timeline.ts';
import type { OrganizationId, OverrideId, TeamId, UserId } from '../../ids.ts';
import { isReached } from '../notifications/channels.ts';
import type { PersonToRemind } from '../notifications/reminder-times.ts';
import type { ChangeNotification } from '../outbox/change-digest.ts';
import type { AuditEntry } from '../shared/audit-log.ts';
import type { Services } from '../shared/services.ts';
import type { SearchBudget } from '../timelines/on-call-ahead.ts';
import type { ReadableOverride } from '../timelines/stored-overrides.ts';
import type { ScheduleState } from './schedule-state.ts';

export interface Planning {
  readonly now: number;
  readonly by: UserId;
  readonly newOverrideId: () => OverrideId;
  /** Whether the person is notified of changes to their shifts. If absent, nobody is. */
  readonly isTold?: (person: PersonToRemind) => boolean;
  /** Shared by all plans of a batch. If absent, each has its own. */
  readonly searchBudget?: SearchBudget;
}

export function planningIn(services: Services, organizationId: OrganizationId, now: number): Omit<Planning, 'by'> {
  return {
    now,
    newOverrideId: () => services.newId('override'),
    isTold: (person) => isReached(services, organizationId, person, 'shift_moved'),
  };
}

export interface OverrideWrites {
  readonly added: readonly ReadableOverride[];
  /** In their new state. */
  readonly changed: readonly ReadableOverride[];
  readonly ended: readonly OverrideId[];
  readonly endedAt: number;
  readonly removed: readonly OverrideId[];
  /** Overrides that the departing user leaves, with the people in them then; undefined if they cannot be read. */
  readonly left: readonly LeftOverride[];
}

export interface LeftOverride {
  readonly id: OverrideId;
  readonly end: number;
  readonly users: readonly UserId[] | undefined;
  /** Those of them who were not in it before. */
  readonly returning: readonly UserId[];
}

/** A timeline, or the reason why the schedule has no timeline (rule STO-5). */
export type TimelineOrReason = Timeline | string;

export interface Difference {
  readonly before: Timeline;
  readonly after: Timeline;
}

/** The effect of a change, without its consequences. What is absent does not change. */
export interface Effect extends Partial<Pick<ScheduleState, 'revisions' | 'overrides'>> {
  /** Until when they are in the layers. */
  readonly inLayersUntil?: ReadonlyMap<UserId, number>;
  readonly departure?: { readonly userId: UserId; readonly at: number };
  readonly teamIds?: readonly TeamId[] | undefined;
  readonly audit?: readonly AuditEntry[];
  readonly details?: Partial<ScheduleRow>;
  readonly newRevisions?: readonly Revision[];
  readonly isShiftChange?: boolean;
  readonly overrideWrites?: Partial<OverrideWrites>;
  /** What webhooks are told if other people are on call now; `change` if absent. */
  readonly why?: 'override' | 'cover';
  /** Notifications if who is on call changes. */
  readonly notificationsOf?: (difference: Difference) => ChangeNotification[];
}
