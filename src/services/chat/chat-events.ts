/**
 * The events of the outbox: what happened, not what to say. A message is composed from the current state when it is sent (composing.ts).
 * Stored as JSON.
 */
import type { CoverageRequestId, ScheduleId, UserId } from '../../ids.ts';
import { isObject, parsedJson } from '../schedules/stored-layers.ts';
import type { ChangeNotification } from './change-digest.ts';

/** Others may be on call than before: by a handoff, or by what people did, which is then told too. */
export interface ScheduleEvent {
  readonly kind: 'schedule';
  readonly scheduleId: ScheduleId;
  /** Who was on call before. */
  readonly before: readonly UserId[];
  readonly news: readonly ChangeNotification[];
}

/** Someone comes on call soon, and wants to be reminded. */
export interface ReminderEvent {
  readonly kind: 'reminder';
  readonly scheduleId: ScheduleId;
  readonly userId: UserId;
  readonly start: number;
}

/** Someone asks for cover, or it was decided: the message always shows how the request is now. */
export interface CoverageCardEvent {
  readonly kind: 'coverage card';
  readonly requestId: CoverageRequestId;
}

/** Someone took over shifts of another. */
export interface CoverageTakenEvent {
  readonly kind: 'coverage taken';
  readonly requester: UserId;
  readonly acceptor: UserId;
  readonly requestId: CoverageRequestId;
  readonly shifts: readonly { readonly scheduleId: ScheduleId; readonly start: number; readonly end: number }[];
}

/** Someone pressed a button of a request that was decided. */
export interface LateClickEvent {
  readonly kind: 'late click';
  readonly requestId: CoverageRequestId;
}

/** Someone said to the one who asks that they cannot cover. */
export interface CannotCoverEvent {
  readonly kind: 'cannot cover';
  readonly requestId: CoverageRequestId;
  readonly userId: UserId;
}

export type ChatEvent =
  | ScheduleEvent
  | ReminderEvent
  | CoverageCardEvent
  | CoverageTakenEvent
  | LateClickEvent
  | CannotCoverEvent;

/** The fields of each kind, and what they have to be. */
const FIELDS: Readonly<Record<ChatEvent['kind'], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  schedule: { scheduleId: isText, before: isListOfTexts, news: isList },
  reminder: { scheduleId: isText, userId: isText, start: Number.isSafeInteger },
  'coverage card': { requestId: isText },
  'coverage taken': { requestId: isText, requester: isText, acceptor: isText, shifts: isList },
  'late click': { requestId: isText },
  'cannot cover': { requestId: isText, userId: isText },
};

/** Undefined when it cannot be read, or when only a newer version knows its kind: then the stored text is sent. */
export function readEvent(json: string): ChatEvent | undefined {
  const value = parsedJson(json);
  if (!isObject(value) || !isText(value.kind) || !Object.hasOwn(FIELDS, value.kind)) return undefined;
  const fields = Object.entries(FIELDS[value.kind as ChatEvent['kind']]);
  return fields.every(([field, isRight]) => isRight(value[field])) ? (value as unknown as ChatEvent) : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every(isObject);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
