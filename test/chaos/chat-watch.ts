/**
 * Checks that channels get all messages: every created or removed override of some schedules, who covers in another schedule, and one handoff each of
 * further schedules, every two seconds. In the end all of them are in the built-in chat, in order. A message may be there twice in succession, if the
 * worker was stopped between sending and recording it.
 */
import assert from 'node:assert/strict';
import { plainInstant } from '../../src/chat/plain-text.ts';
import { systemClock } from '../../src/time/clock.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { allPages, type Call, type Json } from '../support/drivers/calls.ts';
import type { Ledger } from '../support/drivers/ledger.ts';

/** So many that a burst of one schedule fits into one message. */
const CHANGES_SCHEDULES = 8;
const CHANGES_CHANNEL = 'C0ONCALL';
const HANDOFF_CHANNEL = 'C0GENERAL';

/** There are only two public channels. */
const COVER_CHANNEL = HANDOFF_CHANNEL;

/** Every third change is a removal. */
const REMOVAL_EVERY = 3;

const CREATED = 'put';
const REMOVED = 'removed the override with';

/** Time to link the channel of a schedule before its handoff. */
const AHEAD_MS = 5_000;
const HANDOFF_INTERVAL_MS = 2_000;

export interface ChatWatch {
  /** Creates or removes an override; either must be announced. */
  makeChanges(): Promise<void>;
  /** Fails unless everything up to then was announced. */
  checkTold(until: number): Promise<void>;
}

export interface Handoffs {
  readonly forMs: number;
  /** Whether handoffs of different schedules came in order. */
  readonly isInOrder: boolean;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface OnCallStatus {
  readonly schedule: Named;
  readonly overrideId: string;
  readonly start: string;
}

interface Handoff {
  readonly name: string;
  readonly at: number;
  /** False if the machine was so slow that the channel was linked too late. */
  readonly isTold: boolean;
}

export async function watchChat(
  call: Call,
  ledger: Ledger,
  ada: { id: string },
  { forMs, isInOrder }: Handoffs,
): Promise<ChatWatch> {
  const covered: Named = await ledger.createSchedule();
  await link(covered, COVER_CHANNEL);
  const changed: Named[] = [];
  for (let i = 0; i < CHANGES_SCHEDULES; i++)
    changed.push(await createLinked(`ChangeNotification ${i}`, CHANGES_CHANNEL));

  const handoffs: Handoff[] = [];
  const first = systemClock.now() + AHEAD_MS;
  for (let at = first; at < first + forMs; at += HANDOFF_INTERVAL_MS) {
    const { name } = await createLinked(`Handoff ${at}`, HANDOFF_CHANNEL, { rotation_start: formatInstant(at) });
    handoffs.push({ name, at, isTold: systemClock.now() < at });
  }

  async function createLinked(name: string, channel: string, changes: object = {}): Promise<Named> {
    const schedule = await ledger.createSchedule({ name, people: [ada], changes });
    await link(schedule, channel);
    return schedule;
  }

  async function link({ id }: Named, channel: string): Promise<void> {
    await call('PUT', `/schedules/${id}/chat_channels/${channel}`);
  }

  async function messagesIn(channel: string): Promise<string[]> {
    const messages = await allPages(call, `/chat/local/messages/?channel_id=${channel}`, 'messages');
    const texts: string[] = messages.map(({ text }) => text);
    return texts.filter((text, i) => text !== texts[i - 1]);
  }

  async function checkChanges(): Promise<void> {
    const messages = await messagesIn(CHANGES_CHANNEL);
    const done = await overrideChanges();
    for (const { id, name } of changed)
      assert.deepEqual(once(toldOf(name, messages)), once(done.get(id) ?? []), `told of ${name}`);
  }

  /** By schedule, as sentences, oldest first. */
  async function overrideChanges(): Promise<Map<string, string[]>> {
    const entries = await auditLog('override.*');
    const starts = new Map<string, string>();
    for (const { target_id, detail } of entries) if (detail.start) starts.set(target_id, detail.start);
    const changes = entries.map(({ action, target_id, detail }) => ({
      scheduleId: detail.schedule as string,
      words: `${action === 'override.created' ? CREATED : REMOVED} ${inWords(starts.get(target_id))}`,
    }));
    const bySchedule = Map.groupBy(changes, ({ scheduleId }) => scheduleId);
    return new Map([...bySchedule].map(([id, all]) => [id, all.map(({ words }) => words)]));
  }

  async function checkCover(): Promise<void> {
    const messages = await messagesIn(COVER_CHANNEL);
    const isToBeTold = ({ shifts }: Json) => shifts.some((shift: Json) => shift.schedule_reference.id === covered.id);
    const all = (await allPages(call, '/coverage_requests/', 'coverage_requests')).filter(isToBeTold);
    const requests = new Map(all.map((request) => [request.id, request]));
    const taken = (await auditLog('coverage_request.accepted')).flatMap(
      ({ target_id }) => requests.get(target_id) ?? [],
    );
    const reasonsOf = (some: readonly Json[]) => new Set(some.map(({ reason }) => reason));

    // In the first edition the reason follows in the same line.
    const open = new Set(found(messages, /asks for cover(?:\nWhy)?: (.*)/));
    // A worker that was killed before it recorded a sent card leaves a second one, which is never updated.
    const notTaken = reasonsOf(all).difference(reasonsOf(taken));
    assert.deepEqual(notTaken.difference(open), new Set(), 'the requests for cover that nobody was told of');
    assert.deepEqual(open.difference(reasonsOf(all)), new Set(), 'cards of no request');
    // A request that was taken before it was sent is not posted.
    const settled = new Set(found(messages, /ask(?:ed|s) for cover(?:\nWhy)?: (.*)\n[\s\S]* took it/));
    assert.deepEqual(settled.difference(reasonsOf(taken)), new Set(), 'those that are told to be settled');
    assert.deepEqual(
      once(found(messages, / covers for .*:\n.*?: (.*) until/)),
      once(partsTaken(taken).map(inWords)),
      'the cover that is told',
    );
  }

  /** The start of each part of the covered schedule, in the order in which they were taken. `taken` has a request once for each part. */
  function partsTaken(taken: readonly Json[]): string[] {
    const counts = new Map<string, number>();
    return taken.flatMap(({ id, acceptances }) => {
      const count = counts.get(id) ?? 0;
      counts.set(id, count + 1);
      const shifts: Json[] = acceptances[count].shifts;
      return shifts.find((shift) => shift.schedule_reference.id === covered.id)?.start ?? [];
    });
  }

  /** Oldest first. */
  async function auditLog(action: string): Promise<Json[]> {
    return (await allPages(call, `/audit_log/?action=${action}`, 'audit_log')).reverse();
  }

  async function checkHandoffs(until: number): Promise<void> {
    const due = handoffs.filter(({ at, isTold }) => isTold && at <= until).map(({ name }) => name);
    const told = found(await messagesIn(HANDOFF_CHANNEL), /^(Handoff \d+): .* is on call/);
    const expected = new Set(due);
    const toldInTime = once(told.filter((name) => expected.has(name)));
    assert.deepEqual(isInOrder ? toldInTime : toldInTime.sort(), due, 'the handoffs that are told');
  }

  const standing: OnCallStatus[] = [];
  let made = 0;

  async function createChange(schedule: Named): Promise<void> {
    const { id: overrideId, start } = await ledger.createOverride(schedule.id);
    standing.push({ schedule, overrideId, start });
  }

  /** An override that was announced. Those created and removed within a burst are not announced. */
  async function takeTold(): Promise<OnCallStatus | undefined> {
    const messages = await messagesIn(CHANGES_CHANNEL);
    const index = standing.findIndex(({ schedule, start }) =>
      toldOf(schedule.name, messages).includes(`${CREATED} ${inWords(start)}`),
    );
    return index < 0 ? undefined : standing.splice(index, 1)[0];
  }

  return {
    async makeChanges() {
      const turn = made++;
      const old = turn % REMOVAL_EVERY === 0 ? await takeTold() : undefined;
      if (old === undefined) await createChange(changed[turn % CHANGES_SCHEDULES] as Named);
      else await ledger.deleteOverride(old.schedule.id, old.overrideId);
    },
    async checkTold(until) {
      await checkChanges();
      await checkCover();
      await checkHandoffs(until);
    },
  };
}

/** Messages that were being sent when a process died, or when the disk was full, are sent again (rule WRK-3). */
function once(told: readonly string[]): string[] {
  return [...new Set(told)];
}

/** What messages say about the overrides of a schedule. The first edition wrote "created an override" and "removed the override". */
function toldOf(schedule: string, messages: readonly string[]): string[] {
  return messages
    .filter((text) => text.startsWith(`${schedule}:`))
    .flatMap((text) => [
      ...text.matchAll(/(put .*?|created an override|removed the override(?: with .*?)?) from (.*?) until/g),
    ])
    .map(([, what = '', start]) => `${what.startsWith('removed') ? REMOVED : CREATED} ${start}`);
}

/** The text of an instant in a message. */
function inWords(instant = ''): string {
  return plainInstant(Temporal.Instant.from(instant).epochMilliseconds, 'UTC');
}

/** The matches of the pattern in all messages. */
function found(messages: readonly string[], pattern: RegExp): string[] {
  return messages.flatMap((text) => pattern.exec(text)?.[1] ?? []);
}
