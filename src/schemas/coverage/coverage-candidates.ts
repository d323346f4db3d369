import Type, { type Static } from 'typebox';
import { Body, InstantInQuery, Milliseconds } from '../fields.ts';
import { User } from '../people/users.ts';
import { CoverageShift } from './coverage-requests.ts';

export const CoverageCandidate = Type.Object(
  {
    user: User,
    is_free: Type.Boolean({ description: 'Neither on call nor away at any of the times' }),
    has_declined: Type.Boolean({ description: 'Said that they cannot cover this request' }),
    in_rotation: Type.Boolean({ description: 'In a layer or an override of one of the schedules' }),
    in_team: Type.Boolean({ description: 'In a team of one of the schedules' }),
    conflicts: Type.Array(CoverageShift, {
      description: 'Where they are on call at these times; the first 20, by start',
    }),
    conflict_ms: Milliseconds('How long they are on call at these times'),
    away_ms: Milliseconds('How long they have time off at these times'),
    waking_share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'The part of the time that is not night on their clock, from 0 to 1',
    }),
    past_ms: Milliseconds('How long they were on call in the 90 days before now'),
    coming_ms: Milliseconds('How long they will be on call in the 90 days from now'),
    reasons: Type.Array(Type.String(), { description: 'The same in words' }),
  },
  { title: 'CoverageCandidate' },
);
export type CoverageCandidate = Static<typeof CoverageCandidate>;

export const CoverageCandidates = Type.Object(
  {
    shifts: Type.Array(CoverageShift, { description: 'What is to be covered' }),
    coverage_candidates: Type.Array(CoverageCandidate, { description: 'The best first; up to 200' }),
  },
  { title: 'CoverageCandidatesAnswer' },
);
export type CoverageCandidates = Static<typeof CoverageCandidates>;

export const CandidatesQuery = Body({
  coverage_request_id: Type.Optional(Type.String({ description: 'For what remains of this request' })),
  start: Type.Optional(InstantInQuery('For shifts from here. Default: now')),
  end: Type.Optional(InstantInQuery('to here. Default: 30 days after start; at most 366')),
  user_id: Type.Optional(Type.String({ description: 'Whose shifts. Default: yours' })),
  schedule_ids: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 3_100,
      description: 'In these schedules: ids with commas between them. Default: all of theirs',
    }),
  ),
});
export type CandidatesQuery = Static<typeof CandidatesQuery>;
