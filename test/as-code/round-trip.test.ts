/** Exporting an organization and applying the file to an empty one gives the same organization. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { FileLayer, FileOverride, WatchbillFile } from '../../src/as-code/file/file.ts';
import { writeFile as yamlOf } from '../../src/as-code/file/yaml.ts';
import { WEBHOOK_EVENTS } from '../../src/schemas/webhooks.ts';
import { byChance } from '../support/chance.ts';
import { succeeded } from '../support/drivers/api.ts';
import { applied, exported, type Service, startService } from '../support/drivers/as-code.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';

const NOW = '2026-11-16T12:00:00Z';

const EMAILS = ['ada@example.com', 'Ben@Example.com', 'cleo@example.com', 'owner@example.com'];
const STARTS = ['2026-01-05T09:00:00Z', '2026-11-02T08:00:00.250Z', '2027-01-04T08:00:00Z', '2100-06-01T09:30:00Z'];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

const name = fc
  .oneof(fc.constantFrom('Platform', 'no', '1e3', 'a: b # c', 'Ärzte 😀'), fc.string({ minLength: 1, maxLength: 20 }))
  .map((text) => `N ${text}`.replaceAll(/\s+/g, ' ').trim());
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const layer: fc.Arbitrary<Omit<FileLayer, 'rotation_start'>> = fc
  .record({
    name,
    concurrent_oncall_users: fc.integer({ min: 1, max: 4 }),
    shift_length: fc.record({
      amount: fc.integer({ min: 1, max: 3 }),
      unit: fc.constantFrom('hours', 'days', 'weeks'),
    }),
    users: fc.array(fc.constantFrom(...EMAILS), { maxLength: 5 }),
    hasWindows: fc.boolean(),
    countsOpenDays: fc.boolean(),
  })
  .map(({ hasWindows, countsOpenDays, ...rest }) => ({
    ...rest,
    ...(hasWindows && { restriction_intervals: WEEKDAYS.map((day) => ({ day, from: '00:00', to: '24:00' })) }),
    ...(hasWindows && countsOpenDays && rest.shift_length.unit === 'days' && { counted_days: 'open' as const }),
  }));

const override: fc.Arbitrary<FileOverride> = fc
  .record({
    day: fc.integer({ min: 1, max: 27 }),
    days: fc.integer({ min: 1, max: 4 }),
    users: fc.uniqueArray(fc.constantFrom(...EMAILS), { minLength: 1, maxLength: 3 }),
    reason: optional(name),
  })
  .map(({ day, days, users, reason }) => ({
    start: `2150-01-${String(day).padStart(2, '0')}T09:00:00Z`,
    end: `2150-02-${String(days).padStart(2, '0')}T09:00:00Z`,
    users,
    ...(reason !== undefined && { reason }),
  }));

const organization: fc.Arbitrary<WatchbillFile> = fc
  .record({
    teams: fc.array(
      fc.record({ name, description: optional(name), members: fc.uniqueArray(fc.constantFrom(...EMAILS)) }),
      { maxLength: 3 },
    ),
    schedules: fc.array(
      fc.record({
        name,
        description: optional(name),
        time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'US/Pacific'),
        starts: fc.subarray(STARTS, { minLength: 1 }),
        layers: fc.array(layer, { minLength: 4, maxLength: 4 }),
        overrides: fc.array(override, { maxLength: 4 }),
        team: fc.nat(2),
        chat_channels: fc.subarray(['C0GENERAL', 'C0ONCALL']),
        hasGroup: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    webhooks: fc.array(
      fc.record({
        description: optional(name),
        events: fc.uniqueArray(fc.constantFrom(...WEBHOOK_EVENTS), { minLength: 1 }),
        filter: fc.constantFrom('schedules', 'teams', 'none'),
        enabled: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    holidays: fc.constantFrom(null, { country: 'DE' }, { country: 'DE', region: 'BY' }),
    calendar_rules: fc.record(
      {
        holidays: fc.constantFrom(null, { country: 'US' }, { country: 'ES', region: 'CT' }),
        night: fc.constantFrom({ from: '21:00', to: '05:30' }, { from: '00:00', to: '00:00' }),
        weekend_days: fc.subarray([...WEEKDAYS]),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ teams, schedules, webhooks, holidays, calendar_rules }) => ({
    version: 1,
    managed_by: 'random',
    people: EMAILS.map((email) => ({
      email,
      name: email.split('@')[0] as string,
      role: email.startsWith('owner') ? ('owner' as const) : ('standard' as const),
      ...(email.startsWith('ada') && { time_zone: 'Asia/Tokyo', chat_id: 'U0ADA', holidays }),
    })),
    teams: teams.map((team, i) => ({ ...withoutUndefined(team), external_id: `team-${i}`, name: `${i} ${team.name}` })),
    schedules: schedules.map(({ starts, layers, team, hasGroup, ...schedule }, i) => ({
      ...withoutUndefined(schedule),
      external_id: `schedule-${i}`,
      teams: teams.length > team ? [`team-${team}`] : [],
      layers: starts.map((rotation_start, j) => ({ ...(layers[j] as FileLayer), rotation_start })),
      chat_user_group: hasGroup ? { name: 'On call', handle: 'on-call' } : null,
    })),
    webhooks: webhooks.map(({ filter, ...webhook }, i) => ({
      ...withoutUndefined(webhook),
      external_id: `webhook-${i}`,
      url: `https://hooks.example.com/${i}`,
      ...(filter === 'schedules' && schedules.length > 0 && { schedules: schedules.map((_, j) => `schedule-${j}`) }),
      ...(filter === 'teams' && teams.length > 0 && { teams: ['team-0'] }),
    })),
    calendar_rules,
  }));

function withoutUndefined<T extends object>(value: T) {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

describeOnSqlite('[CODE-1] a round trip', (create) => {
  async function roundTrip(file: WatchbillFile, isMadeByHand: boolean): Promise<void> {
    const [here, there] = [await startService(create, NOW), await startService(create, NOW)];
    try {
      await applied(here, yamlOf(file));
      if (isMadeByHand) await forgetFile(here);
      const text = await exported(here);
      assert.match(await applied(here, text), /^Nothing to change: all \d+ match the file\.\n$/);
      await applied(there, text);
      assert.equal(await exported(there), text);
      assert.match(await applied(there, text, { prune: true }), /^Nothing to change/);
    } finally {
      await here.watchbill.stop();
      await there.watchbill.stop();
    }
  }

  it('produces the same file again', async () => {
    const [example] = fc.sample(organization, { seed: 7, numRuns: 1 });
    await roundTrip(example as WatchbillFile, true);
  });

  it('produces the same file again, for any organization', async () => {
    await fc.assert(
      fc.asyncProperty(organization, fc.boolean(), roundTrip),
      byChance({ seed: 20260105, numRuns: 6, weight: 400 }),
    );
  });
});

/** Removes `managed_by` everywhere, as if people had created everything. */
async function forgetFile({ watchbill: { owner } }: Service): Promise<void> {
  const nobody = { external_id: null, managed_by: null };
  for (const [list, field] of [
    ['/teams/', 'teams'],
    ['/schedules', 'schedules'],
    ['/webhooks/', 'webhooks'],
  ] as const) {
    for (const { id } of succeeded(await owner.get(list))[field])
      succeeded(await owner.patch(`/${field}/${id}`, nobody));
  }
}
