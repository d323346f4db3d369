/** Names that are too long for their place are cut at their end, whichever direction they are written in. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { succeeded } from '../support/drivers/api.ts';
import { createSchedule, layer } from '../support/drivers/schedules.ts';
import { givenWeb } from '../support/drivers/suites.ts';
import { settled } from '../support/drivers/web.ts';
import { PHONE } from '../support/drivers/web-pages.ts';

const NAMES = {
  'from right to left': 'אברהם בן יצחק בן יעקב בן יוסף בן מנשה בן מכיר בן גלעד בן חפר בן צלפחד',
  'from left to right': 'Abraham son of Isaac son of Jacob son of Joseph son of Manasseh son of Machir',
};

const { web, owner } = givenWeb();

/** Runs in the page: of each place where the name is cut, whether its first and its last letter can be seen. */
function endsShown(name: string): (readonly [isFirstShown: boolean, isLastShown: boolean])[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: (readonly [boolean, boolean])[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.textContent !== name) continue;
    let box = text.parentElement;
    while (box !== null && getComputedStyle(box).textOverflow !== 'ellipsis') box = box.parentElement;
    if (box === null || box.clientWidth === 0 || box.scrollWidth <= box.clientWidth) continue;
    const { left, right } = box.getBoundingClientRect();
    const isShown = (at: number) => {
      const letter = document.createRange();
      letter.setStart(text, at);
      letter.setEnd(text, at + 1);
      const place = letter.getBoundingClientRect();
      return place.left >= left - 1 && place.right <= right + 1;
    };
    found.push([isShown(0), isShown(name.length - 1)]);
  }
  return found;
}

for (const [direction, name] of Object.entries(NAMES)) {
  it(`a name ${direction} is cut at its end`, async () => {
    const person = await web.watchbill.addPerson(direction.replaceAll(' ', '-'));
    succeeded(await owner.patch(`/users/${person.id}`, { name }));
    const { team } = succeeded(await owner.post('/teams/', { name: `Team ${direction}` }), 201);
    succeeded(await owner.put(`/teams/${team.id}/members/${person.id}`), 204);
    const weekly = layer([person], { shift_length: { amount: 1, unit: 'weeks' } });
    const schedule = await createSchedule(owner, [], { layers: [weekly], team_ids: [team.id] });
    for (const path of [
      '/app/',
      `/app/teams/${team.id}`,
      `/app/schedules/${schedule.id}`,
      `/app/schedules/${schedule.id}/edit`,
    ]) {
      const page = await web.open(owner, path, { viewport: PHONE });
      await page.getByText(name).filter({ visible: true }).first().waitFor();
      await settled(page);
      const cut = await page.evaluate(endsShown, name);
      assert.deepEqual(new Set(cut.map(String)), new Set(['true,false']), path);
      await web.close(page);
    }
  });
}
