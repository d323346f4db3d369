import Type, { type Static } from 'typebox';
import {
  Body,
  Description,
  EXAMPLE_WEEK,
  FutureEnd,
  FutureStart,
  Instant,
  ManagedBy,
  PaginationMeta,
} from '../fields.ts';
import { User } from '../people/users.ts';
import { EXAMPLE_USER, UserReference } from './schedules.ts';

export const ScheduleOverride = Type.Object(
  {
    id: Type.String(),
    start: Instant,
    end: Instant,
    users: Type.Array(User, { description: 'Who is on call during the override' }),
    reason: Type.Optional(Type.String()),
    created_by: User,
    created_at: Instant,
    changed_by: Type.Optional(User),
    changed_at: Type.Optional(Instant),
    managed_by: Type.Optional(Type.String({ description: 'The file or tool that made it' })),
  },
  { title: 'ScheduleOverride' },
);
export type ScheduleOverride = Static<typeof ScheduleOverride>;

const People = Type.Array(UserReference, { minItems: 1, maxItems: 4 });

/** Trimmed before it is stored; blank means none. */
const Reason = Description(300);

export const NewOverride = Body(
  {
    start: FutureStart,
    end: FutureEnd,
    user_references: People,
    reason: Type.Optional(Reason),
    managed_by: Type.Optional(ManagedBy),
  },
  {
    title: 'OverrideCreation',
    examples: [{ ...EXAMPLE_WEEK, user_references: [EXAMPLE_USER], reason: 'Standing in' }],
  },
);
export type NewOverride = Static<typeof NewOverride>;

export const OverrideUpdate = Body(
  {
    start: Type.Optional(FutureStart),
    end: Type.Optional(FutureEnd),
    user_references: Type.Optional(People),
    reason: Type.Optional(Type.Unsafe<string>({ ...Reason, description: 'Empty: no reason' })),
  },
  { title: 'OverrideUpdate', examples: [{ reason: 'Swapped' }] },
);
export type OverrideUpdate = Static<typeof OverrideUpdate>;

export const OverrideParams = Type.Object({ schedule_id: Type.String(), override_id: Type.String() });
export type OverrideParams = Static<typeof OverrideParams>;
export const OverrideAnswer = Type.Object({ override: ScheduleOverride }, { title: 'OverrideAnswer' });
export const OverridesAnswer = Type.Object(
  { overrides: Type.Array(ScheduleOverride), meta: PaginationMeta },
  { title: 'OverridesAnswer' },
);
