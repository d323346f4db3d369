/** `watchbill users …`: add, erase, link, identities and unlink. */
import Type from 'typebox';
import { readConfig } from '../config/config.ts';
import { print, warn } from '../process/terminal.ts';
import { Body, KnownEmail } from '../schemas/fields.ts';
import { NewUser } from '../schemas/people/users.ts';
import { eraseUserAsOperator } from '../services/people/erasure.ts';
import { createUserAsOperator } from '../services/people/users.ts';
import { listIdentitiesAsOperator, unlinkIdentityAsOperator } from '../services/sign-in/identities.ts';
import { addressOf, createSignInLinkAsOperator } from '../services/sign-in/sign-in-links.ts';
import { formatInstant } from '../time/iso.ts';
import type { Options } from '../validation/arguments.ts';
import { checked } from '../validation/checked-options.ts';
import { asOperator } from './opening.ts';

const IdOptions = Body({ id: Type.String() });
const LinkOptions = Body({ email: KnownEmail });
const UnlinkOptions = Body({ email: KnownEmail, id: Type.String() });

export async function addUser({ 'time-zone': timeZone, 'chat-id': chatId, ...rest }: Options): Promise<void> {
  const wanted = checked(NewUser, { ...rest, time_zone: timeZone, chat_id: chatId });
  const { id } = await asOperator((services, operator) => createUserAsOperator(services, operator, wanted));
  print(`${id}\n`);
}

export async function eraseDeactivated(options: Options): Promise<void> {
  const { id } = checked(IdOptions, options);
  await asOperator((services, operator) => eraseUserAsOperator(services, operator, id));
}

/** For a user who is locked out, for example the only owner. */
export async function linkUser(options: Options): Promise<void> {
  const { email } = checked(LinkOptions, options);
  const link = await asOperator((services, operator) => createSignInLinkAsOperator(services, operator, email));
  const { publicUrl, linkUrl } = readConfig();
  print(`${addressOf(link, publicUrl)}\n`);
  warn(
    `The link is for ${email} only. It works once, until ${formatInstant(link.expiresAt)}. Earlier links are invalid.\n`,
  );
  if (linkUrl === undefined) warn(`If the service is not at ${publicUrl}, set PORT or WATCHBILL_URL as it has it.\n`);
}

/** A line for each identity: its id, issuer, subject, creation time, and whether it is accepted. */
export async function printIdentities(options: Options): Promise<void> {
  const { email } = checked(LinkOptions, options);
  const identities = await asOperator((services, operator) => listIdentitiesAsOperator(services, operator, email));
  const lines = identities.map(({ id, issuer, subject, created_at, is_accepted }) =>
    [id, issuer, printable(subject), created_at, is_accepted ? 'accepted' : 'not accepted'].join('\t'),
  );
  print(lines.map((line) => `${line}\n`).join(''));
}

export async function unlinkUser(options: Options): Promise<void> {
  const { email, id } = checked(UnlinkOptions, options);
  await asOperator((services, operator) => unlinkIdentityAsOperator(services, operator, email, id));
}

/** The provider chooses these texts. No escape sequence may reach the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
