/** Turns an entry of the audit log into the words of its sentence. */
import type { GetAnswer, Schemas } from '../api/client.ts';
import { wordsFor } from './audit-actions.ts';

type Entry = Schemas['AuditEntry'];
type Names = GetAnswer<'/audit_log/'>['names'];

export interface Words {
  readonly text: string;
  /** The id of the thing that these words name, if it still exists. */
  readonly id?: string;
  readonly isName?: boolean;
}

/** `{ text: 'added ' }, { text: 'Ada', id: 'usr_…' }, { text: ' to the team ' }, …` */
export function sentenceOf({ action, target_id, detail }: Entry, names: Names, told: Names): Words[] {
  const fields: Readonly<Record<string, unknown>> = { ...detail, target: target_id };
  const { sentence, shortly = sentence } = wordsFor(action);
  const isWhole = [...sentence.matchAll(/\{(\w+)\}/g)].every(([, field = '']) => fields[field] !== undefined);
  return (isWhole ? sentence : shortly)
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const field = /^\{(\w+)\}$/.exec(part)?.[1];
      return field === undefined ? { text: part } : nameIn(fields[field], names, told);
    });
}

function nameIn(value: unknown, names: Names, told: Names): Words {
  if (typeof value !== 'string') return { text: '(unknown)' };
  const name = names[value];
  if (name !== undefined) return { text: name, id: value, isName: true };
  const before = told[value];
  if (before !== undefined) return { text: before, isName: true };
  return isId(value) ? { text: '(deleted)' } : { text: value, isName: true };
}

/** The names that entries mention. Something that was deleted has no name elsewhere. */
export function namesTold(entries: readonly Entry[]): Names {
  const told: Record<string, string> = {};
  for (const { target_id, detail } of entries) {
    const name = (detail as { readonly name?: unknown }).name;
    if (typeof name === 'string') told[target_id] ??= name;
  }
  return told;
}

function isId(text: string): boolean {
  return /^[a-z]{3}_[0-9a-z]{26}$/.test(text);
}

/** The path of the page about it; undefined if it has no page. */
export function pageOf(id: string): string | undefined {
  if (id.startsWith('sch_')) return `/schedules/${id}`;
  return id.startsWith('tea_') ? `/teams/${id}` : undefined;
}
