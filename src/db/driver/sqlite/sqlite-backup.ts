/**
 * Copies a SQLite database while others write to it. The copy contains everything that was committed before it began. It gets its name only
 * when it is complete and on disk, so a partial copy of a killed process cannot be taken for a backup.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { AppError } from '../../../errors.ts';
import { removeDraft } from '../../../process/drafts.ts';
import { connect } from './sqlite.ts';

export function backUpSqlite(path: string, copy: string): void {
  if (!existsSync(path)) throw new AppError('not_found', `There is no database at ${path}.`);
  if (existsSync(copy)) {
    throw new AppError('unprocessable_entity', `${copy} is there already: name a file that is not.`);
  }
  const draft = `${copy}.${randomUUID()}`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      copyInto(draft, path);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, copy);
  } catch (error) {
    removeDraft(draft);
    throw new AppError('service_unavailable', `There is no backup in ${copy}: ${reasonOf(error as Error, copy)}.`);
  }
}

/** The messages of system calls name the draft, which nobody knows. */
function reasonOf(error: Error, copy: string): string {
  const folder = dirname(copy);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return `there is no folder ${folder}`;
  if (code === 'ENOTDIR') return `${folder} is not a folder`;
  // Not always the user who typed the command: that of the Debian package runs as another one.
  if (code === 'EACCES') return `${userText()} may not write in ${folder}`;
  return error.message;
}

/** In a container, a user may have no name. */
function userText(): string {
  try {
    return `the user ${userInfo().username}`;
  } catch {
    return 'this user';
  }
}

function copyInto(draft: string, path: string): void {
  const connection = connect(path);
  try {
    connection.prepare('vacuum into ?').run(draft);
  } finally {
    connection.close();
  }
}
