/**
 * Checks requests against their TypeBox schemas and says what is wrong in one sentence: the field, the rule, what was
 * given. Bodies are taken as they are; a query string, which is all text, is converted first.
 */
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { AppError } from '../errors.ts';
import { FORMAT_RULES } from '../schemas/fields.ts';

/** Far more than any body of ours has; a body may be a megabyte of brackets. */
const DEEPEST = 50;

/** Enough to recognise what one sent. */
const LONGEST_SHOWN = 60;

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = 'body' }) => {
  const compiled = Compile(schema);
  const isQuery = httpPart === 'querystring';
  return (given: unknown) => {
    const value = isQuery ? Value.Default(schema, converted(schema, given as Query)) : given;
    if (compiled.Check(value)) return { value };
    const [problem] = compiled.Errors(value);
    return {
      error: new AppError('bad_request', problem === undefined ? undefined : sentence(problem, value, httpPart)),
    };
  };
};

type Query = Readonly<Record<string, string | string[]>>;

/** Text that is written as the schema's type wants it becomes that type; all else stays as it is, and is refused. */
function converted(schema: TSchema, query: Query): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const type = properties[name]?.type;
      if (typeof text !== 'string') return [name, text];
      if (type === 'integer' && /^\d{1,16}$/.test(text)) return [name, Number(text)];
      if (type === 'boolean' && /^(true|false)$/.test(text)) return [name, text === 'true'];
      return [name, text];
    }),
  );
}

/** PostgreSQL cannot store NUL, and half a surrogate pair is no character: neither is taken anywhere. */
export function requireStorableText(body: unknown, path = '', depth = 0): void {
  if (depth > DEEPEST) throw new AppError('bad_request', `The body must not be nested deeper than ${DEEPEST} levels.`);
  if (typeof body === 'string') {
    if (body.includes('\0') || !body.isWellFormed()) {
      throw new AppError('bad_request', `${path || 'The body'} must not hold the character NUL or half a character.`);
    }
  } else if (typeof body === 'object' && body !== null) {
    for (const [key, value] of Object.entries(body)) {
      requireStorableText(key, 'A field name');
      const field = Array.isArray(body) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      requireStorableText(value, field, depth + 1);
    }
  }
}

interface Problem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

function sentence({ keyword, instancePath, params, message }: Problem, value: unknown, httpPart: string): string {
  const field = nameOf(instancePath);
  const subject = field === '' ? `The ${httpPart === 'querystring' ? 'query' : httpPart}` : field;
  const given = shown(valueAt(value, instancePath));
  switch (keyword) {
    case 'required':
      return `${listed(params, 'requiredProperties', field)} is required.`;
    case 'boolean':
    case 'additionalProperties':
      return `${keyword === 'boolean' ? subject : listed(params, 'additionalProperties', field)} is not a field that is known here.`;
    case 'enum':
      return `${subject} must be one of ${(params as { allowedValues: unknown[] }).allowedValues.join(', ')}; it is ${given}.`;
    case 'format': {
      const { format } = params as { format: string };
      return `${subject} must be ${FORMAT_RULES[format] ?? format}; it is ${given}.`;
    }
    case 'pattern':
      return `${subject} must not be blank and must have its form; it is ${given}.`;
    default:
      return `${subject} ${message}; it is ${given}.`;
  }
}

/** `/layers/0/shift_length` as a person would write it: `layers[0].shift_length`. */
function nameOf(instancePath: string): string {
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`), '');
}

function valueAt(value: unknown, instancePath: string): unknown {
  return instancePath === '' ? value : Value.Pointer.Get(value as object, instancePath);
}

function listed(params: object, key: string, field: string): string {
  const names = (params as Record<string, string[]>)[key] ?? [];
  return names.map((name) => (field === '' ? name : `${field}.${name}`)).join(', ');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}
