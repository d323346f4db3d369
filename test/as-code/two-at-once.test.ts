/** Two `watchbill apply` of the same file at the same time, as processes: both succeed, and everything is there once. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { inDepth } from '../support/depth.ts';
import { succeeded } from '../support/drivers/api.ts';
import { runAsProcess, type Service, startService, withFile } from '../support/drivers/as-code.ts';
import { describeOnBothDatabases } from '../support/servers/databases.ts';

const NOW = '2026-11-16T12:00:00Z';
/** One creates everything; the next changes, creates and deletes. */
const ROUNDS = inDepth(2, 4);

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Another file in each round. */
function fileOf(round: number): string {
  return JSON.stringify({
    version: 1,
    managed_by: 'two',
    people: NUMBERS.map((n) => ({ email: `p${n}@example.com`, name: `Person ${n} of round ${round}` })),
    teams: NUMBERS.slice(0, 4).map((n) => ({
      external_id: `team-${n}`,
      name: `Team ${n} of round ${round}`,
      members: [`p${n}@example.com`, `p${((n + round) % 8) + 1}@example.com`],
    })),
    webhooks: NUMBERS.slice(0, 3).map((n) => ({
      external_id: `webhook-${n + round}`,
      url: `https://hooks.example.com/${n}`,
      description: `Webhook ${n} of round ${round}`,
      events: ['oncall.changed'],
      schedules: [`schedule-${n + round}`],
    })),
    calendar_rules: { holidays: { country: round % 2 === 0 ? 'DE' : 'AT' } },
    schedules: NUMBERS.map((n) => ({
      external_id: `schedule-${n + round}`,
      name: `Schedule ${n} of round ${round}`,
      time_zone: 'Europe/Berlin',
      teams: [`team-${(n % 4) + 1}`],
      chat_channels: [(n + round) % 2 === 0 ? '#general' : 'C0ONCALL'],
      layers: [
        {
          name: 'Rotation',
          rotation_start: '2026-11-02T08:00:00Z',
          concurrent_oncall_users: 1,
          shift_length: { amount: 1, unit: 'days' },
          users: [`p${n}@example.com`, `p${((n + round) % 8) + 1}@example.com`],
        },
      ],
      overrides: [
        {
          start: '2149-12-24T08:00:00Z',
          end: '2149-12-25T08:00:00Z',
          users: [`p${n}@example.com`],
          reason: `R${round}`,
        },
        { start: '2149-12-24T12:00:00Z', end: '2149-12-24T14:00:00Z', users: ['p1@example.com'] },
      ],
    })),
  });
}

describeOnBothDatabases('[TRU-5] two applies at once', (create) => {
  let service: Service;
  before(async () => {
    service = await startService(create, NOW, undefined, { rateLimit: 0 });
  });
  after(() => service.watchbill.stop());

  for (let round = 1; round <= ROUNDS; round++) {
    it(`both succeed, and everything is there once: round ${round}`, async () => {
      const content = fileOf(round);
      await withFile(content, async (path) => {
        const both = await Promise.all([1, 2].map(() => runAsProcess(service, 'apply', path, '--prune')));
        for (const { exitCode, stderr } of both) {
          assert.equal(exitCode, 0);
          // One that sends the same request while the other's is carried out has to wait, and says so.
          assert.match(stderr, /^(The service asks for a pause of .*\n)*$/);
        }
        const again = await runAsProcess(service, 'apply', path, '--prune');
        assert.equal(again.stdout, 'Nothing to change: all 24 match the file.\n');
      });
      const { owner } = service.watchbill;
      const { schedules } = succeeded(await owner.get('/schedules'));
      assert.equal(schedules.length, NUMBERS.length);
      assert.equal(succeeded(await owner.get('/webhooks/')).webhooks.length, 3);
      for (const { id } of schedules) {
        assert.equal(succeeded(await owner.get(`/schedules/${id}/overrides/?unfinished=true`)).overrides.length, 2);
      }
    });
  }
});
