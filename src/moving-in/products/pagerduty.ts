/** PagerDuty: reads schedules with their layers, from `GET /schedules/{id}?since&until`, and people from `GET /users`. */
import Type, { type Static } from 'typebox';
import { badField, findInstantIn, instantIn, intervalIn, zoneIn } from '../bad-value.ts';
import { Count, expected, has, Nullable } from '../documents.ts';
import { renderedBetween } from '../segments.ts';
import type {
  Document,
  RenderedShift,
  RenderedTimeline,
  Source,
  SourcePerson,
  SourceRotation,
  SourceSchedule,
  UnfitRotation,
} from '../source.ts';
import { DAY_MINUTES, type WeekWindow, windowBetween } from '../week-windows.ts';
import { lengthOfSeconds, rotated, turnStart, turnsBetween } from './anchors.ts';

const UserReference = Type.Object({ id: Type.String(), summary: Nullable(Type.String()) });

const Restriction = Type.Object({
  type: Type.String(),
  start_time_of_day: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$' }),
  duration_seconds: Count,
  start_day_of_week: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })),
});
type Restriction = Static<typeof Restriction>;

const Layer = Type.Object({
  id: Type.Optional(Type.String()),
  name: Nullable(Type.String()),
  start: Type.String(),
  end: Nullable(Type.String()),
  rotation_virtual_start: Type.String(),
  rotation_turn_length_seconds: Count,
  users: Type.Array(Type.Object({ user: UserReference }), { maxItems: 1_000 }),
  restrictions: Type.Optional(Type.Array(Restriction, { maxItems: 500 })),
});
type Layer = Static<typeof Layer>;

const Entry = Type.Object({ start: Type.String(), end: Type.String(), user: Nullable(UserReference) });
const SubSchedule = Type.Object({ rendered_schedule_entries: Nullable(Type.Array(Entry)) });

const Schedule = Type.Object({
  id: Type.String(),
  name: Nullable(Type.String()),
  summary: Nullable(Type.String()),
  description: Nullable(Type.String()),
  time_zone: Type.String(),
  teams: Type.Optional(Type.Array(UserReference)),
  schedule_layers: Nullable(Type.Array(Layer, { maxItems: 1_000 })),
  overrides_subschedule: Nullable(SubSchedule),
  final_schedule: Nullable(SubSchedule),
});
type Schedule = Static<typeof Schedule>;

const DAY_SECONDS = 86_400;

/** `since` and `until` are those of the request: the response does not have them. */
const ScheduleDocument = Type.Object({
  schedule: Schedule,
  since: Type.Optional(Type.String()),
  until: Type.Optional(Type.String()),
});
type ScheduleDocument = Static<typeof ScheduleDocument>;

const UsersDocument = Type.Object({
  users: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Nullable(Type.String()),
      email: Type.String(),
      time_zone: Nullable(Type.String()),
    }),
  ),
});
type User = Static<typeof UsersDocument>['users'][number];

export function readPagerDuty(documents: readonly Document[]): Source {
  const schedules: ScheduleDocument[] = [];
  const users = new Map<string, User>();
  const ignored: string[] = [];
  for (const { name, value } of documents) {
    if (has(value, 'schedule')) schedules.push(expected(ScheduleDocument, value));
    else if (has(value, 'users')) {
      for (const user of expected(UsersDocument, value).users) users.set(user.id, user);
    } else ignored.push(name);
  }
  return {
    product: 'pagerduty',
    people: [...users.values()].map(personOf),
    ignored,
    schedules: schedules.map((document) => scheduleOf(document, users)),
  };
}

function personOf({ email, name, time_zone }: User): SourcePerson {
  return { email, ...(name && { name }), ...(time_zone && { timeZone: time_zone }) };
}

function scheduleOf(document: ScheduleDocument, users: ReadonlyMap<string, User>): SourceSchedule {
  const { schedule } = document;
  const { id, time_zone: zone, description, teams = [], schedule_layers: layers } = schedule;
  const name = schedule.name ?? schedule.summary ?? id;
  zoneIn(schedule, 'time_zone');
  const [team] = teams;
  const until = document.until === undefined ? [] : [`Overrides that start after ${document.until} were not read.`];
  const overrides = entriesOf(schedule.overrides_subschedule, users);
  return {
    id,
    name,
    ...(description && { description }),
    ...(team && { team: { id: team.id, name: team.summary ?? team.id } }),
    zone,
    rotations: layers
      ? layers.map((layer, i) => rotationOf(layer, layers.length - i, users, schedule))
      : [
          {
            id: 'flexible',
            name,
            level: 0,
            reasons: ['It has no layers: flexible schedules have no rotation to read.'],
          },
        ],
    overrides: overrides.map(({ start, end, people }) => ({ start, end, added: people, removed: 'everyone' })),
    ...renderedOf(document, users),
    notes: [
      ...(teams.length > 1 ? [`It has ${teams.length} teams; the first one is used.`] : []),
      ...(schedule.overrides_subschedule?.rendered_schedule_entries
        ? until
        : ['Its overrides were not read: GET /schedules/{id} with since and until has them.']),
    ],
  };
}

function rotationOf(
  layer: Layer,
  level: number,
  users: ReadonlyMap<string, User>,
  schedule: Schedule,
): SourceRotation | UnfitRotation {
  const name = layer.name || `Layer ${level}`;
  const id = layer.id ?? `layer-${level}`;
  const start = instantIn(layer, 'start');
  const virtualStart = instantIn(layer, 'rotation_virtual_start');
  const length = lengthOfSeconds(layer.rotation_turn_length_seconds);
  const activeUntil = findInstantIn(layer, 'end') ?? Number.POSITIVE_INFINITY;
  const reasons = [
    ...(length === undefined
      ? [`A turn lasts ${layer.rotation_turn_length_seconds} seconds; shift lengths are whole hours.`]
      : []),
    ...layer.users.flatMap(({ user }) =>
      users.has(user.id)
        ? []
        : [`The email of ${user.summary ?? user.id} (${user.id}) is not known: GET /users does not name it.`],
    ),
    ...(layer.restrictions ?? []).flatMap(reasonAgainst),
    ...(layer.users.length === 0 ? ['It has no users.'] : []),
  ];
  if (reasons.length > 0 || length === undefined) return { id, name, level, reasons, activeUntil };
  const zone = zoneIn(schedule, 'time_zone');
  const crews = layer.users.map(({ user }) => [users.get(user.id)?.email ?? '']);
  // If the layer starts before the virtual start, turns run before it too.
  const turns = Math.min(0, turnsBetween(zone, virtualStart, length, start));
  return {
    id,
    name,
    level,
    zone: schedule.time_zone,
    anchor: turns === 0 ? virtualStart : turnStart(zone, virtualStart, length, turns),
    shiftLength: length,
    crews: rotated(crews, turns),
    ...((layer.restrictions ?? []).length > 0 && { windows: (layer.restrictions ?? []).flatMap(windowsOf) }),
    activeFrom: turns === 0 ? Math.max(start, virtualStart) : start,
    activeUntil,
    notes: [],
  };
}

function reasonAgainst({ type, start_time_of_day: time, duration_seconds: duration }: Restriction): string[] {
  if (type !== 'daily_restriction' && type !== 'weekly_restriction') return [`The restriction ${type} is not known.`];
  return /:00$/.test(time.slice(0, 8)) && duration % 60 === 0
    ? []
    : [`A restriction starts at ${time} and lasts ${duration} seconds; windows are whole minutes.`];
}

function windowsOf(restriction: Restriction): WeekWindow[] {
  const { type, start_time_of_day: time, duration_seconds: duration, start_day_of_week: day } = restriction;
  const isDaily = type === 'daily_restriction';
  const most = isDaily ? DAY_SECONDS : 7 * DAY_SECONDS;
  if (duration > most) throw badField(restriction, 'duration_seconds', `at most ${most} for a ${type}`);
  if (!isDaily && day === undefined) throw badField(restriction, 'start_day_of_week', 'from 1 to 7');
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const minutes = duration / 60;
  const days = isDaily || day === undefined ? [0, 1, 2, 3, 4, 5, 6] : [day - 1];
  return days.map((weekday) => {
    const start = weekday * DAY_MINUTES + minute;
    return windowBetween(start, start + minutes);
  });
}

/** If the requested interval is not known, it is the one that the entries cover. */
function renderedOf(document: ScheduleDocument, users: ReadonlyMap<string, User>): { rendered?: RenderedTimeline } {
  const { schedule } = document;
  if (!schedule.final_schedule?.rendered_schedule_entries) return {};
  const shifts = entriesOf(schedule.final_schedule, users);
  const rendered = renderedBetween(shifts, findInstantIn(document, 'since'), findInstantIn(document, 'until'));
  return rendered === undefined ? {} : { rendered };
}

function entriesOf(
  part: Static<typeof SubSchedule> | null | undefined,
  users: ReadonlyMap<string, User>,
): RenderedShift[] {
  return (part?.rendered_schedule_entries ?? []).map((entry) => ({
    ...intervalIn(entry, 'start', 'end'),
    people: entry.user ? [labelOf(entry.user, users)] : [],
  }));
}

function labelOf({ id, summary }: Static<typeof UserReference>, users: ReadonlyMap<string, User>): string {
  return users.get(id)?.email ?? `${summary ?? 'unknown'} (${id})`;
}
