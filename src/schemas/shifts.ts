import Type, { type Static } from 'typebox';
import { Body, Instant, PageQuery, PaginationMeta } from './fields.ts';
import { Broken, ScheduleShift } from './schedules.ts';
import { User } from './users.ts';

export const ScheduleReference = Type.Object(
  { id: Type.String(), name: Type.String() },
  { title: 'ScheduleReference' },
);

export const UserShift = Type.Object(
  {
    users: Type.Array(User),
    start: Instant,
    end: Instant,
    schedule_reference: ScheduleReference,
  },
  { title: 'UserShift' },
);
export type UserShift = Static<typeof UserShift>;
export const UserShiftsAnswer = Type.Object({ shifts: Type.Array(UserShift), meta: PaginationMeta });

export const OnCall = Type.Object(
  {
    schedule_reference: ScheduleReference,
    users: Type.Array(User, { description: 'Empty when nobody is on call, or the schedule is broken' }),
    shift: Type.Optional(ScheduleShift),
    broken: Type.Optional(Broken),
  },
  { title: 'OnCall' },
);
export type OnCall = Static<typeof OnCall>;
export const OnCallAnswer = Type.Object({ oncall: Type.Array(OnCall), meta: PaginationMeta });
export const OnCallQuery = Body({
  ...PageQuery,
  at: Type.Optional(Type.String({ ...Instant, description: 'Default: now' })),
  team_id: Type.Optional(Type.String()),
});
