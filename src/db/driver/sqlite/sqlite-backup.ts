/**
 * Copies a SQLite database while others write to it. The copy contains everything that was committed before it began. It gets its name only
 * when it is complete and on disk, so a partial copy of a killed process cannot be taken for a backup.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { AppError } from '../../../errors.ts';
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
    rmSync(draft, { force: true });
    throw new AppError('service_unavailable', `There is no backup in ${copy}:`, { cause: error });
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
