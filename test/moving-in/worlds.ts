/** An example account of each product, in the format of its documentation, and who is on call in it. */
import {
  type GoAlertRotation,
  type GoAlertTarget,
  type GrafanaShift,
  goAlertOnCall,
  grafanaEvents,
  grafanaOnCall,
  instantOfWall,
  type OpsgenieRotation,
  opsgenieOnCall,
  type PagerDutyLayer,
  pagerDutyOnCall,
} from './renderers.ts';

const NAMES = ['ada', 'bob', 'cai', 'dee', 'eve'];
export const emailOf = (name: string) => `${name}@example.com`;

export const OPSGENIE_ZONE = 'Europe/Berlin';
const user = (name: string) => ({ type: 'user', id: `u-${name}`, username: emailOf(name) });

export const opsgenieRotations: readonly OpsgenieRotation[] = [
  {
    id: 'f6a2-days',
    name: 'Working days',
    startDate: '2025-02-03T08:00:00Z',
    endDate: null,
    type: 'weekly',
    length: 1,
    participants: [user('ada'), user('bob'), user('ada'), user('cai')],
    timeRestriction: { type: 'time-of-day', restriction: { startHour: 9, startMin: 0, endHour: 17, endMin: 30 } },
  },
  {
    id: 'f6a2-weekends',
    name: 'Weekends',
    startDate: '2025-02-03T08:00:00Z',
    type: 'daily',
    length: 2,
    participants: [user('dee'), user('eve')],
    timeRestriction: {
      type: 'weekday-and-time-of-day',
      restrictions: [{ startDay: 'friday', startHour: 17, startMin: 0, endDay: 'monday', endHour: 9, endMin: 0 }],
    },
  },
];

/** Nobody has every second turn. */
export const opsgenieUnfit: OpsgenieRotation = {
  id: 'e1e1-gaps',
  name: 'Only sometimes',
  startDate: '2025-02-03T08:00:00Z',
  type: 'daily',
  length: 1,
  participants: [user('ada'), { type: 'none' }],
};

export const opsgenieSchedules = [
  {
    id: 'd875-platform',
    name: 'Platform_schedule',
    description: 'Who looks after the platform',
    timezone: OPSGENIE_ZONE,
    enabled: true,
    ownerTeam: { id: '9009', name: 'Platform' },
    rotations: opsgenieRotations,
  },
  { id: 'd875-some', name: 'Some days', timezone: OPSGENIE_ZONE, enabled: true, rotations: [opsgenieUnfit] },
  { id: 'd875-off', name: 'Switched off', timezone: OPSGENIE_ZONE, enabled: false, rotations: opsgenieRotations },
];

export const opsgenieUsers = NAMES.map((name) => ({
  id: `u-${name}`,
  username: emailOf(name),
  fullName: `${name[0]?.toUpperCase()}${name.slice(1)} Example`,
  timeZone: 'Europe/Berlin',
}));

/** Eve replaces everyone in the first rotation for two days from an instant on. */
export function opsgenieOverride(from: number) {
  return {
    alias: 'holiday',
    user: user('eve'),
    startDate: new Date(from).toISOString(),
    endDate: new Date(from + 2 * 86_400_000).toISOString(),
    rotations: [{ id: 'f6a2-days', name: 'Working days' }],
  };
}

export function opsgenieWho(rotation: OpsgenieRotation, overrideFrom: number, at: number): string[] {
  const isOverridden = rotation.id === 'f6a2-days' && at >= overrideFrom && at < overrideFrom + 2 * 86_400_000;
  return isOverridden ? [emailOf('eve')] : opsgenieOnCall(rotation, OPSGENIE_ZONE, at);
}

export const PAGERDUTY_ZONE = 'America/New_York';
const member = (name: string) => ({ user: { id: `P${name.toUpperCase()}`, type: 'user_reference', summary: name } });

/** The last layer comes first, and wins. */
export const pagerDutyLayers: readonly PagerDutyLayer[] = [
  {
    id: 'PLAYER2',
    name: 'Night Shift',
    start: '2025-11-06T20:00:00-05:00',
    end: null,
    rotation_virtual_start: '2025-11-06T20:00:00-05:00',
    rotation_turn_length_seconds: 86_400,
    users: ['ada', 'bob', 'cai'].map(member),
    restrictions: [{ type: 'daily_restriction', start_time_of_day: '20:00:00', duration_seconds: 43_200 }],
  },
  {
    id: 'PLAYER1',
    name: 'Day Shift',
    start: '2025-11-03T09:00:00-05:00',
    end: null,
    rotation_virtual_start: '2025-11-03T09:00:00-05:00',
    rotation_turn_length_seconds: 604_800,
    users: ['dee', 'eve'].map(member),
    restrictions: [],
  },
  {
    id: 'PLAYER0',
    name: 'Before the move',
    start: '2024-11-03T09:00:00-05:00',
    end: '2025-11-03T09:00:00-05:00',
    rotation_virtual_start: '2024-11-03T09:00:00-05:00',
    rotation_turn_length_seconds: 604_800,
    users: ['ada'].map(member),
    restrictions: [],
  },
];

export const pagerDutyUsers = NAMES.map((name) => ({
  id: `P${name.toUpperCase()}`,
  name: `${name[0]?.toUpperCase()}${name.slice(1)} Example`,
  email: emailOf(name),
  time_zone: PAGERDUTY_ZONE,
}));

export function pagerDutyWho(at: number): string[] {
  return pagerDutyOnCall(pagerDutyLayers, PAGERDUTY_ZONE, at);
}

export const GRAFANA_ZONE = 'Europe/Berlin';
export const grafanaShifts: readonly GrafanaShift[] = [
  {
    id: 'O9WTH7CKM3KZW',
    name: 'Office hours',
    type: 'rolling_users',
    level: 1,
    time_zone: null,
    start: '2026-01-05T09:00:00',
    duration: 28_800,
    frequency: 'daily',
    interval: 1,
    by_day: ['MO', 'TU', 'WE', 'TH', 'FR'],
    until: null,
    week_start: 'MO',
    rolling_users: [['UADA', 'UBOB'], ['UCAI']],
    start_rotation_from_user_index: 0,
  },
  {
    id: 'OTHERHOURS',
    name: 'Other hours',
    type: 'rolling_users',
    level: 0,
    time_zone: null,
    start: '2026-01-05T09:00:00',
    duration: 604_800,
    frequency: 'weekly',
    interval: 1,
    by_day: null,
    until: null,
    week_start: 'MO',
    rolling_users: [['UDEE'], ['UEVE'], ['UADA']],
    start_rotation_from_user_index: 1,
  },
];

export const grafanaSchedules = [
  {
    id: 'SBM7DV7BKFUYU',
    name: 'Checkout',
    type: 'calendar',
    team_id: 'T1',
    time_zone: GRAFANA_ZONE,
    on_call_now: [],
    shifts: grafanaShifts.map(({ id }) => id),
    slack: { channel_id: null, user_group_id: null },
  },
];
export const grafanaUsers = NAMES.map((name) => ({
  id: `U${name.toUpperCase()}`,
  email: emailOf(name),
  username: name,
  role: 'user',
}));
export const grafanaTeams = [{ id: 'T1', name: 'Checkout team', email: null, avatar_url: '' }];

export function grafanaWho(until: number): (at: number) => string[] {
  const events = grafanaShifts.flatMap((shift) =>
    grafanaEvents(shift, until).map((event) => ({
      ...event,
      level: shift.level,
      start: instantOfWall(event.start, GRAFANA_ZONE),
      end: instantOfWall(event.end, GRAFANA_ZONE),
    })),
  );
  return (at) => grafanaOnCall(events, at);
}

export const GOALERT_ZONE = 'America/Chicago';
const person = (name: string) => ({ id: `id-${name}`, name, email: emailOf(name) });
const WORKDAYS = [false, true, true, true, true, true, false];
const ALL_DAYS = [true, true, true, true, true, true, true];

export const goAlertRotations: readonly GoAlertRotation[] = [
  {
    id: 'r1',
    name: 'Ops days',
    timeZone: GOALERT_ZONE,
    type: 'weekly',
    shiftLength: 1,
    start: '2026-01-05T15:00:00Z',
    users: ['ada', 'bob', 'cai'].map(person),
  },
  {
    id: 'r2',
    name: 'Ops nights',
    timeZone: GOALERT_ZONE,
    type: 'daily',
    shiftLength: 1,
    start: '2026-01-05T15:00:00Z',
    users: ['dee', 'eve'].map(person),
  },
];

export const goAlertTargets: readonly GoAlertTarget[] = [
  { target: { id: 'r1', type: 'rotation' }, rules: [{ start: '09:00', end: '17:00', weekdayFilter: WORKDAYS }] },
  { target: { id: 'r2', type: 'rotation' }, rules: [{ start: '17:00', end: '09:00', weekdayFilter: ALL_DAYS }] },
];

export function goAlertWho(at: number): string[] {
  return goAlertOnCall(goAlertTargets, goAlertRotations, GOALERT_ZONE, at);
}
