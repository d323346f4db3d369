import Type, { type Static } from 'typebox';
import { Body, Instant, PaginationMeta } from './fields.ts';
import { UserReference } from './schedules.ts';
import { User } from './users.ts';

export const ScheduleOverride = Type.Object(
  {
    id: Type.String(),
    start: Instant,
    end: Instant,
    users: Type.Array(User, { description: 'Who is on call during the override' }),
  },
  { title: 'ScheduleOverride' },
);
export type ScheduleOverride = Static<typeof ScheduleOverride>;

export const NewOverride = Body({
  start: Instant,
  end: Instant,
  user_references: Type.Array(UserReference, { minItems: 1, maxItems: 4 }),
});
export type NewOverride = Static<typeof NewOverride>;

export const OverrideParams = Type.Object({ schedule_id: Type.String(), override_id: Type.String() });
export const OverrideAnswer = Type.Object({ override: ScheduleOverride });
export const OverridesAnswer = Type.Object({ overrides: Type.Array(ScheduleOverride), meta: PaginationMeta });
