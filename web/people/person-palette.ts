/**
 * The colours of people. Within a schedule no two people have the same one while there are enough. The colours differ for colour-blind
 * readers too, which a test computes. They never stand alone: a name or initials are in them or beside them.
 */

/** The ground of each colour, in the light scheme and in the dark one. The same place has about the same hue in both. */
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

/** From one place to the next that is tried: all places come, and neighbours do not follow each other. */
const STEP = 3;

/**
 * A place in the list of colours for each. It depends on who the people are, not on their order, so that a change to a rotation leaves
 * most as they are. Only when all places are taken are they given again.
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

/** For somebody who is not among those: the colour they would like, or another that none of them has while there is one. */
export function colorBeside(assigned: ReadonlyMap<string, number>, userId: string): number {
  const taken = new Set(assigned.values());
  let place = likedBy(userId);
  while (taken.size < PERSON_COLORS.length && taken.has(place)) place = (place + STEP) % PERSON_COLORS.length;
  return place;
}

/** Theirs wherever no others are beside them. */
export function likedBy(userId: string): number {
  let sum = 0;
  for (const character of userId) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_003;
  return sum % PERSON_COLORS.length;
}
