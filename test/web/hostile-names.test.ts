/** Names that contain markup: every page shows them as text. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { writeStatement } from '../../src/db/driver/statement.ts';
import { parseId, type UserId } from '../../src/ids.ts';
import { type Person, succeeded } from '../support/drivers/api.ts';
import { createOverride, createSchedule } from '../support/drivers/schedules.ts';
import { givenWeb } from '../support/drivers/suites.ts';
import { settled } from '../support/drivers/web.ts';

const IMAGE = '<img src="x" onerror="hacked = 1">';
const SCRIPT = '<script>hacked = 1</script>';

const renameUser = writeStatement((q, p: { id: UserId; name: string }) =>
  q.updateTable('users').set({ name: p.name }).where('id', '=', p.id),
);

describe('a name that contains markup', () => {
  let reader: Person;
  let paths: readonly string[];

  const { web } = givenWeb();
  before(async () => {
    const { owner } = web.watchbill;
    reader = await web.watchbill.addPerson('Ada', { role: 'admin' });
    succeeded(await owner.patch('/user/', { name: IMAGE }));
    succeeded(await owner.patch('/organization/', { name: SCRIPT }));
    const { team } = succeeded(await owner.post('/teams/', { name: IMAGE, description: SCRIPT }), 201);
    const described = { name: IMAGE, description: SCRIPT, team_ids: [team.id] };
    const schedule = await createSchedule(owner, [owner], described);
    await createOverride(owner, schedule, [owner], '2026-01-06T12:00:00Z', '2026-01-06T15:00:00Z');
    const cover = { start: '2026-01-07T12:00:00Z', end: '2026-01-07T15:00:00Z', reason: SCRIPT };
    const { coverage_request } = succeeded(await owner.post('/user/coverage_requests', cover), 201);
    paths = [
      '/',
      `/schedules/${schedule.id}`,
      '/coverage',
      `/coverage/${coverage_request.id}`,
      '/teams',
      `/teams/${team.id}`,
      '/people',
      '/audit-log',
    ];
  });

  it('or bidirectional controls from an older version is shown without them', async () => {
    const id = parseId('user', reader.id);
    assert.ok(id !== undefined);
    const turning = 'Ada\u202e\u2066\u2028Eve';
    await web.watchbill.services.db.transaction((tx) => tx.run(renameUser, { id, name: turning }));
    const page = await web.open(reader, '/app/people');
    await page.getByText('Ada\ufffd\ufffd\ufffdEve').filter({ visible: true }).first().waitFor();
    await settled(page);
    assert.doesNotMatch(await page.locator('body').innerText(), /[\u2028\u202e\u2066]/);
    await web.close(page);
  });

  it('is shown as text on every page that has it', async () => {
    for (const path of paths) {
      const page = await web.open(reader, `/app${path}`);
      await page.getByText(IMAGE).filter({ visible: true }).first().waitFor();
      await settled(page);
      const made = await page.evaluate(() => ({
        images: document.querySelectorAll('img[src="x"]').length,
        scripts: [...document.scripts].filter(({ src }) => src === '').length,
        isHacked: 'hacked' in globalThis,
      }));
      assert.deepEqual(made, { images: 0, scripts: 0, isHacked: false }, path);
      await web.close(page);
    }
  });
});
