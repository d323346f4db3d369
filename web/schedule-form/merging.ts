/** Merges two concurrent edits of a schedule: what the other person changed, and both changes in one draft. */

import { momentWithZone } from '../time/zone-mark.ts';
import type { FieldChange } from '../ui/forms/field-change.ts';
import type { Draft } from './draft-fields.ts';

interface Field {
  readonly label: string;
  /** Fields that belong together: all of them are taken from one of the two drafts. */
  readonly keys: readonly (keyof Draft)[];
  readonly text: (draft: Draft) => string;
}

const FIELDS: readonly Field[] = [
  { label: 'Name', keys: ['name'], text: ({ name }) => name.trim() },
  { label: 'Description', keys: ['description'], text: ({ description }) => description.trim() },
  { label: 'Teams', keys: ['teams'], text: ({ teams }) => teams.map(({ name }) => name).join(', ') },
  { label: 'Name of the rotation', keys: ['layerName'], text: ({ layerName }) => layerName.trim() },
  { label: 'People', keys: ['places'], text: ({ places }) => places.map(({ person }) => person.name).join(', ') },
  { label: 'Shift length', keys: ['amount', 'unit'], text: ({ amount, unit }) => `${amount ?? ''} ${unit}` },
  { label: 'On call at the same time', keys: ['concurrentUsers'], text: ({ concurrentUsers }) => `${concurrentUsers}` },
  { label: 'Start', keys: ['rotationStart', 'keepsTurn'], text: startText },
  { label: 'Times', keys: ['isRestricted', 'windows'], text: windowsText },
  {
    label: 'Days that count',
    keys: ['countsOpenDays'],
    text: ({ countsOpenDays }) => (countsOpenDays ? 'Open days only' : 'Every day'),
  },
];

/** What the other person changed after the form was opened; with the local value where both changed the same field. */
export function changesMeanwhile(opened: Draft, theirs: Draft, mine: Draft): FieldChange[] {
  return FIELDS.filter(({ text }) => text(theirs) !== text(opened)).map(({ label, text }) => ({
    field: label,
    theirs: text(theirs),
    ...(isTouched(text, opened, mine) && text(mine) !== text(theirs) && { mine: text(mine) }),
  }));
}

/** Their draft with all local changes. */
export function merged(opened: Draft, theirs: Draft, mine: Draft): Draft {
  const kept = FIELDS.filter(({ text }) => isTouched(text, opened, mine)).flatMap(({ keys }) => keys);
  return { ...theirs, ...Object.fromEntries(kept.map((key) => [key, mine[key]])) };
}

function isTouched(text: Field['text'], opened: Draft, mine: Draft): boolean {
  return text(mine) !== text(opened);
}

function startText({ rotationStart, timeZone }: Draft): string {
  return rotationStart === undefined ? '' : momentWithZone(rotationStart, timeZone, 'date');
}

function windowsText({ isRestricted, windows }: Draft): string {
  if (!isRestricted) return 'Always';
  return windows.map(({ day, from, to }) => `${day} ${from}–${to}`).join(', ');
}
