/** Finds the programs of PostgreSQL and HAProxy as Debian installs them. The binaries from npm cannot copy a primary. */
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const HAPROXY = '/usr/sbin/haproxy';

export interface Programs {
  /** The folder of `initdb`, `postgres` and `pg_basebackup`. */
  readonly postgres: string;
  readonly haproxy: string;
}

/** A one-line message; undefined if nothing is missing. */
export async function findMissingPrograms(): Promise<string | undefined> {
  const missing = [
    ...((await findPostgres()) === undefined ? ['postgresql'] : []),
    ...((await isThere(HAPROXY)) ? [] : ['haproxy']),
  ];
  return missing.length === 0
    ? undefined
    : `Not installed: ${missing.join(', ')} ("apt-get install ${missing.join(' ')}").`;
}

export async function getPrograms(): Promise<Programs> {
  const postgres = await findPostgres();
  if (postgres === undefined) throw new Error(await findMissingPrograms());
  return { postgres, haproxy: HAPROXY };
}

/** The newest version. */
async function findPostgres(): Promise<string | undefined> {
  const versions = await readdir(POSTGRES_VERSIONS).catch(() => []);
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const folder = join(POSTGRES_VERSIONS, version, 'bin');
    if ((await isThere(join(folder, 'postgres'))) && (await isThere(join(folder, 'pg_basebackup')))) return folder;
  }
  return undefined;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
