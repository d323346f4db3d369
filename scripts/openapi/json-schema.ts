/** Schemas in words that every generator of clients and every validator knows. */
import { NOT_QUOTED } from '../../src/schemas/fields.ts';
import { patternOf } from '../../src/schemas/patterns.ts';

type Part = Record<string, unknown>;

const MAX_INT32 = 2 ** 31 - 1;

/** A part of the document; its own parts are already converted. Whatever is no schema stays as it is. */
export function inJsonSchema(part: Part, isInRequest: boolean): Part {
  return withFormat(withPattern(withoutConst(withNull(withoutAllOf(withMore(part)))), isInRequest));
}

/** Keywords for clients alone: what they say is checked by a service, with an error of its own. What is not quoted is nothing to them. */
function withMore({ 'x-for-clients': more, [NOT_QUOTED]: _, ...rest }: Part): Part {
  return { ...rest, ...(more as Part | undefined) };
}

/** `allOf` with one schema is that schema, with a description for this place. */
function withoutAllOf({ allOf, ...rest }: Part): Part {
  return Array.isArray(allOf) && allOf.length === 1
    ? { ...allOf[0], ...rest }
    : { ...(allOf !== undefined && { allOf }), ...rest };
}

/** A text, number or list that may be null has two types. An object that may be null stays a choice: it is a component. */
function withNull(part: Part): Part {
  const { anyOf, ...rest } = part;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1].type !== 'null' || typeof anyOf[0].type !== 'string')
    return part;
  return { ...anyOf[0], type: [anyOf[0].type, 'null'], ...rest };
}

/** A literal is an enum of one value. A generator has no enum of booleans: its description says which it is. */
function withoutConst({ const: value, ...rest }: Part): Part {
  if (value === undefined || typeof value === 'object') return value === undefined ? rest : { const: value, ...rest };
  return typeof value === 'boolean' ? rest : { ...rest, enum: [value] };
}

function withPattern(part: Part, isInRequest: boolean): Part {
  if (![part.type].flat().includes('string') || part.enum !== undefined) return part;
  const pattern = patternOf(part.format as string | undefined, part.pattern as string | undefined, isInRequest);
  return pattern === undefined ? part : { ...part, pattern };
}

function withFormat(part: Part): Part {
  const [type] = [part.type].flat();
  if (part.format !== undefined) return part;
  if (type === 'number') return { ...part, format: 'double' };
  return type === 'integer' ? { ...part, format: isInt32(part) ? 'int32' : 'int64' } : part;
}

function isInt32({ minimum, maximum, enum: values }: Part): boolean {
  const bounds = Array.isArray(values) ? values : [minimum, maximum];
  return bounds.every((bound) => typeof bound === 'number' && Math.abs(bound) <= MAX_INT32);
}
