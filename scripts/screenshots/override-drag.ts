/** The animation of the README: a user drags over the timeline of a schedule, and puts a colleague on call. */
import type { Page } from 'playwright-core';
import { settled } from '../../test/support/drivers/web/web.ts';
import { boxOf } from '../../test/support/drivers/web/web-pages.ts';
import { animationOf, type Frame } from './animation.ts';

/** Positions as fractions of the timeline's width. */
const FROM = 0.36;
const TO = 0.5;
const STEPS = 9;

const STEP_MS = 90;
const LOOK_MS = 1_200;

export async function overrideDrag(page: Page, colleague: string): Promise<Buffer> {
  const frames: Frame[] = [];
  const shoot = async (shownMs: number) =>
    frames.push({ png: await page.screenshot({ animations: 'disabled' }), shownMs });
  const track = page.getByRole('group', { name: 'On call', exact: true });
  await track.scrollIntoViewIfNeeded();
  await showPointer(page);
  const box = await boxOf(track);
  const y = box.y + box.height / 2;
  const x = (part: number) => box.x + box.width * part;

  await page.mouse.move(x(FROM), y);
  await shoot(LOOK_MS);
  await page.mouse.down();
  for (let step = 1; step <= STEPS; step++) {
    await page.mouse.move(x(FROM + ((TO - FROM) * step) / STEPS), y);
    await shoot(STEP_MS);
  }
  await page.mouse.up();
  const panel = page.getByRole('dialog', { name: 'Override' });
  await panel.waitFor();
  await settled(page);
  await shoot(LOOK_MS / 2);
  const search = panel.getByRole('combobox', { name: 'Who is on call' });
  await search.fill(colleague);
  await page.getByRole('option', { name: colleague }).first().click();
  await settled(page);
  await shoot(LOOK_MS);
  await panel.getByRole('button', { name: 'Create override' }).click();
  await panel.waitFor({ state: 'hidden' });
  await settled(page);
  await shoot(2 * LOOK_MS);
  return animationOf(frames);
}

/** Screenshots do not show the pointer: a dot follows it instead. */
async function showPointer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const dot = document.createElement('div');
    // The content security policy of the pages forbids style attributes.
    Object.assign(dot.style, {
      position: 'fixed',
      zIndex: '9999',
      width: '18px',
      height: '18px',
      margin: '-9px',
      borderRadius: '50%',
      pointerEvents: 'none',
      background: 'rgb(76 110 245 / 45%)',
      border: '2px solid rgb(76 110 245)',
    });
    document.body.append(dot);
    addEventListener('pointermove', ({ clientX, clientY }) => {
      dot.style.left = `${clientX}px`;
      dot.style.top = `${clientY}px`;
    });
  });
}
