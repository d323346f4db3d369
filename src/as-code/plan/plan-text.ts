/** A plan as text for review. `+` is new, `~` is changed, `-` is removed. Times are in the zone of the schedule. */
import { partsChanged } from '../../engine/differences.ts';
import { plansOf } from '../../engine/plans.ts';
import { DAYS, type Layer, type Revision } from '../../engine/schedule.ts';
import type { UserId } from '../../ids.ts';
import { asSingleLine } from '../../text/harmless-text.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';
import { findZone, wallAt } from '../../time/zones.ts';

import type { WatchbillFile } from '../file/file.ts';
import { instantOf } from '../file/file-rules.ts';
import { identityOf, layerOfFile, type Organization, personKey } from '../organization.ts';
import { holidaysText } from './calendar-changes.ts';
import type { FieldChange } from './field-change.ts';
import type { KeptPerson } from './person-changes.ts';
import type { DeletionItem, Plan, PlanItem, ScheduleItem, TeamItem } from './plan.ts';
import { previewOf } from './schedule-preview.ts';
import { shortAddress, type WebhookItem } from './webhook-changes.ts';

/** How people and times are written. */
interface Words {
  readonly name: (person: UserId | string) => string;
  readonly teamName: (externalId: string) => string;
  readonly now: number;
}

/** Names of a long rotation that are shown, so that it fits on a line. */
const MAX_NAMES = 12;

const MAX_MOVES = 20;

/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3;

export function planText(plan: Plan, file: WatchbillFile, organization: Organization, now: number): string {
  const details = linesOf(plan, file, organization, now);
  const lines = [
    ...plan.items.flatMap((item, i) => [
      `${signOf(item)} ${titleOf(item)}`,
      ...(details[i] ?? []).map((line) => `    ${line}`),
      '',
    ]),
    ...plan.kept.map(keptLine),
    ...plan.leftovers.map((item) => `Not in the file any more: ${titleOfDeletion(item)}. --prune deletes it.`),
    summaryOf(plan),
  ];
  return `${lines.map(asSingleLine).join('\n')}\n`;
}

/** What is said of each item, line by line. */
export function linesOf(plan: Plan, file: WatchbillFile, organization: Organization, now: number): string[][] {
  const words = { name: namesIn(file, organization), teamName: teamNamesIn(file, organization), now };
  return plan.items.map((item) => detailsOf(item, words));
}

/** `Kept: person Ada (ada@example.com) has name "Ada", the file "A. Lovelace". overwrite: true would change it.` */
function keptLine({ user, fields }: KeptPerson): string {
  const differences = fields.map(
    ({ field, before, after }) => `${field} ${written(before)}, the file ${written(after)}`,
  );
  return `Kept: person ${user.name} (${user.email}) has ${differences.join('; ')}. overwrite: true would change it.`;
}

function summaryOf(plan: Plan): string {
  const { items, unchanged, kept } = plan;
  if (items.length === 0) {
    return `Nothing to change: all ${unchanged} match the file${kept.length === 0 ? '' : ' or are kept'}.`;
  }
  const { create, change, delete: deleted } = countsOf(plan);
  return `${create} to create, ${change} to change, ${deleted} to delete, ${unchanged} unchanged.`;
}

export function countsOf({ items }: Plan): { create: number; change: number; delete: number } {
  const create = items.filter(isCreation).length;
  const deleted = items.filter(({ kind }) => kind === 'deletion').length;
  return { create, change: items.length - create - deleted, delete: deleted };
}

export function isCreation(item: PlanItem): boolean {
  if (item.kind === 'deletion' || item.kind === 'calendar') return false;
  return (item.kind === 'person' ? item.user : item.existing) === undefined;
}

/** An item in one line: `schedule Primary (platform-primary)`. */
export function titleOf(item: PlanItem): string {
  switch (item.kind) {
    case 'person':
      return `person ${item.person.name.trim()} (${item.person.email})`;
    case 'team':
      return `team ${item.team.name.trim()} (${item.team.external_id})`;
    case 'schedule':
      return `schedule ${item.schedule.name.trim()} (${item.schedule.external_id})`;
    case 'deletion':
      return titleOfDeletion(item);
    case 'webhook':
      return titleOfWebhook(item.webhook.url, item.webhook.external_id);
    case 'calendar':
      return 'calendar rules of the organization';
  }
}

function titleOfDeletion({ noun, existing }: DeletionItem): string {
  const name = existing.external_id ?? existing.id;
  return 'url' in existing ? titleOfWebhook(existing.url, name) : `${noun} ${existing.name} (${name})`;
}

function titleOfWebhook(url: string, name: string): string {
  return `webhook ${name} (${shortAddress(url)})`;
}

function signOf(item: PlanItem): string {
  if (item.kind === 'deletion') return '-';
  return isCreation(item) ? '+' : '~';
}

function detailsOf(item: PlanItem, words: Words): string[] {
  switch (item.kind) {
    case 'person': {
      const { role = 'standard', seat = 'member', time_zone, holidays } = item.person;
      if (item.user !== undefined) return item.fields.map(fieldLine);
      const zone = time_zone === undefined ? '' : `, ${time_zone}`;
      return [`${role}, ${seat} seat${zone}${holidays ? `, holidays of ${holidaysText(holidays)}` : ''}`];
    }
    case 'team':
      return [...item.fields.map(fieldLine), ...memberLines(item, words)];
    case 'schedule':
      return item.existing === undefined ? newScheduleLines(item, words) : scheduleLines(item, words);
    case 'webhook':
      return item.existing === undefined ? newWebhookLines(item) : item.fields.map(fieldLine);
    case 'calendar':
      return item.fields.map(fieldLine);
    case 'deletion':
      return deletionLines(item, words);
  }
}

function newWebhookLines({ webhook: { events, enabled = true, schedules, teams } }: WebhookItem): string[] {
  const about = schedules ? `schedules ${schedules.join(', ')}` : teams ? `teams ${teams.join(', ')}` : 'all schedules';
  return [
    `${events.join(', ')} of ${about}${enabled ? '' : ', disabled'}`,
    'Its secret is not shown: rotate it to get one.',
  ];
}

function deletionLines({ existing }: DeletionItem, words: Words): string[] {
  if (!('current_oncall_shift' in existing) || existing.current_oncall_shift === undefined) return [];
  const people = existing.current_oncall_shift.users.map(({ email }) => personKey(email));
  return [`on call now: ${peopleText(people, words)} → nobody`];
}

function fieldLine({ field, before, after }: FieldChange): string {
  return `~ ${field}: ${written(before)} → ${written(after)}`;
}

function written(text: string): string {
  return text === '' ? 'none' : JSON.stringify(text);
}

function memberLines({ added, removed }: TeamItem, { name }: Words): string[] {
  return [...added.map((email) => `+ member ${name(email)}`), ...removed.map(({ email }) => `- member ${name(email)}`)];
}

function newScheduleLines(item: ScheduleItem, words: Words): string[] {
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

function scheduleLines(item: ScheduleItem, words: Words): string[] {
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

function peopleText(people: readonly UserId[], { name }: Words): string {
  const names = people.slice(0, MAX_NAMES).map(name);
  const more = people.length - names.length;
  return people.length === 0 ? 'nobody' : names.join(', ') + (more > 0 ? ` and ${more} more` : '');
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
  const preview = previewOf(item, words.now);
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
  const { onCallNow, moves = [] } = previewOf(item, words.now) ?? {};
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

function teamNamesIn({ teams = [] }: WatchbillFile, organization: Organization): Words['teamName'] {
  const existing = organization.teams.flatMap(({ team }) => [
    [team.id, team.name] as const,
    [identityOf(team), team.name] as const,
  ]);
  const names = new Map([...existing, ...teams.map(({ external_id, name }) => [external_id, name.trim()] as const)]);
  return (externalId) => names.get(externalId) ?? externalId;
}

/** People by name; those who share a name also by email. */
function namesIn({ people = [] }: WatchbillFile, { users }: Organization): Words['name'] {
  const names = new Map<string, string>();
  for (const { email, name } of [
    ...people.filter(({ overwrite }) => overwrite === false),
    ...users,
    ...people.filter(({ overwrite }) => overwrite !== false),
  ])
    names.set(personKey(email), name.trim());
  const counts = new Map<string, number>();
  for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (person) => {
    const key = personKey(person);
    const name = names.get(key);
    if (name === undefined) return key;
    return counts.get(name) === 1 ? name : `${name} (${key})`;
  };
}
