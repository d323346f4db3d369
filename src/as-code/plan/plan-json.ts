/**
 * A plan as JSON, for programs: `apply --json`. Its fields only grow. People are named by the email that the service has, and instants are in UTC. What
 * has no field of its own is in `lines`, as people read it.
 */
import { formatInstant } from '../../time/iso.ts';
import type { WatchbillFile } from '../file/file.ts';
import { identityOf, type Organization } from '../organization.ts';
import { type FieldChange, type FieldValue, isSameValue } from './field-change.ts';
import type { Plan } from './plan.ts';
import type { PlanItem, ScheduleItem } from './plan-items.ts';
import { countsOf, isCreation, linesOf, titleOf } from './plan-text.ts';
import { type Words, wordsFor } from './words.ts';

export interface PlanJson {
  /** Whether applying the file would change anything. */
  readonly would_change: boolean;
  readonly counts: {
    readonly create: number;
    readonly change: number;
    readonly delete: number;
    readonly unchanged: number;
  };
  /** In the order of execution. */
  readonly changes: readonly ChangeJson[];
  /** People whom the file does not overwrite, and how it differs from them. */
  readonly kept: readonly { readonly email: string; readonly fields: readonly FieldJson[] }[];
  /** What an earlier apply created and the file no longer has; `--prune` would delete it. */
  readonly left_over: readonly ThingJson[];
  /** False: the key may not read webhooks, so they are left alone. */
  readonly webhooks_compared: boolean;
}

interface ThingJson {
  readonly kind: 'person' | 'team' | 'schedule' | 'webhook' | 'calendar_rules';
  /** Absent for what does not exist yet. */
  readonly id?: string;
  /** Of teams, schedules and webhooks; the id of one that has none. */
  readonly external_id?: string;
  readonly email?: string;
  /** As the plan names it. */
  readonly title: string;
}

export interface ChangeJson extends ThingJson {
  readonly action: 'create' | 'change' | 'delete';
  readonly fields: readonly FieldJson[];
  /** Of schedules whose shifts change within a year. */
  readonly shifts?: ShiftsJson;
  /** What the plan says of it as text. */
  readonly lines: readonly string[];
}

interface FieldJson {
  readonly field: string;
  /** Null: none. */
  readonly before: FieldValue;
  readonly after: FieldValue;
}

interface ShiftsJson {
  readonly change_from: string;
  /** Absent if the same people are on call now. */
  readonly on_call_now?: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** People whose next shift starts at another time within twelve weeks. */
  readonly next_shifts: readonly {
    readonly email: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

export function planJson(plan: Plan, file: WatchbillFile, organization: Organization, now: number): PlanJson {
  const words = wordsFor(file, organization, now);
  return {
    would_change: plan.items.length > 0,
    counts: { ...countsOf(plan), unchanged: plan.unchanged },
    changes: plan.items.map((item) => ({
      action: item.kind === 'deletion' ? 'delete' : isCreation(item) ? 'create' : 'change',
      ...thingOf(item),
      fields: fieldsOf(item),
      ...(item.kind === 'schedule' && shiftsOf(item, words)),
      lines: linesOf(item, words),
    })),
    kept: plan.kept.map(({ user, fields }) => ({ email: user.email, fields: fields.map(fieldOf) })),
    left_over: plan.leftovers.map(thingOf),
    webhooks_compared: !plan.isWithoutWebhooks,
  };
}

function thingOf(item: PlanItem): ThingJson {
  const title = titleOf(item);
  switch (item.kind) {
    case 'person':
      return { kind: item.kind, ...idOf(item.user), email: item.user?.email ?? item.person.email, title };
    case 'team':
      return { kind: item.kind, ...idOf(item.existing), external_id: item.team.external_id, title };
    case 'schedule':
      return { kind: item.kind, ...idOf(item.existing?.schedule), external_id: item.schedule.external_id, title };
    case 'webhook':
      return { kind: item.kind, ...idOf(item.existing), external_id: item.webhook.external_id, title };
    case 'calendar':
      return { kind: 'calendar_rules', title };
    case 'deletion':
      return { kind: item.noun, ...idOf(item.existing), external_id: identityOf(item.existing), title };
  }
}

function idOf(existing: { readonly id: string } | undefined): { id?: string } {
  return existing === undefined ? {} : { id: existing.id };
}

function fieldsOf(item: PlanItem): FieldJson[] {
  if (item.kind === 'deletion') return [];
  const fields = item.fields.map(fieldOf);
  if (item.kind !== 'webhook' || item.filter === undefined) return fields;
  const { before, after } = item.filter;
  return [
    ...fields,
    ...(['schedules', 'teams'] as const)
      .map((field) => ({ field, before: before[field], after: after[field] }))
      .filter((change) => !isSameValue(change.before, change.after)),
  ];
}

function fieldOf({ field, before, after }: FieldChange): FieldJson {
  return { field, before: before === '' ? null : before, after: after === '' ? null : after };
}

function shiftsOf(item: ScheduleItem, words: Words): { readonly shifts?: ShiftsJson } {
  const { from, onCallNow, moves = [] } = words.preview(item) ?? {};
  if (from === undefined) return {};
  const moment = (at: number | null) => (at === null ? null : formatInstant(at));
  return {
    shifts: {
      change_from: formatInstant(Math.max(from, words.now)),
      ...(onCallNow !== undefined && {
        on_call_now: { before: onCallNow.before.map(words.email), after: onCallNow.after.map(words.email) },
      }),
      next_shifts: moves.map(({ user, before, after }) => ({
        email: words.email(user),
        before: moment(before),
        after: moment(after),
      })),
    },
  };
}
