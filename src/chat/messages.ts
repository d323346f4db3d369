/** All messages that Watchbill sends to the chat. Pure functions from people and times to a message. */
import { MINUTE_MS } from '../time/units.ts';
import type { ChatLine, ChatMessage, ChatPiece } from './provider.ts';

const MAX_LIST_LENGTH = 10;
const TENTH_OF_HOUR_MS = 6 * MINUTE_MS;

/** The actions of the buttons below a coverage request; their value is the id of the request. */
export const ACCEPT_COVERAGE = 'accept_coverage';
export const CANNOT_COVER = 'cannot_cover';
/** Opens the page. The chat also reports the press, which is ignored. */
const CHOOSE_SHIFTS = 'choose_shifts';

export interface Person {
  readonly name: string;
  readonly chatId?: string;
}

/** The schedule of a message; times are shown in its zone. */
export interface About {
  readonly schedule: string;
  readonly zone: string;
  /** The address of its page. */
  readonly url?: string | undefined;
}

export interface Handoff extends About {
  /** Undefined if it is unknown who is on call according to the channel. */
  readonly before: readonly Person[] | undefined;
  readonly now: readonly Person[];
  /** When other people are on call. If the same people have the next turn, that is not a change. */
  readonly until: number | undefined;
  readonly next: { readonly people: readonly Person[]; readonly start: number } | undefined;
}

/** Rule CH-6: who is on call and until when, who was before, who is next. Also sent when nobody is on call. */
export function handoffMessage({ zone, before, now, until, next, ...about }: Handoff): ChatMessage {
  const lines: ChatLine[] = [[nameOf(about), ': ', ...peopleAre(now), ' on call', ...untilWhen(until, zone), '.']];
  if (before !== undefined) lines.push(['Before: ', ...listedOrNobody(before), '.']);
  if (next !== undefined) lines.push(['Next: ', ...listed(next.people), ' from ', { instant: next.start, zone }, '.']);
  return { lines };
}

export interface Reminder extends About {
  readonly start: number;
  /** Undefined if it is beyond the horizon. */
  readonly until: number | undefined;
}

/** For one person, before their shift. */
export function reminderMessage({ zone, start, until, ...about }: Reminder): ChatMessage {
  const from: ChatLine = [' from ', { instant: start, zone }];
  return { lines: [['You are on call for ', nameOf(about), ...from, ...untilWhen(until, zone), '.']] };
}

/** Tests whether the chat is connected. */
export function testMessage(url: string | undefined): ChatMessage {
  return { lines: [['This is a test: ', nameOf({ schedule: 'Watchbill', url }), ' can post here.']] };
}

export interface ScheduleChange {
  readonly kind: 'schedule changed';
  /** The authors, by name: they know already, and are not mentioned. */
  readonly by: readonly string[];
  /** The changed parts: `people`, `shift length`, … */
  readonly parts: readonly string[];
  /** Undefined if it is already in force. */
  readonly from: number | undefined;
  /** When people's next shifts start. */
  readonly moves: readonly {
    readonly person: Person;
    readonly before: number | undefined;
    readonly after: number | undefined;
    /** The message is for this person only. */
    readonly isReader?: true;
  }[];
}

export interface OverrideChange {
  readonly kind: 'override created' | 'override removed';
  readonly by: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly before: readonly Person[];
  readonly after: readonly Person[];
}

/** An override whose people or time were changed. */
export interface OverrideMove {
  readonly kind: 'override changed';
  readonly by: readonly string[];
  readonly was: { readonly start: number; readonly end: number; readonly people: readonly Person[] };
  readonly start: number;
  readonly end: number;
  readonly people: readonly Person[];
  /** Who would be on call without it. */
  readonly inPlaceOf: readonly Person[];
  /** Who is on call in the time that the override no longer covers; undefined if it still covers all of it. */
  readonly rest: readonly Person[] | undefined;
}

/** Who is on call now, for readers who may have other information. */
export interface OnCallChange {
  /** Undefined if it is unknown who is on call according to the channel. */
  readonly before: readonly Person[] | undefined;
  readonly now: readonly Person[];
}

/** Rule CH-6: all changes of a burst to a schedule. Actions are in the past tense, who is on call in the present. */
export function changeMessage({
  zone,
  changes,
  onCall,
  ...about
}: About & {
  readonly changes: readonly (ScheduleChange | OverrideChange | OverrideMove)[];
  readonly onCall?: OnCallChange | undefined;
}): ChatMessage {
  const told = changes.map((one) => linesOf(one, zone));
  const now = onCall === undefined ? [] : [onCallLine(onCall)];
  const [[first = [], ...rest] = [], ...others] = told;
  if (others.length === 0) return { lines: [[nameOf(about), ': ', ...first], ...now, ...rest] };
  return { lines: [[nameOf(about), ':'], ...now, ...cut(told).flat()] };
}

function onCallLine({ before, now }: OnCallChange): ChatLine {
  const inPlaceOf = before === undefined ? [] : [' in place of ', ...listedOrNobody(before)];
  return ['On call now: ', ...listedOrNobody(now), ...inPlaceOf, '.'];
}

/** `onCall`: the people who would still be on call. */
export function scheduleDeletedMessage({
  by,
  onCall,
  ...about
}: Omit<About, 'zone'> & {
  readonly by: string;
  readonly onCall: readonly Person[];
}): ChatMessage {
  const relieved: ChatLine = onCall.length === 0 ? [] : [' ', ...peopleAre(onCall), ' no longer on call for it.'];
  return { lines: [[nameOf(about), `: ${by} deleted the schedule.`, ...relieved]] };
}

/** For one person alone, whose shifts are deleted with the schedule. */
export function yourShiftsDeletedMessage({
  zone,
  by,
  nextStart,
  ...about
}: About & { readonly by: string; readonly nextStart: number | undefined }): ChatMessage {
  const next: ChatLine =
    nextStart === undefined ? [] : [' Your next shift would have started ', { instant: nextStart, zone }, '.'];
  return { lines: [[nameOf(about), ': ', `${by} deleted the schedule. You are no longer on call for it.`, ...next]] };
}

export interface ShiftToCover extends About {
  readonly start: number;
  readonly end: number;
}

interface Amount {
  readonly count: number;
  readonly ms: number;
}

export interface CoverageCard {
  readonly requestId: string;
  /** By name: they know that they ask. */
  readonly requester: string;
  /** Who asks on behalf of the requester. */
  readonly askedBy?: string | undefined;
  /** Rule COV-7: a reminder of a request that is still open. */
  readonly isReminder?: boolean;
  /** Rule TRU-3: it is open again, since a person who took a part left. */
  readonly isReopened?: boolean;
  readonly reason: string;
  /** The shifts that concern the channel. */
  readonly shifts: readonly ShiftToCover[];
  /** Everything that the request asks for, or that is left of it, and its duration. */
  readonly inAll: Amount;
  /** What of it can be taken now, while the request is open. */
  readonly takeable?: Amount;
  /** Parts that others took, while the rest is open. */
  readonly taken?: readonly ChatLine[];
  /** The page of the request. */
  readonly url: string | undefined;
}

/** The card of an open coverage request. The first button takes all that can be taken; without that, there are no buttons. */
export function coverageAskedMessage(card: CoverageCard): ChatMessage {
  const { requestId, requester, askedBy, inAll, takeable = inAll, url } = card;
  const forWhom = askedBy === undefined ? '' : ` for ${requester}`;
  const prefix = card.isReopened ? 'Open again: ' : card.isReminder ? 'Still open: ' : '';
  const choose = { id: CHOOSE_SHIFTS, label: 'Choose shifts…', value: requestId };
  const actions = [
    {
      id: ACCEPT_COVERAGE,
      label: `${card.taken?.length ? 'Take the rest' : 'Take all'} (${amountOf(takeable)})`,
      value: requestId,
      isPrimary: true,
    },
    ...(url === undefined ? [] : [{ ...choose, url }]),
    { id: CANNOT_COVER, label: 'Can’t', value: requestId },
  ];
  return {
    title: `${prefix}${askedBy ?? requester} asks for cover${forWhom}`,
    lines: [...cardLines(card), ...blockedLines(inAll, takeable)],
    ...(takeable.count > 0 && { actions }),
  };
}

/** What a person cannot take now, and why. */
function blockedLines(inAll: Amount, takeable: Amount): ChatLine[] {
  if (inAll.count === 0) return [[], ['There is nothing to take now.']];
  const blocked = { count: inAll.count - takeable.count, ms: inAll.ms - takeable.ms };
  if (blocked.count === 0) return [];
  return [[], [`${amountOf(blocked)} cannot be taken now, because the schedule is broken.`]];
}

/** The card of a decided request: it shows the result, and has no buttons. */
export function coverageSettledMessage(card: CoverageCard, outcome: ChatLine): ChatMessage {
  const page: ChatLine = card.url === undefined ? [] : [' ', { bold: 'See the request', url: card.url }];
  const forWhom = card.askedBy === undefined ? '' : ` for ${card.requester}`;
  const title = `${card.askedBy ?? card.requester} asked for cover${forWhom}`;
  return { title, lines: [...cardLines(card), [], [...outcome, ...page]] };
}

/** Why, and the shifts by schedule. */
function cardLines({ reason, shifts, inAll, taken = [] }: CoverageCard): ChatLine[] {
  const bySchedule = [...Map.groupBy(shifts, ({ schedule, url = '' }) => `${url} ${schedule}`).values()];
  const parts = bySchedule.flatMap((own): ChatLine[] => {
    const [first] = own;
    if (first === undefined) return [];
    const ms = own.reduce((sum, { start, end }) => sum + end - start, 0);
    const times = own.map(({ zone, start, end }): ChatLine[] => [
      [{ instant: start, zone }, ' until ', { instant: end, zone }],
    ]);
    return [[nameOf(first), `: ${amountOf({ count: own.length, ms })}`], ...cut(times).flat()];
  });
  const elsewhere = inAll.count - shifts.length;
  const others: ChatLine[] = elsewhere > 0 ? [[`… and ${elsewhere} more in other schedules`]] : [];
  const done: ChatLine[] = taken.length === 0 ? [] : [[], ...cut(taken.map((line) => [line])).flat()];
  return [['Why: ', reason], ...(parts.length + others.length === 0 ? [] : [[], ...parts, ...others]), ...done];
}

/** `3 shifts, 24 h`. */
export function amountOf({ count, ms }: CoverageCard['inAll']): string {
  const hours = Math.round(ms / TENTH_OF_HOUR_MS) / 10;
  const time = hours >= 1 ? `${hours} h` : `${Math.max(1, Math.round(ms / MINUTE_MS))} min`;
  return `${count} ${count === 1 ? 'shift' : 'shifts'}, ${time}`;
}

export function coverageAcceptedMessage({
  requester,
  acceptor,
  shifts,
}: {
  readonly requester: Person;
  readonly acceptor: Person;
  readonly shifts: readonly ShiftToCover[];
}): ChatMessage {
  return { lines: [[{ person: acceptor }, ' covers for ', { person: requester }, ':'], ...shiftLines(shifts)] };
}

function changeLines({ by, parts, from, moves }: ScheduleChange, zone: string): ChatLine[] {
  const fromWhen: ChatLine = from === undefined ? [] : [', from ', { instant: from, zone }, ' on'];
  const whatChanged = joined(parts.map((part) => [`the ${part}`]));
  const moveLines = moves.map(({ person, before, after, isReader }): ChatLine => {
    const was: ChatLine = before === undefined ? [] : [' (was ', { instant: before, zone }, ')'];
    const whose: ChatLine = isReader ? ['Your next shift: '] : ['Next shift of ', { person }, ': '];
    return [...whose, after === undefined ? 'none' : { instant: after, zone }, ...was, '.'];
  });
  return [
    [...joined(by.map((name) => [name])), ' changed ', ...whatChanged, ...fromWhen, '.'],
    ...cut(moveLines.map((line) => [line])).flat(),
  ];
}

function linesOf(change: ScheduleChange | OverrideChange | OverrideMove, zone: string): ChatLine[] {
  switch (change.kind) {
    case 'schedule changed':
      return changeLines(change, zone);
    case 'override changed':
      return [overrideMoveLine(change, zone)];
    default:
      return [overrideLine(change, zone)];
  }
}

function overrideMoveLine({ by, was, people, start, end, inPlaceOf, rest }: OverrideMove, zone: string): ChatLine {
  const times = (from: number, until: number): ChatLine => [
    ' from ',
    { instant: from, zone },
    ' until ',
    { instant: until, zone },
  ];
  const left: ChatLine =
    rest === undefined ? [] : [' On call in the rest of the earlier time: ', ...listedOrNobody(rest), '.'];
  return [
    ...joined(by.map((name) => [name])),
    ' changed the override with ',
    ...listedOrNobody(was.people),
    ...times(was.start, was.end),
    '. It is now with ',
    ...listedOrNobody(people),
    ...times(start, end),
    ', in place of ',
    ...listedOrNobody(inPlaceOf),
    '.',
    ...left,
  ];
}

function overrideLine({ kind, by, start, end, before, after }: OverrideChange, zone: string): ChatLine {
  const names = joined(by.map((name) => [name]));
  const times: ChatLine = [' from ', { instant: start, zone }, ' until ', { instant: end, zone }];
  if (kind === 'override created') {
    return [
      ...names,
      ' put ',
      ...listedOrNobody(after),
      ' on call',
      ...times,
      ', in place of ',
      ...listedOrNobody(before),
      '.',
    ];
  }
  const then: ChatLine = [' On call then: ', ...listedOrNobody(after), '.'];
  return [...names, ' removed the override with ', ...listedOrNobody(before), ...times, '.', ...then];
}

function shiftLines(shifts: readonly ShiftToCover[]): ChatLine[] {
  const lines = shifts.map(({ zone, start, end, ...about }): ChatLine[] => [
    [nameOf(about), ': ', { instant: start, zone }, ' until ', { instant: end, zone }],
  ]);
  return cut(lines).flat();
}

/** Nobody reads a long list in a chat. */
function cut(entries: readonly (readonly ChatLine[])[]): (readonly ChatLine[])[] {
  const left = entries.length - MAX_LIST_LENGTH;
  return left <= 0 ? [...entries] : [...entries.slice(0, MAX_LIST_LENGTH), [[`… and ${left} more`]]];
}

/** With a link to its page. */
export function nameOf({ schedule, url }: Omit<About, 'zone'>): ChatPiece {
  return url === undefined ? { bold: schedule } : { bold: schedule, url };
}

function untilWhen(until: number | undefined, zone: string): ChatLine {
  return until === undefined ? [] : [' until ', { instant: until, zone }];
}

function peopleAre(people: readonly Person[]): ChatPiece[] {
  return [...listedOrNobody(people), people.length > 1 ? ' are' : ' is'];
}

function listedOrNobody(people: readonly Person[]): ChatPiece[] {
  return people.length === 0 ? ['nobody'] : listed(people);
}

/** `Ada, Grace and Edsger`. */
export function listed(people: readonly Person[]): ChatPiece[] {
  return joined(people.map((person) => [{ person }]));
}

function joined(items: readonly ChatLine[]): ChatPiece[] {
  return items.flatMap((item, i) => [...(i === 0 ? [] : [i === items.length - 1 ? ' and ' : ', ']), ...item]);
}
