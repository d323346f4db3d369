/** A schema with a `title` becomes a component of that name, and is referred to wherever it is used. */
import { inJsonSchema } from './json-schema.ts';

/**
 * The part with each titled schema in it replaced by a reference; the schemas themselves go to `components`. `isInRequest`: whether clients write it.
 */
export function named(part: unknown, components: Record<string, unknown>, isInRequest = false): unknown {
  if (Array.isArray(part)) return part.map((item) => named(item, components, isInRequest));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).filter(([, value]) => value?.['x-internal'] !== true);
  const copy = inJsonSchema(
    Object.fromEntries(entries.map(([key, value]) => [key, named(value, components, isInRequest)])),
    isInRequest,
  );
  if (typeof copy.title !== 'string') return copy;
  const { title, ...rest } = copy;
  const schema = Array.isArray(rest.enum)
    ? { ...rest, 'x-enum-varnames': rest.enum.map((value) => constantOf(title, value)) }
    : rest;
  const known = components[title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`two different schemas have the title ${title}`);
  }
  components[title] = schema;
  return { $ref: `#/components/schemas/${title}` };
}

/**
 * `SHIFT_UNIT_DAYS`: the name of a value in generated code. With its title, since the constants of all enums share a namespace in Go.
 */
function constantOf(title: string, value: string | number): string {
  return `${title.replaceAll(/\B[A-Z]/g, '_$&')}_${value}`.replaceAll(/\W/g, '_').toUpperCase();
}
