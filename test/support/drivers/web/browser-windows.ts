/**
 * Browser windows that tests reuse. Opening a new one starts a process, which costs as much as most tests. Before a window is used again, it is
 * cleared: the session, the storage of its pages, and the changes of a test.
 */
import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';

/** On a slow machine with other tests running, a page takes many times as long. */
export const TIMEOUT_MS = 120_000;

export interface WindowOptions extends BrowserContextOptions {
  /** Expected messages in the console, such as about a response with an error status. */
  readonly allow?: RegExp | undefined;
  /** Not shared: for tests that change something permanently, such as the speed of the clock. */
  readonly isOwn?: boolean;
  /** Draws pixels, which `paintNothing` spares other windows: for pictures, for print, and where drawing is measured. */
  readonly isPainted?: boolean;
  /** For measurements: the browser uses the machine's clock. The simulated clock costs some time. */
  readonly hasOwnClock?: boolean;
}

interface Media {
  readonly colorScheme: BrowserContextOptions['colorScheme'];
  readonly reducedMotion: BrowserContextOptions['reducedMotion'];
}

export interface BrowserWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Returns the window. Calling it twice is harmless. */
  giveBack(): Promise<void>;
}

interface KeptWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  allow: RegExp | undefined;
  /** The last known value; a test may have changed it. */
  media: Media | undefined;
  /** The current time in its pages. */
  now: string | undefined;
  /** Removes the script that sets it. */
  forgetNow(): Promise<void>;
}

/** Playwright's default. */
const USUAL_VIEWPORT = { width: 1280, height: 720 };

export class BrowserWindows {
  readonly complaints: string[] = [];
  readonly #browser: Browser;
  readonly #address: string;
  readonly #idle = new Map<string, KeptWindow[]>();

  constructor(browser: Browser, address: string) {
    this.#browser = browser;
    this.#address = address;
  }

  /** `now`: the current time in its pages. */
  async take(
    now: string,
    { allow, isOwn = false, isPainted = false, hasOwnClock = false, ...options }: WindowOptions,
  ): Promise<BrowserWindow> {
    const isKept = !isOwn && !hasOwnClock;
    const { viewport, colorScheme = 'light', reducedMotion = 'reduce', ...fixed } = options;
    const key = JSON.stringify({ ...fixed, isPainted });
    const idle = isKept ? this.#idle.get(key)?.pop() : undefined;
    const window = idle ?? (await this.#open(fixed, hasOwnClock, isPainted));
    // Messages of the page of an earlier test are ignored.
    window.page.once('framenavigated', () => {
      window.allow = allow;
    });
    await window.page.setViewportSize(viewport ?? USUAL_VIEWPORT);
    await setMedia(window, { colorScheme, reducedMotion });
    if (isKept) await setNow(window, now);
    else if (!hasOwnClock) await window.page.clock.setFixedTime(now);
    let isTaken = true;
    return {
      ...window,
      giveBack: async () => {
        if (!isTaken) return;
        isTaken = false;
        const isAsBefore = isKept && !window.page.isClosed() && (await this.#reset(window));
        if (!isAsBefore) return window.context.close();
        this.#idle.set(key, [...(this.#idle.get(key) ?? []), window]);
      },
    };
  }

  async #open(options: BrowserContextOptions, hasOwnClock: boolean, isPainted: boolean): Promise<KeptWindow> {
    const usual = { baseURL: this.#address, locale: 'en-GB', timezoneId: 'UTC', viewport: USUAL_VIEWPORT };
    const context = await this.#browser.newContext({ ...usual, ...options });
    const page = await context.newPage();
    if (!hasOwnClock) {
      await page.addInitScript(countAsked);
      await page.addInitScript(blurNothing);
    }
    if (!isPainted) await page.addInitScript(paintNothing);
    refuseEmptyPictures(page);
    page.setDefaultTimeout(TIMEOUT_MS);
    const window: KeptWindow = {
      page,
      context,
      allow: undefined,
      media: undefined,
      now: undefined,
      forgetNow: () => Promise.resolve(),
    };
    page.on('console', (message) => {
      if (isComplaint(message) && !window.allow?.test(message.text())) {
        this.complaints.push(`${message.text()} ${message.location().url} on ${page.url()}`);
      }
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    return window;
  }

  /** Returns whether the window is clean. */
  async #reset(window: KeptWindow): Promise<boolean> {
    const { page, context } = window;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const other of context.pages()) if (other !== page) await other.close();
    // What happens from here on does not belong to the test.
    window.allow = /^/;
    if (new URL(page.url()).origin !== this.#address) await page.goto(`${this.#address}/healthz`);
    const { hasOtherClock, ...media } = await page.evaluate(fallSilent);
    window.media = media;
    await context.clearCookies();
    return !hasOtherClock;
  }
}

/** Setting the same value again would make the browser restyle the page. */
async function setMedia(window: KeptWindow, { colorScheme, reducedMotion }: Media): Promise<void> {
  const { media } = window;
  if (media?.colorScheme === colorScheme && media?.reducedMotion === reducedMotion) return;
  await window.page.emulateMedia({ colorScheme: colorScheme ?? null, reducedMotion: reducedMotion ?? null });
}

/** Playwright's clock costs a page a tenth of its loading time, and leaves a script for each time that was ever set. */
async function setNow(window: KeptWindow, now: string): Promise<void> {
  if (window.now === now) return;
  await window.forgetNow();
  const script = await window.page.addInitScript(stopTime, Date.parse(now));
  window.now = now;
  window.forgetNow = () => script.dispose();
}

/** A schedule without a user group is a 404, which browsers always log. */
function isComplaint(message: ConsoleMessage): boolean {
  const isNoGroup = message.text().includes('404') && message.location().url.endsWith('/chat_user_group/');
  return (message.type() === 'error' || message.type() === 'warning') && !isNoGroup;
}

/**
 * Runs in a page that is no longer used: it sends no requests and stores nothing until the next page. The blank page has its own address, because
 * browsers do not reload when only the fragment changes.
 */
function fallSilent(): Media & { readonly hasOtherClock: boolean } {
  stop();
  globalThis.fetch = () => new Promise(() => undefined);
  // The page takes the end of its stream for a lost connection, and would connect again.
  globalThis.EventSource = class extends EventTarget {
    close(): void {}
  } as unknown as typeof EventSource;
  Storage.prototype.setItem = () => undefined;
  localStorage.clear();
  sessionStorage.clear();
  History.prototype.replaceState.call(history, null, '', '/healthz');
  return {
    colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduce' : 'no-preference',
    hasOtherClock: '__pwClock' in globalThis,
  };
}

/** Runs in each page before its own scripts: the time stands still, but timers run. */
function stopTime(nowMs: number): void {
  globalThis.Date = class extends Date {
    static override now(): number {
      return nowMs;
    }

    constructor(...parts: unknown[]) {
      super(...((parts.length > 0 ? parts : [nowMs]) as [number]));
    }
  } as DateConstructor;
}

/** Runs in each page before its own scripts. Without a graphics card, the blur behind the header is a sixth of all work. */
function blurNothing(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { backdrop-filter: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Runs in each page of a window without `isPainted`, before its own scripts. The page has its layout, styles and places to click, but Chromium draws
 * no pixels: that is a tenth of its work. `violationsOn` looks at the page without this.
 */
export function paintNothing(): void {
  const unpainted = new CSSStyleSheet();
  unpainted.replaceSync('html { opacity: 0 }');
  document.adoptedStyleSheets.push(unpainted);
  Object.assign(globalThis, { unpainted });
}

/** A picture of a page that is not painted is white, and its print has empty sheets. */
function refuseEmptyPictures(page: Page): void {
  const [screenshot, pdf] = [page.screenshot.bind(page), page.pdf.bind(page)];
  page.screenshot = async (options) => {
    await assertPainted(page);
    return screenshot(options);
  };
  page.pdf = async (options) => {
    await assertPainted(page);
    return pdf(options);
  };
}

async function assertPainted(page: Page): Promise<void> {
  const isPainted = await page.evaluate(() => document.documentElement.checkVisibility({ opacityProperty: true }));
  assert.ok(isPainted, `the picture would be empty: open ${page.url()} with isPainted`);
}

/** Runs in each page before its own scripts: counts requests whose response is not complete yet. */
function countAsked(): void {
  const counted = globalThis as typeof globalThis & { askedCount: number };
  const ask = globalThis.fetch;
  counted.askedCount = 0;
  globalThis.fetch = async (...wanted) => {
    counted.askedCount++;
    try {
      const answer = await ask(...wanted);
      await answer.clone().arrayBuffer();
      return answer;
    } finally {
      counted.askedCount--;
    }
  };
}
