/** What `apply --plan` tells a script: its exit code, and the plan as JSON. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { succeeded } from '../support/drivers/api.ts';
import { applied, runAsProcess, type Service, startService, withFile } from '../support/drivers/as-code.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';

const NOW = '2026-11-18T12:00:00Z';

function fileOf(users: readonly string[], more: object = {}): string {
  return JSON.stringify({
    version: 1,
    managed_by: 'json',
    people: ['Ada', 'Ben'].map((name) => ({ email: `${name.toLowerCase()}@example.com`, name })),
    schedules: [
      {
        external_id: 'primary',
        name: 'Primary',
        time_zone: 'Europe/Berlin',
        layers: [
          {
            name: 'Rotation',
            rotation_start: '2026-11-16T08:00:00Z',
            concurrent_oncall_users: 1,
            shift_length: { amount: 1, unit: 'weeks' },
            users,
          },
        ],
        ...more,
      },
    ],
  });
}

const FILE = fileOf(['ada@example.com', 'ben@example.com']);

describeOnSqlite('[CODE-1] apply --plan', (create) => {
  let service: Service;
  before(async () => {
    service = await startService(create, NOW);
  });
  after(() => service.watchbill.stop());

  async function exitCodeOf(content: string, ...words: string[]): Promise<unknown> {
    return withFile(content, async (path) => (await runAsProcess(service, 'apply', path, ...words)).exitCode);
  }

  it('exits with 2 when something would change, 0 when nothing would, 1 for a mistake, and 64 for wrong arguments', async () => {
    assert.equal(await exitCodeOf(FILE, '--plan'), 2);
    assert.equal(await exitCodeOf(FILE, '--plan', '--json'), 2);
    assert.equal(await exitCodeOf(FILE), 0, 'without --plan, a change is no news');
    assert.equal(await exitCodeOf(FILE, '--plan'), 0);
    assert.equal(await exitCodeOf(FILE, '--json'), 0);
    assert.equal(await exitCodeOf('version: 2', '--plan'), 1);
    assert.equal(await exitCodeOf(FILE, '--plans'), 64);
    assert.equal((await runAsProcess(service, 'apply')).exitCode, 64);
    // What only --prune would delete is no change.
    const without = JSON.stringify({ version: 1, managed_by: 'json' });
    assert.equal(await exitCodeOf(without, '--plan'), 0);
    assert.equal(await exitCodeOf(without, '--plan', '--prune'), 2);
  });

  it('prints the plan as JSON: what changes, for whom and when', async () => {
    await applied(service, FILE);
    const changed = fileOf(['ben@example.com', 'ada@example.com'], { name: 'First' });
    const plan = JSON.parse(await applied(service, changed, { isPlan: true, json: true }));
    const [{ id, ...change }, ...others] = plan.changes;
    assert.match(id, /^sch_/);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...plan, changes: [change] },
      {
        would_change: true,
        counts: { create: 0, change: 1, delete: 0, unchanged: 2 },
        changes: [
          {
            action: 'change',
            kind: 'schedule',
            external_id: 'primary',
            title: 'schedule First (primary)',
            fields: [{ field: 'name', before: 'Primary', after: 'First' }],
            shifts: {
              change_from: '2026-11-18T12:00:00Z',
              on_call_now: { before: ['ada@example.com'], after: ['ben@example.com'] },
              next_shifts: [
                { email: 'ada@example.com', before: '2026-11-30T08:00:00Z', after: '2026-11-23T08:00:00Z' },
                { email: 'ben@example.com', before: '2026-11-23T08:00:00Z', after: '2026-11-30T08:00:00Z' },
              ],
            },
            lines: [
              '~ name: "Primary" → "First"',
              '~ from now: people: Ada, Ben → Ben, Ada',
              'Shifts change from now (Europe/Berlin):',
              '  on call now: Ada → Ben',
              '  Ada: next shift Mon 2026-11-30 09:00 → Mon 2026-11-23 09:00',
              '  Ben: next shift Mon 2026-11-23 09:00 → Mon 2026-11-30 09:00',
            ],
          },
        ],
        kept: [],
        left_over: [],
        webhooks_compared: true,
      },
    );
    assert.deepEqual(
      JSON.parse(await applied(service, FILE, { isPlan: true, json: true })).would_change,
      false,
      'a plan changes nothing',
    );
  });

  it('names a person in JSON by the email that the service has, however the file writes it', async () => {
    await applied(service, FILE);
    const { owner } = service.watchbill;
    succeeded(await owner.post('/users/', { name: 'Dora', email: 'Dora@Example.com' }), 201);
    const people = [{ email: 'DORA@example.com', name: 'Dora D' }];
    const file = { ...JSON.parse(fileOf(['dora@example.com', 'ben@example.com'])), people };
    const { changes } = JSON.parse(await applied(service, JSON.stringify(file), { isPlan: true, json: true }));
    assert.equal(changes[0].email, 'Dora@Example.com');
    const { on_call_now: now, next_shifts: next } = changes[1].shifts;
    assert.deepEqual(now, { before: ['ada@example.com'], after: ['Dora@Example.com'] });
    assert.deepEqual(
      next.map(({ email }: { email: string }) => email),
      ['Dora@Example.com', 'ada@example.com'],
    );
  });

  it('names in JSON what is created, deleted, kept and left over', async () => {
    await applied(service, FILE);
    const people = [
      { email: 'ada@example.com', name: 'Countess', overwrite: false },
      { email: 'cy@example.com', name: 'Cy' },
    ];
    const other = JSON.stringify({ version: 1, managed_by: 'json', people, calendar_rules: { weekend_days: [] } });
    const plan = JSON.parse(await applied(service, other, { isPlan: true, json: true }));
    assert.deepEqual(
      plan.changes.map(({ action, kind, email }: Record<string, string>) => [action, kind, email]),
      [
        ['change', 'calendar_rules', undefined],
        ['create', 'person', 'cy@example.com'],
      ],
    );
    assert.deepEqual(plan.changes[0].fields, [{ field: 'weekend_days', before: ['saturday', 'sunday'], after: [] }]);
    assert.deepEqual(plan.kept, [
      { email: 'ada@example.com', fields: [{ field: 'name', before: 'Ada', after: 'Countess' }] },
    ]);
    const hook = { external_id: 'pager', url: 'https://hooks.example.com/a', events: ['gap.ahead'] };
    const withHook = (more: object) =>
      fileOf(['ada@example.com'], {}).replace(/}$/, `,"webhooks":[${JSON.stringify({ ...hook, ...more })}]}`);
    await applied(service, withHook({}));
    const changed = withHook({ url: 'https://hooks.example.com/b', enabled: false, schedules: ['primary'] });
    assert.deepEqual(JSON.parse(await applied(service, changed, { isPlan: true, json: true })).changes[0].fields, [
      { field: 'url', before: 'https://hooks.example.com/…', after: 'https://hooks.example.com/…, another path' },
      { field: 'enabled', before: true, after: false },
      { field: 'schedules', before: null, after: ['primary'] },
    ]);
    await applied(service, FILE, { prune: true });
    const [{ id: _, ...left }] = plan.left_over;
    assert.deepEqual(left, { kind: 'schedule', external_id: 'primary', title: 'schedule Primary (primary)' });
    const pruned = JSON.parse(await applied(service, other, { isPlan: true, json: true, prune: true }));
    assert.deepEqual([pruned.counts.delete, pruned.changes.at(-1).action, pruned.left_over], [1, 'delete', []]);
  });
});
