/** Compares the overrides of a schedule with the file: which to add and which to remove. Overrides have no names, so they are compared by content. */
import type { ScheduleOverride } from '../../api-client/schema.d.ts';
import type { FileOverride, FileSchedule } from '../file/file.ts';
import { instantOf } from '../file/file-rules.ts';
import { personKey } from '../organization.ts';

export interface OverrideChanges {
  readonly added: readonly AddedOverride[];
  /** Removed before any is added. */
  readonly removed: readonly ScheduleOverride[];
}

export interface AddedOverride extends FileOverride {
  /** How many overrides with the same content precede it in the file. */
  readonly ordinal: number;
}

interface Context {
  readonly managedBy: string;
  readonly now: number;
  readonly prune: boolean;
}

/** If two overlap, the later one wins. So an override that must come after a new one is created again. */
export function overrideChanges(
  { overrides: listed }: FileSchedule,
  existing: readonly ScheduleOverride[],
  { managedBy, now, prune }: Context,
): OverrideChanges {
  const wanted = withOrdinals(listed ?? []).filter(({ end }) => instantOf(end) > now);
  const left = [...existing];
  const found = wanted.map((one) => {
    const i = left.findIndex((other) => isSame(one, other));
    return i === -1 ? undefined : left.splice(i, 1)[0];
  });
  const positions = new Map(existing.map((one, position) => [one, position]));
  /** The position of each among the existing ones; a new one comes last. */
  const ranks: number[] = [];
  for (const [i, one] of wanted.entries()) {
    const match = found[i];
    const position = (match && positions.get(match)) ?? Number.POSITIVE_INFINITY;
    const hasToFollow = wanted.slice(0, i).some((earlier, j) => (ranks[j] ?? 0) > position && overlap(earlier, one));
    ranks.push(hasToFollow ? Number.POSITIVE_INFINITY : position);
  }
  const isNew = ranks.map((rank) => rank === Number.POSITIVE_INFINITY);
  return {
    added: wanted.filter((_, i) => isNew[i]),
    removed: [
      ...found.filter((one, i) => one !== undefined && isNew[i]),
      ...(prune ? left.filter((one) => one.managed_by === managedBy) : []),
    ] as ScheduleOverride[],
  };
}

/** A start that was in the past became the time of creation (rule OVR-2). */
function isSame(wanted: FileOverride, { start, end, users, reason = '', created_at }: ScheduleOverride): boolean {
  return (
    instantOf(start) === Math.max(instantOf(wanted.start), instantOf(created_at)) &&
    instantOf(end) === instantOf(wanted.end) &&
    (wanted.reason ?? '').trim() === reason &&
    peopleOf(wanted.users) === peopleOf(users.map(({ email }) => email))
  );
}

function withOrdinals(overrides: readonly FileOverride[]): AddedOverride[] {
  const counts = new Map<string, number>();
  return overrides.map((one) => {
    const key = JSON.stringify([one.start, one.end, one.users, one.reason]);
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    return { ...one, ordinal };
  });
}

function peopleOf(emails: readonly string[]): string {
  return [...new Set(emails.map(personKey))].join();
}

function overlap(one: FileOverride, other: FileOverride): boolean {
  return instantOf(one.start) < instantOf(other.end) && instantOf(other.start) < instantOf(one.end);
}
