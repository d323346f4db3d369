/**
 * Rule TRU-8: what the first start shows once goes to the terminal, if standard error is one; otherwise into a file beside the SQLite database. With
 * PostgreSQL and no terminal there is no safe place: the log names the commands that print a link and a key. Nothing of it ever goes to standard
 * output, which is a log.
 */
import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { format, parse, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { StartError } from '../config/config-error.ts';
import { removeDraft } from '../process/drafts.ts';
import type { Log } from '../process/log.ts';
import { isWatched, warn } from '../process/terminal.ts';
import type { FirstStart } from '../services/setup/bootstrap.ts';
import { addressOf } from '../services/sign-in/sign-in-links.ts';

export interface Showing {
  /** Whether a key that nobody has chosen can be shown. */
  readonly canShow: boolean;
  /** Called before anything is committed: what could not be shown is not created. */
  readonly show: (first: FirstStart) => void;
}

/** Where the service listens, and its public address. */
export interface Addresses {
  readonly address: string;
  readonly publicUrl: string;
}

export function showingOf(
  { database, bootstrap }: Pick<Config, 'database' | 'bootstrap'>,
  { address, publicUrl }: Addresses,
  log: Log,
): Showing {
  const textOf = ({ link, key }: FirstStart) =>
    welcome(address, addressOf(link, publicUrl), bootstrap.apiKey === undefined ? key : undefined);
  if (isWatched()) return { canShow: true, show: (first) => warn(textOf(first)) };
  if (database.kind === 'sqlite' && database.path !== ':memory:') {
    const file = besideDatabase(database.path);
    return {
      canShow: true,
      show(first) {
        writePrivately(file, textOf(first));
        log.info('first start: the link with which the owner signs in is in a file that only this user may read', {
          file,
        });
      },
    };
  }
  const { email } = bootstrap;
  return {
    canShow: false,
    show: () =>
      log.info(
        `first start: "users link --email ${email}" prints a link with which the owner signs in, and "keys create --email ${email}" an API key`,
      ),
  };
}

function besideDatabase(path: string): string {
  const { dir, name } = parse(resolve(path));
  return format({ dir, name, ext: '.first-start.txt' });
}

/** Replaces the file of a first start that was interrupted. Its mode must not depend on a file that was there before. */
function writePrivately(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, path);
  } catch (error) {
    removeDraft(draft);
    throw new StartError(`The link of the owner cannot be written to ${path}: ${(error as Error).message}`);
  }
}

/** `key` is undefined if the operator has set it: then it is not shown. */
function welcome(address: string, link: string, key: string | undefined): string {
  const keyText =
    key === undefined
      ? 'Your API key is the one that WATCHBILL_BOOTSTRAP_API_KEY names.'
      : `Your API key, shown only this once:

  ${key}`;
  return `
Welcome to Watchbill.

Set your password and open Watchbill:  ${link}

${keyText}

A first call:

  curl -H 'x-api-key: ${key ?? '…'}' ${address}/user/

`;
}
