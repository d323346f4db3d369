/** The Chromium that the browser tests drive: the one that the machine has. A run of the tests has one for all its suites. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

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
  // No page of a test lives long enough to get back what it costs to optimise its code.
  '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16',
];

export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  return [...(given ? [given] : PLACES), chromium.executablePath()].find((path) => existsSync(path));
}

/** For all suites of a run, which find it through TEST_BROWSER. */
export function serveChromium(): Promise<BrowserServer> {
  return chromium.launchServer({ ...launchOptions(), host: '127.0.0.1' });
}

/** The one of the run, or one of its own where no run has started any. To close it closes what was opened through it. */
export function openChromium(): Promise<Browser> {
  const served = process.env.TEST_BROWSER;
  return served === undefined ? chromium.launch(launchOptions()) : chromium.connect(served);
}

function launchOptions(): LaunchOptions {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('there is no Chromium: install one, or name it in CHROMIUM_PATH');
  // Chromium's sandbox refuses to run as root, which is who runs tests in many containers.
  return { executablePath, args: process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS };
}
