/** JSON documents of a source, in the form of its API, whether they come from the API or from files. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Type, { type Static, type TSchema } from 'typebox';
import { problemOfSize, sizeOf } from '../as-code/file/value-size.ts';
import { makeFolder } from '../process/folders.ts';
import { readTextFile, sizeText } from '../text/text-file.ts';
import { isValid, problemsIn } from '../validation/validation.ts';
import { BadValue } from './bad-value.ts';
import { type Document, SourceError } from './source.ts';

/** A large account has a few megabytes of schedules. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_FILES = 10_000;
const MAX_TOTAL_BYTES = 100 * 1024 * 1024;
const MAX_TOTAL_VALUES = 5_000_000;

/** A file, or all `.json` files of a folder. */
export function readDocuments(path: string): Document[] {
  const files = attempt(path, () =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.json'))
          .sort()
          .map((name) => join(path, name))
      : [path],
  );
  if (files.length === 0) throw new SourceError(`${path} has no .json file.`);
  if (files.length > MAX_FILES)
    throw new SourceError(`${path} has ${files.length} files; at most ${MAX_FILES} are read.`);
  const unusable = (problem: string) => new SourceError(`${path} cannot be used: its files together ${problem}.`);
  let totalBytes = 0;
  let totalValues = 0;
  return files.map((file) => {
    const text = attempt(file, () => readTextFile(file, MAX_FILE_BYTES));
    totalBytes += Buffer.byteLength(text);
    if (totalBytes > MAX_TOTAL_BYTES) throw unusable(`are larger than ${sizeText(MAX_TOTAL_BYTES)}`);
    const { value, values } = valueIn(file, text);
    totalValues += values;
    if (totalValues > MAX_TOTAL_VALUES)
      throw unusable(`have more than ${MAX_TOTAL_VALUES.toLocaleString('en-GB')} values`);
    return { name: file, value, text };
  });
}

function valueIn(file: string, text: string): { readonly value: object; readonly values: number } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SourceError(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  if (![value].flat().every((item) => typeof item === 'object' && item !== null)) {
    throw new SourceError(`${file} must have a JSON object or a list of objects; it has ${text.trim().slice(0, 60)}.`);
  }
  const size = sizeOf(value);
  const problem = problemOfSize(size);
  if (problem !== undefined) throw new SourceError(`${file} cannot be used: ${problem}.`);
  return { value: value as object, values: size.values };
}

/** One file for each document, to read again with `--from`. Only the owner may read them: they have names and emails. */
export function saveDocuments(folder: string, documents: readonly Document[]): void {
  attempt(folder, () => makeFolder(folder, 0o700));
  for (const { name, value } of documents) {
    const file = join(folder, `${basename(name).replaceAll(/[^A-Za-z0-9._-]+/g, '-')}.json`);
    attempt(file, () => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 }));
  }
}

/** Whether the value has these fields, whatever is in them: enough to tell what a document contains. */
export function has(value: object, ...fields: readonly string[]): boolean {
  return fields.every((field) => Object.hasOwn(value, field));
}

/** How many hours, days, weeks or seconds a turn or an event has. Nothing lasts longer than the years from 1970 to 2199. */
export const Count = Type.Integer({ minimum: 1, maximum: 10_000_000_000 });

/** Treats null as absent. */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** The value if it matches the schema; undefined otherwise. */
export function matching<T extends TSchema>(schema: T, value: unknown): Static<T> | undefined {
  return isValid(schema, value) ? (value as Static<T>) : undefined;
}

/** The value, which must match the schema; otherwise an error that names the field and the rule. */
export function expected<T extends TSchema>(schema: T, value: unknown): Static<T> {
  const { problems } = problemsIn(schema, value, 1);
  const [problem] = problems;
  if (problem !== undefined) throw new BadValue(value, problem.path, problem.message);
  return value as Static<T>;
}

/** The items of a list, or a single item: the value itself, or that of a field. Each must be an object. */
export function objectsIn(owner: object, field?: string): object[] {
  const path = field === undefined ? [] : [field];
  const value = field === undefined ? owner : (owner as Record<string, unknown>)[field];
  const items = Array.isArray(value) ? value : [value];
  for (const [i, item] of items.entries()) {
    if (typeof item === 'object' && item !== null) continue;
    const name = field ?? 'the list';
    throw Array.isArray(value)
      ? new BadValue(owner, [...path, i], `Each item of ${name} must be an object; one is ${JSON.stringify(item)}.`)
      : new BadValue(owner, path, `${name} must be an object or a list of objects; it is ${JSON.stringify(item)}.`);
  }
  return items;
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SourceError(code === 'ENOENT' ? `${path} does not exist.` : `${path} cannot be used: ${message}.`);
  }
}
