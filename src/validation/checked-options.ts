/** Checks the options of a command against a schema, as a request is checked. Apart from arguments.ts: commands without options load no schemas. */
import type { Static, TSchema } from 'typebox';
import { type Options, UsageError } from './arguments.ts';
import { validatorOf } from './validation.ts';

/** Validates options with the schema of a request. Messages name the option instead of the field. */
export function checked<T extends TSchema>(schema: T, options: Options): Static<T> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { error } = validatorOf(schema)(given);
  if (error === undefined) return given as Static<T>;
  throw new UsageError(
    error.message.replace(/^\w+(, \w+)*/, (fields) => fields.replaceAll('_', '-').replaceAll(/[\w-]+/g, '--$&')),
  );
}
