/** The people of a source, identified by normalised emails. */

import { emailKeyOf } from '../text/emails.ts';
import { isEmail } from '../text/harmless-text.ts';
import type { RenderedShift, Source, SourceRotation, SourceSchedule, UnfitRotation } from './source.ts';
import { isUnfit } from './source.ts';

const MAX_EMAIL_LENGTH = 254;

/** Normalises every email. A rotation with a person without an email cannot be translated. */
export function withEmails(source: Source): Source {
  return {
    ...source,
    people: source.people.map((person) => ({ ...person, email: personKeyOf(person.email) })),
    schedules: source.schedules.map(scheduleWithEmails),
  };
}

/** A name that is not an email stays as it is. */
export function personKeyOf(person: string): string {
  return isUsable(person) ? emailKeyOf(person) : person;
}

export function isUsable(person: string): boolean {
  return isEmail(person) && person.length <= MAX_EMAIL_LENGTH;
}

function scheduleWithEmails(schedule: SourceSchedule): SourceSchedule {
  const { rendered, overrides, rotations } = schedule;
  return {
    ...schedule,
    rotations: rotations.map((rotation) => (isUnfit(rotation) ? rotation : rotationWithEmails(rotation))),
    overrides: overrides.map((override) => ({
      ...override,
      added: override.added.map(personKeyOf),
      removed: override.removed === 'everyone' ? 'everyone' : override.removed.map(personKeyOf),
    })),
    ...(rendered !== undefined && { rendered: { ...rendered, shifts: rendered.shifts.map(shiftWithEmails) } }),
  };
}

function rotationWithEmails(rotation: SourceRotation): SourceRotation | UnfitRotation {
  const { id, name, level, activeUntil } = rotation;
  const unusable = new Set(rotation.crews.flat().filter((person) => !isUsable(person)));
  const reasons = [...unusable].map((person) => `"${person}" is not an email; people are matched by it.`);
  if (reasons.length > 0) return { id, name, level, reasons, activeUntil };
  return { ...rotation, crews: rotation.crews.map((crew) => crew.map(personKeyOf)) };
}

function shiftWithEmails(shift: RenderedShift): RenderedShift {
  return { ...shift, people: shift.people.map(personKeyOf) };
}
