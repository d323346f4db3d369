import { describe, it } from 'node:test';
import { givenWeb } from '../support/drivers/suites.ts';

describe('a page that complains', () => {
  const { web, owner } = givenWeb();

  it('is opened', async () => {
    const page = await web.open(owner, '/app/');
    await page.evaluate(() => console.error('a complaint of the page'));
  });
});
