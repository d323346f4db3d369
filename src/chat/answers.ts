/** Replies to a person who asks Watchbill something in the chat. Pure functions. */
import { ago } from './ago.ts';
import { type About, listed, nameOf, type Person } from './messages.ts';
import type { ChatLine, ChatMessage, ChatPiece } from './provider.ts';

export interface ScheduleNow extends About {
  readonly isBroken: boolean;
  readonly now: readonly Person[];
  /** When other people are on call. */
  readonly until: number | undefined;
  readonly next: { readonly people: readonly Person[]; readonly start: number } | undefined;
}

export interface OwnShift extends About {
  readonly start: number;
  readonly end: number;
}

/** The actions of the buttons below one's own shifts. */
export const ASK_COVER = 'ask_cover';

const COMMANDS: readonly ChatLine[] = [
  [{ bold: '/oncall' }, ': who is on call now and next, in every schedule'],
  [{ bold: '/oncall payments' }, ': the same, in schedules with “payments” in their name'],
  [{ bold: '/oncall me' }, ': your next shifts'],
  [{ bold: '/oncall cover' }, ': ask others to cover one of them'],
  [{ bold: '/oncall help' }, ': this list'],
];

/** `page`: where all this can be done too. */
export function helpMessage(page: string | undefined): ChatMessage {
  const link: ChatLine[] = page === undefined ? [] : [[], [openWatchbill(page)]];
  return { title: 'What you can type', lines: [...COMMANDS, ...link] };
}

/** For a person without a user in Watchbill: says only how to get one, and not where Watchbill is. */
export const UNKNOWN_USER_MESSAGE: ChatMessage = {
  lines: [
    ['Watchbill does not know you yet. Ask an admin there to add you with the email address that you have here.'],
  ],
};

/** A section per schedule; `left` is the number of further schedules. If no schedule matches the word, the reply lists the commands. */
export function nowMessage(
  schedules: readonly ScheduleNow[],
  { left, part, page }: { readonly left: number; readonly part: string; readonly page: string | undefined },
): ChatMessage {
  if (schedules.length === 0 && part !== '') {
    const { lines, ...help } = helpMessage(page);
    return { ...help, lines: [[`No schedule has “${part}” in its name.`], [], ...lines] };
  }
  if (schedules.length === 0) return sentence('There are no schedules yet.', page);
  const parts = schedules.flatMap((schedule, i) => [...(i === 0 ? [] : [[]]), ...nowLines(schedule)]);
  return { title: 'On call now', lines: [...parts, ...(left > 0 ? [[], [`… and ${left} more`]] : [])] };
}

/** `page`: where to look if there are no shifts. */
export function ownShiftsMessage(shifts: readonly OwnShift[], now: number, page: string | undefined): ChatMessage {
  if (shifts.length === 0) return sentence(NO_SHIFTS, page);
  return { title: 'Your next shifts', lines: shifts.map((shift) => ownShiftLine(shift, now)) };
}

/** The shifts, numbered, and a button for each; `valueFor` gives the value of its button. */
export function coverMessage<S extends OwnShift>(
  shifts: readonly S[],
  { now, page, valueFor }: { now: number; page: string | undefined; valueFor: (shift: S) => string },
): ChatMessage {
  if (shifts.length === 0) return sentence(NO_SHIFTS, page);
  return {
    title: 'Ask for cover of a shift of yours',
    lines: shifts.map((shift, i) => [`${i + 1}. `, ...ownShiftLine(shift, now)]),
    actions: shifts.map((shift, i) => ({
      id: `${ASK_COVER}:${i + 1}`,
      label: `Ask for cover: ${i + 1}`,
      value: valueFor(shift),
    })),
  };
}

export function coverAskedMessage({ zone, start, end, ...about }: OwnShift): ChatMessage {
  return {
    lines: [
      [
        'You asked for cover: ',
        nameOf(about),
        ' from ',
        { instant: start, zone },
        ' until ',
        { instant: end, zone },
        '. It stays yours until someone takes it.',
      ],
    ],
  };
}

/** The action of a button was refused. `page`: what the button was about. */
export function refusalMessage(reason: string, page: string | undefined): ChatMessage {
  return sentence(reason, page);
}

export interface CoverageOutcome {
  /** Who took it, and how long ago; undefined if nobody took it. */
  readonly taken: { readonly by: string; readonly msAgo: number } | undefined;
  readonly isCanceled: boolean;
  readonly requester: string;
  readonly url: string | undefined;
}

/** The reply when a button is pressed after the request was decided. */
export function lateMessage({ taken, isCanceled, requester, url }: CoverageOutcome): ChatMessage {
  const what = isCanceled ? `${requester} no longer asks for cover.` : 'Nobody took this, and it is over now.';
  const outcome = taken === undefined ? what : `${taken.by} took this ${ago(taken.msAgo)}.`;
  return { lines: [[outcome, ...seeRequest(url)]] };
}

/** For the requester. The request stays open. */
export function cannotCoverMessage({ who, amount, url }: { who: string; amount: string; url: string | undefined }) {
  return { lines: [[`${who} can’t cover for you (${amount}). Others still can.`, ...seeRequest(url)]] };
}

/** For the requester: somebody who took shifts of theirs has left. */
export function coverEndedMessage(about: {
  who: string;
  amount: string;
  isOpen: boolean;
  url: string | undefined;
}): ChatMessage {
  const { who, amount, isOpen, url } = about;
  const next = isOpen ? 'Your request is open again.' : 'You are on call then again.';
  return { lines: [[`${who} left, and no longer covers for you (${amount}). ${next}`, ...seeRequest(url)]] };
}

/** For the requester: somebody asks on their behalf. */
export function askedForYouMessage({
  who,
  amount,
  url,
}: {
  who: string;
  amount: string;
  url: string | undefined;
}): ChatMessage {
  return { lines: [[`${who} asks others to cover your shifts (${amount}).`, ...seeRequest(url)]] };
}

/** For the person who declined. */
export function cannotToldMessage({ requester, url }: Pick<CoverageOutcome, 'requester' | 'url'>): ChatMessage {
  return { lines: [[`${requester} will hear that you can’t.`, ...seeRequest(url)]] };
}

const NO_SHIFTS = 'You have no shifts in the coming year.';

function sentence(text: string, page: string | undefined): ChatMessage {
  return { lines: [[text, ...(page === undefined ? [] : [' ', openWatchbill(page)])]] };
}

function openWatchbill(page: string): ChatPiece {
  return { bold: 'Open Watchbill', url: page };
}

function seeRequest(url: string | undefined): ChatLine {
  return url === undefined ? [] : [' ', { bold: 'See the request', url }];
}

function nowLines({ zone, isBroken, now, until, next, ...about }: ScheduleNow): ChatLine[] {
  if (isBroken) return [[nameOf(about), ': cannot be computed at the moment. An admin can see why.']];
  const untilWhen: ChatLine = until === undefined ? [] : [' until ', { instant: until, zone }];
  const current: ChatLine = [nameOf(about), ': ', ...(now.length === 0 ? ['nobody'] : listed(now)), ...untilWhen];
  return next === undefined
    ? [current]
    : [current, ['Next: ', ...listed(next.people), ' from ', { instant: next.start, zone }]];
}

function ownShiftLine({ zone, start, end, ...about }: OwnShift, now: number): ChatLine {
  const from: ChatLine = start <= now ? ['now,'] : ['from ', { instant: start, zone }];
  return [nameOf(about), ': ', ...from, ' until ', { instant: end, zone }];
}
