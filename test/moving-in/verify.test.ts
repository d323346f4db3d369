/** Rule IMP-2: every difference between the timeline of a product and ours is printed, with the people on call on both sides. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { WatchbillFile } from '../../src/as-code/file/file.ts';
import { parseFile } from '../../src/as-code/file/yaml.ts';
import { importFrom } from '../../src/moving-in/import-command.ts';
import type { Product } from '../../src/moving-in/source.ts';
import { verify } from '../../src/moving-in/verify-command.ts';
import { HOUR_MS } from '../../src/time/units.ts';
import { succeeded } from '../support/drivers/api.ts';
import { givenWatchbill } from '../support/drivers/suites.ts';
import { type ProductServer, startProductServer } from '../support/fakes/product-server.ts';
import { createFolder } from '../support/servers/child-processes.ts';
import { createSqlite } from '../support/servers/databases.ts';
import { answersOf, KEY } from './product-answers.ts';

const NOW = '2026-10-12T07:12:00Z';
const now = Date.parse(NOW);

describe('watchbill verify', () => {
  const given = givenWatchbill(createSqlite, {}, NOW);
  const servers: Partial<Record<Product, ProductServer>> = {};
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let url: string;

  before(async () => {
    folder = await createFolder('watchbill-verify-');
    url = await given.watchbill.app.listen({ port: 0, host: '127.0.0.1' });
    for (const product of ['opsgenie', 'pagerduty'] as const) {
      servers[product] = await startProductServer(answersOf(product, now));
      await created(await imported(product));
    }
  });
  after(async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()));
    await folder.remove();
  });

  const accessTo = (product: Product) => ({ url: servers[product]?.url ?? '', key: KEY, wait: async () => undefined });

  async function imported(product: Product): Promise<WatchbillFile> {
    const out = join(folder.path, `${product}.yaml`);
    const save = join(folder.path, product);
    await importFrom({
      product,
      from: undefined,
      access: accessTo(product),
      now,
      weeks: 6,
      out,
      save,
      writesOverrides: true,
    });
    return parseFile(readFileSync(out, 'utf8'), out).file;
  }

  async function created({ people = [], schedules = [] }: WatchbillFile): Promise<void> {
    for (const { overwrite: _, ...person } of people) await given.owner.post('/users/', person);
    const references = (emails: readonly string[]) => emails.map((value) => ({ type: 'email', value }));
    for (const { layers, overrides = [], teams: _, ...schedule } of schedules) {
      const sent = layers.map(({ users, ...layer }) => ({ ...layer, user_references: references(users) }));
      const { schedule: made } = succeeded(
        await given.owner.post('/schedules', { ...schedule, layers: sent, team_ids: [] }),
        201,
      );
      for (const { users, ...override } of overrides) {
        const body = { ...override, user_references: references(users) };
        succeeded(await given.owner.post(`/schedules/${made.id}/overrides/`, body), 201);
      }
    }
  }

  function verified(product: Product, from?: string, laterMs = 0) {
    const watchbill = { url, key: given.owner.key };
    return verify({ product, from, access: accessTo(product), now: now + laterMs, weeks: 6, watchbill });
  }

  async function scheduleNamed(part: string): Promise<{ id: string }> {
    const { schedules } = succeeded(await given.owner.get(`/schedules?query=${encodeURIComponent(part)}`));
    assert.equal(schedules.length, 1);
    return schedules[0];
  }

  it('[IMP-2] finds no difference over a clock change, from the API and from files', async () => {
    for (const product of ['opsgenie', 'pagerduty'] as const) {
      const { report, isSame } = await verified(product);
      assert.ok(isSame, report);
      assert.match(report, /No difference\.\n$/);
      assert.deepEqual(await verified(product, join(folder.path, product)), { report, isSame });
    }
  });

  it('[IMP-2] finds no difference some hours after the import, although the product knows more of the future by then', async () => {
    const { report, isSame } = await verified('opsgenie', undefined, 5 * HOUR_MS);
    assert.ok(isSame, report);
  });

  it('[IMP-2] prints each difference as an interval, with the people on both sides', async () => {
    const { id } = await scheduleNamed('Night Shift');
    const interval = { start: '2026-10-14T02:00:00Z', end: '2026-10-14T03:30:00Z' };
    const user_references = [{ type: 'email', value: 'eve@example.com' }];
    const { override } = succeeded(
      await given.owner.post(`/schedules/${id}/overrides/`, { ...interval, user_references }),
      201,
    );
    const { report, isSame } = await verified('pagerduty');
    assert.ok(!isSame);
    assert.match(
      report,
      /Night Shift \+ Daily Engineering Rotation: Day Shift, from 2026-10-12T07:12:00Z to 2026-11-22T07:12:00Z: 1 difference\n/,
    );
    assert.match(
      report,
      / {2}2026-10-14T02:00:00Z – 2026-10-14T03:30:00Z {2}there: \w+@example\.com {2}here: eve@example\.com\n/,
    );
    succeeded(await given.owner.delete(`/schedules/${id}/overrides/${override.id}`), 204);
    assert.ok((await verified('pagerduty')).isSame);
  });

  it('[IMP-2] reports a schedule that is only here', async () => {
    const layer = {
      name: 'L',
      rotation_start: NOW,
      concurrent_oncall_users: 1,
      shift_length: { amount: 1, unit: 'weeks' },
      user_references: [],
    };
    const body = {
      name: 'Gone there',
      external_id: 'pagerduty:PGONE:L',
      time_zone: 'UTC',
      team_ids: [],
      layers: [layer],
    };
    const { schedule } = succeeded(await given.owner.post('/schedules', body), 201);
    const { report, isSame } = await verified('pagerduty');
    assert.match(report, /Only here, and not compared: Gone there \(pagerduty:PGONE:L\)/);
    assert.ok(isSame);
    succeeded(await given.owner.delete(`/schedules/${schedule.id}`), 204);
  });

  it('[IMP-2] treats a missing schedule as a difference wherever somebody is on call there', async () => {
    const { id } = await scheduleNamed('Some days');
    succeeded(await given.owner.delete(`/schedules/${id}`), 204);
    const { report, isSame } = await verified('opsgenie');
    assert.ok(!isSame);
    assert.match(report, /Some days = no schedule here, from .*: 21 differences/);
    assert.match(report, /there: ada@example\.com {2}here: nobody/);
  });

  it('[IMP-2] reports a wrong key of ours, and a source without a timeline', async () => {
    const source = { product: 'opsgenie' as const, access: accessTo('opsgenie'), now, weeks: 6 };
    await assert.rejects(
      verify({ ...source, from: undefined, watchbill: { url, key: 'wb_wrong' } }),
      /does not accept WATCHBILL_API_KEY/,
    );
    const from = join(folder.path, 'opsgenie', 'schedules.json');
    await assert.rejects(
      verify({ ...source, from, watchbill: { url, key: given.owner.key } }),
      /has no timeline that reaches into the future/,
    );
  });
});
