/** Validates a draft, with messages for the person who fills in the form. The server validates again. */
import { hasEmptyOpenDay } from '../../src/engine/open-days.ts';
import { MAX_INSTANT, MIN_INSTANT } from '../../src/time/iso.ts';
import { zoneNamed } from '../timeline/scale.ts';
import type { Draft } from './draft-fields.ts';
import { isComplete, MAX_WINDOWS } from './windows/windows.ts';

export const MAX_PLACES = 50;
export const MAX_TEAMS = 10;
const MAX_NAME_LENGTH = 60;
const MAX_DESCRIPTION_LENGTH = 500;

export interface Problems {
  readonly name?: string;
  readonly description?: string;
  readonly teams?: string;
  readonly layerName?: string;
  readonly places?: string;
  readonly amount?: string;
  readonly rotationStart?: string;
  readonly windows?: string;
  readonly countsOpenDays?: string;
}

export function problemsOf(draft: Draft): Problems {
  const found: Record<keyof Problems, string | undefined> = {
    name: nameProblem(draft.name, 'Give the schedule a name.'),
    description: tooLong(draft.description, MAX_DESCRIPTION_LENGTH),
    teams: draft.teams.length > MAX_TEAMS ? `At most ${MAX_TEAMS} teams.` : undefined,
    layerName: nameProblem(draft.layerName, 'Give the rotation a name.'),
    places: draft.places.length > MAX_PLACES ? `At most ${MAX_PLACES} places.` : undefined,
    amount: amountProblem(draft.amount),
    rotationStart: startProblem(draft.rotationStart),
    windows: windowsProblem(draft),
    countsOpenDays: openDaysProblem(draft),
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
}

/** The fields without which no shifts can be shown. */
const OF_SHIFTS = ['places', 'amount', 'rotationStart', 'windows', 'countsOpenDays'] as const;

export function shiftProblem(draft: Draft): string | undefined {
  const problems = problemsOf(draft);
  return OF_SHIFTS.map((field) => problems[field]).find((text) => text !== undefined);
}

function nameProblem(name: string, whenEmpty: string): string | undefined {
  return name.trim() === '' ? whenEmpty : tooLong(name, MAX_NAME_LENGTH);
}

function tooLong(text: string, most: number): string | undefined {
  const length = [...text].length;
  return length > most ? `At most ${most} characters; these are ${length}.` : undefined;
}

function amountProblem(amount: number | undefined): string | undefined {
  return amount === undefined || !Number.isSafeInteger(amount) || amount < 1
    ? 'Enter the shift length: a whole number from 1.'
    : undefined;
}

function startProblem(start: number | undefined): string | undefined {
  if (start === undefined) return 'Enter the start of the rotation.';
  return start < MIN_INSTANT || start >= MAX_INSTANT ? 'The years from 1970 to 2199 can be used.' : undefined;
}

function openDaysProblem(draft: Draft): string | undefined {
  const { unit, amount, rotationStart, timeZone, isRestricted, windows, countsOpenDays } = draft;
  if (!countsOpenDays || !isRestricted || amount === undefined || rotationStart === undefined) return undefined;
  if (startProblem(rotationStart) !== undefined || windowsProblem(draft) !== undefined) return undefined;
  const layer = {
    rotationStart,
    shiftLength: { amount, unit },
    restrictionIntervals: windows,
    countedDays: 'open',
  } as const;
  return hasEmptyOpenDay(layer, zoneNamed(timeZone))
    ? 'One of the open days has no window between its handoff and the next. Start the rotation at another time of day, or count every day.'
    : undefined;
}

function windowsProblem({ isRestricted, windows }: Draft): string | undefined {
  if (!isRestricted) return undefined;
  if (windows.length === 0) return 'Draw at least one window, or choose “Always”.';
  if (windows.length > MAX_WINDOWS) return `At most ${MAX_WINDOWS} windows; these are ${windows.length}.`;
  return windows.every(isComplete) ? undefined : 'Enter the start and the end of each window, such as 09:00.';
}
