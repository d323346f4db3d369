/** The plans in the README are what `apply --plan` prints. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { applied, type Service, startService } from '../support/drivers/as-code.ts';
import { createSqlite } from '../support/servers/databases.ts';

const PEOPLE = ['Ada', 'Mina', 'Noor'];

/** A file in which these people rotate, from each of these instants on. */
function fileWith(layers: Readonly<Record<string, readonly string[]>>): string {
  const email = (name: string) => `${name.toLowerCase()}@northwind.example`;
  return JSON.stringify({
    version: 1,
    managed_by: 'northwind',
    people: PEOPLE.map((name) => ({ name, email: email(name) })),
    schedules: [
      {
        external_id: 'platform-primary',
        name: 'Platform primary',
        time_zone: 'Europe/Berlin',
        layers: Object.entries(layers).map(([rotation_start, users]) => ({
          name: 'Rotation',
          rotation_start,
          concurrent_oncall_users: 1,
          shift_length: { amount: 1, unit: 'weeks' },
          users: users.map(email),
        })),
      },
    ],
  });
}

describe('the plans in the README', () => {
  let service: Service;
  let plans: readonly string[];

  before(async () => {
    const readme = await readFile('README.md', 'utf8');
    plans = [...readme.matchAll(/```\n(~ schedule .*?)```/gs)].map(([, plan = '']) => plan);
    service = await startService(createSqlite, '2026-11-19T02:06:00Z');
    await applied(service, fileWith({ '2026-11-02T08:00:00Z': ['Ada', 'Mina'] }));
  });
  after(() => service.watchbill.stop());

  it('show that a person who is added takes over at once', async () => {
    const plan = await applied(service, fileWith({ '2026-11-02T08:00:00Z': PEOPLE }), { isPlan: true });
    assert.ok(plans[0] !== undefined && plan.startsWith(plans[0]), plan);
  });

  it('and that the current turn stays if the person is added with the next handoff', async () => {
    const layers = { '2026-11-02T08:00:00Z': ['Ada', 'Mina'], '2026-11-23T08:00:00Z': ['Mina', 'Noor', 'Ada'] };
    assert.equal(await applied(service, fileWith(layers), { isPlan: true }), plans[1]);
  });
});
