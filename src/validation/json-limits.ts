/**
 * How large the value of a JSON text may be, decided on its bytes before it is parsed: a megabyte can be 500,000 values or brackets, or 90,000 objects
 * with different fields, for which `JSON.parse` alone takes 0.1 to 0.4 s.
 */

/** Far deeper than any valid body, and far less deep than the stack. */
export const MAX_DEPTH = 50;

/** The largest valid body has 6,319: a schedule with everything that can be planned. Whatever they are, they are parsed in 10 ms. */
export const MAX_VALUES = 10_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPENING_BRACKET, CLOSING_BRACKET] = [0x5b, 0x5d];
const [OPENING_BRACE, CLOSING_BRACE] = [0x7b, 0x7d];

/** Returns the limit that the value would exceed. Says nothing about a text that is not JSON. */
export function exceededBy(json: Uint8Array): string | undefined {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < json.length; i++) {
    switch (json[i]) {
      case QUOTE:
        i = endOfText(json, i);
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        depth++;
        values++;
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth--;
        break;
      case COMMA:
        values++;
        break;
      default:
    }
    if (depth > MAX_DEPTH) return `The body must not be nested deeper than ${MAX_DEPTH} levels.`;
    if (values > MAX_VALUES) return `The body must not have more than ${MAX_VALUES.toLocaleString('en-GB')} values.`;
  }
  return undefined;
}

/** The position of the closing quote. */
function endOfText(json: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < json.length && json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1;
  return i;
}
