/** `watchbill keys …`: create, list and revoke. */
import Type from 'typebox';
import { print, warn } from '../process/terminal.ts';
import { Body, Instant, KnownEmail } from '../schemas/fields.ts';
import { NewApiKey } from '../schemas/sign-in/api-keys.ts';
import { createApiKeyAsOperator, listKeysAsOperator, revokeApiKeyAsOperator } from '../services/sign-in/api-keys.ts';
import { asSingleLine } from '../text/harmless-text.ts';
import type { Flags, Options } from '../validation/arguments.ts';
import { checked } from '../validation/checked-options.ts';
import { asOperator } from './opening.ts';

const KeyOptions = Body({
  email: KnownEmail,
  name: Type.Optional(NewApiKey.properties.name),
  expires: Type.Optional(Instant),
});
const IdOptions = Body({ id: Type.String() });

/** Only the key goes to standard output, for scripts. Explanations go to standard error. */
export async function createKey(options: Options, flags: Flags): Promise<void> {
  const { email, name = 'Command line', expires } = checked(KeyOptions, options);
  const wanted: NewApiKey = {
    name,
    ...(expires !== undefined && { expires_at: expires }),
    ...(flags.has('read-only') && { read_only: true }),
  };
  const { id, key } = await asOperator((services, operator) =>
    createApiKeyAsOperator(services, operator, email, wanted),
  );
  print(`${key}\n`);
  warn(`The key of ${email} is shown only this once. To revoke it: keys revoke --id ${id}\n`);
}

/** A line for each key. The key itself is not stored. */
export async function listKeys(): Promise<void> {
  const keys = await asOperator(listKeysAsOperator);
  const lines = keys.map(({ id, user, name, hint, read_only, created_at, expires_at, last_used_at }) =>
    [
      id,
      user.email,
      `${name} (…${hint})`,
      read_only ? 'read-only' : 'reads and writes',
      `created ${created_at}`,
      expires_at === undefined ? 'never expires' : `expires ${expires_at}`,
      last_used_at === undefined ? 'never used' : `last used ${last_used_at}`,
    ]
      .map(asSingleLine)
      .join(', '),
  );
  print(lines.map((line) => `${line}\n`).join(''));
}

export async function revokeKey(options: Options): Promise<void> {
  const { id } = checked(IdOptions, options);
  await asOperator((services, operator) => revokeApiKeyAsOperator(services, operator, id));
}
