/**
 * Slash commands and buttons in the chat. The caller is the user with that chat id, with the same permissions as everywhere.
 * Commands get a response at once. The result of a button is a direct message through the outbox: the chat waits only a few
 * seconds for a response, and shows none to a button.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  ASK_COVER,
  cannotToldMessage,
  coverAskedMessage,
  coverMessage,
  helpMessage,
  nowMessage,
  type OwnShift,
  ownShiftsMessage,
  refusalMessage,
  type ScheduleNow,
  UNKNOWN_USER_MESSAGE,
} from '../../chat/answers.ts';
import { ACCEPT_COVERAGE, CANNOT_COVER } from '../../chat/messages.ts';
import { ChatError, type ChatMessage } from '../../chat/provider.ts';
import { pendingCoverageRequestsOfUser } from '../../db/coverage/coverage-requests.ts';
import { anyOrganization } from '../../db/people/organizations.ts';
import { usersByChatIds } from '../../db/people/users.ts';
import { schedulesOfUser } from '../../db/schedules/schedules.ts';
import { eachPossibleShift } from '../../engine/shifts-of-user.ts';
import { onCallAt } from '../../engine/timeline.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { type OrganizationId, parseId, type ScheduleId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { formatInstant, parseInstant } from '../../time/iso.ts';
import { rememberChatAccount } from '../chat-groups/chat-group-members.ts';
import { loadPeople } from '../chat-links/chat-people.ts';
import { acceptCoverageRequest } from '../coverage/coverage-acceptance.ts';
import { createCoverageRequest, declineCoverageRequest } from '../coverage/coverage-requests.ts';
import { coveragePage, overviewPage, schedulePage } from '../messages/page-links.ts';
import { type ChatContent, enqueue } from '../outbox/outbox.ts';
import { findUserByEmail } from '../people/user-emails.ts';
import { readSchedulesPage } from '../schedules/schedule-list.ts';
import { getScheduleRow } from '../shared/schedule-access.ts';
import type { Services } from '../shared/services.ts';
import { Work } from '../shared/work.ts';
import { NEVER, newSearchBudget, onCallAhead } from '../timelines/on-call-ahead.ts';
import { isBroken } from '../timelines/rotations.ts';
import { visitByStart } from '../timelines/shifts-by-start.ts';
import { loadInBatches, loadSchedules, nowAndNext, workingOnly } from '../timelines/timelines.ts';

/** As many as a person reads. */
const MAX_SCHEDULES = 20;
const MAX_SHIFTS = 5;

/** The chat waits three seconds for the response to a command. */
const LOOK_UP_MS = 2_000;

type Command = (services: Services, caller: Caller) => Promise<ChatMessage>;

/** Any other word is searched in the names of schedules. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['help', async (services) => helpMessage(overviewPage(services))],
  ['me', showOwnShifts],
  ['cover', offerCover],
]);

/** A refusal, sent by direct message to the person who pressed a button. */
type Reply = ChatContent | undefined;
interface Action {
  readonly run: (services: Services, caller: Caller, value: string) => Promise<Reply>;
  /** For refusals: where the person sees why, and can try again. */
  readonly page: (services: Services, value: string) => string | undefined;
}

const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  [ACCEPT_COVERAGE, { run: acceptCoverage, page: coveragePage }],
  [CANNOT_COVER, { run: declineCoverage, page: coveragePage }],
  [ASK_COVER, { run: askForCover, page: overviewPage }],
]);

/** Why a request failed, for people in the chat: the API's messages name ids and fields. */
const REFUSALS: Readonly<Partial<Record<ErrorCode, string>>> = {
  bad_request: 'This button is too old. Type /oncall cover to see your shifts as they are now.',
  not_found: 'This no longer exists.',
  forbidden: 'You may look, but not ask for cover or take shifts. An admin can change that.',
  coverage_request_self_owned: 'This is your own request.',
  schedule_broken: 'This schedule cannot be computed at the moment. An admin can see why.',
};
const UNEXPLAINED = 'That did not work. Try it again in Watchbill.';

/** The person in the chat. `address` is that of the chat's server, which sends the request. */
export interface ChatVisitor {
  readonly chatUserId: string;
  readonly address: string;
}

/** `text`: the words after `/oncall`. */
export async function answerCommand(services: Services, visitor: ChatVisitor, text: string): Promise<ChatMessage> {
  const caller = await findCaller(services, await getOrganizationId(services), visitor);
  if (caller === undefined) return UNKNOWN_USER_MESSAGE;
  const words = text.trim();
  const command = COMMANDS.get(words.toLowerCase());
  return command === undefined ? showSchedules(services, caller, words) : command(services, caller);
}

/** Handles a pressed button. If a message has several buttons of a kind, their ids end with `:` and a number. */
export async function doChatAction(
  services: Services,
  { chatUserId, address }: ChatVisitor,
  { id, value }: { readonly id: string; readonly value: string },
): Promise<void> {
  const action = ACTIONS.get(id.replace(/:\d+$/, ''));
  if (action === undefined) return;
  const organizationId = await getOrganizationId(services);
  const caller = await findCaller(services, organizationId, { chatUserId, address });
  const reply =
    caller === undefined ? { message: UNKNOWN_USER_MESSAGE } : await replyOf(services, caller, action, value);
  if (reply === undefined) return;
  await services.db.transaction((tx) =>
    enqueue(services, tx, organizationId, [{ destinationId: chatUserId, ...reply }]),
  );
}

async function replyOf(services: Services, caller: Caller, { run, page }: Action, value: string): Promise<Reply> {
  try {
    return await run(services, caller, value);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const where = error.code === 'not_found' ? overviewPage(services) : page(services, value);
    return refusal(REFUSALS[error.code] ?? UNEXPLAINED, where);
  }
}

function refusal(reason: string, page: string | undefined): Reply {
  return { message: refusalMessage(reason, page) };
}

/** The acceptance itself updates the message with the button, however it was made. */
async function acceptCoverage(services: Services, caller: Caller, requestId: string): Promise<Reply> {
  try {
    await acceptCoverageRequest(services, caller, requestId);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unprocessable_entity') return lateReply(requestId, error);
    const reason = 'There is nothing left to cover: these shifts have gone to others.';
    return refusal(reason, coveragePage(services, requestId));
  }
}

async function declineCoverage(services: Services, caller: Caller, requestId: string): Promise<Reply> {
  try {
    const { told: requester } = await declineCoverageRequest(services, caller, requestId);
    if (requester === undefined) return undefined;
    return { message: cannotToldMessage({ requester, url: coveragePage(services, requestId) }) };
  } catch (error) {
    return lateReply(requestId, error);
  }
}

/** Says to a late caller how the request was decided. Rethrows all other errors. */
function lateReply(requestId: string, error: unknown): Reply {
  const id = parseId('coverageRequest', requestId);
  const isLate = error instanceof AppError && error.code === 'coverage_request_not_pending';
  if (!isLate || id === undefined) throw error;
  return { event: { kind: 'late click', requestId: id } };
}

async function askForCover(services: Services, caller: Caller, value: string): Promise<Reply> {
  const [scheduleId = '', start = '', end = ''] = value.split('|');
  const [startMs, endMs] = [parseInstant(start), parseInstant(end)];
  if (startMs === undefined || endMs === undefined) throw new AppError('bad_request');
  const { id, name, time_zone } = await getScheduleRow(services.db, caller, scheduleId);
  const url = schedulePage(services, id);
  if (endMs <= services.clock.now()) return refusal('This shift is over.', url);
  try {
    await createCoverageRequest(services, caller, { start, end, reason: 'Asked in the chat', schedule_ids: [id] });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unprocessable_entity') throw error;
    const isAsked = await hasAsked(services, caller, id, { start: startMs, end: endMs });
    return isAsked
      ? refusal('You have asked for cover of this shift already.', url)
      : refusal('You are no longer on call for this shift.', url);
  }
  const about = { schedule: name, zone: time_zone, url };
  return { message: coverAskedMessage({ ...about, start: startMs, end: endMs }) };
}

async function hasAsked(
  { db }: Services,
  { organizationId, userId }: Caller,
  scheduleId: ScheduleId,
  within: { readonly start: number; readonly end: number },
): Promise<boolean> {
  const pending = await db.all(pendingCoverageRequestsOfUser, { organizationId, userId, ...within });
  return pending.some(({ shifts_json }) => shifts_json.includes(scheduleId));
}

async function showSchedules(services: Services, caller: Caller, part: string): Promise<ChatMessage> {
  const { organizationId } = caller;
  const wanted = { organizationId, query: part };
  const { rows, meta } = await readSchedulesPage(services.db, wanted, { page: 1, per_page: MAX_SCHEDULES });
  const schedules = await onCallStatusOf(services, organizationId, rows);
  return nowMessage(schedules, { left: meta.total - rows.length, part, page: overviewPage(services) });
}

/** Who is on call now, until when and who is next. Consecutive turns of the same people are joined. */
async function onCallStatusOf(
  services: Services,
  organizationId: OrganizationId,
  rows: Parameters<typeof loadSchedules>[2],
): Promise<ScheduleNow[]> {
  const now = services.clock.now();
  const loads = await loadSchedules(services.db, organizationId, rows, nowAndNext(now));
  const budget = newSearchBudget();
  const found = loads.map((load) => {
    if (isBroken(load)) return { row: load.row, isBroken: true, now: [], ...NEVER };
    const { row, timeline } = load;
    return { row, isBroken: false, now: onCallAt(timeline, now), ...onCallAhead(timeline, now, budget) };
  });
  const ids = found.flatMap(({ now, next }) => [...now, ...(next?.users ?? [])]);
  const people = await loadPeople(services.db, organizationId, ids);
  return found.map(({ row, now, next, ...rest }) => ({
    ...rest,
    schedule: row.name,
    zone: row.time_zone,
    url: schedulePage(services, row.id),
    now: people.named(now),
    next: next && { people: people.named(next.users), start: next.start },
  }));
}

async function showOwnShifts(services: Services, caller: Caller): Promise<ChatMessage> {
  return ownShiftsMessage(await nextShifts(services, caller), services.clock.now(), overviewPage(services));
}

async function offerCover(services: Services, caller: Caller): Promise<ChatMessage> {
  return coverMessage(await nextShifts(services, caller), {
    now: services.clock.now(),
    page: overviewPage(services),
    valueFor: ({ scheduleId, start, end }) => [scheduleId, formatInstant(start), formatInstant(end)].join('|'),
  });
}

/** Shifts of the caller by start, including the running one, as far ahead as rule SH-2. */
async function nextShifts(
  services: Services,
  { organizationId, userId }: Caller,
): Promise<(OwnShift & { readonly scheduleId: string })[]> {
  const { db, clock } = services;
  const within = nowAndNext(clock.now());
  const rows = await db.all(schedulesOfUser, { organizationId, userId, since: within.start });
  const aboutOf = ({ id, name, time_zone }: (typeof rows)[number]) => ({
    scheduleId: id,
    schedule: name,
    zone: time_zone,
    url: schedulePage(services, id),
  });
  using work = new Work({ userId }, { narrow: 'See your shifts in Watchbill.' });
  const loaded = workingOnly(await loadInBatches(db, organizationId, rows, within, work));
  const possible = loaded.map(({ row: of, timeline }) => ({ of, shifts: eachPossibleShift(timeline, userId, within) }));
  const shifts: (OwnShift & { readonly scheduleId: string })[] = [];
  await visitByStart(possible, work, ({ of, shift: { start, end, users } }) => {
    if (users.includes(userId)) shifts.push({ ...aboutOf(of), start, end });
    return shifts.length < MAX_SHIFTS;
  });
  return shifts;
}

/** An installation is connected to one chat, and has one organization. */
async function getOrganizationId({ db }: Services): Promise<OrganizationId> {
  const organization = await db.first(anyOrganization, {});
  if (organization === undefined) throw new AppError('service_unavailable');
  return organization.id;
}

async function findCaller(
  services: Services,
  organizationId: OrganizationId,
  { chatUserId, address }: ChatVisitor,
): Promise<Caller | undefined> {
  const [known] = await services.db.all(usersByChatIds, { organizationId, chatIds: [chatUserId] });
  const user = known ?? (await findByEmail(services, organizationId, chatUserId));
  return user && { organizationId, userId: user.id, role: user.role, seat: user.seat, address };
}

/** Finds a user by the email that the chat knows, and stores their chat id. */
async function findByEmail(services: Services, organizationId: OrganizationId, chatUserId: string) {
  const email = await emailInChat(services, organizationId, chatUserId);
  if (email === undefined) return undefined;
  const user = await findUserByEmail(services.db, organizationId, email);
  if (user === undefined || user.chat_id !== null) return undefined;
  return (await rememberChatAccount(services, user, chatUserId)) ? user : undefined;
}

/** Undefined also if the chat does not respond in time. */
async function emailInChat(
  { chatOf }: Services,
  organizationId: OrganizationId,
  chatUserId: string,
): Promise<string | undefined> {
  const asked = chatOf(organizationId)?.findEmailOfUser(chatUserId) ?? Promise.resolve(undefined);
  const given = asked.catch((error) => {
    if (error instanceof ChatError) return undefined;
    throw error;
  });
  return Promise.race([given, delay(LOOK_UP_MS, undefined, { ref: false })]);
}
