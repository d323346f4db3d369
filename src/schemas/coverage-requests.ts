import Type, { type Static } from 'typebox';
import { Body, Instant, PageQuery, PaginationMeta, Reason } from './fields.ts';
import { ScheduleReference } from './shifts.ts';
import { User } from './users.ts';

export const CoverageRequestStatus = Type.Enum(['pending', 'accepted', 'canceled', 'expired'], { type: 'string' });
export type CoverageRequestStatus = Static<typeof CoverageRequestStatus>;

export const CoverageShift = Type.Object(
  { start: Instant, end: Instant, schedule_reference: ScheduleReference },
  { title: 'CoverageShift' },
);

export const CoverageRequest = Type.Object(
  {
    id: Type.String(),
    user: User,
    reason: Type.String(),
    status: CoverageRequestStatus,
    shifts: Type.Array(CoverageShift, { description: 'What the requester was on call for when they asked, by start' }),
    start: Instant,
    end: Instant,
    created_at: Instant,
    accepted_by: Type.Optional(User),
    accepted_at: Type.Optional(Instant),
  },
  { title: 'CoverageRequest' },
);
export type CoverageRequest = Static<typeof CoverageRequest>;

export const NewCoverageRequest = Body({
  start: Instant,
  end: Type.String({ ...Instant, description: 'After start and in the future; at most 366 days after start' }),
  reason: Reason(300),
  schedule_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 100, description: 'Default: all your schedules' })),
});
export type NewCoverageRequest = Static<typeof NewCoverageRequest>;

export const CoverageRequestParams = Type.Object({ coverage_request_id: Type.String() });
export const CoverageRequestAnswer = Type.Object({ coverage_request: CoverageRequest });
export const CoverageRequestsAnswer = Type.Object({
  coverage_requests: Type.Array(CoverageRequest),
  meta: PaginationMeta,
});
export const CoverageRequestsQuery = Body({ ...PageQuery, status: Type.Optional(CoverageRequestStatus) });
export const UserCoverageRequestsQuery = Body({ ...PageQuery });
