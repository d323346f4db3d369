/** A schema is compiled at its first use, so that a start does not wait for all of them, and only once if several routes share it. */
import { Compile } from 'typebox/schema';
import { memoizeByObject } from '../process/row-cache.ts';

/** The keywords that say what the parts of a value must be. */
export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

export function matches(schema: Schema, value: unknown): boolean {
  return compiledOf(schema).Check(value);
}

const compiledOf = memoizeByObject((schema: Schema) => Compile(lengthsFirst(schema)));

/** How many items a list may have at most; undefined: any number. */
export function maxItemsOf({ maxItems, uniqueItems = false, items }: Schema): number | undefined {
  return maxItems ?? (uniqueItems ? items?.enum?.length : undefined);
}

/** The same schema, but the length of a list is checked before its items: TypeBox checks each item, and computes its hash, before it counts them. */
function lengthsFirst(schema: Schema): Schema {
  const { properties, items, uniqueItems, allOf = [], anyOf, ...own } = schema;
  const maxItems = maxItemsOf(schema);
  const ofItems = items === undefined ? [] : [{ items: lengthsFirst(items), ...(uniqueItems && { uniqueItems }) }];
  return {
    ...own,
    ...(maxItems !== undefined && { maxItems }),
    ...(properties && { properties: mapped(properties) }),
    allOf: [...allOf.map(lengthsFirst), ...ofItems],
    ...(anyOf && { anyOf: anyOf.map(lengthsFirst) }),
  };
}

function mapped(properties: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, lengthsFirst(part)]));
}
