/**
 * What people ask for from within the chat. They are whoever has their chat id here, and may do what they may do anywhere.
 * Commands are answered at once; what a pressed button came to is told by a direct message, through the outbox: the chat
 * waits a few seconds for an answer, and shows none to a button.
 */
import {
  ASK_COVER,
  coverAskedMessage,
  coverMessage,
  HELP,
  nowMessage,
  type OwnShift,
  ownShiftsMessage,
  refusalMessage,
  strangerMessage,
} from '../chat/answers.ts';
import { ACCEPT_COVERAGE } from '../chat/messages.ts';
import type { ChatMessage } from '../chat/provider.ts';
import { anyOrganization } from '../db/organizations.ts';
import { schedulesOfUser } from '../db/schedules.ts';
import { usersByChatIds } from '../db/users.ts';
import { eachShift } from '../engine/timeline.ts';
import { AppError } from '../errors.ts';
import type { OrganizationId } from '../ids.ts';
import type { Caller } from '../permissions.ts';
import type { Schedule } from '../schemas/schedules.ts';
import { formatInstant, parseInstant } from '../time/iso.ts';
import { acceptCoverageRequest, createCoverageRequest } from './coverage-requests.ts';
import { enqueue } from './deliveries.ts';
import { getScheduleRow } from './schedule-changes.ts';
import { listSchedules } from './schedules.ts';
import type { Services } from './services.ts';
import { loadSchedules, nowAndNext, workingOnly } from './timelines.ts';

/** As many as a person reads. */
const MOST_SCHEDULES = 20;
const MOST_SHIFTS = 5;

type Command = (services: Services, caller: Caller) => Promise<ChatMessage>;

/** Any other word is looked for in the names of schedules. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['help', async () => HELP],
  ['me', showOwnShifts],
  ['cover', offerCover],
]);

/** What a button does: the message, if any, tells whoever pressed it what came of it. */
type Action = (services: Services, caller: Caller, value: string) => Promise<ChatMessage | undefined>;

const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  [ACCEPT_COVERAGE, acceptCoverage],
  [ASK_COVER, askForCover],
]);

/** Who asks in the chat. `address` is that of the chat's server, which sends the request. */
export interface ChatVisitor {
  readonly chatUserId: string;
  readonly address: string;
}

/** What follows `/oncall`. */
export async function answerCommand(
  services: Services,
  { chatUserId, address }: ChatVisitor,
  text: string,
): Promise<ChatMessage> {
  const caller = await findCaller(services, await getOrganizationId(services), { chatUserId, address });
  if (caller === undefined) return strangerMessage(chatUserId);
  const words = text.trim();
  const command = COMMANDS.get(words.toLowerCase());
  return command === undefined ? showSchedules(services, caller, words) : command(services, caller);
}

/** A button that was pressed. The id of one of several of a kind in a message ends with `:` and a number. */
export async function doChatAction(
  services: Services,
  { chatUserId, address }: ChatVisitor,
  { id, value }: { readonly id: string; readonly value: string },
): Promise<void> {
  const action = ACTIONS.get(id.replace(/:\d+$/, ''));
  if (action === undefined) return;
  const organizationId = await getOrganizationId(services);
  const caller = await findCaller(services, organizationId, { chatUserId, address });
  const message = caller === undefined ? strangerMessage(chatUserId) : await outcomeOf(action(services, caller, value));
  if (message === undefined) return;
  await services.db.transaction((tx) =>
    enqueue(services, tx, organizationId, [{ destinationId: chatUserId, message }]),
  );
}

async function outcomeOf(action: ReturnType<Action>): Promise<ChatMessage | undefined> {
  try {
    return await action;
  } catch (error) {
    if (error instanceof AppError) return refusalMessage(error.message);
    throw error;
  }
}

/** The message with the button is changed by the acceptance itself, wherever it comes from. */
async function acceptCoverage(services: Services, caller: Caller, requestId: string): Promise<undefined> {
  await acceptCoverageRequest(services, caller, requestId);
}

async function askForCover(services: Services, caller: Caller, value: string): Promise<ChatMessage> {
  const [scheduleId = '', start = '', end = ''] = value.split('|');
  const [startMs, endMs] = [parseInstant(start), parseInstant(end)];
  if (startMs === undefined || endMs === undefined) throw new AppError('bad_request');
  const { id, name, time_zone } = await getScheduleRow(services.db, caller, scheduleId);
  await createCoverageRequest(services, caller, { start, end, reason: 'Asked in the chat', schedule_ids: [id] });
  return coverAskedMessage({ schedule: name, zone: time_zone, start: startMs, end: endMs });
}

async function showSchedules(services: Services, caller: Caller, part: string): Promise<ChatMessage> {
  const { schedules, meta } = await listSchedules(services, caller, { query: part, page: 1, per_page: MOST_SCHEDULES });
  return nowMessage(schedules.map(nowOf), meta.total - schedules.length, part);
}

async function showOwnShifts(services: Services, caller: Caller): Promise<ChatMessage> {
  return ownShiftsMessage(await nextShifts(services, caller), services.clock.now());
}

async function offerCover(services: Services, caller: Caller): Promise<ChatMessage> {
  return coverMessage(await nextShifts(services, caller), services.clock.now(), ({ scheduleId, start, end }) =>
    [scheduleId, formatInstant(start), formatInstant(end)].join('|'),
  );
}

/** The caller's, by start, with the one that is running; looked for as far ahead as the next shift of a schedule is. */
async function nextShifts(
  { db, clock }: Services,
  { organizationId, userId }: Caller,
): Promise<(OwnShift & { readonly scheduleId: string })[]> {
  const within = nowAndNext(clock.now());
  const rows = await db.all(schedulesOfUser, { organizationId, userId, since: within.start });
  const shifts = workingOnly(await loadSchedules(db, organizationId, rows, within)).flatMap(({ row, timeline }) =>
    eachShift(timeline, within)
      .filter(({ users }) => users.includes(userId))
      .take(MOST_SHIFTS)
      .map(({ start, end }) => ({ scheduleId: row.id, schedule: row.name, zone: row.time_zone, start, end }))
      .toArray(),
  );
  return shifts.sort((a, b) => a.start - b.start).slice(0, MOST_SHIFTS);
}

function nowOf({ name, time_zone, current_oncall_shift: current, next_oncall_shift: next, broken }: Schedule) {
  return {
    schedule: name,
    zone: time_zone,
    broken: broken?.reason,
    now: current && { people: current.users.map(({ name }) => ({ name })), until: parseInstant(current.end) as number },
    next: next && { people: next.users.map(({ name }) => ({ name })), start: parseInstant(next.start) as number },
  };
}

/** An installation is connected to one chat, and has one organization. */
async function getOrganizationId({ db }: Services): Promise<OrganizationId> {
  const organization = await db.first(anyOrganization, {});
  if (organization === undefined) throw new AppError('service_unavailable');
  return organization.id;
}

async function findCaller(
  { db }: Services,
  organizationId: OrganizationId,
  { chatUserId, address }: ChatVisitor,
): Promise<Caller | undefined> {
  const [user] = await db.all(usersByChatIds, { organizationId, chatIds: [chatUserId] });
  return user && { organizationId, userId: user.id, role: user.role, seat: user.seat, address };
}
