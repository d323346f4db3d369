/** Exports the organization as a file. The order does not depend on creation, so that two exports can be compared. */
import type { HolidayCalendar, Webhook } from '../api-client/schema.d.ts';
import { plansOf } from '../engine/plans.ts';
import type { Layer } from '../engine/schedule.ts';
import { isImported } from '../moving-in/source.ts';
import { formatInstant } from '../time/iso.ts';
import type { FileLayer, FileSchedule, FileWebhook, WatchbillFile } from './file/file.ts';
import { identityOf, type Organization, personKey, type ScheduleWithPlans } from './organization.ts';
import type { Names } from './plan/webhook-changes.ts';

/** The `managed_by` of a first or only file. */
const DEFAULT_MANAGED_BY = 'watchbill';

export interface Exported {
  readonly file: WatchbillFile;
  /** What cannot be in the file, and why. */
  readonly missing: readonly string[];
  /** Names of channels by id, as comments. */
  readonly channelNames: ReadonlyMap<string, string>;
}

export function exportedFile(
  { users, teams, schedules, webhooks, calendarRules, holidays }: Organization,
  now: number,
): Exported {
  const emails = new Map<string, string>(users.map(({ email }) => [personKey(email), email]));
  const isWhole = ({ schedule: { broken }, revisions }: ScheduleWithPlans) =>
    broken === undefined && revisions.length > 0;
  const marks = new Set(
    [...teams.map(({ team }) => team), ...schedules.map(({ schedule }) => schedule), ...(webhooks ?? [])].flatMap(
      ({ managed_by }) => managed_by ?? [],
    ),
  );
  const [mark = DEFAULT_MANAGED_BY] = marks;
  const managedBy = marks.size === 1 ? mark : DEFAULT_MANAGED_BY;
  const whole = new Map(schedules.filter(isWhole).map(({ schedule }) => [schedule.id, identityOf(schedule)]));
  const names = {
    schedules: new Map(schedules.map(({ schedule }) => [schedule.id, identityOf(schedule)])),
    teams: new Map(teams.map(({ team }) => [team.id, identityOf(team)])),
  };
  return {
    file: {
      version: 1,
      managed_by: managedBy,
      people: sortedBy(users, ({ email }) => personKey(email)).map(
        ({ id, email, name, time_zone, role, seat, chat_id }) => ({
          email,
          name,
          ...(time_zone !== undefined && { time_zone }),
          role,
          seat,
          ...(chat_id !== undefined && { chat_id }),
          ...(holidays.has(id) && { holidays: holidays.get(id) as HolidayCalendar }),
          // Without it, the file would be taken for an import, which changes nobody.
          ...(isImported(managedBy) && { overwrite: true }),
        }),
      ),
      teams: sortedBy(teams, ({ team }) => identityOf(team)).map(({ team, members }) => ({
        external_id: identityOf(team),
        name: team.name,
        ...(team.description !== undefined && { description: team.description }),
        members: sortedBy(members, ({ email }) => personKey(email)).map(({ email }) => email),
      })),
      schedules: sortedBy(schedules.filter(isWhole), ({ schedule }) => identityOf(schedule)).map((one) =>
        fileScheduleOf(one, emails, now),
      ),
      ...(webhooks !== undefined &&
        webhooks.length > 0 && { webhooks: sortedBy(webhooks, identityOf).map((one) => fileWebhookOf(one, names)) }),
      calendar_rules: calendarRules,
    },
    missing: [
      ...schedules
        .filter((one) => !isWhole(one))
        .map(
          ({ schedule: { name, broken } }) =>
            `The schedule ${name} is not in the file, because it is broken: ${broken?.reason ?? 'its layer cannot be read.'}`,
        ),
      ...(webhooks ?? []).flatMap((one) => danglingLine(one, { schedules: whole, teams: names.teams })),
      ...(webhooks === undefined
        ? ['Webhooks are not in the file, because only the key of an admin may read them.']
        : []),
    ],
    channelNames: new Map(schedules.flatMap(({ channels }) => channels.map(({ id, name }) => [id, name]))),
  };
}

function fileScheduleOf(
  { schedule, revisions, overrides, group, channels }: ScheduleWithPlans,
  emails: ReadonlyMap<string, string>,
  now: number,
): FileSchedule {
  const { current, planned } = plansOf(revisions, now);
  const layers = [...(current === undefined ? [] : [current]), ...planned].map(({ layer }) => layer);
  const listed = overrides
    .filter(({ users }) => users.length > 0)
    .map(({ start, end, users, reason }) => ({
      start,
      end,
      users: users.map(({ email }) => email),
      ...(reason !== undefined && { reason }),
    }));
  return {
    external_id: identityOf(schedule),
    name: schedule.name,
    ...(schedule.description !== undefined && { description: schedule.description }),
    time_zone: schedule.time_zone,
    teams: schedule.teams.map(identityOf),
    ...(group !== undefined && { chat_user_group: { name: group.name, handle: group.handle } }),
    ...(channels.length > 0 && { chat_channels: channels.map(({ id }) => id).sort() }),
    layers: layers.map((layer) => fileLayerOf(layer, emails)),
    ...(listed.length > 0 && { overrides: listed }),
  };
}

/** A filter keeps schedules and teams that were deleted. It means nothing elsewhere. */
function danglingLine({ schedule_ids = [], team_ids = [], ...webhook }: Webhook, known: Names): string[] {
  const gone = [
    ...schedule_ids.filter((id) => !known.schedules.has(id)),
    ...team_ids.filter((id) => !known.teams.has(id)),
  ];
  return gone.length === 0
    ? []
    : [
        `The webhook ${identityOf(webhook)} names what is not in the file, because it was deleted or is broken: ${gone.join(', ')}.`,
      ];
}

/** One that Watchbill has disabled is not disabled in the file: elsewhere, or once it is repaired, it should work. */
function fileWebhookOf(webhook: Webhook, names: Names): FileWebhook {
  const { url, description, events, schedule_ids: scheduleIds, team_ids: teamIds, enabled, disabled_reason } = webhook;
  return {
    external_id: identityOf(webhook),
    url,
    ...(description !== undefined && { description }),
    events: [...events].sort(),
    ...(scheduleIds !== undefined && { schedules: scheduleIds.map((id) => names.schedules.get(id) ?? id).sort() }),
    ...(teamIds !== undefined && { teams: teamIds.map((id) => names.teams.get(id) ?? id).sort() }),
    ...(!enabled && disabled_reason === undefined && { enabled }),
  };
}

function fileLayerOf(layer: Layer, emails: ReadonlyMap<string, string>): FileLayer {
  return {
    name: layer.name,
    rotation_start: formatInstant(layer.rotationStart),
    concurrent_oncall_users: layer.concurrentUsers,
    shift_length: layer.shiftLength,
    ...(layer.restrictionIntervals !== undefined && { restriction_intervals: [...layer.restrictionIntervals] }),
    ...(layer.countedDays !== undefined && { counted_days: layer.countedDays }),
    users: layer.users.map((key) => emails.get(key) ?? key),
  };
}

function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
