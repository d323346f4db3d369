/** A plan as text for review. `+` is new, `~` is changed, `-` is removed. */
import { asSingleLine } from '../../text/harmless-text.ts';
import type { WatchbillFile } from '../file/file.ts';
import { type Organization, personKey } from '../organization.ts';
import { type FieldChange, textOf } from './field-change.ts';
import type { KeptPerson } from './person-changes.ts';
import type { Plan } from './plan.ts';
import type { DeletionItem, PlanItem, TeamItem } from './plan-items.ts';
import { newScheduleLines, scheduleLines } from './schedule-text.ts';
import { filterText, shortAddress, type WebhookItem } from './webhook-changes.ts';
import { fieldLine, peopleText, type Words, wordsFor } from './words.ts';

export function planText(plan: Plan, file: WatchbillFile, organization: Organization, now: number): string {
  const words = wordsFor(file, organization, now);
  const lines = [
    ...plan.items.flatMap((item) => [
      `${signOf(item)} ${titleOf(item)}`,
      ...linesOf(item, words).map((line) => `    ${line}`),
      '',
    ]),
    ...plan.kept.map(keptLine),
    ...(plan.isWithoutWebhooks ? ['Webhooks are left alone, because only the key of an admin may read them.'] : []),
    ...plan.leftovers.map((item) => `Not in the file any more: ${titleOfDeletion(item)}. --prune deletes it.`),
    summaryOf(plan),
  ];
  return `${lines.map(asSingleLine).join('\n')}\n`;
}

/** `Kept: person Ada (ada@example.com) has name "Ada", the file "A. Lovelace". overwrite: true would change it.` */
function keptLine({ user, fields }: KeptPerson): string {
  const differences = fields
    .map(ownHolidays)
    .map(({ field, before, after }) => `${field} ${textOf(before)}, the file ${textOf(after)}`);
  return `Kept: person ${user.name} (${user.email}) has ${differences.join('; ')}. overwrite: true would change it.`;
}

function summaryOf(plan: Plan): string {
  const { items, unchanged, kept } = plan;
  if (items.length === 0) {
    return `Nothing to change: all ${unchanged} match the file${kept.length === 0 ? '' : ' or are kept'}.`;
  }
  const { create, change, delete: deleted } = countsOf(plan);
  return `${create} to create, ${change} to change, ${deleted} to delete, ${unchanged} unchanged.`;
}

export function countsOf({ items }: Plan): { create: number; change: number; delete: number } {
  const create = items.filter(isCreation).length;
  const deleted = items.filter(({ kind }) => kind === 'deletion').length;
  return { create, change: items.length - create - deleted, delete: deleted };
}

export function isCreation(item: PlanItem): boolean {
  if (item.kind === 'deletion' || item.kind === 'calendar') return false;
  return (item.kind === 'person' ? item.user : item.existing) === undefined;
}

/** An item in one line: `schedule Primary (platform-primary)`. */
export function titleOf(item: PlanItem): string {
  switch (item.kind) {
    case 'person':
      return `person ${item.person.name.trim()} (${item.person.email})`;
    case 'team':
      return `team ${item.team.name.trim()} (${item.team.external_id})`;
    case 'schedule':
      return `schedule ${item.schedule.name.trim()} (${item.schedule.external_id})`;
    case 'deletion':
      return titleOfDeletion(item);
    case 'webhook':
      return titleOfWebhook(item.webhook.url, item.webhook.external_id);
    case 'calendar':
      return 'calendar rules of the organization';
  }
}

function titleOfDeletion({ noun, existing }: DeletionItem): string {
  const name = existing.external_id ?? existing.id;
  return 'url' in existing ? titleOfWebhook(existing.url, name) : `${noun} ${existing.name} (${name})`;
}

function titleOfWebhook(url: string, name: string): string {
  return `webhook ${name} (${shortAddress(url)})`;
}

function signOf(item: PlanItem): string {
  if (item.kind === 'deletion') return '-';
  return isCreation(item) ? '+' : '~';
}

/** What is said of an item, line by line. */
export function linesOf(item: PlanItem, words: Words): string[] {
  switch (item.kind) {
    case 'person': {
      const { role = 'standard', seat = 'member', time_zone, holidays } = item.person;
      if (item.user !== undefined) return item.fields.map(ownHolidays).map(fieldLine);
      const zone = time_zone === undefined ? '' : `, ${time_zone}`;
      return [`${role}, ${seat} seat${zone}${holidays ? `, own holidays ${textOf(holidays)}` : ''}`];
    }
    case 'team':
      return [...item.fields.map(fieldLine), ...memberLines(item, words)];
    case 'schedule':
      return item.existing === undefined ? newScheduleLines(item, words) : scheduleLines(item, words);
    case 'webhook':
      return webhookLines(item);
    case 'calendar':
      return item.fields.map(fieldLine);
    case 'deletion':
      return deletionLines(item, words);
  }
}

function webhookLines({ webhook: { events, enabled = true }, existing, fields, filter }: WebhookItem): string[] {
  const about = filterText(filter?.after ?? { schedules: null, teams: null });
  if (existing === undefined) {
    return [
      `${events.join(', ')} of ${about}${enabled ? '' : ', disabled'}`,
      'Its secret is not shown: rotate it to get one.',
    ];
  }
  return [
    ...fields.map(fieldLine),
    ...(filter === undefined ? [] : [`~ events of: ${filterText(filter.before)} → ${about}`]),
  ];
}

/** Without holidays of their own, people have those of the organization. */
function ownHolidays(change: FieldChange): FieldChange {
  return change.field === 'holidays' ? { ...change, field: 'own holidays' } : change;
}

function deletionLines({ existing }: DeletionItem, words: Words): string[] {
  if (!('current_oncall_shift' in existing) || existing.current_oncall_shift === undefined) return [];
  const people = existing.current_oncall_shift.users.map(({ email }) => personKey(email));
  return [`on call now: ${peopleText(people, words)} → nobody`];
}

function memberLines({ added, removed }: TeamItem, { name }: Words): string[] {
  return [...added.map((email) => `+ member ${name(email)}`), ...removed.map(({ email }) => `- member ${name(email)}`)];
}
