import Type, { type Static } from 'typebox';
import { MAX_PLANNED } from '../../engine/plans.ts';
import { COUNTED_DAYS, DAYS, SHIFT_UNITS } from '../../engine/schedule.ts';
import {
  Body,
  Description,
  ExactQuery,
  ExternalId,
  Instant,
  InstantInQuery,
  ManagedBy,
  Name,
  OrNone,
  PageQuery,
  PaginationMeta,
  TimeOfDay,
  TimeZone,
} from '../fields.ts';
import { OfTeam, Team } from '../people/teams.ts';
import { User } from '../people/users.ts';

const ReferenceType = Type.Enum(['email', 'chat_user_id', 'internal_user_id'], {
  type: 'string',
  title: 'ReferenceType',
});

/** The owner whom the first start creates, and the demo, unless the settings name another. */
export const EXAMPLE_USER = { type: 'email', value: 'owner@example.com' };

export const UserReference = Body(
  { type: ReferenceType, value: Type.String({ minLength: 1, maxLength: 254 }) },
  {
    title: 'UserReference',
    description: 'A user, by their email, their id in the chat, or their id here',
    'x-for-clients': {
      if: Type.Object({ type: Type.Enum(['email']) }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: Type.Object({ value: Type.String({ format: 'email' }) }),
    },
  },
);
export type UserReference = Static<typeof UserReference>;

export const RestrictionInterval = Body(
  {
    day: Type.Enum([...DAYS], { type: 'string', title: 'Day' }),
    from: TimeOfDay,
    to: Type.String({ format: 'end-time-of-day', examples: ['17:00', '24:00'] }),
  },
  { title: 'RestrictionInterval' },
);

export const ShiftLength = Body(
  {
    amount: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    unit: Type.Enum([...SHIFT_UNITS], { type: 'string', title: 'ShiftUnit' }),
  },
  { title: 'ShiftLength' },
);

export const layerFields = {
  name: Name(60),
  rotation_start: Instant,
  concurrent_oncall_users: Type.Integer({ minimum: 1, maximum: 4 }),
  shift_length: ShiftLength,
  restriction_intervals: Type.Optional(Type.Array(RestrictionInterval, { maxItems: 35 })),
  counted_days: Type.Optional(
    Type.Enum([...COUNTED_DAYS], {
      type: 'string',
      title: 'CountedDays',
      description:
        'Which days the length of a turn counts: all days (the default, which responses omit), or only days on which a restriction interval opens. `open` needs a shift_length in days and at least one restriction interval.',
    }),
  ),
};

export const NewLayer = Body(
  { ...layerFields, user_references: Type.Array(UserReference, { maxItems: 50 }) },
  { title: 'NewLayer' },
);
export type NewLayer = Static<typeof NewLayer>;

const EXAMPLE_LAYER = {
  name: 'Rotation',
  rotation_start: '2026-01-05T09:00:00Z',
  concurrent_oncall_users: 1,
  shift_length: { amount: 1, unit: 'weeks' },
  user_references: [EXAMPLE_USER],
};

export const ScheduleLayer = Type.Object({ ...layerFields, users: Type.Array(User) }, { title: 'ScheduleLayer' });
export type ScheduleLayer = Static<typeof ScheduleLayer>;

const Layers = Type.Array(NewLayer, { minItems: 1, maxItems: 1 });
const PlannedLayers = Type.Array(NewLayer, {
  maxItems: MAX_PLANNED,
  description:
    'Only with layers: all layers that are planned after it, in the order of their rotation_start. Each takes over at its rotation_start, and they take the place of everything that is planned. Absent: what is planned stays.',
});
const TeamIds = Type.Array(Type.String(), { maxItems: 10 });

export const NewSchedule = Body(
  {
    name: Name(60),
    description: Type.Optional(Description(500)),
    time_zone: TimeZone,
    layers: Layers,
    planned_layers: Type.Optional(PlannedLayers),
    team_ids: TeamIds,
    external_id: Type.Optional(ExternalId),
    managed_by: Type.Optional(ManagedBy),
  },
  {
    title: 'ScheduleCreation',
    examples: [{ name: 'Platform', time_zone: 'Europe/Berlin', layers: [EXAMPLE_LAYER], team_ids: [] }],
  },
);
export type NewSchedule = Static<typeof NewSchedule>;

export const ScheduleUpdate = Body(
  {
    name: Type.Optional(Name(60)),
    description: Type.Optional(Description(500)),
    layers: Type.Optional(Layers),
    planned_layers: Type.Optional(PlannedLayers),
    replaces_revision: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Only with layers: the planned revision that the layer replaces; all other planned revisions stay. Without it, a layer with a rotation_start in the future is planned and replaces what is planned for after its start; any other replaces the layer in force, and what is planned stays.',
      }),
    ),
    team_ids: Type.Optional(TeamIds),
    external_id: Type.Optional(OrNone(ExternalId)),
    managed_by: Type.Optional(OrNone(ManagedBy)),
    // Any value is refused, with an error of its own.
    time_zone: Type.Optional(Type.Unknown({ 'x-internal': true })),
  },
  { title: 'ScheduleUpdate', examples: [{ description: 'Everything that pages at night' }] },
);
export type ScheduleUpdate = Static<typeof ScheduleUpdate>;

export const ScheduleShift = Type.Object(
  { users: Type.Array(User), start: Instant, end: Instant },
  { title: 'ScheduleShift' },
);
export type ScheduleShift = Static<typeof ScheduleShift>;

export const Broken = Type.Object(
  { reason: Type.String({ description: 'In full sentences' }) },
  {
    title: 'Broken',
    description:
      'Present only if the shifts cannot be computed: this server does not know the time zone, or cannot read the stored schedule. Who is on call is then unknown. It is not a gap.',
  },
);

export const Schedule = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    time_zone: Type.String(),
    layers: Type.Array(ScheduleLayer, {
      description: 'Empty if the schedule is broken and its layer cannot be read',
    }),
    layers_in_force: Type.Optional(
      Type.Array(ScheduleLayer, {
        description:
          'Present only while the latest revision is planned for later: the layer that is in force now. Empty before the first rotation starts',
      }),
    ),
    teams: Type.Array(Team),
    current_revision: Type.Integer({ minimum: 0, description: 'The latest revision; it may be planned for later' }),
    current_revision_valid_from: Instant,
    current_oncall_shift: Type.Optional(ScheduleShift),
    next_oncall_shift: Type.Optional(ScheduleShift),
    users: Type.Array(User),
    broken: Type.Optional(Broken),
    external_id: Type.Optional(
      Type.String({ description: 'The name that another system has for it; unique among the schedules' }),
    ),
    managed_by: Type.Optional(Type.String({ description: 'The file or tool that made it' })),
  },
  { title: 'Schedule' },
);
export type Schedule = Static<typeof Schedule>;

export const ScheduleRevision = Type.Object(
  {
    number: Type.Integer({ minimum: 0 }),
    valid_from: Instant,
    layers: Type.Array(ScheduleLayer, { description: 'Empty if the layer cannot be read' }),
    created_at: Instant,
    created_by: Type.Optional(User),
  },
  { title: 'ScheduleRevision' },
);
export type ScheduleRevision = Static<typeof ScheduleRevision>;

export const ScheduleAnswer = Type.Object({ schedule: Schedule }, { title: 'ScheduleAnswer' });
export const SchedulesAnswer = Type.Object(
  { schedules: Type.Array(Schedule), meta: PaginationMeta },
  { title: 'SchedulesAnswer' },
);
export const SchedulesQuery = Body({
  ...PageQuery,
  ...ExactQuery,
  team_id: Type.Optional(OfTeam),
  query: Type.Optional(Type.String({ maxLength: 60, description: 'Part of the name' })),
});
export type SchedulesQuery = Static<typeof SchedulesQuery>;
export const RevisionsAnswer = Type.Object(
  { revisions: Type.Array(ScheduleRevision), meta: PaginationMeta },
  { title: 'RevisionsAnswer' },
);
export const RevisionsQuery = Body({ ...PageQuery });

const intervalFields = {
  from: Type.Optional(InstantInQuery('Default: now')),
  to: Type.Optional(InstantInQuery('Default: 30 days after from; at most 366 days after it')),
};
export const ShiftsQuery = Body({
  ...PageQuery,
  ...intervalFields,
  clip_to_interval: Type.Boolean({ default: false, description: 'Clip shifts to from and to' }),
});
export const ShiftsAnswer = Type.Object(
  { shifts: Type.Array(ScheduleShift), meta: PaginationMeta },
  { title: 'ShiftsAnswer' },
);
export const OverridesQuery = Body({
  ...PageQuery,
  ...intervalFields,
  unfinished: Type.Optional(
    Type.Boolean({ description: 'All that are not over, however far ahead; not together with from and to' }),
  ),
});
