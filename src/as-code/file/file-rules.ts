/** Rules of the file that its schema cannot express: identifiers are unique, times are in order. */

import { problemOfCountedDays } from '../../engine/open-days.ts';
import { quoted } from '../../errors.ts';
import { problemOfWebhookAddress } from '../../network/webhook-address.ts';
import { emailKeyOf } from '../../text/emails.ts';
import { formatInstant, parseInstant } from '../../time/iso.ts';
import { findZone } from '../../time/zones.ts';
import type { FileLayer, FileOverride, FilePerson, FileSchedule, FileWebhook, WatchbillFile } from './file.ts';

/** A place in the file: keys and positions from the top. */
export type Path = readonly (string | number)[];

export interface Problem {
  readonly path: Path;
  /** A sentence that names the field and the rule. */
  readonly message: string;
}

export function problemsOfRules({ people = [], teams = [], schedules = [], webhooks = [] }: WatchbillFile): Problem[] {
  const viewers = new Set(people.filter(({ seat }) => seat === 'viewer').map(({ email }) => emailKeyOf(email)));
  const keysOf = (emails: readonly string[]) => emails.map(emailKeyOf);
  const places: [path: Path, emails: readonly string[]][] = [
    ...teams.map(({ members = [] }, i) => [['teams', i, 'members'], members] as [Path, string[]]),
    ...schedules.flatMap(({ layers, overrides = [] }, i) => [
      ...layers.map(({ users }, j) => [['schedules', i, 'layers', j, 'users'], users] as [Path, string[]]),
      ...overrides.map(({ users }, j) => [['schedules', i, 'overrides', j, 'users'], users] as [Path, string[]]),
    ]),
  ];
  return [
    ...repeats(keysOf(people.map(({ email }) => email)), ['people'], 'email'),
    ...repeats(
      people.map(({ chat_id }) => chat_id),
      ['people'],
      'chat_id',
    ),
    ...Object.entries({ teams, schedules, webhooks }).flatMap(([list, things]) =>
      repeats(
        things.map(({ external_id }) => external_id),
        [list],
        'external_id',
      ),
    ),
    ...repeats(
      teams.map(({ name }) => nameKey(name)),
      ['teams'],
      'name',
    ),
    ...problemsOfGroups(schedules),
    ...webhooks.flatMap(problemsOfWebhook),
    ...people.flatMap(problemsOfPerson),
    ...places.flatMap(([path, emails]) =>
      keysOf(emails).flatMap((key, i) =>
        viewers.has(key)
          ? [problem([...path, i], 'must have a member seat; `people` gives this person a viewer seat')]
          : [],
      ),
    ),
    ...schedules.flatMap((schedule, i) => problemsOfSchedule(schedule, ['schedules', i])),
  ];
}

/** A group has one name, whatever schedule names it. */
function problemsOfGroups(schedules: readonly FileSchedule[]): Problem[] {
  const first = new Map<string, { readonly name: string; readonly path: Path }>();
  return schedules.flatMap(({ chat_user_group: group }, i) => {
    if (!group) return [];
    const path = ['schedules', i, 'chat_user_group', 'name'];
    const earlier = first.get(group.handle);
    if (earlier === undefined) first.set(group.handle, { name: group.name.trim(), path });
    if (earlier === undefined || earlier.name === group.name.trim()) return [];
    return [problem(path, `must be that of ${textOf(earlier.path)}, ${quoted(earlier.name)}: the handle is the same`)];
  });
}

function problemsOfPerson({ role = 'standard', seat = 'member' }: FilePerson, i: number): Problem[] {
  if (role === 'standard' || seat === 'member') return [];
  return [problem(['people', i, 'seat'], `must be member with the role ${role}; it is ${seat}`)];
}

function problemsOfWebhook({ url, schedules, teams }: FileWebhook, i: number): Problem[] {
  const path = ['webhooks', i];
  const rule = problemOfWebhookAddress(url);
  return [
    ...(rule === undefined ? [] : [problem([...path, 'url'], rule)]),
    ...repeats(schedules ?? [], [...path, 'schedules']),
    ...repeats(teams ?? [], [...path, 'teams']),
    ...(schedules && teams
      ? [problem([...path, 'teams'], 'cannot be given together with schedules: choose one of them')]
      : []),
  ];
}

function problemsOfSchedule(
  { time_zone, layers, overrides = [], chat_channels: channels = [] }: FileSchedule,
  path: Path,
): Problem[] {
  return [
    ...repeats(channels, [...path, 'chat_channels']),
    ...layers.flatMap((layer, i) => problemsOfLayer(layer, layers[i - 1], [...path, 'layers', i], time_zone)),
    ...overrides.flatMap((override, i) => problemsOfOverride(override, [...path, 'overrides', i])),
  ];
}

function problemsOfLayer(layer: FileLayer, before: FileLayer | undefined, path: Path, timeZone: string): Problem[] {
  const rotationStart = instantOf(layer.rotation_start);
  const isInOrder = before === undefined || instantOf(before.rotation_start) < rotationStart;
  const { restriction_intervals: windows = [] } = layer;
  const uncountable = problemOfCountedDays(
    {
      rotationStart,
      shiftLength: layer.shift_length,
      ...(windows.length > 0 && { restrictionIntervals: windows }),
      ...(layer.counted_days !== undefined && { countedDays: layer.counted_days }),
    },
    findZone(timeZone),
  );
  return [
    ...(isInOrder
      ? []
      : [
          problem(
            [...path, 'rotation_start'],
            `must be after that of the layer before it, ${formatInstant(instantOf(before.rotation_start))}`,
          ),
        ]),
    ...(uncountable === undefined ? [] : [problem([...path, 'counted_days'], `cannot be "open": ${uncountable}`)]),
  ];
}

function problemsOfOverride({ start, end }: FileOverride, path: Path): Problem[] {
  return instantOf(end) > instantOf(start) ? [] : [problem([...path, 'end'], `must be after start, ${start}`)];
}

/** For a date-time that the schema has accepted. */
export function instantOf(text: string): number {
  return parseInstant(text) as number;
}

/** `field`: the field of each item that has the key; absent: the item is the key. */
function repeats(keys: readonly (string | undefined)[], path: Path, ...field: readonly string[]): Problem[] {
  const first = new Map<string, number>();
  return keys.flatMap((key, i) => {
    if (key === undefined) return [];
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, i);
      return [];
    }
    return [problem([...path, i, ...field], `must occur once; ${textOf([...path, earlier])} has the same`)];
  });
}

export function problem(path: Path, rule: string): Problem {
  return { path, message: `${textOf(path)} ${rule}.` };
}

/** `schedules[0].layers[1]` */
export function textOf(path: Path): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  );
}

/** Names with the same key are one name, as the service sees it for teams. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}
