/**
 * Validates values against TypeBox schemas. The message is one sentence: the field, the rule and the value. Bodies are validated as they are; a query
 * string, which is all text, is converted first.
 */
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { AppError } from '../errors.ts';
import { memoizeByObject } from '../process/row-cache.ts';
import { asSingleLine } from '../text/harmless-text.ts';
import { keysOf, type Problem, type Property, sentence } from './problem-sentence.ts';
import { unstorableIn } from './unstorable-text.ts';

/** A schema is compiled at its first use, so that a start does not wait for all of them, and only once if several routes share it. */
const compiledOf = memoizeByObject((schema: TSchema) => Compile(schema));

type Query = Readonly<Record<string, string | string[]>>;

export type Checked = { readonly value: unknown; readonly error?: never } | { readonly error: AppError };

/** Of a request. What parses bodies refuses unstorable text (http/json-bodies.ts). */
export type RequestPart = 'body' | 'querystring' | 'params' | 'headers';

export function validatorOf(schema: TSchema, part: RequestPart = 'body'): (given: unknown) => Checked {
  const isQuery = part === 'querystring';
  return (given) => {
    const compiled = compiledOf(schema);
    // A body that may be left out has a default.
    const value = isQuery ? converted(schema, given as Query) : (given ?? (schema as Property).default ?? given);
    const unstorable = isQuery ? unstorableIn(given) : undefined;
    if (unstorable !== undefined) return { error: new AppError('bad_request', unstorable) };
    if (compiled.Check(value)) return { value };
    const [, [problem]] = compiled.Errors(value);
    const message = problem === undefined ? undefined : asSingleLine(sentence(schema, problem, value, part));
    return { error: new AppError('bad_request', message) };
  };
}

/** Whether a value that was not in a request has no problems. */
export function isValid(schema: TSchema, value: unknown): boolean {
  return unstorableIn(value) === undefined && compiledOf(schema).Check(value);
}

export interface FoundProblem {
  /** Keys and positions from the top. */
  readonly path: readonly (string | number)[];
  /** A sentence. */
  readonly message: string;
}

/** The problems of a value. The search ends after that many errors: then the list may not be complete. */
export function problemsIn(
  schema: TSchema,
  value: unknown,
  maxErrors: number,
): { readonly problems: readonly FoundProblem[]; readonly isComplete: boolean } {
  const unstorable = unstorableIn(value);
  if (unstorable !== undefined) return { problems: [{ path: [], message: unstorable }], isComplete: true };
  const compiled = compiledOf(schema);
  if (compiled.Check(value)) return { problems: [], isComplete: true };
  const errors = errorsOf(compiled, value, maxErrors);
  const problems = eachOnce(errors).map((problem) => {
    const { additionalProperties: [unknown] = [] } = problem.params as { additionalProperties?: string[] };
    const keys = [...keysOf(problem.instancePath), ...(unknown === undefined ? [] : [unknown])];
    return {
      path: keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
      message: asSingleLine(sentence(schema, problem, value, 'file')),
    };
  });
  return { problems, isComplete: errors.length < maxErrors };
}

/** By default the search ends after a few. */
function errorsOf(compiled: ReturnType<typeof compiledOf>, value: unknown, maxErrors: number): readonly Problem[] {
  const before = Settings.Get().maxErrors;
  Settings.Set({ maxErrors });
  try {
    return compiled.Errors(value)[1];
  } finally {
    Settings.Set({ maxErrors: before });
  }
}

/**
 * An unknown field is found twice: by itself, and among all unknown fields of its object. A bad value where null is allowed too is found three times: by
 * what is wrong with it, because it is not null, and because it is neither.
 */
function eachOnce(problems: readonly Problem[]): readonly Problem[] {
  const unions = new Set(problems.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath));
  const single = problems.filter(
    ({ keyword, instancePath, message }) =>
      keyword !== 'additionalProperties' &&
      !(unions.has(instancePath) && (keyword === 'anyOf' || message === 'must be null')),
  );
  return single.length > 0 ? single : problems;
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
