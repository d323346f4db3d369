/**
 * The part of the ledger about cover: the owner asks, a colleague accepts. An acceptance writes more than any other request: the request, an override
 * with its people in each schedule, and an audit entry for each of them.
 */
import assert from 'node:assert/strict';
import { allPages, type Call, type Json } from './calls.ts';

export interface Somebody {
  readonly id: string;
}

/** Another user, who calls with their own key. */
export interface Colleague extends Somebody {
  readonly call: Call;
}

export interface CoverageLedger {
  /** Whether there is a request that nobody has tried to accept. */
  readonly isWaiting: boolean;
  /** For the hour from that instant on. */
  ask(scheduleIds: readonly string[], start: Temporal.Instant): Promise<void>;
  accept(): Promise<void>;
  everythingAnsweredIsThere(): Promise<void>;
  /** Returns the overrides that cover, by id. `entriesOf` are those of the audit log, newest first. */
  nothingIsHalfDone(
    entriesOf: ReadonlyMap<string, readonly Json[]>,
    overrides: ReadonlyMap<string, FoundOverride>,
  ): Promise<ReadonlySet<string>>;
}

export interface FoundOverride {
  readonly scheduleId: string;
  readonly override: Json;
}

/** Every field of the response. This version adds fields to what the first edition has answered. */
export function assertIsThere(found: Json, answered: Json): void {
  const same = Object.keys(answered).map((field) => [field, found[field]]);
  assert.deepEqual(Object.fromEntries(same), answered);
}

export function openCoverageLedger(call: Call, owner: Somebody, colleague: Colleague): CoverageLedger {
  /** The last known state. If an attempt to accept got no response, it is unknown whether the request is still pending. */
  const waiting = new Map<string, Json>();
  const accepted = new Map<string, Json>();
  const tried = new Set<string>();
  let asked = 0;

  async function ask(scheduleIds: readonly string[], start: Temporal.Instant): Promise<void> {
    const interval = { start: String(start), end: String(start.add({ hours: 1 })) };
    const wanted = { ...interval, reason: `Away ${++asked}`, schedule_ids: scheduleIds };
    const { coverage_request: request } = await call('POST', '/user/coverage_requests', wanted);
    waiting.set(request.id, request);
  }

  /** Accepts half an hour of one shift, and then all that remains; all at once if the response came from the first edition, which knows no parts. */
  async function accept(): Promise<void> {
    const [waitingFirst] = waiting;
    assert.ok(waitingFirst !== undefined, 'nothing to accept');
    const [id, { acceptances, remaining_shifts }] = waitingFirst;
    waiting.delete(id);
    tried.add(id);
    const body = acceptances?.length === 0 ? { shifts: [firstHalfOf(remaining_shifts[0])] } : undefined;
    const { coverage_request: request } = await colleague.call('POST', `/coverage_requests/${id}/accept`, body);
    (request.status === 'pending' ? waiting : accepted).set(id, request);
  }

  async function everythingAnsweredIsThere(): Promise<void> {
    for (const { status, accepted_by } of accepted.values()) {
      assert.deepEqual([status, accepted_by.id], ['accepted', colleague.id]);
    }
    await Promise.all(
      [...waiting, ...accepted].map(async ([id, request]) => {
        assertIsThere((await call('GET', `/coverage_requests/${id}`)).coverage_request, request);
      }),
    );
  }

  async function nothingIsHalfDone(
    entriesOf: ReadonlyMap<string, readonly Json[]>,
    overrides: ReadonlyMap<string, FoundOverride>,
  ): Promise<ReadonlySet<string>> {
    const covering = new Set<string>();
    const requests = new Map((await allPages(call, '/coverage_requests/', 'coverage_requests')).map((r) => [r.id, r]));
    for (const [id, { status, user, shifts, remaining_shifts, acceptances, accepted_by }] of requests) {
      assert.equal(user.id, owner.id);
      assert.ok(shifts.length > 0);
      const entries = (entriesOf.get(id) ?? []).toReversed();
      const actions = ['coverage_request.created', ...acceptances.map(() => 'coverage_request.accepted')];
      assert.deepEqual(
        entries.map(({ action }) => action),
        actions,
        id,
      );
      assert.equal(status, remaining_shifts.length > 0 ? 'pending' : 'accepted', id);
      assert.equal(accepted_by?.id, status === 'accepted' ? colleague.id : undefined, id);
      assert.ok(acceptances.length === 0 || tried.has(id), `${id} is taken, and nobody tried to accept it`);
      for (const [i, acceptance] of acceptances.entries()) {
        const { actor, detail } = entries[i + 1] as Json;
        assert.equal(actor.id, colleague.id);
        const covers: string[] = detail.overrides;
        const found = covers.map((cover) => coverOf(overrides.get(cover))).sort();
        assert.deepEqual(found, acceptance.shifts.map(shiftOf).sort(), id);
        for (const cover of covers) covering.add(cover);
      }
      assert.equal(
        lengthOf([...remaining_shifts, ...acceptances.flatMap((one: Json) => one.shifts)]),
        lengthOf(shifts),
      );
    }
    const told = [...entriesOf.keys()].filter((id) => id.startsWith('cov_'));
    assert.deepEqual(new Set(told), new Set(requests.keys()), 'requests in the audit log, and those that are there');
    return covering;
  }

  function coverOf(found: FoundOverride | undefined): string {
    if (found === undefined) return 'an override that is not there';
    const { scheduleId, override } = found;
    assert.deepEqual([override.users.length, override.users[0].id], [1, colleague.id]);
    return `${scheduleId} ${override.start} ${override.end}`;
  }

  return {
    get isWaiting() {
      return waiting.size > 0;
    },
    ask,
    accept,
    everythingAnsweredIsThere,
    nothingIsHalfDone,
  };
}

function shiftOf({ schedule_reference, start, end }: Json): string {
  return `${schedule_reference.id} ${start} ${end}`;
}

function firstHalfOf({ schedule_reference, start }: Json): Json {
  const end = String(Temporal.Instant.from(start).add({ minutes: 30 }));
  return { schedule_id: schedule_reference.id, start, end };
}

function lengthOf(shifts: readonly Json[]): number {
  return shifts.reduce((sum, { start, end }) => sum + Date.parse(end) - Date.parse(start), 0);
}
