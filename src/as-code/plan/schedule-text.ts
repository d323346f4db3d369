/** What a plan says of a schedule, line by line. Times are in the zone of the schedule. */
import { partsChanged } from '../../engine/differences.ts';
import { plansOf } from '../../engine/plans.ts';
import { DAYS, type Layer, type Revision } from '../../engine/schedule.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';
import { findZone, wallAt } from '../../time/zones.ts';
import { instantOf } from '../file/file-rules.ts';
import { layerOfFile } from '../organization.ts';
import type { ScheduleItem } from './plan-items.ts';
import { fieldLine, peopleText, type Words } from './words.ts';

const MAX_MOVES = 20;

/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3;

export function newScheduleLines(item: ScheduleItem, words: Words): string[] {
  const { schedule, layers, overrides, teams = [] } = item;
  const { time_zone } = schedule;
  return [
    `${time_zone}${teams.length === 0 ? '' : `, ${teams.length === 1 ? 'team' : 'teams'} ${teams.map(words.teamName).join(', ')}`}`,
    ...(layers?.wanted ?? []).map(layerOfFile).map((layer, i) => {
      const isAhead = layer.rotationStart > words.now;
      const from = isAhead ? `from ${momentIn(time_zone, layer.rotationStart)}` : 'from now';
      return `${i === 0 ? from : `then ${from}`}: ${layerText(layer, words)}`;
    }),
    ...groupLines(item),
    ...channelLines(item),
    ...overrideLines(overrides, time_zone, words),
    ...firstShiftLines(item, words),
  ];
}

export function scheduleLines(item: ScheduleItem, words: Words): string[] {
  const { fields, teams, layers, overrides, existing, schedule } = item;
  const { time_zone } = schedule;
  const before = existing?.schedule.teams.map(({ name }) => name).join(', ');
  return [
    ...fields.map(fieldLine),
    ...(teams === undefined
      ? []
      : [`~ teams: ${before || 'none'} → ${teams.map(words.teamName).join(', ') || 'none'}`]),
    ...groupLines(item),
    ...channelLines(item),
    ...(layers === undefined ? [] : layerLines(existing?.revisions ?? [], layers.appended, time_zone, words)),
    ...overrideLines(overrides, time_zone, words),
    ...previewLines(item, words),
  ];
}

function groupLines({ group }: ScheduleItem): string[] {
  if (group === undefined) return [];
  const { wanted, before } = group;
  if (wanted === undefined) return before === undefined ? [] : [`- user group @${before.handle} (${before.name})`];
  if (before === undefined) return [`+ user group @${wanted.handle} (${wanted.name})`];
  const isMoved = before.handle !== wanted.handle;
  const was = isMoved ? `@${before.handle} (${before.name})` : `@${before.handle}: ${before.name}`;
  return [`~ user group ${was} → ${isMoved ? `@${wanted.handle} (${wanted.name})` : wanted.name}`];
}

function channelLines({ channels: { added, removed } }: ScheduleItem): string[] {
  return [...added.map(({ name }) => `+ channel #${name}`), ...removed.map(({ name }) => `- channel #${name}`)];
}

function layerLines(
  revisions: readonly Revision[],
  appended: readonly Revision[],
  timeZone: string,
  words: Words,
): string[] {
  const was = plansOf(revisions, words.now);
  const is = plansOf([...revisions, ...appended], words.now);
  const at = (plans: readonly Revision[], start: number) => plans.find(({ validFrom }) => validFrom === start)?.layer;
  const starts = [...new Set([...was.planned, ...is.planned].map(({ validFrom }) => validFrom))].sort((a, b) => a - b);
  return [
    ...changeLines('from now', was.current?.layer, is.current?.layer, words),
    ...starts.flatMap((start) =>
      changeLines(`from ${momentIn(timeZone, start)}`, at(was.planned, start), at(is.planned, start), words),
    ),
  ];
}

function changeLines(from: string, before: Layer | undefined, after: Layer | undefined, words: Words): string[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [`+ ${from}: ${layerText(after as Layer, words)}`];
  if (after === undefined) return [`- ${from}: ${layerText(before, words)}; the layer before it goes on`];
  const parts = partsChanged(before, after).map((part) => {
    const [was, is] = [partText(part, before, words), partText(part, after, words)];
    return `~ ${from}: ${part}: ${was} → ${is}`;
  });
  const isRenamed = before.name !== after.name;
  return [
    ...parts,
    ...(isRenamed
      ? [`~ ${from}: name of the layer: ${JSON.stringify(before.name)} → ${JSON.stringify(after.name)}`]
      : []),
  ];
}

function partText(part: ReturnType<typeof partsChanged>[number], layer: Layer, words: Words): string {
  switch (part) {
    case 'people':
      return peopleText(layer.users, words);
    case 'shift length':
      return lengthText(layer);
    case 'counted days':
      return layer.countedDays ?? 'all';
    case 'number on call':
      return `${layer.concurrentUsers}`;
    case 'windows':
      return windowsText(layer);
    case 'start':
      return formatInstant(layer.rotationStart);
  }
}

function layerText(layer: Layer, words: Words): string {
  if (layer.users.length === 0) return 'nobody';
  const several = layer.concurrentUsers === 1 ? '' : `, ${layer.concurrentUsers} at a time`;
  const windows = layer.restrictionIntervals === undefined ? '' : `, ${windowsText(layer)}`;
  return `${peopleText(layer.users, words)}, ${lengthText(layer)} each${several}${windows}`;
}

function lengthText({ shiftLength: { amount, unit }, countedDays }: Layer): string {
  const open = countedDays === 'open' ? 'open ' : '';
  return `${amount} ${open}${amount === 1 ? unit.slice(0, -1) : unit}`;
}

function windowsText({ restrictionIntervals: windows = [] }: Layer): string {
  const text = windows.map(({ day, from, to }) => `${day.slice(0, 3)} ${from}–${to}`);
  return text.length === 0 ? 'always' : text.join(', ');
}

function overrideLines({ added, removed }: ScheduleItem['overrides'], timeZone: string, { name }: Words): string[] {
  const line = (sign: string, start: string, end: string, emails: readonly string[], reason = '') => {
    const [from, to] = [momentIn(timeZone, instantOf(start)), momentIn(timeZone, instantOf(end))];
    return `${sign} override ${from} to ${to}: ${emails.map(name).join(', ')}${reason === '' ? '' : ` (${reason})`}`;
  };
  return [
    ...removed.map(({ start, end, users, reason }) =>
      line(
        '-',
        start,
        end,
        users.map(({ email }) => email),
        reason,
      ),
    ),
    ...added.map(({ start, end, users, reason }) => line('+', start, end, users, reason)),
  ];
}

function previewLines(item: ScheduleItem, words: Words): string[] {
  const preview = words.preview(item);
  if (preview === undefined) return [];
  const { from, onCallNow, moves } = preview;
  const { time_zone } = item.schedule;
  if (from === undefined) {
    const isAboutShifts = item.layers !== undefined || item.overrides.added.length + item.overrides.removed.length > 0;
    return isAboutShifts ? ['Nobody’s shifts change within a year.'] : [];
  }
  const moment = (at: number | null) => (at === null ? 'none' : momentIn(time_zone, at));
  return [
    `Shifts change from ${from <= words.now ? 'now' : momentIn(time_zone, from)} (${time_zone}):`,
    ...limited([
      ...(onCallNow === undefined
        ? []
        : [`on call now: ${peopleText(onCallNow.before, words)} → ${peopleText(onCallNow.after, words)}`]),
      ...moves.map(({ user, before, after }) => `${words.name(user)}: next shift ${moment(before)} → ${moment(after)}`),
    ]),
  ];
}

function firstShiftLines(item: ScheduleItem, words: Words): string[] {
  const { onCallNow, moves = [] } = words.preview(item) ?? {};
  const { time_zone } = item.schedule;
  const lines = [
    ...(onCallNow === undefined ? [] : [`on call now: ${peopleText(onCallNow.after, words)}`]),
    ...moves.flatMap(({ user, after }) =>
      after === null ? [] : [`${words.name(user)}: ${momentIn(time_zone, after)}`],
    ),
  ];
  return lines.length === 0 ? [] : [`First shifts (${time_zone}):`, ...limited(lines)];
}

function limited(lines: readonly string[]): string[] {
  const more = lines.length - MAX_MOVES;
  return [...lines.slice(0, MAX_MOVES), ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `  ${line}`);
}

/** `Mon 2026-11-16 09:00` */
function momentIn(timeZone: string, at: number): string {
  const zone = findZone(timeZone);
  const wallMs = zone === undefined ? at : wallAt(zone, at);
  const day = DAYS[(Math.floor(wallMs / DAY_MS) + FIRST_WEEKDAY) % DAYS.length] as string;
  return `${day[0]?.toUpperCase()}${day.slice(1, 3)} ${formatInstant(wallMs).slice(0, 16).replace('T', ' ')}`;
}
