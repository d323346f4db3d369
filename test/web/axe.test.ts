/** Tests the shortcuts of the axe driver, which checks texts with equal colours once: they must not hide anything. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { givenWeb } from '../support/drivers/suites.ts';
import { seriousViolations } from '../support/drivers/web.ts';

/** Rows of a list, one of which is different. */
const ODD_ROWS = {
  'a colour of its own': '<p class="row" style="color: #ccc">Odd</p>',
  'another background': '<p class="row" style="background: #555">Odd</p>',
  'another background around it': '<div style="background: #555"><p class="row">Odd</p></div>',
  'less opacity around it': '<div style="opacity: 0.3"><p class="row">Odd</p></div>',
  'another state, with something behind it that is not around it':
    '<div style="position: relative"><i style="position: absolute; inset: 0; background: #555"></i><p class="row" data-active style="position: relative">Odd</p></div>',
};

describe('axe', () => {
  const { web } = givenWeb();

  async function violationsIn(content: string): Promise<string[]> {
    const page = await web.open(undefined, '/healthz');
    const body = `<!doctype html><html lang="en"><title>A page</title><body style="color: #222; background: #fff"><main>${content}</main>`;
    await page.route('**/content', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${web.address}/content`);
    return seriousViolations(page);
  }

  for (const [difference, odd] of Object.entries(ODD_ROWS)) {
    it(`finds a text that is hard to read among others of its kind: ${difference}`, async () => {
      const usual = '<p class="row">Usual</p>';
      const found = await violationsIn(usual + odd + usual);
      assert.equal(found.length, 1, found.join());
      assert.match(found[0] ?? '', /^color-contrast: .*Odd/);
    });
  }

  it('finds the one field without a label', async () => {
    const found = await violationsIn('<label>Name <input></label><input>');
    assert.equal(found.length, 1, found.join());
    assert.match(found[0] ?? '', /^label: /);
  });
});
