/** The schedule form in a browser; its preview is compared with the API after saving. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer, lines, namesOf, newSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import {
  addPerson,
  apiLines,
  differencesOf,
  drag,
  draw,
  fillIn,
  fromTo,
  orderOf,
  previewLines,
  save,
  sharesOf,
  spotOf,
  typeOver,
  windowsOf,
} from '../../support/drivers/web/schedule-form.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { assertPleasesAxe, becomes, comesTo, pickFound } from '../../support/drivers/web/web-pages.ts';

/** A Monday; the clocks of Berlin change on Sunday 29 March. */
const NOW = '2026-03-16T09:00:00Z';
const WORKING_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

describe('the form of a schedule', () => {
  let [ada, grace, linus]: Person[] = [];

  const { web, owner } = givenWeb({}, NOW);
  before(async () => {
    [ada, grace, linus] = await Promise.all(['Ada', 'Grace', 'Linus'].map((name) => web.watchbill.addPerson(name)));
  });

  const people = () => [ada, grace, linus].filter((person) => person !== undefined);

  /** In Berlin, daily turns from 09:00 there, from Monday 2 March on, on working days. */
  function berlin(changes: object = {}): Promise<{ readonly id: string }> {
    const windows = WORKING_DAYS.map((day) => ({ day, from: '09:00', to: '17:00' }));
    const working = { rotation_start: '2026-03-02T08:00:00Z', restriction_intervals: windows };
    return createSchedule(owner, people(), {
      time_zone: 'Europe/Berlin',
      layers: [layer(people(), working)],
      ...changes,
    });
  }

  describe('a new schedule', () => {
    it('has the shifts of its preview, with windows drawn by mouse, across a clock change', async () => {
      const page = await web.open(owner, '/app/schedules/new');
      await fillIn(page, 'Drawn', ['Ada', 'Grace']);
      await page.getByRole('button', { name: 'Daily' }).click();
      await page.getByText('Only at these times').click();
      await draw(page, { day: 0, hour: 9.1 }, { day: 4, hour: 16.9 });
      await page.getByText('40 h a week are covered.').waitFor();

      const shown = await previewLines(page);
      assert.equal(shown.length, 11);
      assert.equal(shown[0], 'Ada Mon 23 Mar, 08:00 – 16:00 (Mon 23 Mar, 09:00 – 17:00 in Berlin)');
      assert.equal(shown[5], 'Grace Mon 30 Mar, 07:00 – 15:00 (Mon 30 Mar, 09:00 – 17:00 in Berlin)');
      const id = await save(page, 'Create the schedule');
      assert.deepEqual(shown, await apiLines(owner, id, '2026-03-23T08:00:00Z', '2026-04-06T08:00:00Z'));
    });

    it('has the shifts of its preview, with windows typed by keyboard; overlapping ones are joined', async () => {
      const page = await web.open(owner, '/app/schedules/new');
      await fillIn(page, 'Typed', ['Linus', 'Ada']);
      await page.getByRole('radio', { name: 'Always' }).press('ArrowRight');
      await page.getByRole('button', { name: 'Add a window' }).press('Enter');
      await page.getByLabel('Day of window 1').selectOption('saturday');
      await typeOver(page.getByLabel('Start of window 1'), '22');
      await typeOver(page.getByLabel('End of window 1'), '6:30');
      await page.getByRole('button', { name: 'Add a window' }).press('Enter');
      await typeOver(page.getByLabel('Start of window 2'), '05:00');
      await typeOver(page.getByLabel('End of window 2'), '800');
      await page.getByLabel('End of window 2').press('Tab');
      await becomes(() => windowsOf(page), ['saturday 22:00–06:30', 'sunday 05:00–08:00']);
      await page.getByText('10 h a week are covered.').waitFor();

      const shown = await previewLines(page);
      assert.equal(
        shown[0],
        'Linus Sat 28 Mar, 21:00 – Sun 29 Mar, 06:00 (Sat 28 Mar, 22:00 – Sun 29 Mar, 08:00 in Berlin)',
      );
      const id = await save(page, 'Create the schedule');
      assert.deepEqual(shown, await apiLines(owner, id, '2026-03-23T08:00:00Z', '2026-04-06T08:00:00Z'));
    });

    it('lets a drawn window be resized, drawn over and removed', async () => {
      const page = await web.open(owner, '/app/schedules/new');
      await page.getByText('Only at these times').click();
      await draw(page, { day: 1, hour: 9.1 }, { day: 1, hour: 11.9 });
      await becomes(() => windowsOf(page), ['tuesday 09:00–12:00']);
      await draw(page, { day: 1, hour: 11.85 }, { day: 1, hour: 15 });
      await becomes(() => windowsOf(page), ['tuesday 09:00–15:00']);
      await draw(page, { day: 1, hour: 9.05 }, { day: 1, hour: 8 });
      await becomes(() => windowsOf(page), ['tuesday 08:00–15:00']);
      await draw(page, { day: 1, hour: 13.6 }, { day: 2, hour: 17.9 });
      await becomes(() => windowsOf(page), ['tuesday 08:00–18:00', 'wednesday 13:30–18:00']);

      await page.mouse.move(...(await spotOf(page, { day: 2, hour: 15 })));
      await page.getByTitle('Remove this window').last().click();
      await becomes(() => windowsOf(page), ['tuesday 08:00–18:00']);
      await page.getByRole('button', { name: 'Nights' }).click();
      await page.getByText('98 h a week are covered.').waitFor();
    });

    it('adds a whole team, without people who are already in the rotation', async () => {
      const { team } = succeeded(await owner.post('/teams/', { name: 'Whole' }), 201);
      for (const { id } of people()) succeeded(await owner.put(`/teams/${team.id}/members/${id}`), 204);
      const page = await web.open(owner, '/app/schedules/new');
      await pickFound(page, page.getByRole('combobox', { name: 'Add a person' }), 'Grace');
      await pickFound(page, page.getByRole('combobox', { name: 'Add a whole team' }), 'Whole');
      await page.getByText('3 people of Whole added.').waitFor();
      await page.getByRole('combobox', { name: 'Add a whole team' }).and(page.locator(':focus')).waitFor();
      const rotation = page.getByRole('list', { name: 'Rotation' }).getByRole('listitem');
      assert.equal(await rotation.count(), 4);
      await pickFound(page, page.getByRole('combobox', { name: 'Add a whole team' }), 'Whole');
      await page.getByText('Everyone in Whole is in the rotation already.').waitFor();
    });

    it('says what is missing instead of a preview', async () => {
      const page = await web.open(owner, '/app/schedules/new');
      const preview = page.getByRole('region', { name: 'Next shifts' });
      await preview.getByText('Nobody would be on call.').waitFor();
      await page.getByRole('textbox', { name: 'Shift length' }).fill('');
      await preview.getByText('Enter the shift length').waitFor();
      await page.getByRole('button', { name: 'Weekly' }).click();
      await page.getByText('Only at these times').click();
      await preview.getByText('Draw at least one window').waitFor();
    });

    it('[TRU-1] says that nobody is on call until the first shift', async () => {
      const page = await web.open(owner, '/app/schedules/new');
      await fillIn(page, 'From next week on', ['Ada']);
      const preview = page.getByRole('region', { name: 'Next shifts' });
      const untilThen =
        'Until the first shift, Mon 23 Mar, 08:00 (Mon 23 Mar, 09:00 in Berlin), nobody is on call. From then on, someone is on call all the time.';
      await becomes(async () => (await preview.innerText()).replace(/\s+/g, ' ').includes(untilThen), true);
      await page.getByRole('textbox', { name: 'Start' }).fill('2026-03-16T09:00');
      await preview.getByText('Someone is on call all the time.', { exact: true }).waitFor();
      assert.equal(await preview.getByText('Until the first shift').count(), 0);
    });

    it('is not created without people by Enter in a field', async () => {
      const page = await web.open(owner, '/app/schedules/new');
      const name = page.getByRole('textbox', { name: 'Name', exact: true });
      await name.fill('In a hurry');
      await name.press('Enter');
      await page.getByRole('status').getByText('Nobody is in the rotation yet.').waitFor();
      await settled(page);
      assert.equal(succeeded(await owner.get('/schedules?query=hurry')).meta.total, 0);
      await addPerson(page, 'Ada');
      await name.press('Enter');
      await comesTo(page, /^\/app\/schedules\/sch_/);
    });

    it('keeps the input when it is refused: by the form', async () => {
      const page = await web.open(owner, '/app/schedules/new');
      const name = page.getByRole('textbox', { name: 'Name', exact: true });
      await page.getByLabel('Description').fill('Around the clock');
      await page.getByRole('button', { name: 'Create the schedule' }).click();
      await page.getByRole('status').getByText('Give the schedule a name.').waitFor();
      await name.and(page.locator(':focus')).waitFor();

      await name.fill('x'.repeat(61));
      await page.getByRole('status').getByText('At most 60 characters; these are 61.').waitFor();
      await page.getByRole('button', { name: 'Create the schedule' }).click();
      await becomes(() => name.inputValue(), 'x'.repeat(61));
      await becomes(() => page.getByLabel('Description').inputValue(), 'Around the clock');
      await name.fill('x'.repeat(60));
      const id = await save(page, 'Create the schedule');
      assert.equal(succeeded(await owner.get(`/schedules/${id}`)).schedule.description, 'Around the clock');
    });

    it('keeps the input when it is refused: by the server', async () => {
      const leaver = await web.watchbill.addPerson('LeavingUser');
      const page = await web.open(owner, '/app/schedules/new', { allow: /status of 4/ });
      await fillIn(page, 'Refused', ['Ada', 'LeavingUser']);
      succeeded(await owner.delete(`/users/${leaver.id}`), 204);
      await page.getByRole('button', { name: 'Create the schedule' }).click();
      await page.getByRole('alert').getByText(leaver.id).waitFor();
      assert.equal(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'Refused');
      await becomes(() => orderOf(page), ['Ada', 'LeavingUser']);
      await page.getByRole('button', { name: 'Remove LeavingUser' }).click();
      await save(page, 'Create the schedule');
    });

    it('offers non-admins only their own teams, and shows the error if one is no longer theirs', async () => {
      const [mine] = await Promise.all([createTeam(owner, 'Nightwatch mine'), createTeam(owner, 'Nightwatch other')]);
      const member = await web.watchbill.addPerson('Tim');
      succeeded(await owner.put(`/teams/${mine.id}/members/${member.id}`), 204);
      const page = await web.open(member, '/app/schedules/new', { allow: /status of 403/ });
      await fillIn(page, 'Of a team', ['Ada']);
      await pickFound(page, page.getByRole('combobox', { name: 'Teams' }), 'Nightwatch');
      await page.getByRole('button', { name: 'Remove the team Nightwatch mine' }).waitFor();

      succeeded(await owner.delete(`/teams/${mine.id}/members/${member.id}`), 204);
      await page.getByRole('button', { name: 'Create the schedule' }).click();
      await page.getByRole('alert').getByText('a member of each of its teams').waitFor();
      await page.getByRole('button', { name: 'Remove the team Nightwatch mine' }).click();
      const id = await save(page, 'Create the schedule');
      assert.deepEqual(succeeded(await owner.get(`/schedules/${id}`)).schedule.teams, []);
    });

    it('is not for viewers, who are told why; the API refuses them too', async () => {
      const viewer = await web.watchbill.addPerson('Vera', { seat: 'viewer' });
      const { id } = await berlin();
      for (const path of ['/app/schedules/new', `/app/schedules/${id}/edit`]) {
        const page = await web.open(viewer, path);
        await page.getByText(/member seat/).waitFor();
        await settled(page);
        assert.equal(await page.getByRole('textbox').count(), 0);
        await web.close(page);
      }
      failed(await viewer.post('/schedules', newSchedule(people())), 403, 'forbidden');
      failed(await viewer.patch(`/schedules/${id}`, { name: 'Mine' }), 403, 'forbidden');
    });

    it('asks before input is lost', async () => {
      const page = await web.open(owner, '/app/schedules/new');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half done');
      await page.getByRole('link', { name: 'Teams' }).click();
      await page.getByRole('button', { name: 'Continue editing' }).click();
      await becomes(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'Half done');
      await page.getByRole('link', { name: 'Teams' }).click();
      await page.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
    });

    it('asks before input is lost by going back', async () => {
      const page = await web.open(owner, '/app/');
      await page.getByRole('link', { name: 'New schedule' }).first().click();
      const name = page.getByRole('textbox', { name: 'Name', exact: true });
      await name.fill('Half done');
      await page.evaluate(() => history.back());
      await page.getByRole('button', { name: 'Continue editing' }).click();
      await becomes(() => name.inputValue(), 'Half done');
      await page.evaluate(() => history.back());
      await page.getByRole('button', { name: 'Leave' }).click();
      await name.waitFor({ state: 'detached' });
      await comesTo(page, '/app/');
    });
  });

  describe('an edit', () => {
    it('orders people by drag, by keyboard and by arrows', async () => {
      const { id } = await berlin();
      const page = await web.open(owner, `/app/schedules/${id}/edit`);
      await page.getByRole('list', { name: 'Rotation' }).waitFor();
      await drag(
        page,
        page.getByRole('button', { name: 'Drag Linus' }),
        page.getByRole('button', { name: 'Drag Ada' }),
        'Linus is at place 1.',
      );
      await page.getByText('Linus is put down at place 1.').waitFor({ state: 'attached' });
      await becomes(() => orderOf(page), ['Linus', 'Ada', 'Grace']);

      await page.getByRole('button', { name: 'Drag Linus' }).press('Space');
      await page.getByText('Linus is at place 1.').waitFor({ state: 'attached' });
      await page.keyboard.press('ArrowDown');
      await page.getByText('Linus is at place 2.').waitFor({ state: 'attached' });
      await page.keyboard.press('Space');
      await page.getByText('Linus is put down at place 2.').waitFor({ state: 'attached' });
      await becomes(() => orderOf(page), ['Ada', 'Linus', 'Grace']);

      await page.getByRole('button', { name: 'Move Grace up' }).click();
      await addPerson(page, 'Ada');
      await becomes(() => orderOf(page), ['Ada', 'Grace', 'Linus', 'Ada']);
      await page.getByRole('radio', { name: 'Count the turns again' }).check();
      await save(page, 'Save the changes');
      const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
      assert.deepEqual(namesOf(schedule.layers[0].users), ['Ada', 'Grace', 'Linus', 'Ada']);
    });

    it('shows before saving how many hours everyone will have, including overrides', async () => {
      const { id } = await berlin();
      await createOverride(owner, { id }, people().slice(2), '2026-03-19T10:00:00Z', '2026-03-21T10:00:00Z');
      const was = await sharesOf(owner, id, NOW);
      const page = await web.open(owner, `/app/schedules/${id}/edit`);
      await page.getByRole('region', { name: 'What changes' }).getByText('The rotation stays as it is.').waitFor();
      await page.getByRole('button', { name: 'Remove Grace' }).click();
      await page.getByRole('radio', { name: '2', exact: true }).press('Space');
      await page.getByText('The override in this time stays.').waitFor();
      const said = await differencesOf(page);

      await save(page, 'Save the changes');
      const is = await sharesOf(owner, id, NOW);
      assert.deepEqual(said, fromTo(was, is));
      assert.deepEqual([...is.keys()].sort(), ['Ada', 'Linus']);
    });

    it('shows the first difference, and who is on call at once', async () => {
      const { id } = await berlin();
      const page = await web.open(owner, `/app/schedules/${id}/edit`);
      const changes = page.getByRole('region', { name: 'What changes' });
      const [now] = succeeded(await owner.get(`/schedules/${id}/shifts/?from=${NOW}`)).shifts;
      await page.getByText('Always', { exact: true }).click();
      await changes.getByText(`Who is on call now stays the same: ${namesOf(now.users)}.`).waitFor();
      await changes.getByText('The first difference is at Mon 16 Mar, 16:00 (Mon 16 Mar, 17:00 in Berlin).').waitFor();
      for (const name of namesOf(now.users)) await page.getByRole('button', { name: `Remove ${name}` }).click();
      await changes.getByText('Who is on call changes at once').waitFor();
    });

    it('can be planned: until then nothing changes', async () => {
      const { id } = await berlin();
      await createOverride(owner, { id }, people().slice(0, 1), NOW, '2026-03-16T12:00:00Z');
      const until = await owner.get(`/schedules/${id}/shifts/?to=2026-03-30T07:00:00Z&clip_to_interval=true`);
      const page = await web.open(owner, `/app/schedules/${id}/edit`);
      await page.getByText('A planned start').click();
      await page.getByRole('textbox', { name: 'Planned start' }).fill('2026-03-30T09:00');
      await page.getByRole('button', { name: 'Weekly' }).click();
      await page.getByText('In force from Mon 30 Mar, 07:00 (Mon 30 Mar, 09:00 in Berlin).').waitFor();
      // The rotation alone would have Linus on call.
      await page.getByText('Who is on call now stays the same: Ada.').waitFor();
      const shown = await previewLines(page);
      const said = await differencesOf(page);
      const was = await sharesOf(owner, id, '2026-03-30T07:00:00Z');

      await save(page, 'Save the changes');
      const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
      assert.equal(schedule.current_revision_valid_from, '2026-03-30T07:00:00Z');
      assert.deepEqual(shown, await apiLines(owner, id, '2026-03-30T07:00:00Z', '2026-04-13T07:00:00Z'));
      assert.deepEqual(said, fromTo(was, await sharesOf(owner, id, '2026-03-30T07:00:00Z')));
      assert.deepEqual(
        lines(await owner.get(`/schedules/${id}/shifts/?to=2026-03-30T07:00:00Z&clip_to_interval=true`)),
        lines(until),
      );
    });

    it('sends only what differs: the same rotation creates no revision', async () => {
      const nights = [
        { day: 'sunday', from: '22:00', to: '00:00' },
        { day: 'monday', from: '00:00', to: '24:00' },
      ];
      const { id } = await berlin({ layers: [layer(people(), { restriction_intervals: nights })] });
      const page = await web.open(owner, `/app/schedules/${id}/edit`);
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed');
      await page.getByText('The rotation stays as it is.').waitFor();
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await save(page, 'Save the changes');
      assert.deepEqual((await sent).postDataJSON(), { name: 'Renamed' });
      assert.equal(succeeded(await owner.get(`/schedules/${id}/revisions/`)).meta.total, 1);
      assert.equal(succeeded(await owner.get(`/schedules/${id}`)).schedule.name, 'Renamed');
    });
  });

  describe('[ROT-5] a rotation over working days', () => {
    it('shows who would never be on call, and skips closed days once it counts open days only', async () => {
      const others = await Promise.all(['Four', 'Five', 'Six', 'Seven'].map((name) => web.watchbill.addPerson(name)));
      const everyone = [...people(), ...others];
      const windows = WORKING_DAYS.map((day) => ({ day, from: '09:00', to: '17:00' }));
      const working = { rotation_start: '2026-03-02T08:00:00Z', restriction_intervals: windows };
      const { id } = await berlin({ layers: [layer(everyone, working)] });

      const page = await web.open(owner, `/app/schedules/${id}/edit`);
      await page.getByText('Six and Seven would never be on call: their turns fall outside the windows.').waitFor();
      await page.getByText('Open days only').click();
      await page.getByText('would never be on call').waitFor({ state: 'detached' });
      await assertPleasesAxe(page, 'the form with open days');
      await save(page, 'Save the changes');
      const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
      assert.equal(schedule.layers[0].counted_days, 'open');
      assert.deepEqual(lines(await owner.get(`/schedules/${id}/shifts/?from=2026-03-20T00:00:00Z&per_page=2`)), [
        'Ada 2026-03-20T08:00:00Z/2026-03-20T16:00:00Z',
        'Grace 2026-03-23T08:00:00Z/2026-03-23T16:00:00Z',
      ]);
    });
  });

  describe('an edit of who rotates', () => {
    /** Daily turns from 08:00. */
    function daily(start: string): Promise<{ readonly id: string }> {
      return createSchedule(owner, people(), { layers: [layer(people(), { rotation_start: start })] });
    }

    /** From now on, or from the start of the rotation. */
    async function turns(id: string): Promise<string[]> {
      const { shifts } = succeeded(await owner.get(`/schedules/${id}/shifts/?from=${NOW}&per_page=5`));
      return shifts.map(
        ({ users, start }: { users: { name: string }[]; start: string }) => `${namesOf(users)} ${start}`,
      );
    }

    const changes = (page: Page) => page.getByRole('region', { name: 'What changes' });
    const choice = (page: Page, name: string) => page.getByRole('radio', { name });

    it('[REV-5] keeps the current turn when somebody is added, and the new one comes last', async () => {
      const { id } = await daily('2026-03-05T08:00:00Z');
      assert.deepEqual((await turns(id))[0], 'Linus 2026-03-16T09:00:00Z');
      await web.watchbill.addPerson('Dora');
      const page = await web.open(owner, `/app/schedules/${id}/edit`);
      await addPerson(page, 'Dora');
      await choice(page, 'Keep the current turn').and(page.locator(':checked')).waitFor();
      await page.getByText('The turn of Linus ends on Tue 17 Mar, 08:00. Next: Dora.').waitFor();
      await changes(page).getByText('Who is on call now stays the same: Linus.').waitFor();

      await save(page, 'Save the changes');
      assert.deepEqual(await turns(id), [
        'Linus 2026-03-16T09:00:00Z',
        'Dora 2026-03-17T08:00:00Z',
        'Ada 2026-03-18T08:00:00Z',
        'Grace 2026-03-19T08:00:00Z',
        'Linus 2026-03-20T08:00:00Z',
      ]);
    });

    it('[REV-5] counts the turns again on request', async () => {
      const { id } = await daily('2026-03-02T08:00:00Z');
      const page = await web.open(owner, `/app/schedules/${id}/edit`);
      const start = page.getByRole('textbox', { name: 'Turns are counted from' });
      await page.getByRole('button', { name: 'Remove Ada' }).click();
      await start.waitFor({ state: 'detached' });
      await choice(page, 'Count the turns again').check();
      await start.waitFor();
      await changes(page).getByText('Who is on call changes at once: from Linus to Grace.').waitFor();
      await choice(page, 'Keep the current turn').check();
      await changes(page).getByText('Who is on call now stays the same: Linus.').waitFor();
      await choice(page, 'Count the turns again').check();

      await save(page, 'Save the changes');
      assert.deepEqual((await turns(id)).slice(1, 3), ['Linus 2026-03-17T08:00:00Z', 'Grace 2026-03-18T08:00:00Z']);
      const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
      assert.equal(schedule.layers[0].rotation_start, '2026-03-02T08:00:00Z');
      assert.deepEqual(namesOf(schedule.layers[0].users), ['Grace', 'Linus']);
    });
  });

  describe('[STO-8] an edit while others edit', () => {
    const note = (page: Page) => page.getByText('Somebody has changed this schedule since you opened it');
    const meanwhile = (page: Page) => page.getByRole('list', { name: 'Changed meanwhile' }).allInnerTexts();

    it('is refused if it would undo what they saved; both changes can be merged', async () => {
      const { id } = await berlin({ name: 'Ours' });
      const page = await web.open(owner, `/app/schedules/${id}/edit`, { allow: /412/ });
      await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
      await page.getByRole('button', { name: 'Weekly' }).click();
      const reversed = layer(people().toReversed(), { rotation_start: '2026-03-02T08:00:00Z' });
      succeeded(await owner.patch(`/schedules/${id}`, { name: 'Theirs', description: 'No', layers: [reversed] }));
      await page.getByRole('button', { name: 'Save the changes' }).click();
      await page.getByRole('alert').getByText('Your changes are not saved yet.').waitFor();
      const [said = ''] = await meanwhile(page);
      assert.deepEqual(
        said.split('\n').filter((text) => text.trim() !== ''),
        ['Name: Theirs', 'Description: No (yours: Mine)', 'People: Linus, Grace, Ada', 'Times: Always'],
      );
      await page.getByRole('button', { name: 'Merge the changes' }).click();
      await note(page).waitFor({ state: 'detached' });
      await becomes(() => orderOf(page), ['Linus', 'Grace', 'Ada']);
      await save(page, 'Save the changes');

      const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
      assert.deepEqual([schedule.name, schedule.description], ['Theirs', 'Mine']);
      assert.deepEqual(namesOf(schedule.layers[0].users), ['Linus', 'Grace', 'Ada']);
      assert.equal(schedule.layers[0].shift_length.unit, 'weeks');
    });

    it('is warned before saving, and can overwrite theirs, or start again', async () => {
      const { id } = await berlin({ name: 'Ours' });
      const page = await web.open(owner, `/app/schedules/${id}/edit`);
      const name = page.getByRole('textbox', { name: 'Name', exact: true });
      await name.fill('Mine');
      succeeded(await owner.patch(`/schedules/${id}`, { name: 'Theirs', description: 'Theirs' }));
      await lookAgain(page);
      await note(page).waitFor();
      await page.getByRole('button', { name: 'Discard mine' }).click();
      await becomes(() => name.inputValue(), 'Theirs');
      await note(page).waitFor({ state: 'detached' });

      await name.fill('Mine again');
      succeeded(await owner.patch(`/schedules/${id}`, { name: 'Ours', description: 'Ours' }));
      await lookAgain(page, 20_000);
      await note(page).waitFor();
      await page.getByRole('button', { name: 'Overwrite with mine' }).click();
      await comesTo(page, `/app/schedules/${id}`);
      const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
      assert.deepEqual([schedule.name, schedule.description], ['Mine again', 'Theirs']);
    });
  });

  describe('[REV-4] while a change is planned', () => {
    const PLANNED = '2026-03-30T07:00:00Z';

    async function planned() {
      const { id } = await berlin();
      const later = layer(people().slice(0, 1), {
        rotation_start: PLANNED,
        shift_length: { amount: 1, unit: 'weeks' },
      });
      succeeded(await owner.patch(`/schedules/${id}`, { layers: [later] }));
      return { id, onCall: (at: string) => onCallAt(owner, id, at) };
    }

    it('the rotation in force is edited, and the planned change stays', async () => {
      const { id, onCall } = await planned();
      await createOverride(owner, { id }, people().slice(2), '2026-03-16T08:30:00Z', '2026-03-16T16:00:00Z');
      const page = await web.open(owner, `/app/schedules/${id}/edit`);
      await page.getByText('You edit the rotation in force').waitFor();
      await becomes(() => orderOf(page), ['Ada', 'Grace', 'Linus']);
      const preview = await previewLines(page);
      assert.match(preview[0] ?? '', /^Linus Mon 16 Mar/);
      await page.getByRole('button', { name: 'Remove Ada' }).click();
      await save(page, 'Save the changes');
      assert.deepEqual(await onCall('2026-04-01T09:00:00Z'), ['Ada']);
      const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
      assert.deepEqual(namesOf(schedule.layers_in_force[0].users).sort(), ['Grace', 'Linus']);
    });

    it('is shown on the page and its timeline, edited, and canceled; it can be restored', async () => {
      const { id, onCall } = await planned();
      const page = await web.open(owner, `/app/schedules/${id}?view=week&from=2026-03-30`);
      const note = page.getByRole('region', { name: 'Planned change' });
      await note.getByText('A change is planned from Mon 30 Mar, 07:00').waitFor();
      await note.getByText('Removed: Grace, Linus').waitFor();
      await page.locator('[data-planned-mark]').waitFor({ state: 'attached' });
      await assertPleasesAxe(page, 'a planned change');
      await page.getByRole('radiogroup', { name: 'View' }).getByText('Month').click();
      const calendar = page.getByRole('region', { name: 'Calendar, March 2026, Berlin time' });
      const mark = calendar.locator('[data-planned-mark]');
      // Monday 09:00 in Berlin, in the last of the weeks.
      await becomes(
        async () => [await mark.count(), await mark.evaluate(({ style }) => Number.parseFloat(style.left).toFixed(3))],
        [1, ((100 * (9 / 24)) / 7).toFixed(3)],
      );
      await note.getByRole('link', { name: 'Edit the planned change' }).click();
      await page.getByText('You edit a planned change').waitFor();
      await becomes(() => orderOf(page), ['Ada']);
      await page.getByRole('textbox', { name: 'Planned start' }).fill('2026-04-06T09:00');
      await save(page, 'Save the changes');
      await note.getByText('A change is planned from Mon 6 Apr, 07:00').waitFor();
      const duringFormer = await onCall('2026-04-02T09:00:00Z');
      assert.equal(await note.count(), 1);

      await note.getByRole('button', { name: 'Cancel it' }).click();
      await page.getByRole('button', { name: 'Cancel the change' }).click();
      await note.waitFor({ state: 'detached' });
      assert.deepEqual(await onCall('2026-04-02T09:00:00Z'), duringFormer);
      assert.deepEqual((await onCall('2026-04-08T09:00:00Z')).length, 1);

      await page.goto(`${web.address}/app/schedules/${id}?section=history`);
      const canceled = page.getByRole('article', { name: 'Revision 1', exact: true });
      await canceled.getByRole('link', { name: 'Restore this' }).click();
      await becomes(() => orderOf(page), ['Ada']);
      await save(page, 'Save the changes');
      assert.deepEqual(await onCall('2026-04-02T09:00:00Z'), ['Ada']);
    });
  });

  describe('by keyboard', () => {
    it('the focus stays on a person who was moved to the top, and moves to the next when one is removed', async () => {
      const { id } = await berlin();
      const page = await web.open(owner, `/app/schedules/${id}/edit`);
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      await page.getByRole('button', { name: 'Move Grace up' }).press('Enter');
      await becomes(() => orderOf(page), ['Grace', 'Ada', 'Linus']);
      await becomes(focused, 'Move Grace up');
      await page.getByRole('button', { name: 'Remove Grace' }).press('Enter');
      await becomes(focused, 'Remove Ada, place 1');
      await page.getByRole('button', { name: 'Remove window 5' }).press('Enter');
      await becomes(focused, 'Remove window 4');
    });
  });

  it('of an unknown schedule says so', async () => {
    const page = await web.open(owner, '/app/schedules/sch_nowhere/edit', { allow: /404/ });
    await page.getByText('There is no such schedule').waitFor();
  });
});

/** As when a user returns to the window after a while. */
async function lookAgain(page: Page, afterMs = 10_000): Promise<void> {
  await page.clock.setFixedTime(new Date(Date.parse(NOW) + afterMs));
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
}

async function onCallAt(as: Person, id: string, at: string): Promise<string[]> {
  const to = new Date(Date.parse(at) + 60_000).toISOString();
  const { shifts } = succeeded(await as.get(`/schedules/${id}/shifts/?from=${at}&to=${to}`));
  return shifts.flatMap(({ users }: { users: { name: string }[] }) => namesOf(users));
}

async function createTeam(as: Person, name: string): Promise<{ readonly id: string }> {
  return succeeded(await as.post('/teams/', { name }), 201).team;
}
