/** Reads and writes the YAML file of rule CODE-1. A bad file is a `FileError` with a line for each problem. */
import { Document, isAlias, isNode, isScalar, isSeq, LineCounter, parseDocument, Scalar, visit } from 'yaml';
import { isImported } from '../../moving-in/source.ts';
import { asSingleLine, needsEscapes, withEscapes } from '../../text/harmless-text.ts';
import { problemsIn } from '../../validation/validation.ts';
import { WatchbillFile } from './file.ts';
import { FileError } from './file-error.ts';
import { type Path, type Problem, problemsOfRules } from './file-rules.ts';
import { attempt, checkText, repeatedKeys, requireEnoughStack, valueIn } from './yaml-limits.ts';

/** A person fixes a few and tries again. */
const MAX_PROBLEMS = 20;

/** The search for problems ends after that many. */
const MAX_ERRORS = 1_000;

/** Small parts of which a file has many. */
const ON_ONE_LINE = [['amount', 'unit'], ['day', 'from', 'to'], ['from', 'to'], ['country'], ['country', 'region']];

/** `name` is the name of the file in messages. */
export function parseFile(text: string, name: string): ParsedFile {
  checkText(text, name);
  const lines = new LineCounter();
  // Its warnings would be printed beside ours.
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false, logLevel: 'error' } as const;
  const document = attempt(name, () => parseDocument(text, options));
  requireEnoughStack(document, name);
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const mistakes = [
    // A warning is a tag or a directive that the parser does not know, and ignores.
    ...[...document.errors, ...document.warnings].map(({ pos, message }) => ({
      offset: pos[0],
      message: firstLine(message),
    })),
    ...attempt(name, () => repeatedKeys(document)).map((offset) => ({ offset, message: 'Map keys must be unique' })),
  ];
  if (mistakes.length > 0) {
    throw fileError(mistakes, ({ offset, message }) => `${at(offset)} is not YAML: ${message}`);
  }
  const placeOf = (path: Path) => at(offsetOf(document, path));
  const value = valueIn(document, name);
  const { problems, isComplete } = problemsIn(WatchbillFile, value, MAX_ERRORS);
  const found = problems.length > 0 ? problems : problemsOfRules(value as WatchbillFile);
  if (found.length > 0) throw problemsError(found, placeOf, isComplete);
  return { file: withKeptPeople(value as WatchbillFile), placeOf };
}

/** An import of an earlier version has no `overwrite`, and must change nobody either (rule TRU-5). */
function withKeptPeople(file: WatchbillFile): WatchbillFile {
  if (!isImported(file.managed_by) || file.people === undefined) return file;
  return { ...file, people: file.people.map((person) => ({ overwrite: false, ...person })) };
}

export interface ParsedFile {
  readonly file: WatchbillFile;
  /** `FILE:LINE:COLUMN`, for problems that are found later. */
  readonly placeOf: (path: Path) => string;
}

interface Writing {
  /** Where editors find the schema; absent: it is not mentioned. */
  readonly schemaUrl?: string;
  /** Written as comments beside the ids. */
  readonly channelNames?: ReadonlyMap<string, string>;
}

export function writeFile(file: WatchbillFile, { schemaUrl, channelNames = new Map() }: Writing = {}): string {
  const head = schemaUrl === undefined ? '' : `# yaml-language-server: $schema=${schemaUrl}\n`;
  // YAML 1.1 tools read 17:00 as a number, so such text is quoted.
  const document = new Document(file, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Scalar: (_, scalar) => {
      // Only double quotes have escapes.
      if (typeof scalar.value === 'string' && needsEscapes(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
    Map: (_, map) => {
      if (ON_ONE_LINE.some((keys) => map.items.length === keys.length && keys.every((key) => map.has(key)))) {
        map.flow = true;
      }
    },
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || key.value !== 'chat_channels' || !isSeq(value)) return;
      for (const item of value.items) {
        const name = isScalar(item) ? channelNames.get(String(item.value)) : undefined;
        if (isScalar(item) && name !== undefined) item.comment = ` #${asSingleLine(name)}`;
      }
    },
  });
  return head + withEscapes(document.toString({ lineWidth: 0 }));
}

/** The offset of the deepest existing part of the path: a missing field has no place of its own. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: Path): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && !isAlias(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}

/** A line for each of the first problems, and how many more there are. */
export function problemsError(
  problems: readonly Problem[],
  placeOf: ParsedFile['placeOf'],
  isComplete = true,
): FileError {
  return fileError(problems, ({ path, message }) => `${placeOf(path)} ${message}`, isComplete);
}

function fileError<T>(found: readonly T[], lineOf: (one: T) => string, isComplete = true): FileError {
  const lines = found.slice(0, MAX_PROBLEMS).map(lineOf);
  const more = found.length - lines.length;
  if (more > 0) lines.push(`and ${isComplete ? '' : 'at least '}${more} more`);
  return new FileError(...lines);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
