/**
 * The events of the outbox: what happened, not what to say. A message is composed from the current state when it is sent (composing.ts).
 * Stored as JSON.
 */
import type { CoverageRequestId, ScheduleId, UserId } from '../../ids.ts';
import type { NoticeKind } from '../../schemas/notices.ts';
import { isObject, parsedJson } from '../shared/stored-values.ts';
import type { ChangeNotification } from './change-digest.ts';

/** Who is on call may have changed, by a handoff or by changes; the changes are then announced too. */
export interface ScheduleEvent {
  readonly kind: 'schedule';
  readonly scheduleId: ScheduleId;
  /** Who was on call before. */
  readonly before: readonly UserId[];
  readonly changes: readonly ChangeNotification[];
}

/** A reminder before a shift. */
export interface ReminderEvent {
  readonly kind: 'reminder';
  readonly scheduleId: ScheduleId;
  readonly userId: UserId;
  readonly start: number;
}

/** A coverage request was created or decided. The message always shows its current state. */
export interface CoverageCardEvent {
  readonly kind: 'coverage card';
  readonly requestId: CoverageRequestId;
  /** Set if it is for this person only, about all their shifts. */
  readonly userId?: UserId;
  /** Rule COV-7: a reminder of a request that is still open. */
  readonly isReminder?: boolean;
  /** Rule TRU-3: set besides `isReminder` if the request is open again. */
  readonly isReopened?: boolean;
  /** An attempt was made and may have arrived: once the request is decided, the outcome is announced. */
  readonly isPossiblyTold?: boolean;
}

/** Tells a person (`userId`) that somebody (`by`) asks for cover on their behalf. */
export interface AskedForYouEvent {
  readonly kind: 'cover asked for you';
  readonly requestId: CoverageRequestId;
  readonly userId: UserId;
  readonly by: UserId;
}

/** Somebody took over shifts. */
export interface CoverageTakenEvent {
  readonly kind: 'coverage taken';
  readonly requester: UserId;
  readonly acceptor: UserId;
  readonly requestId: CoverageRequestId;
  readonly shifts: readonly { readonly scheduleId: ScheduleId; readonly start: number; readonly end: number }[];
  /** Set if it is for this person only, as in a card. */
  readonly userId?: UserId;
}

/** Others changed when a person is on call. */
export interface ShiftMovedEvent {
  readonly kind: 'shift moved';
  readonly scheduleId: ScheduleId;
  readonly userId: UserId;
  readonly changes: readonly ChangeNotification[];
  /** The schedule was deleted, with all their shifts. What is to be said of it is here, since the schedule is gone. */
  readonly deleted?: DeletedSchedule;
}

export interface DeletedSchedule {
  readonly name: string;
  readonly zone: string;
  readonly by: UserId;
  /** When their next shift would have begun; absent if there was none. */
  readonly nextStart?: number | undefined;
}

/** Somebody pressed a button of a decided request. */
export interface LateClickEvent {
  readonly kind: 'late click';
  readonly requestId: CoverageRequestId;
}

/** Someone (`by`) tells the requester (`userId`) that they cannot cover. */
export interface CannotCoverEvent {
  readonly kind: 'cover declined';
  readonly requestId: CoverageRequestId;
  readonly userId: UserId;
  readonly by: UserId;
}

/** Someone (`by`) who took shifts of the requester (`userId`) left: they are open again. */
export interface CoverEndedEvent {
  readonly kind: 'cover ended';
  readonly requestId: CoverageRequestId;
  readonly userId: UserId;
  readonly by: UserId;
  readonly shifts: CoverageTakenEvent['shifts'];
}

/** Messages, mails, user groups or webhooks fail. */
export interface ServiceProblemEvent {
  readonly kind: 'service problem';
  readonly userId: UserId;
  readonly notice: NoticeKind;
}

export type ChatEvent =
  | ScheduleEvent
  | ReminderEvent
  | CoverageCardEvent
  | AskedForYouEvent
  | CoverageTakenEvent
  | LateClickEvent
  | CannotCoverEvent
  | CoverEndedEvent
  | ShiftMovedEvent
  | ServiceProblemEvent;

/** Notifications to one person, in the chat or by mail. */
export type PersonalEvent = (
  | ReminderEvent
  | CoverageCardEvent
  | AskedForYouEvent
  | CoverageTakenEvent
  | CannotCoverEvent
  | CoverEndedEvent
  | ShiftMovedEvent
  | ServiceProblemEvent
) & { readonly userId: UserId };

/** The fields of each kind, with a check for each. */
const FIELDS: Readonly<Record<ChatEvent['kind'], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  schedule: { scheduleId: isText, before: isListOfTexts, changes: isList },
  reminder: { scheduleId: isText, userId: isText, start: Number.isSafeInteger },
  'coverage card': {
    requestId: isText,
    userId: isOptionalText,
    isReminder: isOptionalFlag,
    isReopened: isOptionalFlag,
    isPossiblyTold: isOptionalFlag,
  },
  'cover asked for you': { requestId: isText, userId: isText, by: isText },
  'coverage taken': { requestId: isText, requester: isText, acceptor: isText, shifts: isList, userId: isOptionalText },
  'late click': { requestId: isText },
  'cover declined': { requestId: isText, userId: isText, by: isText },
  'cover ended': { requestId: isText, userId: isText, by: isText, shifts: isList },
  'shift moved': { scheduleId: isText, userId: isText, changes: isList, deleted: isOptionalObject },
  'service problem': { userId: isText, notice: isText },
};

const PERSONAL: readonly ChatEvent['kind'][] = [
  'reminder',
  'coverage card',
  'cover asked for you',
  'coverage taken',
  'cover declined',
  'cover ended',
  'shift moved',
  'service problem',
];

/** Undefined if it cannot be read, or if only a newer version knows its kind. */
export function readEvent(json: string): ChatEvent | undefined {
  return eventOf(parsedJson(json));
}

/** During an upgrade, a node of the newer version sends it. */
export function isOfNewerVersion(json: string): boolean {
  const value = parsedJson(json);
  return isObject(value) && isText(value.kind) && !Object.hasOwn(FIELDS, value.kind);
}

/** Undefined for events that are not sent to a single person. */
export function personalEventOf(value: unknown): PersonalEvent | undefined {
  const event = eventOf(value);
  const isPersonal = event !== undefined && PERSONAL.includes(event.kind) && 'userId' in event;
  return isPersonal ? (event as PersonalEvent) : undefined;
}

function eventOf(value: unknown): ChatEvent | undefined {
  if (!isObject(value) || !isText(value.kind) || !Object.hasOwn(FIELDS, value.kind)) return undefined;
  const fields = Object.entries(FIELDS[value.kind as ChatEvent['kind']]);
  return fields.every(([field, isRight]) => isRight(value[field])) ? (value as unknown as ChatEvent) : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}

function isOptionalObject(value: unknown): boolean {
  return value === undefined || isObject(value);
}

function isOptionalFlag(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean';
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every(isObject);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
