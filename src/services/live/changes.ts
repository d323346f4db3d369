/**
 * Reports to listeners which kinds of things changed in an organization, with their ids (rule LIVE-1). The source is the audit log: each change
 * writes its entry in its own transaction, so reporting a change costs nothing more.
 *
 * After each commit, of this process or another, the latest entries of every organization with listeners are read, and new ones are reported. Entries
 * can become visible out of order: one is written before its transaction commits, by the clock of its node. So the last minute is read each time, and
 * entries are distinguished by their ids.
 */
import { type LatestEntryRow, latestAuditEntries } from '../../db/audit-log.ts';
import { type OrganizationId, parseId } from '../../ids.ts';
import type { Change, ChangeKind } from '../../schemas/events.ts';
import { MINUTE_MS } from '../../time/units.ts';
import type { Services } from '../shared/services.ts';

/** Longer than a transaction may take, with clocks as far apart as allowed. */
const OVERLAP_MS = MINUTE_MS;

/** Entries read at a time. If all of them are new, listeners get `reset`. */
const MAX_ENTRIES = 500;

/** Minimum time between two reads: changes in quick succession are sent together. */
const PAUSE_MS = 100;

/** By the first part of an action. Everything else, such as keys and sessions, concerns only the caller. */
const KINDS: Readonly<Record<string, ChangeKind>> = {
  schedule: 'schedule',
  override: 'override',
  coverage_request: 'coverage_request',
  team: 'team',
  user: 'user',
  time_off: 'user',
  organization: 'organization',
};

/** `reset`: anything may have changed. */
export type ChangeListener = (changes: readonly Change[] | 'reset') => void;

export interface LiveChanges {
  /** Resolves when every later change will be sent, to a function that stops it. */
  listen(organizationId: OrganizationId, listener: ChangeListener): Promise<() => void>;
  /** Calls soon after each commit, at most every `PAUSE_MS`, while there are listeners. */
  onCommit(listener: () => void): void;
  close(): void;
}

interface Audience {
  readonly listeners: Set<ChangeListener>;
  /** The entries of the last minute at the last read. */
  seen: ReadonlySet<string>;
  /** Resolves after the first read. */
  readonly ready: Promise<void>;
}

export function createLiveChanges({ db, clock, log }: Services): LiveChanges {
  const audiences = new Map<OrganizationId, Audience>();
  const commitListeners = new Set<() => void>();
  let stopWatching: (() => void) | undefined;
  let isLooking = false;
  let mustLookAgain = false;
  let isFailing = false;

  /** With its own reader: the caller’s may have been confirmed long ago. */
  function read(organizationId: OrganizationId): Promise<readonly LatestEntryRow[]> {
    const since = clock.now() - OVERLAP_MS;
    return db.asOneReader(() => db.all(latestAuditEntries, { organizationId, since, limit: MAX_ENTRIES }));
  }

  async function tellNew(organizationId: OrganizationId, audience: Audience): Promise<void> {
    await audience.ready;
    const rows = await read(organizationId);
    const fresh = rows.filter(({ id }) => !audience.seen.has(id));
    audience.seen = new Set(rows.map(({ id }) => id));
    const told = fresh.length === MAX_ENTRIES ? 'reset' : changesIn(fresh);
    if (told.length === 0) return;
    for (const listener of audience.listeners) listener(told);
  }

  async function look(): Promise<void> {
    mustLookAgain = true;
    if (isLooking) return;
    isLooking = true;
    while (mustLookAgain && audiences.size > 0) {
      mustLookAgain = false;
      for (const listener of commitListeners) listener();
      for (const [organizationId, audience] of audiences) {
        await tellNew(organizationId, audience).then(() => {
          isFailing = false;
        }, noteFailure);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
    }
    isLooking = false;
  }

  /** Logged once: while the database is down, each read fails. The next successful read finds the missed entries. */
  function noteFailure(error: unknown): void {
    if (!isFailing) log?.warn('could not read what changed', { error });
    isFailing = true;
  }

  function audienceOf(organizationId: OrganizationId): Audience {
    const known = audiences.get(organizationId);
    if (known !== undefined) return known;
    const audience: Audience = {
      listeners: new Set(),
      seen: new Set(),
      ready: read(organizationId).then((rows) => {
        audience.seen = new Set(rows.map(({ id }) => id));
      }),
    };
    audiences.set(organizationId, audience);
    return audience;
  }

  function leave(organizationId: OrganizationId, audience: Audience, listener: ChangeListener): void {
    audience.listeners.delete(listener);
    if (audience.listeners.size > 0) return;
    if (audiences.get(organizationId) === audience) audiences.delete(organizationId);
    if (audiences.size > 0) return;
    stopWatching?.();
    stopWatching = undefined;
  }

  return {
    async listen(organizationId, listener) {
      const audience = audienceOf(organizationId);
      audience.listeners.add(listener);
      stopWatching ??= db.onCommit(() => void look());
      const end = () => leave(organizationId, audience, listener);
      await audience.ready.catch((error) => {
        end();
        throw error;
      });
      return end;
    },
    onCommit(listener) {
      commitListeners.add(listener);
    },
    close() {
      audiences.clear();
      stopWatching?.();
      stopWatching = undefined;
    },
  };
}

/** One entry for each kind, with the ids of what was changed and of its parents. */
function changesIn(rows: readonly LatestEntryRow[]): Change[] {
  const idsByKind = new Map<ChangeKind, Set<string>>();
  for (const row of rows) {
    const kind = KINDS[row.action.split('.', 1)[0] as string];
    if (kind === undefined) continue;
    const ids = idsByKind.get(kind) ?? new Set();
    idsByKind.set(kind, ids);
    for (const id of idsIn(row)) ids.add(id);
  }
  return [...idsByKind].map(([kind, ids]) => ({ kind, ids: [...ids] }));
}

/** Ids are in the target, and at the top level of the detail: the schedule of an override, the user who left a team. */
function idsIn({ target_id, detail_json }: LatestEntryRow): string[] {
  const detail = Object.values(JSON.parse(detail_json) as object).flat();
  return [target_id, ...detail].filter((value): value is string => typeof value === 'string' && isPublicId(value));
}

/** Kinds that everyone in the organization can read. */
const PUBLIC = ['schedule', 'override', 'coverageRequest', 'team', 'user', 'organization'] as const;

function isPublicId(text: string): boolean {
  return PUBLIC.some((kind) => parseId(kind, text) !== undefined);
}
