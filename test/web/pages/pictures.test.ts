/** Pictures, as `npm run screenshots` takes them. Most windows of the tests draw no pixels: a picture or a print of such a page would be empty. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';

describe('pictures of a page', () => {
  const { web, owner } = givenWeb();

  it('have more than one colour if its window is painted, new or reused', async () => {
    for (const which of ['new', 'reused']) {
      const page = await web.open(owner, '/app/teams', { isPainted: true });
      await settled(page);
      const count = await countColors(page, await page.screenshot());
      assert.ok(count > 1, `${which}: ${count}`);
      await web.close(page);
      await web.close(await web.open(owner, '/app/teams'));
    }
  });

  it('are refused if its window is not painted, as are prints', async () => {
    for (const options of [{}, { isOwn: true }, { hasOwnClock: true }]) {
      const page = await web.open(owner, '/app/teams', options);
      await assert.rejects(page.screenshot(), /would be empty/);
      await assert.rejects(page.pdf(), /would be empty/);
      await web.close(page);
    }
  });
});

function countColors(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.fromBase64(bytes)]));
    const { width, height } = picture;
    const canvas = new OffscreenCanvas(width, height).getContext('2d');
    canvas?.drawImage(picture, 0, 0);
    return new Set(new Uint32Array(canvas?.getImageData(0, 0, width, height).data.buffer ?? [])).size;
  }, png.toString('base64'));
}
