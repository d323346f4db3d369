/**
 * The colours of people. Within a schedule, no two people have the same colour while there are enough. The colours also differ for colour-blind
 * readers, which a test checks. A colour is never the only sign: a name or initials are always in it or beside it.
 */

/** Background colours, in the light and the dark scheme. Colours at the same index have about the same hue in both. */
export const PERSON_COLORS = [
  { light: '#9aa3f5', dark: '#2e47c7' },
  { light: '#ecc263', dark: '#7c5428' },
  { light: '#7edfba', dark: '#25856a' },
  { light: '#c99cb6', dark: '#be46a7' },
  { light: '#baf4fc', dark: '#125357' },
  { light: '#e8ef93', dark: '#6d7b11' },
  { light: '#ccc1fe', dark: '#680c90' },
  { light: '#f18b70', dark: '#733200' },
] as const;

export interface Identified {
  readonly id: string;
}

/** The step to the next index to try. It visits every index, and never neighbours in succession. */
const STEP = 3;

/**
 * Assigns each person an index in `PERSON_COLORS`. It depends on who the people are, not on their order, so a change to a rotation keeps most
 * colours. Colours are shared only when all are taken.
 */
export function assignedColors(
  first: readonly Identified[],
  others: readonly Identified[] = [],
): ReadonlyMap<string, number> {
  const assigned = new Map<string, number>();
  let taken = new Set<number>();
  for (const people of [first, others]) {
    for (const id of [...new Set(people.map((person) => person.id))].sort()) {
      if (assigned.has(id)) continue;
      if (taken.size === PERSON_COLORS.length) taken = new Set();
      let place = likedBy(id);
      while (taken.has(place)) place = (place + STEP) % PERSON_COLORS.length;
      taken.add(place);
      assigned.set(id, place);
    }
  }
  return assigned;
}

/** The colour of a person outside `assigned`: their preferred one, or another that nobody in `assigned` has, if there is one. */
export function colorBeside(assigned: ReadonlyMap<string, number>, userId: string): number {
  const taken = new Set(assigned.values());
  let place = likedBy(userId);
  while (taken.size < PERSON_COLORS.length && taken.has(place)) place = (place + STEP) % PERSON_COLORS.length;
  return place;
}

/** The preferred colour of a person, used where nobody else is shown beside them. */
export function likedBy(userId: string): number {
  let sum = 0;
  for (const character of userId) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_003;
  return sum % PERSON_COLORS.length;
}
