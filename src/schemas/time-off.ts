import Type, { type Static } from 'typebox';
import {
  Body,
  EXAMPLE_WEEK,
  FutureEnd,
  FutureStart,
  Instant,
  InstantInQuery,
  Interval,
  PageQuery,
  PaginationMeta,
  Reason,
} from './fields.ts';
import { ScheduleReference } from './schedules/shifts.ts';

const CollidingShift = Type.Object(
  { start: Instant, end: Instant, schedule_reference: ScheduleReference },
  { title: 'CollidingShift' },
);
export type CollidingShift = Static<typeof CollidingShift>;

export const TimeOff = Type.Object(
  {
    id: Type.String(),
    user_id: Type.String(),
    start: Instant,
    end: Instant,
    reason: Type.Optional(Type.String({ description: 'Shown to the person and to admins alone' })),
    colliding_shifts: Type.Array(CollidingShift, {
      description:
        'What the person is on call for in that time, from now on, by start. Time off changes no rotation: ask for cover, or make an override',
    }),
    has_more_collisions: Type.Optional(Type.Boolean({ description: 'True when only the first of them are listed' })),
    created_at: Instant,
  },
  { title: 'TimeOff' },
);
export type TimeOff = Static<typeof TimeOff>;

export const TimeOffAnswer = Type.Object({ time_off: TimeOff }, { title: 'TimeOffAnswer' });
export const TimeOffsAnswer = Type.Object(
  { time_off: Type.Array(TimeOff), meta: PaginationMeta },
  { title: 'TimeOffsAnswer' },
);

export const TimeOffQuery = Body({
  ...PageQuery,
  from: Type.Optional(InstantInQuery('Only what ends after this. Default: now')),
});
export type TimeOffQuery = Static<typeof TimeOffQuery>;

const END = 'After start and in the future; at most 366 days after start';

export const NewTimeOff = Body(
  {
    start: FutureStart,
    end: Type.String({ ...FutureEnd, description: END }),
    reason: Type.Optional(Reason(300)),
  },
  {
    title: 'TimeOffCreation',
    examples: [{ ...EXAMPLE_WEEK, reason: 'Vacation' }],
  },
);
export type NewTimeOff = Static<typeof NewTimeOff>;

export const TimeOffUpdate = Body(
  {
    start: Type.Optional(FutureStart),
    end: Type.Optional(Type.String({ ...FutureEnd, description: END })),
    reason: Type.Optional(Type.Union([Reason(300), Type.Null()], { description: 'null: none' })),
  },
  { title: 'TimeOffUpdate', examples: [{ reason: 'Parental leave' }] },
);
export type TimeOffUpdate = Static<typeof TimeOffUpdate>;

export const TimeOffImport = Body(
  {
    calendar: Type.String({
      minLength: 1,
      maxLength: 1_000_000,
      writeOnly: true,
      description:
        'The text of an iCalendar file (.ics) with at most 1000 events. All of them count as time off, but those that are canceled or over. Repetitions are taken for the next 366 days, and 500 events in all',
    }),
  },
  { title: 'TimeOffImport' },
);
export type TimeOffImport = Static<typeof TimeOffImport>;

export const TimeOffImportAnswer = Type.Object(
  {
    time_off: Type.Array(TimeOff, {
      description: 'From this file, by start. Of the shifts that collide with them, the first 100 are listed',
    }),
    colliding_shifts_total: Type.Integer({
      minimum: 0,
      description: 'All shifts that collide with them, of which at most 100 are counted for each entry',
    }),
    created: Type.Integer({ minimum: 0 }),
    changed: Type.Integer({ minimum: 0, description: 'Imported before, and different in this file' }),
    unchanged: Type.Integer({ minimum: 0 }),
    skipped: Type.Array(
      Type.Object(
        { summary: Type.String(), reason: Type.String({ description: 'Why it could not be taken' }) },
        { title: 'SkippedEvent' },
      ),
    ),
  },
  { title: 'TimeOffImportAnswer' },
);
export type TimeOffImportAnswer = Static<typeof TimeOffImportAnswer>;

export const Away = Type.Object(
  {
    user_id: Type.String(),
    time_off: Type.Array(Interval, {
      description: 'By start; what overlaps or touches is one',
    }),
    holidays: Type.Array(Type.Object({ start: Instant, end: Instant, name: Type.String() }, { title: 'Holiday' }), {
      description: 'Public holidays of the person, in their time zone',
    }),
  },
  { title: 'Away' },
);
export type Away = Static<typeof Away>;

export const AwayAnswer = Type.Object(
  {
    away: Type.Array(Away, { description: 'One for each user that was asked for' }),
  },
  { title: 'AwayAnswer' },
);

export const AwayQuery = Body({
  user_ids: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9_]+(,[a-z0-9_]+){0,99}$',
      description: 'Ids of up to 100 users, with commas between them. Default: yourself',
    }),
  ),
  from: Type.Optional(InstantInQuery('Default: now')),
  to: Type.Optional(InstantInQuery('Default: 31 days after from; at most 366 days after it')),
});
export type AwayQuery = Static<typeof AwayQuery>;
