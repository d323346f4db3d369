/**
 * Chromium as readers run it, for measuring how soon a page is shown. The driver of the browser tests would make it slower: it listens to requests
 * and console messages, and Chromium parses the script again to name the line that caused each of them.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { createFolder, startChild } from '../test/support/servers/child-processes.ts';
import { CHROMIUM_FLAGS, requireChromium } from '../test/support/servers/chromium.ts';

/** Rarely, so that looking does not slow the page down. */
const LOOK_MS = 1_000;

export interface Cookie {
  readonly name: string;
  readonly value: string;
}

export interface Opening {
  readonly url: string;
  readonly cookie: Cookie;
  /** The first thing on the page that its reader came for. */
  readonly selector: string;
  /** How many times slower the processor is. */
  readonly slowed: number;
}

export interface PlainChromium {
  /** Opens the page in a new window without caches, and returns the milliseconds from the navigation until the selected element was painted. */
  timeToPaint(opening: Opening): Promise<number>;
  close(): Promise<void>;
}

export async function startPlainChromium(): Promise<PlainChromium> {
  const profile = await createFolder('watchbill-chromium-');
  const chromium = startChild(
    await requireChromium(),
    [...CHROMIUM_FLAGS, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile.path}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const { promise: address, resolve } = Promise.withResolvers<string>();
  createInterface(chromium.stderr as NodeJS.ReadableStream).on('line', (line) => {
    const [, found] = /listening on (ws:\S+)/.exec(line) ?? [];
    if (found !== undefined) resolve(found);
  });
  const { send, close } = await connect(await address);
  return {
    async timeToPaint({ url, cookie, selector, slowed }) {
      const { browserContextId } = await send('Target.createBrowserContext');
      await send('Storage.setCookies', { browserContextId, cookies: [{ ...cookie, url, sameSite: 'Strict' }] });
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      const inPage = (method: string, parameters?: object) => send(method, parameters, sessionId as string);
      await inPage('Page.enable');
      await inPage('Emulation.setCPUThrottlingRate', { rate: slowed });
      await inPage('Page.addScriptToEvaluateOnNewDocument', { source: `(${notePaint})(${JSON.stringify(selector)})` });
      await inPage('Page.navigate', { url });
      for (;;) {
        await delay(LOOK_MS);
        const { result } = await inPage('Runtime.evaluate', { expression: 'globalThis.paintedAt' });
        const { value: paintedAt } = result as { value?: number };
        if (paintedAt === undefined) continue;
        await send('Target.disposeBrowserContext', { browserContextId });
        return paintedAt;
      }
    },
    async close() {
      close();
      const exited = once(chromium, 'exit');
      chromium.kill();
      await exited;
      await profile.remove();
    },
  };
}

/** Runs in the page, and notes when the element was painted. */
function notePaint(selector: string): void {
  function look(): void {
    if (document.querySelector(selector) === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => Object.assign(globalThis, { paintedAt: performance.now() }));
  }
  requestAnimationFrame(look);
}

type Result = Record<string, unknown>;

/** Commands of the DevTools protocol. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data));
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(error.message));
  });
  await once(socket, 'open');
  return {
    send(method: string, parameters: object = {}, sessionId?: string): Promise<Result> {
      last += 1;
      const asked = Promise.withResolvers<Result>();
      waiting.set(last, asked);
      socket.send(JSON.stringify({ id: last, method, params: parameters, sessionId }));
      return asked.promise;
    },
    close: () => socket.close(),
  };
}
