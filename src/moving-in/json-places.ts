/** Finds the place of a value in the text of a JSON document. `JSON.parse` has accepted the text, so that nothing is checked here. */

/** Keys and positions from the top. */
export type Path = readonly (string | number)[];

/** `data[0].name` */
export function pathText(path: Path): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  );
}

/** The offset of the value, or of the deepest existing part of the path: a missing field has no place of its own. */
export function offsetIn(text: string, path: Path): number {
  let offset = afterSpace(text, 0);
  for (const key of path) {
    const inner = childAt(text, offset, key);
    if (inner === undefined) return offset;
    offset = inner;
  }
  return offset;
}

/** If a key is repeated, the last one counts, as for `JSON.parse`. */
function childAt(text: string, offset: number, wanted: string | number): number | undefined {
  const isObject = text[offset] === '{';
  if (!isObject && text[offset] !== '[') return undefined;
  let found: number | undefined;
  let at = afterSpace(text, offset + 1);
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index++) {
    let key: string | number = index;
    if (isObject) {
      const end = afterValue(text, at);
      key = JSON.parse(text.slice(at, end)) as string;
      at = afterSpace(text, afterSpace(text, end) + 1);
    }
    if (key === wanted) found = at;
    at = afterSpace(text, afterValue(text, at));
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return found;
}

function afterSpace(text: string, offset: number): number {
  return matchEnd(/[ \t\r\n]*/y, text, offset);
}

function afterValue(text: string, offset: number): number {
  if (text[offset] === '"') return afterString(text, offset);
  if (text[offset] !== '{' && text[offset] !== '[') return matchEnd(/[^,}\]\s]*/y, text, offset);
  let depth = 0;
  for (let at = offset; at < text.length; ) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    at = character === '"' ? afterString(text, at) : at + 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function afterString(text: string, offset: number): number {
  let at = offset + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function matchEnd(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  pattern.test(text);
  return Math.max(offset, pattern.lastIndex);
}
