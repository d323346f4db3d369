/** What has to be done so that a schedule has the user group that the file names. */
import type { UserGroup } from '../../api-client/schema.d.ts';
import type { FileUserGroup } from '../file/file.ts';
import type { Organization, ScheduleWithPlans } from '../organization.ts';
import type { Matched } from './matching.ts';

export interface GroupChange {
  /** Undefined: the schedule leaves its group. */
  readonly wanted: FileUserGroup | undefined;
  readonly before: UserGroup | undefined;
  /**
   * `rename` keeps the group of the chat, and renames it for all its schedules. With `replace`, the schedule leaves its group, and is attached to another.
   * Renames come first, so that the others find the handles as the file has them.
   */
  readonly way: 'attach' | 'rename' | 'replace' | 'detach';
}

/** Undefined when the group is right, or the file does not name one. */
export function groupChange(
  wanted: FileUserGroup | null | undefined,
  existing: ScheduleWithPlans | undefined,
  { schedules }: Organization,
  handleOf: (schedule: ScheduleWithPlans) => string | undefined,
): GroupChange | undefined {
  if (wanted === undefined) return undefined;
  const before = existing?.group;
  if (wanted === null) return before && { wanted: undefined, before, way: 'detach' };
  const names = { name: wanted.name.trim(), handle: wanted.handle };
  if (before === undefined) return { wanted: names, before, way: 'attach' };
  if (before.handle === names.handle) {
    return before.name === names.name ? undefined : { wanted: names, before, way: 'rename' };
  }
  // A rename is right if all schedules of the group get the new handle, and no other group has or gets it.
  const isInTheWay = (other: ScheduleWithPlans) => {
    const [had, gets] = [other.group?.handle, handleOf(other)];
    if (other.group?.id === before.id) return gets !== names.handle;
    return other.group !== undefined && [had, gets].includes(names.handle);
  };
  return { wanted: names, before, way: schedules.some(isInTheWay) ? 'replace' : 'rename' };
}

/** The handle that a schedule of the organization has, once the file is applied. */
export function handlesAfter(
  wanted: readonly { readonly chat_user_group?: FileUserGroup | null }[],
  { schedules }: Matched,
): (schedule: ScheduleWithPlans) => string | undefined {
  const groups = new Map(schedules.map((schedule, i) => [schedule, wanted[i]?.chat_user_group]));
  return (schedule) => {
    const group = groups.get(schedule);
    return (group === undefined ? schedule.group : group)?.handle;
  };
}
