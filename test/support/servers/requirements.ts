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

/** The same engine as Chromium, for half of its processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** Does not wait for a network that is not there. */
const AT_ONCE = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
const INSTALLATION_LIMIT_MS = 120_000;

const REQUIREMENTS: readonly Requirement[] = [
  {
    name: 'Chromium',
    debianPackage: HEADLESS_SHELL,
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
    name: 'dpkg-deb',
    debianPackage: 'dpkg',
    isThere: () =>
      run('dpkg-deb', ['--version']).then(
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
  if (mayInstall()) {
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

/** Installs it beside the whole Chromium. If that fails, the pages are slower. */
export async function preferHeadlessShell(): Promise<void> {
  if (process.env.CHROMIUM_PATH !== undefined || !mayInstall()) return;
  if ((await findChromium())?.endsWith(HEADLESS_SHELL)) return;
  const install = ['install', '-y', '--no-install-recommends', ...AT_ONCE, HEADLESS_SHELL];
  await run('apt-get', install, { timeout: INSTALLATION_LIMIT_MS }).catch(() => undefined);
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function findMissing(): Promise<Requirement[]> {
  const found = await Promise.all(REQUIREMENTS.map(async ({ isThere }) => isThere()));
  return REQUIREMENTS.filter((_, i) => !found[i]);
}
