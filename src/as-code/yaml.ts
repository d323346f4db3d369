/** Reads and writes the YAML file of rule CODE-1. A bad file is a `FileError` with a line for each problem. */
import { Document, isAlias, isNode, LineCounter, parseDocument, visit } from 'yaml';
import { problemsIn } from '../validation.ts';
import { WatchbillFile } from './file.ts';
import { FileError } from './file-error.ts';
import { type Path, problemsOfRules } from './file-rules.ts';

/** Enough for ten thousand schedules. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** A person fixes a few and tries again. */
const MAX_PROBLEMS = 20;

/** Lengths and windows, since a schedule has many of them. */
const ON_ONE_LINE = [
  ['amount', 'unit'],
  ['day', 'from', 'to'],
];

/** `name` is the name of the file in messages. */
export function parseFile(text: string, name: string): ParsedFile {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) {
    throw new FileError(`${name} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB.`);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    throw fileError(document.errors.map(({ pos, message }) => `${at(pos[0])} is not YAML: ${firstLine(message)}`));
  }
  const placeOf = (path: Path) => at(offsetOf(document, path));
  const value = parsedValue(document, name);
  const problems = problemsIn(WatchbillFile, value);
  const found = problems.length > 0 ? problems : problemsOfRules(value as WatchbillFile);
  if (found.length > 0) throw fileError(found.map(({ path, message }) => `${placeOf(path)} ${message}`));
  return { file: value as WatchbillFile, placeOf };
}

export interface ParsedFile {
  readonly file: WatchbillFile;
  /** `FILE:LINE:COLUMN`, for problems that are found later. */
  readonly placeOf: (path: Path) => string;
}

/** `schemaUrl`: where editors find the schema; undefined: it is not mentioned. */
export function writeFile(file: WatchbillFile, schemaUrl?: string): string {
  const head = schemaUrl === undefined ? '' : `# yaml-language-server: $schema=${schemaUrl}\n`;
  // YAML 1.1 tools read 17:00 as a number, so such text is quoted.
  const document = new Document(file, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Map: (_, map) => {
      if (ON_ONE_LINE.some((keys) => map.items.length === keys.length && keys.every((key) => map.has(key)))) {
        map.flow = true;
      }
    },
  });
  return head + document.toString({ lineWidth: 0 });
}

/** Aliases can expand a small file to gigabytes. The parser refuses that here. */
function parsedValue(document: ReturnType<typeof parseDocument>, name: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new FileError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** The offset of the deepest existing part of the path: a missing field has no place of its own. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: Path): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && !isAlias(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}

function fileError(found: readonly string[]): FileError {
  const problems = [...new Set(found)];
  const more = problems.length - MAX_PROBLEMS;
  const shown = problems.slice(0, MAX_PROBLEMS);
  return new FileError([...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
