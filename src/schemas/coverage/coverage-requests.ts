import Type, { type Static } from 'typebox';
import {
  Body,
  EXAMPLE_WEEK,
  FutureEnd,
  FutureStart,
  Instant,
  OptionalBody,
  PageQuery,
  PaginationMeta,
  Reason,
} from '../fields.ts';
import { User } from '../people/users.ts';
import { ScheduleReference } from '../schedules/shifts.ts';

export const CoverageRequestStatus = Type.Enum(['pending', 'accepted', 'canceled', 'expired'], {
  type: 'string',
  title: 'CoverageRequestStatus',
});
export type CoverageRequestStatus = Static<typeof CoverageRequestStatus>;

export const CoverageShift = Type.Object(
  { start: Instant, end: Instant, schedule_reference: ScheduleReference },
  { title: 'CoverageShift' },
);

const CoverageAcceptance = Type.Object(
  {
    user: User,
    accepted_at: Instant,
    shifts: Type.Array(CoverageShift, { description: 'What they took, by start' }),
    ended_at: Type.Optional(
      Type.String({
        ...Instant,
        description:
          'When they were deactivated, if a part was to come then. It is open again where the requester is on call; cover that was passed on stays',
      }),
    ),
  },
  { title: 'CoverageAcceptance' },
);

export const CoverageRequest = Type.Object(
  {
    id: Type.String(),
    user: User,
    reason: Type.String(),
    status: CoverageRequestStatus,
    shifts: Type.Array(CoverageShift, { description: 'Shifts of the requester at the time of the request, by start' }),
    remaining_shifts: Type.Array(CoverageShift, {
      description:
        'What accepting the request would give now, by start: what nobody has taken, and the requester is on call for. Empty once the request is no longer pending',
    }),
    acceptances: Type.Array(CoverageAcceptance, {
      description: 'Who took what, oldest first. Kept when the rest is canceled or expires',
    }),
    start: Instant,
    end: Instant,
    created_at: Instant,
    asked_by: Type.Optional(User),
    asked_users: Type.Optional(
      Type.Array(User, { description: 'Who is told and may accept. Absent: everyone with a member seat' }),
    ),
    declined_by: Type.Array(User, { description: 'Who said that they cannot cover' }),
    accepted_by: Type.Optional(User),
    accepted_at: Type.Optional(Instant),
  },
  { title: 'CoverageRequest' },
);
export type CoverageRequest = Static<typeof CoverageRequest>;

export const NewCoverageRequest = Body(
  {
    start: FutureStart,
    end: Type.String({ ...FutureEnd, description: 'After start and in the future; at most 366 days after start' }),
    reason: Reason(300),
    schedule_ids: Type.Optional(
      Type.Array(Type.String(), { maxItems: 100, description: 'Default: all your schedules' }),
    ),
    asked_user_ids: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 50,
        description: 'Who is told and may accept. Default: everyone with a member seat',
      }),
    ),
  },
  {
    title: 'CoverageRequestCreation',
    examples: [{ ...EXAMPLE_WEEK, reason: 'Dentist' }],
  },
);
export type NewCoverageRequest = Static<typeof NewCoverageRequest>;

export const NewCoverageRequestFor = Body(
  {
    ...NewCoverageRequest.properties,
    user_id: Type.String({ description: 'Whose shifts are to be covered' }),
  },
  { title: 'CoverageRequestCreationFor' },
);
export type NewCoverageRequestFor = Static<typeof NewCoverageRequestFor>;

const AcceptedShift = Body(
  {
    schedule_id: Type.String(),
    start: Type.String({ ...FutureStart, description: 'When it is past, now' }),
    end: FutureEnd,
  },
  { title: 'AcceptedShift' },
);
export type AcceptedShift = Static<typeof AcceptedShift>;

export const CoverageAcceptanceBody = OptionalBody(
  {
    shifts: Type.Optional(
      Type.Array(AcceptedShift, {
        minItems: 1,
        maxItems: 500,
        description: 'Any parts of `remaining_shifts`. Default: all that remains',
      }),
    ),
  },
  { title: 'CoverageRequestAcceptance' },
);

export const CoverageRequestAnswer = Type.Object(
  { coverage_request: CoverageRequest },
  { title: 'CoverageRequestAnswer' },
);
export type CoverageRequestAnswer = Static<typeof CoverageRequestAnswer>;
export const CoverageRequestsAnswer = Type.Object(
  {
    coverage_requests: Type.Array(CoverageRequest),
    meta: PaginationMeta,
  },
  { title: 'CoverageRequestsAnswer' },
);
export const CoverageRequestsQuery = Body({ ...PageQuery, status: Type.Optional(CoverageRequestStatus) });
export const UserCoverageRequestsQuery = Body({ ...PageQuery });
