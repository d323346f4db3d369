/** What Watchbill says to one person who asks it something in the chat. Pure, like all that it says there. */
import { type About, listed, type Person } from './messages.ts';
import type { ChatLine, ChatMessage } from './provider.ts';

export interface ScheduleNow extends About {
  /** Why its shifts cannot be computed. */
  readonly broken?: string | undefined;
  readonly now: { readonly people: readonly Person[]; readonly until: number } | undefined;
  readonly next: { readonly people: readonly Person[]; readonly start: number } | undefined;
}

export interface OwnShift extends About {
  readonly start: number;
  readonly end: number;
}

/** What the buttons below one's own shifts do. */
export const ASK_COVER = 'ask_cover';

export const HELP: ChatMessage = {
  lines: [
    [{ bold: '/oncall' }, ': who is on call now and next, in every schedule'],
    [{ bold: '/oncall payments' }, ': the same, in schedules with “payments” in their name'],
    [{ bold: '/oncall me' }, ': your next shifts'],
    [{ bold: '/oncall cover' }, ': ask others to cover one of them'],
  ],
};

/** For someone whom nobody has connected to a user: they learn nothing but how to change that. */
export function strangerMessage(chatId: string): ChatMessage {
  return {
    lines: [['Watchbill does not know you yet. Ask an admin to set your chat_id there to ', { bold: chatId }, '.']],
  };
}

/** A line for each schedule; `left` is how many there are besides. */
export function nowMessage(schedules: readonly ScheduleNow[], left: number, part: string): ChatMessage {
  if (schedules.length === 0) {
    return { lines: [[part === '' ? 'There are no schedules yet.' : `No schedule has “${part}” in its name.`]] };
  }
  return { lines: [...schedules.map(nowLine), ...(left > 0 ? [[`… and ${left} more`]] : [])] };
}

export function ownShiftsMessage(shifts: readonly OwnShift[], now: number): ChatMessage {
  return shifts.length === 0 ? NO_SHIFTS : { lines: shifts.map((shift) => ownShiftLine(shift, now)) };
}

/** The shifts, numbered, and a button for each; `valueFor` says what it is for. */
export function coverMessage<S extends OwnShift>(
  shifts: readonly S[],
  now: number,
  valueFor: (shift: S) => string,
): ChatMessage {
  if (shifts.length === 0) return NO_SHIFTS;
  return {
    lines: shifts.map((shift, i) => [`${i + 1}. `, ...ownShiftLine(shift, now)]),
    actions: shifts.map((shift, i) => ({
      id: `${ASK_COVER}:${i + 1}`,
      label: `Ask for cover: ${i + 1}`,
      value: valueFor(shift),
    })),
  };
}

export function coverAskedMessage({ schedule, zone, start, end }: OwnShift): ChatMessage {
  return {
    lines: [
      [
        'You asked for cover: ',
        { bold: schedule },
        ' from ',
        { instant: start, zone },
        ' until ',
        { instant: end, zone },
        '. It stays yours until someone takes it.',
      ],
    ],
  };
}

/** Something that they pressed was not done. */
export function refusalMessage(reason: string): ChatMessage {
  return { lines: [[reason]] };
}

const NO_SHIFTS: ChatMessage = { lines: [['You have no shifts in the coming year.']] };

function nowLine({ schedule, zone, broken, now, next }: ScheduleNow): ChatLine {
  if (broken !== undefined) return [{ bold: schedule }, `: broken. ${broken}`];
  const current: ChatLine =
    now === undefined ? ['nobody'] : [...listed(now.people), ' until ', { instant: now.until, zone }];
  const then: ChatLine =
    next === undefined ? [] : ['; next ', ...listed(next.people), ' from ', { instant: next.start, zone }];
  return [{ bold: schedule }, ': ', ...current, ...then];
}

function ownShiftLine({ schedule, zone, start, end }: OwnShift, now: number): ChatLine {
  const from: ChatLine = start <= now ? ['now,'] : ['from ', { instant: start, zone }];
  return [{ bold: schedule }, ': ', ...from, ' until ', { instant: end, zone }];
}
