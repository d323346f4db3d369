/** The Chromium that the browser tests drive: what the machine has, or else what can be got for it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const run = promisify(execFile);

/** The shell first: the same engine without a window around each page, and several times as fast to open one. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const HOW_TO =
  'Browser tests need Chromium. Install it ("apt-get install chromium-headless-shell" or "apt-get install chromium", or "npx playwright-core install chromium"), or name one in CHROMIUM_PATH.';

/** Before the first browser test: installs Chromium where there is none. */
export async function ensureChromium(): Promise<void> {
  if (findChromium() !== undefined) return;
  const installed = isRoot() && existsSync('/usr/bin/apt-get') ? installFromDebian() : installWithPlaywright();
  await installed.catch((error: Error) => {
    throw new Error(`${HOW_TO}\nTo install it here failed: ${error.message}`);
  });
  if (findChromium() === undefined) throw new Error(HOW_TO);
}

export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(HOW_TO);
  // Chromium's sandbox refuses to run as root, which is who runs tests in many containers.
  return chromium.launch({ executablePath, args: isRoot() ? [...FLAGS, '--no-sandbox'] : FLAGS });
}

function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  return [...(given ? [given] : PLACES), chromium.executablePath()].find((path) => existsSync(path));
}

async function installFromDebian(): Promise<void> {
  await run('apt-get', ['update']);
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']);
}

async function installWithPlaywright(): Promise<void> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  await run(process.execPath, [cli, 'install', 'chromium']);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
