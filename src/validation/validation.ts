/**
 * Validates values against TypeBox schemas. The message is one sentence: the field, the rule and the value. Bodies are validated as they are; a query
 * string, which is all text, is converted first.
 */
import type { TSchema } from 'typebox';
import { AppError } from '../errors.ts';
import { asSingleLine } from '../text/harmless-text.ts';
import { matches } from './compiled-schema.ts';
import { keysOf, type Property, sentence } from './problem-sentence.ts';
import { problemsOf } from './problems.ts';
import { unstorableIn } from './unstorable-text.ts';

type Query = Readonly<Record<string, string | string[]>>;

export type Checked = { readonly value: unknown; readonly error?: never } | { readonly error: AppError };

/** Of a request. What parses bodies refuses unstorable text (http/json-bodies.ts). */
export type RequestPart = 'body' | 'querystring' | 'params' | 'headers';

export function validatorOf(schema: TSchema, part: RequestPart = 'body'): (given: unknown) => Checked {
  const isQuery = part === 'querystring';
  return (given) => {
    // A body that may be left out has a default.
    const value = isQuery ? converted(schema, given as Query) : (given ?? (schema as Property).default ?? given);
    const unstorable = isQuery ? unstorableIn(given) : undefined;
    if (unstorable !== undefined) return { error: new AppError('bad_request', unstorable) };
    if (matches(schema, value)) return { value };
    const [problem] = problemsOf(schema, value);
    const message = problem === undefined ? undefined : asSingleLine(sentence(schema, problem, value, part));
    return { error: new AppError('bad_request', message) };
  };
}

/** For a value of unknown kind: to find and to word the error takes a hundred times as long. */
export function isValid(schema: TSchema, value: unknown): boolean {
  return matches(schema, value) && unstorableIn(value) === undefined;
}

export interface FoundProblem {
  /** Keys and positions from the top. */
  readonly path: readonly (string | number)[];
  /** A sentence. */
  readonly message: string;
}

/** The problems of a value. The search ends after that many: then the list may not be complete. */
export function problemsIn(
  schema: TSchema,
  value: unknown,
  maxProblems: number,
): { readonly problems: readonly FoundProblem[]; readonly isComplete: boolean } {
  const unstorable = unstorableIn(value);
  if (unstorable !== undefined) return { problems: [{ path: [], message: unstorable }], isComplete: true };
  const found = [...problemsOf(schema, value).take(maxProblems)];
  const problems = found.map((problem) => ({
    path: keysOf(problem.instancePath).map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    message: asSingleLine(sentence(schema, problem, value, 'file')),
  }));
  return { problems, isComplete: problems.length < maxProblems };
}

/** Adds defaults, and converts text to the type in the schema if it has the form of that type. Other text stays as it is, and is refused. */
function converted(schema: TSchema, query: Query): Record<string, unknown> {
  const properties = Object.entries((schema as { properties?: Record<string, Property> }).properties ?? {});
  const value: Record<string, unknown> = { ...query };
  for (const [name, property] of properties) {
    const given = query[name] ?? property.default;
    if (given !== undefined) value[name] = typeof given === 'string' ? ofType(property.type, given) : given;
  }
  return value;
}

function ofType(type: string | undefined, text: string): unknown {
  if (type === 'integer' && /^\d{1,16}$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
