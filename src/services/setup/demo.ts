/**
 * The example organization of `npm run demo`: three teams, the owner and twelve people in several zones, five schedules of different kinds that have
 * been running for weeks, one of which counts open days only, a few overrides, time off and public holidays, and a channel and user groups in the
 * built-in chat. Of the coverage requests, one is over, one is partly taken, one was declined, and one was made on behalf of somebody. The owner is on
 * call. It is created through the services, like any organization.
 */
import { AppError } from '../../errors.ts';
import type { UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import type { HolidayCalendar } from '../../schemas/people/calendar-rules.ts';
import type { NewLayer, NewSchedule, UserReference } from '../../schemas/schedules/schedules.ts';
import { formatInstant, parseInstant } from '../../time/iso.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../time/units.ts';
import { findZone, instantAt, wallAt } from '../../time/zones.ts';
import { linkChannel } from '../chat/chat-channels.ts';
import { attachUserGroup } from '../chat/chat-user-groups.ts';
import { acceptCoverageRequest } from '../coverage/coverage-acceptance.ts';
import { createCoverageRequest, declineCoverageRequest } from '../coverage/coverage-requests.ts';
import { updateCalendarRules, updateUserHolidays } from '../people/calendar-rules.ts';
import { updateOrganization } from '../people/organizations.ts';
import { addTeamMember, createTeam } from '../people/teams.ts';
import { createUser } from '../people/user-creation.ts';
import { createOverride } from '../schedules/overrides.ts';
import { createSchedule } from '../schedules/schedules.ts';
import type { Services } from '../shared/services.ts';
import { findHolder } from '../sign-in/api-keys.ts';
import { createTimeOff } from '../time-off/time-off.ts';

const TEAMS = {
  Platform: { about: 'Keeps the lights on', people: ['Ada', 'Grace', 'Linus', 'Mina'] },
  Payments: { about: 'Where the money goes', people: ['Alan', 'Edsger', 'Frances', 'Yuki'] },
  Support: { about: 'Listens first', people: ['Barbara', 'Dennis', 'Hedy', 'Radia'] },
};

const ZONES: Record<string, string> = {
  Ada: 'Europe/London',
  Grace: 'America/New_York',
  Linus: 'America/Los_Angeles',
  Mina: 'Europe/Berlin',
  Alan: 'Europe/London',
  Edsger: 'Europe/Amsterdam',
  Frances: 'America/New_York',
  Yuki: 'Asia/Tokyo',
  Barbara: 'America/New_York',
  Dennis: 'America/New_York',
  Hedy: 'Europe/Vienna',
  Radia: 'America/Los_Angeles',
};

/** Public holidays that differ from those of the organization. */
const HOLIDAYS: Record<string, HolidayCalendar> = {
  Ada: { country: 'GB', region: 'ENG' },
  Alan: { country: 'GB', region: 'ENG' },
  Grace: { country: 'US' },
  Frances: { country: 'US' },
  Linus: { country: 'US', region: 'CA' },
  Yuki: { country: 'JP' },
};

/** Whole days: `inDays` until the first, and their number. */
const TIME_OFF: readonly { name: string; inDays: number; days: number; reason: string }[] = [
  { name: 'Ada', inDays: 9, days: 5, reason: 'Walking in the Lake District' },
  { name: 'Grace', inDays: 2, days: 2, reason: 'Moving house' },
  { name: 'Yuki', inDays: 4, days: 7, reason: 'Golden Week' },
  { name: 'Hedy', inDays: 3, days: 3, reason: 'Conference' },
  { name: 'Mina', inDays: 20, days: 4, reason: 'My sister gets married' },
];

const WEEKS_PAST = 5;

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

/** `ownerKey` is the key that the bootstrap created. */
export async function fillWithDemo(services: Services, ownerKey: string): Promise<void> {
  const holder = await findHolder(services, ownerKey);
  if (holder === undefined) throw new Error('the demo needs a key that is valid');
  const { caller: owner } = holder;
  const now = services.clock.now();
  // As if it had been created then: the past cannot be changed afterwards (rule REV-2).
  const made = now - WEEKS_PAST * WEEK_MS;
  const past = { ...services, clock: { now: () => made } };
  await updateOrganization(past, owner, { name: 'Northwind' });
  const people = new Map<string, Caller>();
  const teamIds = new Map<string, string>();
  for (const [team, { about, people: members }] of Object.entries(TEAMS)) {
    const { id } = await createTeam(past, owner, { name: team, description: about, external_id: externalIdOf(team) });
    teamIds.set(team, id);
    for (const name of members) {
      const timeZone = ZONES[name] as string;
      const user = await createUser(past, owner, {
        name,
        email: emailOf(name),
        time_zone: timeZone,
        chat_id: chatIdOf(name),
      });
      await addTeamMember(past, owner, id, user.id);
      people.set(name, { ...owner, userId: user.id as Caller['userId'], role: 'standard' });
    }
  }

  const ids = new Map<string, string>();
  for (const { team, ...schedule } of schedules(made, now, owner.userId)) {
    const teams = { team_ids: [teamIds.get(team) as string] };
    const externalId = externalIdOf(schedule.name);
    ids.set(schedule.name, (await createSchedule(past, owner, { ...schedule, ...teams, external_id: externalId })).id);
  }
  await coverInThePast(services, people, ids.get('Payments around the clock') as string);
  if (services.chatOf(owner.organizationId)?.name === 'local') await connectToChat(services, owner, ids);
  const override = (schedule: string, startsIn: number, hours: number, name: string) =>
    createOverride(startsIn < 0 ? past : services, owner, ids.get(schedule) as string, {
      start: formatInstant(now + startsIn),
      end: formatInstant(now + startsIn + hours * HOUR_MS),
      user_references: [referenceTo(name)],
    });
  await override('Platform primary', -12 * DAY_MS, 24, 'Grace');
  await override('Payments around the clock', -9 * DAY_MS, 10, 'Yuki');
  await override('Platform primary', 2 * DAY_MS, 8, 'Linus');
  await override('Payments around the clock', 5 * DAY_MS, 24, 'Frances');
  await override('Support business hours', DAY_MS, 4, 'Radia');

  await takeTimeOff(services, owner, people);
  await askForCover(services, owner, people);
}

/** Over since two days ago at the latest, so that the hours show cover taken and given. */
async function coverInThePast(
  services: Services,
  people: ReadonlyMap<string, Caller>,
  schedule: string,
): Promise<void> {
  const asked = services.clock.now() - 10 * DAY_MS;
  const then = { ...services, clock: { now: () => asked } };
  const { id } = await createCoverageRequest(then, people.get('Edsger') as Caller, {
    start: formatInstant(asked + 5 * DAY_MS),
    end: formatInstant(asked + 8 * DAY_MS),
    reason: 'My back hurts',
    schedule_ids: [schedule],
  });
  await acceptCoverageRequest(then, people.get('Frances') as Caller, id);
}

/** For Hedy on her behalf; for Mina, with her first shift taken; for Yuki, with a colleague who cannot. */
async function askForCover(services: Services, owner: Caller, people: ReadonlyMap<string, Caller>): Promise<void> {
  const now = services.clock.now();
  const person = (name: string) => people.get(name) as Caller;
  const [start, end] = [formatInstant(now + DAY_MS), formatInstant(now + 6 * WEEK_MS)];
  await createCoverageRequest(services, owner, {
    user_id: person('Hedy').userId,
    start,
    end: formatInstant(now + 2 * WEEK_MS),
    reason: 'Hedy is at a conference, and without a network',
    asked_user_ids: [person('Barbara').userId, person('Radia').userId],
  });
  const mina = await createCoverageRequest(services, person('Mina'), { start, end, reason: 'My sister gets married' });
  const [first] = mina.remaining_shifts;
  if (first !== undefined) {
    const part = { schedule_id: first.schedule_reference.id, start: first.start, end: first.end };
    await acceptCoverageRequest(services, person('Grace'), mina.id, [part]);
  }
  const yuki = await createCoverageRequest(services, person('Yuki'), { start, end, reason: 'Golden Week' });
  await declineCoverageRequest(services, person('Alan'), yuki.id);
}

/** `platform-primary` */
function externalIdOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** The owner is away for some hours of their own turn. */
async function takeTimeOff(services: Services, owner: Caller, people: ReadonlyMap<string, Caller>): Promise<void> {
  const now = services.clock.now();
  await updateCalendarRules(services, owner, { holidays: { country: 'DE', region: 'BE' } });
  for (const [name, holidays] of Object.entries(HOLIDAYS)) {
    await updateUserHolidays(services, owner, (people.get(name) as Caller).userId, { holidays });
  }
  for (const { name, inDays, days, reason } of TIME_OFF) {
    const caller = people.get(name) as Caller;
    const midnight = (later: number) => formatInstant(midnightIn(ZONES[name] as string, now, later));
    await createTimeOff(services, caller, caller.userId, {
      start: midnight(inDays),
      end: midnight(inDays + days),
      reason,
    });
  }
  const dentist = now - (now % HOUR_MS) + 22 * HOUR_MS;
  const times = { start: formatInstant(dentist), end: formatInstant(dentist + 4 * HOUR_MS) };
  await createTimeOff(services, owner, owner.userId, { ...times, reason: 'Dentist' });
}

function midnightIn(zoneName: string, now: number, daysLater: number): number {
  const zone = findZone(zoneName);
  if (zone === undefined) throw new Error(`this runtime does not know ${zoneName}`);
  return instantAt(zone, (Math.floor(wallAt(zone, now) / DAY_MS) + daysLater) * DAY_MS, 'first');
}

async function connectToChat(services: Services, owner: Caller, ids: ReadonlyMap<string, string>): Promise<void> {
  const groups = {
    'Platform primary': { name: 'Platform on call', handle: 'platform-oncall' },
    'Payments around the clock': { name: 'Payments on call', handle: 'payments-oncall' },
  };
  for (const [schedule, group] of Object.entries(groups)) {
    const id = ids.get(schedule) as string;
    await linkChannel(services, owner, id, 'C0ONCALL');
    await attachUserGroup(services, owner, id, group).catch(ignoreFreePlan);
  }
}

function ignoreFreePlan(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'chat_group_only_available_for_paid_teams')) throw error;
}

function schedules(made: number, now: number, owner: UserId): (Omit<NewSchedule, 'team_ids'> & { team: string })[] {
  const layer = (zone: string, people: readonly string[], rest: Partial<NewLayer> = {}): NewLayer[] => [
    {
      name: 'Rotation',
      rotation_start: lastMonday(zone, made, 9),
      concurrent_oncall_users: 1,
      shift_length: { amount: 1, unit: 'weeks' },
      user_references: people.map(referenceTo),
      ...rest,
    },
  ];
  const windows = (from: string, to: string) => WEEKDAYS.map((day) => ({ day, from, to }));
  const { Platform, Payments, Support } = TEAMS;
  return [
    {
      team: 'Platform',
      name: 'Platform primary',
      description: 'First to be called, a week each',
      time_zone: 'Europe/Berlin',
      layers: layer('Europe/Berlin', Platform.people, {
        user_references: withTurnNow(
          Platform.people.map(referenceTo),
          { type: 'internal_user_id', value: owner },
          now - (parseInstant(lastMonday('Europe/Berlin', made, 9)) as number),
        ),
      }),
    },
    {
      team: 'Platform',
      name: 'Platform secondary',
      description: 'Called when the first does not answer',
      time_zone: 'Europe/Berlin',
      layers: layer('Europe/Berlin', Platform.people.toReversed()),
    },
    {
      team: 'Payments',
      name: 'Payments around the clock',
      description: 'Two at a time, twelve hours each',
      time_zone: 'Europe/London',
      layers: layer('Europe/London', Payments.people, {
        concurrent_oncall_users: 2,
        shift_length: { amount: 12, unit: 'hours' },
      }),
    },
    {
      team: 'Payments',
      name: 'Payments Tokyo days',
      time_zone: 'Asia/Tokyo',
      layers: layer('Asia/Tokyo', ['Yuki', 'Alan'], { restriction_intervals: windows('09:00', '18:00') }),
    },
    {
      team: 'Support',
      name: 'Support business hours',
      description: 'A day each, on weekdays; the weekend is nobody’s turn',
      time_zone: 'America/New_York',
      layers: layer('America/New_York', Support.people, {
        rotation_start: lastMonday('America/New_York', made, 8),
        shift_length: { amount: 1, unit: 'days' },
        restriction_intervals: windows('08:00', '20:00'),
        counted_days: 'open',
      }),
    },
  ];
}

/** The Monday of last week, at that wall-clock hour: rotations that began in the past. */
function lastMonday(zoneName: string, now: number, hour: number): string {
  const zone = findZone(zoneName);
  if (zone === undefined) throw new Error(`this runtime does not know ${zoneName}`);
  const today = Math.floor(wallAt(zone, now) / DAY_MS);
  const daysSinceMonday = (today + 3) % 7;
  const wallMs = (today - daysSinceMonday - 7) * DAY_MS + hour * HOUR_MS;
  return formatInstant(instantAt(zone, wallMs, 'first'));
}

/** The list with one more person, who has the turn of the current week in a rotation of this age. */
function withTurnNow(others: readonly UserReference[], one: UserReference, ageMs: number): UserReference[] {
  // A clock change since then must not move the turn.
  const turn = Math.floor((ageMs + HOUR_MS) / WEEK_MS);
  return others.toSpliced(turn % (others.length + 1), 0, one);
}

function referenceTo(name: string): UserReference {
  return { type: 'email', value: emailOf(name) };
}

function chatIdOf(name: string): string {
  return `U0${name.toUpperCase()}`;
}

function emailOf(name: string): string {
  return `${name.toLowerCase()}@example.com`;
}
