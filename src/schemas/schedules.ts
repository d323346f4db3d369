import Type, { type Static } from 'typebox';
import { COUNTED_DAYS, DAYS, SHIFT_UNITS } from '../engine/schedule.ts';
import { Body, Description, Instant, Name, PageQuery, PaginationMeta, TimeZone } from './fields.ts';
import { Team } from './teams.ts';
import { User } from './users.ts';

export const UserReference = Body({
  type: Type.Enum(['email', 'chat_user_id', 'internal_user_id'], { type: 'string' }),
  value: Type.String({ minLength: 1, maxLength: 254 }),
});
export type UserReference = Static<typeof UserReference>;

export const RestrictionInterval = Body({
  day: Type.Enum([...DAYS], { type: 'string' }),
  from: Type.String({ format: 'time-of-day', examples: ['09:00'] }),
  to: Type.String({ format: 'end-time-of-day', examples: ['17:00', '24:00'] }),
});

export const ShiftLength = Body({
  amount: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  unit: Type.Enum([...SHIFT_UNITS], { type: 'string' }),
});

const layerFields = {
  name: Name(60),
  rotation_start: Instant,
  concurrent_oncall_users: Type.Integer({ minimum: 1, maximum: 4 }),
  shift_length: ShiftLength,
  restriction_intervals: Type.Optional(Type.Array(RestrictionInterval, { maxItems: 35 })),
  counted_days: Type.Optional(
    Type.Enum([...COUNTED_DAYS], {
      type: 'string',
      description:
        'Which days the length of a turn counts: all days (the default; not in answers then), or only those on which the restriction intervals open. `open` needs a shift_length in days and at least one restriction interval.',
    }),
  ),
};

export const NewLayer = Body({ ...layerFields, user_references: Type.Array(UserReference, { maxItems: 50 }) });
export type NewLayer = Static<typeof NewLayer>;

export const ScheduleLayer = Type.Object({ ...layerFields, users: Type.Array(User) }, { title: 'ScheduleLayer' });
export type ScheduleLayer = Static<typeof ScheduleLayer>;

const Layers = Type.Array(NewLayer, { minItems: 1, maxItems: 1 });
const TeamIds = Type.Array(Type.String(), { maxItems: 10 });

export const NewSchedule = Body({
  name: Name(60),
  description: Type.Optional(Description(500)),
  time_zone: TimeZone,
  layers: Layers,
  team_ids: TeamIds,
});
export type NewSchedule = Static<typeof NewSchedule>;

export const ScheduleUpdate = Body({
  name: Type.Optional(Name(60)),
  description: Type.Optional(Description(500)),
  layers: Type.Optional(Layers),
  replaces_revision: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Only with layers: the planned revision whose place the layer takes; what else is planned stays. Without it, a layer with a rotation_start in the future is planned and takes the place of what is planned for after its start; any other takes the place of the layer in force, and what is planned stays.',
    }),
  ),
  team_ids: Type.Optional(TeamIds),
  time_zone: Type.Optional(Type.Unknown({ description: 'Cannot be changed: any value is refused', deprecated: true })),
});
export type ScheduleUpdate = Static<typeof ScheduleUpdate>;

export const ScheduleShift = Type.Object(
  { users: Type.Array(User), start: Instant, end: Instant },
  { title: 'ScheduleShift' },
);
export type ScheduleShift = Static<typeof ScheduleShift>;

export const Broken = Type.Object(
  { reason: Type.String({ description: 'In whole sentences' }) },
  {
    title: 'Broken',
    description:
      'Only there when the shifts cannot be computed: this server does not know the time zone, or what is stored cannot be read. Nobody knows who is on call then. It is not a gap.',
  },
);

export const Schedule = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    time_zone: Type.String(),
    layers: Type.Array(ScheduleLayer, {
      description: 'Empty when the schedule is broken and its layer cannot be read',
    }),
    layers_in_force: Type.Optional(
      Type.Array(ScheduleLayer, {
        description:
          'Only there while the latest revision is planned for later: the layer that is in force now. Empty before the first rotation starts',
      }),
    ),
    teams: Type.Array(Team),
    current_revision: Type.Integer({ minimum: 0, description: 'The latest revision; it may be planned for later' }),
    current_revision_valid_from: Instant,
    current_oncall_shift: Type.Optional(ScheduleShift),
    next_oncall_shift: Type.Optional(ScheduleShift),
    users: Type.Array(User),
    broken: Type.Optional(Broken),
  },
  { title: 'Schedule' },
);
export type Schedule = Static<typeof Schedule>;

export const ScheduleRevision = Type.Object(
  {
    number: Type.Integer({ minimum: 0 }),
    valid_from: Instant,
    layers: Type.Array(ScheduleLayer, { description: 'Empty when the layer cannot be read' }),
    created_at: Instant,
    created_by: Type.Optional(User),
  },
  { title: 'ScheduleRevision' },
);
export type ScheduleRevision = Static<typeof ScheduleRevision>;

export const RevisionParams = Type.Object({
  schedule_id: Type.String(),
  revision: Type.String({ description: 'Its number' }),
});
export const ScheduleParams = Type.Object({ schedule_id: Type.String() });
export const ScheduleAnswer = Type.Object({ schedule: Schedule });
export const SchedulesAnswer = Type.Object({ schedules: Type.Array(Schedule), meta: PaginationMeta });
export const SchedulesQuery = Body({
  ...PageQuery,
  team_id: Type.Optional(Type.String()),
  query: Type.Optional(Type.String({ maxLength: 60, description: 'Part of the name' })),
});
export const RevisionsAnswer = Type.Object({ revisions: Type.Array(ScheduleRevision), meta: PaginationMeta });
export const RevisionsQuery = Body({ ...PageQuery });

const intervalFields = {
  from: Type.Optional(Type.String({ ...Instant, description: 'Default: now' })),
  to: Type.Optional(Type.String({ ...Instant, description: 'Default: 30 days after from; at most 366 days after it' })),
};
export const ShiftsQuery = Body({
  ...PageQuery,
  ...intervalFields,
  clip_to_interval: Type.Boolean({ default: false, description: 'Cut shifts at from and to' }),
});
export const ShiftsAnswer = Type.Object({ shifts: Type.Array(ScheduleShift), meta: PaginationMeta });
export const IntervalQuery = Body({ ...PageQuery, ...intervalFields });
