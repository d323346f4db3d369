import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run } from '../support/servers/child-processes.ts';

const bareRealm = fileURLToPath(new URL('./bare-realm.ts', import.meta.url));

test('the engine runs in an environment with nothing but the language, like in a browser', async () => {
  const question = `engine.shiftsIn(engine.timelineOf({
    zone: zones.findZone('Europe/Berlin'),
    revisions: [{ number: 0, validFrom: 0, layer: {
      name: 'Primary', rotationStart: Temporal.Instant.from('2026-03-23T08:00:00Z').epochMilliseconds, concurrentUsers: 1,
      users: ['A', 'B'], shiftLength: { amount: 1, unit: 'weeks' },
    } }],
    overrides: [],
  }), {
    start: Temporal.Instant.from('2026-03-25T00:00:00Z').epochMilliseconds,
    end: Temporal.Instant.from('2026-04-01T00:00:00Z').epochMilliseconds,
  }).map(({ start, end, users }) => [
    Temporal.Instant.fromEpochMilliseconds(start).toString(), Temporal.Instant.fromEpochMilliseconds(end).toString(), ...users,
  ])`;
  const { stdout } = await run(process.execPath, ['--experimental-vm-modules', '--no-warnings', bareRealm, question]);
  assert.deepEqual(JSON.parse(stdout), [
    ['2026-03-23T08:00:00Z', '2026-03-30T07:00:00Z', 'A'],
    ['2026-03-30T07:00:00Z', '2026-04-06T07:00:00Z', 'B'],
  ]);
});
