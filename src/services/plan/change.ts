/** Rule STO-6: the changes to a schedule, and the effect of one before its consequences are computed (schedule-plan.ts). */
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { Departure } from '../../engine/departures.ts';
import type { OverrideChange } from '../../engine/overrides.ts';
import type { Layer, Override, Revision } from '../../engine/schedule.ts';
import type { OverrideId, TeamId, UserId } from '../../ids.ts';
import type { PersonToRemind } from '../notifications/reminder-times.ts';
import type { ChangeNotification } from '../outbox/change-digest.ts';
import type { AuditEntry } from '../shared/audit-log.ts';
import type { SearchBudget } from '../timelines/on-call-ahead.ts';
import type { ChosenOverride, ReadableOverride } from '../timelines/stored-overrides.ts';
import type { Difference } from './override-notifications.ts';
import type { ScheduleState } from './schedule-state.ts';

export type ScheduleChange =
  | {
      readonly kind: 'update';
      readonly details: Pick<ScheduleRow, 'name' | 'name_key' | 'description' | 'external_id' | 'managed_by'>;
      readonly layer?: Layer;
      /** All layers planned after it; undefined: planned layers stay. */
      readonly planned?: readonly Layer[];
      /** The planned revision that the layer replaces. */
      readonly replaces?: number;
      readonly teamIds?: readonly TeamId[];
      readonly audit: AuditEntry;
    }
  /** Rule REV-4. */
  | { readonly kind: 'cancel plan'; readonly revision: number }
  /** `isNotified` is false for overrides of a coverage request, which has its own messages. */
  | {
      readonly kind: 'add overrides';
      readonly overrides: Iterable<ChosenOverride>;
      readonly isNotified: boolean;
    }
  /** Rule OVR-5. `reason`: null removes it, undefined keeps it. */
  | {
      readonly kind: 'change override';
      readonly id: OverrideId;
      readonly change: OverrideChange;
      readonly reason?: string | null | undefined;
    }
  | { readonly kind: 'remove override'; readonly override: Override & { readonly id: OverrideId } }
  /** Rule REV-5: the user is not on call from then on, which may be in the past. */
  | {
      readonly kind: 'departure';
      readonly userId: UserId;
      readonly at: number;
      readonly covers?: Departure['covers'];
    }
  | { readonly kind: 'deletion' };

export interface Planning {
  readonly now: number;
  readonly by: UserId;
  readonly newOverrideId: () => OverrideId;
  /** Whether the person is notified of changes to their shifts. If absent, nobody is. */
  readonly isTold?: (person: PersonToRemind) => boolean;
  /** Shared by all plans of a batch. If absent, each has its own. */
  readonly searchBudget?: SearchBudget;
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

/** The effect of a change, without its consequences. */
export interface Effect extends Pick<ScheduleState, 'revisions' | 'overrides'> {
  /** Until when they are in the layers; undefined: unchanged. */
  readonly inLayersUntil: ReadonlyMap<UserId, number> | undefined;
  readonly departure: { readonly userId: UserId; readonly at: number } | undefined;
  readonly teamIds: readonly TeamId[] | undefined;
  readonly audit: readonly AuditEntry[];
  readonly details?: Partial<ScheduleRow>;
  readonly newRevisions: readonly Revision[];
  readonly isShiftChange: boolean;
  readonly overrideWrites: Partial<OverrideWrites>;
  /** Notifications if who is on call changes. */
  readonly notificationsOf?: (difference: Difference) => ChangeNotification[];
}

export function effect({ revisions, overrides }: ScheduleState, what: Partial<Effect>): Effect {
  return {
    revisions,
    overrides,
    newRevisions: [],
    inLayersUntil: undefined,
    overrideWrites: {},
    departure: undefined,
    teamIds: undefined,
    audit: [],
    isShiftChange: false,
    ...what,
  };
}
