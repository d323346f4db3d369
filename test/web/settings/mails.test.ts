import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Mail } from '../../../src/mail/mailer.ts';
import { deliverDue } from '../../../src/services/deliveries/deliveries.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { seriousViolations } from '../../support/drivers/web/web.ts';

describe('a mail in a browser', () => {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const { web, owner, ada, grace } = givenWeb({ ada: 'Ada', grace: 'Grace' }, undefined, undefined, { mailer });

  it('is readable, light and dark', async () => {
    await createSchedule(owner, [ada, grace]);
    const asked = { start: '2026-01-07T09:00:00Z', end: '2026-01-08T09:00:00Z', reason: 'Dentist' };
    succeeded(await ada.post('/user/coverage_requests', asked), 201);
    await deliverDue(web.watchbill.services, 'mail');
    const html = mails.find(({ to }) => to === 'grace@example.com')?.html;
    assert.match(html ?? '', /Dentist.*Unsubscribe/s);

    const page = await web.open(undefined, '/healthz');
    await page.route('**/mail.html', (route) => route.fulfill({ contentType: 'text/html', body: html ?? '' }));
    await page.goto(`${web.address}/mail.html`);
    for (const [colorScheme, surface, onIt] of [
      ['light', 'bright', 'dark'],
      ['dark', 'dark', 'bright'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await seriousViolations(page), [], colorScheme);
      // axe accepts a bright mail in the dark, and words in exactly the colour behind them.
      const brightness = {
        page: await brightnessOf(page, 'body', 'background-color'),
        card: await brightnessOf(page, '.card', 'background-color'),
        words: await brightnessOf(page, 'h1', 'color'),
        button: await brightnessOf(page, '.button', 'background-color'),
      };
      assert.deepEqual(brightness, { page: surface, card: surface, words: onIt, button: onIt }, colorScheme);
    }
  });
});

function brightnessOf(page: Page, selector: string, property: string): Promise<'bright' | 'dark'> {
  return page.locator(selector).evaluate((element, property) => {
    const [red = 0, green = 0, blue = 0] = (
      getComputedStyle(element).getPropertyValue(property).match(/\d+/g) ?? []
    ).map(Number);
    return red + green + blue > 382 ? 'bright' : 'dark';
  }, property);
}
