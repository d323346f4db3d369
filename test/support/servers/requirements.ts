/**
 * Checks the programs that the tests need and npm does not install. As root on Debian they are installed; elsewhere a message says what is missing.
 */
import { existsSync } from 'node:fs';
import { run } from './child-processes.ts';
import { findChromium } from './chromium.ts';
import { findPgBouncer } from './pgbouncer.ts';

interface Requirement {
  readonly name: string;
  readonly debianPackage: string;
  readonly isThere: () => boolean | Promise<boolean>;
  readonly hint?: string;
}

const REQUIREMENTS: readonly Requirement[] = [
  {
    name: 'Chromium',
    debianPackage: 'chromium-headless-shell',
    isThere: async () => (await findChromium()) !== undefined,
    hint: ' or "npx playwright-core install chromium", or set CHROMIUM_PATH',
  },
  {
    name: 'redis-server',
    debianPackage: 'redis-server',
    isThere: () =>
      run('redis-server', ['--version']).then(
        () => true,
        () => false,
      ),
  },
  {
    name: 'PgBouncer',
    debianPackage: 'pgbouncer',
    isThere: () => findPgBouncer() !== undefined,
    hint: ', or set PGBOUNCER_PATH',
  },
];

/** Throws, with one line for everything that is missing and cannot be installed here. */
export async function ensureRequirements(): Promise<void> {
  const missing = await findMissing();
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const packages = missing.map(({ debianPackage }) => debianPackage);
    // If this fails, the message below says what is missing.
    await run('apt-get', ['update']).catch(() => undefined);
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages]).catch(() => undefined);
  }
  const stillMissing = await findMissing();
  if (stillMissing.length === 0) return;
  throw new Error(
    `The tests need ${stillMissing
      .map(({ name, debianPackage, hint = '' }) => `${name} ("apt-get install ${debianPackage}"${hint})`)
      .join(' and ')}.`,
  );
}

async function findMissing(): Promise<Requirement[]> {
  const found = await Promise.all(REQUIREMENTS.map(async ({ isThere }) => isThere()));
  return REQUIREMENTS.filter((_, i) => !found[i]);
}
