/** Finds NUL, which PostgreSQL cannot store, and unpaired surrogates, which are not characters. */
import { asSingleLine } from '../text/harmless-text.ts';
import { MAX_DEPTH } from './json-limits.ts';
import { nameOf } from './problem-sentence.ts';

/** The only way in which JSON in UTF-8 can have them. Pairs of surrogates match too. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i;

/** The same for the value of a JSON text. Most texts show at a glance that they have none. */
export function unstorableInJson(json: string, value: unknown): string | undefined {
  return ESCAPED.test(json) ? unstorableIn(value) : undefined;
}

/** Returns where one is, in a sentence. */
export function unstorableIn(value: unknown): string | undefined {
  const place = placeOfUnstorable(value);
  if (place === undefined) return undefined;
  if (place === 'too deep') return `The body must not be nested deeper than ${MAX_DEPTH} levels.`;
  const subject = place === 'a field name' ? 'A field name' : nameOf(place) || 'The body';
  return asSingleLine(`${subject} must not hold the character NUL or half a character.`);
}

type Place = readonly string[] | 'a field name' | 'too deep';

function placeOfUnstorable(value: unknown, depth = 0): Place | undefined {
  if (depth > MAX_DEPTH) return 'too deep';
  if (typeof value === 'string') return isStorable(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    if (!isStorable(key)) return 'a field name';
    const place = placeOfUnstorable(part, depth + 1);
    if (place !== undefined) return typeof place === 'string' ? place : [key, ...place];
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
