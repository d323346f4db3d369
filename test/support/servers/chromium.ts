/** The machine's Chromium for browser tests. A test run has one for all its suites. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

/** The headless shell first: the same engine without windows, and several times faster. */
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
  // No test page lives long enough to benefit from optimised code.
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

/** The browser of the run, or a new one outside a run. Closing it closes what was opened through it. */
export function openChromium(): Promise<Browser> {
  const served = process.env.TEST_BROWSER;
  return served === undefined ? chromium.launch(launchOptions()) : chromium.connect(served);
}

function launchOptions(): LaunchOptions {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('there is no Chromium: install one, or name it in CHROMIUM_PATH');
  // Chromium's sandbox refuses to run as root, as tests do in many containers.
  return { executablePath, args: process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS };
}
