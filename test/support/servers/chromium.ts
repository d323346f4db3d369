/** The machine's Chromium for browser tests. A test run has one for all its suites. */
import { existsSync } from 'node:fs';
import type { Browser, BrowserServer, LaunchOptions } from 'playwright-core';

/** The headless shell first: the same engine without windows, and several times faster. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const CHROMIUM_FLAGS = [
  // Chromium's sandbox refuses to run as root, as tests do in many containers.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** No test page lives long enough to benefit from optimised code. */
const FOR_SHORT_PAGES = '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16';

/** Loaded where it is needed: it takes half a second, also of runs without a browser. */
const driver = async () => (await import('playwright-core')).chromium;

export async function findChromium(): Promise<string | undefined> {
  const given = process.env.CHROMIUM_PATH;
  const found = (given ? [given] : PLACES).find((path) => existsSync(path));
  if (found !== undefined) return found;
  const own = (await driver()).executablePath();
  return existsSync(own) ? own : undefined;
}

export async function requireChromium(): Promise<string> {
  const found = await findChromium();
  if (found === undefined) throw new Error('there is no Chromium: install one, or name it in CHROMIUM_PATH');
  return found;
}

/** For all suites of a run, which find it through TEST_BROWSER. */
export async function serveChromium(): Promise<BrowserServer> {
  return (await driver()).launchServer({ ...(await launchOptions()), host: '127.0.0.1' });
}

/** The browser of the run, or a new one outside a run. Closing it closes what was opened through it. */
export async function openChromium(): Promise<Browser> {
  const served = process.env.TEST_BROWSER;
  const chromium = await driver();
  return served === undefined ? chromium.launch(await launchOptions()) : chromium.connect(served);
}

async function launchOptions(): Promise<LaunchOptions> {
  return { executablePath: await requireChromium(), args: [...CHROMIUM_FLAGS, FOR_SHORT_PAGES] };
}
