/**
 * Rules for text that people type. It must not contain characters that make it look like something else: line breaks forge log lines, escape
 * sequences change terminals, bidirectional controls reverse the text around them.
 */

const BREAKS = /[\n\r\t\v\f\u0085\u2028\u2029]+/g;
const NOT_ON_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
/** The left-to-right and right-to-left marks reverse nothing, and some languages need them. */
const NOT_IN_A_TEXT = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const NOT_ON_A_TERMINAL = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** The characters of a local part that need no quotes (RFC 5322), and those of other scripts (RFC 6531). */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~.\-\u0080-\u{10ffff}]+$/u;
const DOMAIN = /^[\w\-\u0080-\u{10ffff}]+(?:\.[\w\-\u0080-\u{10ffff}]+)*$/u;
const NOT_IN_AN_ADDRESS = /[\p{C}\p{Z}]/u;

const REPLACEMENT = '\ufffd';

/** For names and the like. */
export function isSingleLine(text: string): boolean {
  return text.search(NOT_ON_A_LINE) === -1;
}

/** For reasons and descriptions. */
export function isHarmlessText(text: string): boolean {
  return !NOT_IN_A_TEXT.test(text);
}

/** For texts that were stored before these rules, or come from elsewhere. */
export function asSingleLine(text: string): string {
  return isSingleLine(text) ? text : text.replaceAll(BREAKS, ' ').replaceAll(NOT_ON_A_LINE, REPLACEMENT);
}

/** Several lines for a terminal. */
export function asTerminalText(text: string): string {
  return text.replaceAll(NOT_ON_A_TERMINAL, REPLACEMENT);
}

/** For a terminal too, but nothing is lost: in JSON, and in YAML within double quotes, `\u202e` is the character itself. */
export function withEscapes(text: string): string {
  return text.replaceAll(
    NOT_ON_A_TERMINAL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function needsEscapes(text: string): boolean {
  return text.search(NOT_ON_A_TERMINAL) !== -1;
}

/**
 * Rule BUD-7: an address that every mail program and server reads as the same single address. So it has no brackets, quotes, commas, comments, spaces
 * or second @, nor characters that become one of those when they are normalized.
 */
export function isEmail(text: string): boolean {
  return [text, text.normalize('NFKC')].every((form) => {
    const [local = '', domain = '', ...more] = form.split('@');
    return more.length === 0 && LOCAL_PART.test(local) && DOMAIN.test(domain) && !NOT_IN_AN_ADDRESS.test(form);
  });
}
