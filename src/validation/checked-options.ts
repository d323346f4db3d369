/** Checks the options of a command against a schema, as a request is checked. Apart from arguments.ts: commands without options load no schemas. */
import type { Static, TSchema } from 'typebox';
import { type Options, UsageError } from './arguments.ts';
import { validatorOf } from './validation.ts';

/** `name`, `name and email`, `name, email and role`: the fields that a message begins with. */
const FIELDS = /^\w+(, \w+)*( and \w+)?(?= (is|are|must) )/;

/** Validates options with the schema of a request. Messages name the option instead of the field. */
export function checked<T extends TSchema>(schema: T, options: Options): Static<T> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { error } = validatorOf(schema)(given);
  if (error === undefined) return given as Static<T>;
  throw new UsageError(error.message.replace(FIELDS, (fields) => fields.replaceAll(/\w+/g, optionOf)));
}

function optionOf(field: string): string {
  return field === 'and' ? field : `--${field.replaceAll('_', '-')}`;
}
