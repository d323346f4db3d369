/**
 * Finds the problems of a value that does not match its schema, one by one: a caller that needs the first stops the search there. Of a list its length
 * comes first, then its items; of an object what is missing, what is unknown, and then its fields in the order of the schema. TypeBox's own search goes
 * through the whole value, takes 5 µs for each part, and 20 s for 60,000 items that must be unique and are not.
 */
import { Errors } from 'typebox/schema';
import { matches, maxItemsOf, type Schema } from './compiled-schema.ts';
import { type Problem, pointerPart } from './problem-sentence.ts';

/** A part of the value with its schema, and where both are. */
interface Part {
  readonly schema: Schema;
  readonly value: unknown;
  readonly schemaPath: string;
  readonly instancePath: string;
}

export function* problemsOf(schema: Schema, value: unknown): Generator<Problem> {
  if (!matches(schema, value)) yield* inPart({ schema, value, schemaPath: '#', instancePath: '' });
}

/** The part does not match. */
function* inPart(part: Part): Generator<Problem> {
  const { schema, value } = part;
  const { properties, additionalProperties, items, uniqueItems, allOf, anyOf = [], ...own } = schema;
  const maxItems = maxItemsOf(schema);
  yield* errorsOf(part, { ...own, ...(maxItems !== undefined && { maxItems }) });
  yield* unknownFieldsOf(part);
  for (const inner of partsOf(part)) if (!matches(inner.schema, inner.value)) yield* inPart(inner);
  const isTooLong = Array.isArray(value) && maxItems !== undefined && value.length > maxItems;
  if (uniqueItems && !isTooLong) yield* errorsOf(part, { uniqueItems });
  const [first] = anyOf;
  // Where there are two, the second is null.
  if (first !== undefined && !anyOf.some((one) => matches(one, value))) {
    yield* inPart({ ...part, schema: first, schemaPath: `${part.schemaPath}/anyOf/0` });
  }
}

function* errorsOf({ value, schemaPath, instancePath }: Part, schema: Schema): Generator<Problem> {
  for (const error of Errors(schema, value)[1]) yield { ...error, schemaPath, instancePath };
}

/** As TypeBox reports them. */
function* unknownFieldsOf({ schema, value, schemaPath, instancePath }: Part): Generator<Problem> {
  const { properties = {}, additionalProperties } = schema;
  if (additionalProperties !== false || !isObject(value)) return;
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(properties, key)) continue;
    yield {
      keyword: 'boolean',
      schemaPath: `${schemaPath}/additionalProperties`,
      instancePath: `${instancePath}/${pointerPart(key)}`,
      params: {},
      message: '',
    };
  }
}

function* partsOf({ schema, value, schemaPath, instancePath }: Part): Generator<Part> {
  const { properties = {}, items, allOf = [] } = schema;
  if (Array.isArray(value) && items !== undefined) {
    for (const [i, item] of value.entries()) {
      yield { schema: items, value: item, schemaPath: `${schemaPath}/items`, instancePath: `${instancePath}/${i}` };
    }
  }
  if (isObject(value)) {
    for (const [key, inner] of Object.entries(properties)) {
      const pointer = pointerPart(key);
      const at = {
        schemaPath: `${schemaPath}/properties/${pointer}`,
        instancePath: `${instancePath}/${pointer}`,
      };
      if (value[key] !== undefined) yield { schema: inner, value: value[key], ...at };
    }
  }
  for (const [i, inner] of allOf.entries()) {
    yield { schema: inner, value, schemaPath: `${schemaPath}/allOf/${i}`, instancePath };
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
