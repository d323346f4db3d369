/**
 * Removes a person from texts: names, emails and chat ids. A name counts only if no letter or digit is next to it, so that "Al"
 * does not match "Also".
 */
export const FORMER_MEMBER = 'Former member';

/** The domain is reserved: no mail ever goes there. */
export const FORMER_EMAIL = 'former-member@watchbill.invalid';

export interface Traces {
  readonly names: readonly string[];
  /** In lower case. */
  readonly emails: readonly string[];
  readonly chatIds: readonly string[];
  /** Reasons of their coverage requests. Searched only in texts about them. */
  readonly reasons: readonly string[];
}

export interface Eraser {
  /** Returns the text unchanged if it does not mention the person. */
  text(text: string): string;
  /** The same for all strings in a JSON text. Invalid JSON is treated as plain text. */
  json(json: string): string;
  /** The same for a JSON text that is known to be about them. */
  ownJson(json: string): string;
}

export const ERASED = 'Erased';

export function createEraser({ names, emails, chatIds, reasons }: Traces): Eraser {
  const email = patternFor(emails, 'iu');
  const name = patternFor(names, 'u');
  const chatId = patternFor(chatIds, 'u');

  const reason = patternFor(reasons, 'u');

  function withoutReasons(given: string): string {
    return reason === undefined ? given : given.replace(reason, ERASED);
  }

  function withoutPerson(given: string): string {
    let result = given;
    if (email !== undefined) result = result.replace(email, FORMER_EMAIL);
    if (name !== undefined) result = result.replace(name, FORMER_MEMBER);
    if (chatId !== undefined) result = result.replace(chatId, FORMER_MEMBER);
    return result;
  }

  function mapped(given: unknown, text: (given: string) => string): unknown {
    const value = (inner: unknown) => mapped(inner, text);
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null) return given;
    const fields = Object.entries(given);
    // Another person with the same name, who has another chat id.
    const isOther = fields.some(([key, id]) => key === 'chatId' && typeof id === 'string' && !chatIds.includes(id));
    if (isOther) return given;
    return Object.fromEntries(
      fields
        .filter(([, id]) => !(typeof id === 'string' && chatIds.includes(id)))
        .map(([key, field]) => [key, value(field)]),
    );
  }

  function json(given: string, isOwn: boolean): string {
    let before: unknown;
    try {
      before = JSON.parse(given);
    } catch {
      return text(given);
    }
    const after = mapped(isOwn ? mapped(before, withoutReasons) : before, withoutPerson);
    if (JSON.stringify(after) === JSON.stringify(before)) return given;
    return JSON.stringify(mapped(mapped(before, withoutReasons), withoutPerson));
  }

  function text(given: string): string {
    return withoutPerson(given) === given ? given : withoutPerson(withoutReasons(given));
  }

  return { text, json: (given) => json(given, false), ownJson: (given) => json(given, true) };
}

/** Undefined if there is nothing to search for. The longest first: one may begin with another. */
function patternFor(words: readonly string[], flags: string): RegExp | undefined {
  const wanted = words.filter((word) => word.trim() !== '').toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) return undefined;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${wanted.map(RegExp.escape).join('|')})(?![\\p{L}\\p{N}])`, `g${flags}`);
}
