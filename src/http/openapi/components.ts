/** A schema with a `title` becomes a component of that name, and is referred to wherever it is used. */

/** The part with each titled schema in it replaced by a reference; the schemas themselves go to `components`. */
export function named(part: unknown, components: Record<string, unknown>): unknown {
  if (Array.isArray(part)) return part.map((item) => named(item, components));
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, named(value, components)]));
  if (typeof copy.title !== 'string') return copy;
  const { title, ...schema } = copy;
  const known = components[title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`two different schemas have the title ${title}`);
  }
  components[title] = schema;
  return { $ref: `#/components/schemas/${title}` };
}
