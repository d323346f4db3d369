/** How names are searched: a part of them, without case, and however their accents are encoded. */
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
