/** Search by a part of a name, ignoring case and the encoding of accents. */
export function searchKey(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** For LIKE, with `\` as its escape character. */
export function patternFor(part: string): string {
  return `%${escaped(searchKey(part))}%`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
