/** Rule TRU-5: a bad value in a source is an error with its file, line and field. Nothing is guessed, and no value ends in a stack trace. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { importFrom } from '../../src/moving-in/import-command.ts';
import { PRODUCTS, type Product, SourceError } from '../../src/moving-in/source.ts';
import { inDepth } from '../support/depth.ts';
import { startProductServer } from '../support/fakes/product-server.ts';
import { createFolder } from '../support/servers/child-processes.ts';
import { answersOf, KEY } from './product-answers.ts';

const NOW = Date.parse('2026-10-12T07:12:34Z');

/** The parts of the saved answers of the fake products that the examples change. */
type Answers = Record<string, never>;

describe('bad values in a source', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  const good = new Map<Product, Map<string, string>>();

  before(async () => {
    folder = await createFolder('watchbill-bad-values-');
    for (const product of PRODUCTS) {
      const server = await startProductServer(answersOf(product, NOW));
      const save = join(folder.path, product);
      const access = { url: server.url, key: KEY, wait: () => Promise.resolve() };
      await importing(product, { from: undefined, access, save }).finally(() => server.close());
      const names = readdirSync(save).sort();
      good.set(product, new Map(names.map((name) => [name, readFileSync(join(save, name), 'utf8')])));
    }
  });
  after(() => folder.remove());

  function importing(product: Product, more: object) {
    return importFrom({
      product,
      from: undefined,
      access: undefined,
      now: NOW,
      weeks: 4,
      out: join(folder.path, 'out.yaml'),
      save: undefined,
      writesOverrides: true,
      ...more,
    });
  }

  /** Imports the good files of the product, one of them with another text. */
  async function importChanged(product: Product, changed: string, text: string) {
    const from = join(folder.path, 'changed');
    rmSync(from, { recursive: true, force: true });
    mkdirSync(from);
    for (const [name, given] of good.get(product) ?? [])
      writeFileSync(join(from, name), name === changed ? text : given);
    // Each import in its own turn of the event loop: the shifts of a turn are counted.
    await setImmediate();
    return importing(product, { from });
  }

  async function refusalOf(product: Product, changed: string, change: (value: Answers) => void): Promise<string> {
    const given = good.get(product)?.get(changed);
    assert.ok(given !== undefined, `${changed} is one of ${[...(good.get(product)?.keys() ?? [])].join()}`);
    const value = JSON.parse(given);
    change(value);
    const error = await importChanged(product, changed, JSON.stringify(value, null, 2)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof SourceError, `refused, but was ${error}`);
    return error.message.slice(error.message.indexOf('changed/') + 'changed/'.length);
  }

  const CASES: readonly [
    what: string,
    product: Product,
    file: string,
    change: (value: Answers) => void,
    told: RegExp,
  ][] = [
    [
      'an hour that does not exist',
      'goalert',
      'schedule-s1.json',
      (v) => void Object.assign(at(v, 'data.schedule.targets.0.rules.0'), { start: '99:00', end: '00:00' }),
      /^schedule-s1\.json:\d+:\d+ in data\.schedule: targets\[0\]\.rules\[0\]\.start must match .*; it is "99:00"/,
    ],
    [
      'a position beyond the users',
      'goalert',
      'rotation-r1.json',
      (v) => void Object.assign(at(v, 'data.rotation'), { activeUserIndex: 7 }),
      /^rotation-r1\.json:\d+:\d+ in data\.rotation: activeUserIndex must be less than 3, the number of users; it is 7\./,
    ],
    [
      'a date that does not exist',
      'goalert',
      'rotation-r1.json',
      (v) => void Object.assign(at(v, 'data.rotation'), { start: '2026-02-30T09:00:00Z' }),
      /^rotation-r1\.json:\d+:\d+ in data\.rotation: start must be a date-time .*; it is "2026-02-30T09:00:00Z"/,
    ],
    [
      'a zone that does not exist',
      'goalert',
      'schedule-s1.json',
      (v) => void Object.assign(at(v, 'data.schedule'), { timeZone: 'Mars/Phobos' }),
      /^schedule-s1\.json:\d+:\d+ in data\.schedule: timeZone must be the name of a time zone; it is "Mars\/Phobos"/,
    ],
    [
      'a length of a turn below zero',
      'goalert',
      'rotation-r1.json',
      (v) => void Object.assign(at(v, 'data.rotation'), { shiftLength: -1 }),
      /^rotation-r1\.json:\d+:\d+ in data\.rotation: shiftLength must be >= 1; it is -1/,
    ],
    [
      'a zone that does not exist',
      'opsgenie',
      'schedules.json',
      (v) => void Object.assign(at(v, 'data.0'), { timezone: 'Europe/Berlinn' }),
      /^schedules\.json:\d+:\d+ in data\[0\]: timezone must be the name of a time zone; it is "Europe\/Berlinn"/,
    ],
    [
      'a weekday that does not exist',
      'opsgenie',
      'schedules.json',
      (v) => void Object.assign(at(v, 'data.0.rotations.1.timeRestriction.restrictions.0'), { endDay: 'blursday' }),
      /^schedules\.json:\d+:\d+ in data\[0\]\.rotations\[1\]\.timeRestriction\.restrictions\[0\]: endDay must be a weekday, such as monday; it is "blursday"/,
    ],
    [
      'a time after midnight at the end of the day',
      'opsgenie',
      'schedules.json',
      (v) => void Object.assign(at(v, 'data.0.rotations.0.timeRestriction.restriction'), { endHour: 24, endMin: 30 }),
      /^schedules\.json:\d+:\d+ in .*restriction: endMin must be 0 with an endHour of 24; it is 30/,
    ],
    [
      'an end before the start',
      'opsgenie',
      'schedules.json',
      (v) => void Object.assign(at(v, 'data.0.rotations.0'), { endDate: '2020-01-01T00:00:00Z' }),
      /^schedules\.json:\d+:\d+ in data\[0\]\.rotations\[0\]: endDate must be after startDate/,
    ],
    [
      'a turn of zero',
      'pagerduty',
      'schedule-PI7DH85.json',
      (v) => void Object.assign(at(v, 'schedule.schedule_layers.0'), { rotation_turn_length_seconds: 0 }),
      /^schedule-PI7DH85\.json:\d+:\d+: schedule\.schedule_layers\[0\]\.rotation_turn_length_seconds must be >= 1; it is 0/,
    ],
    [
      'an hour that does not exist',
      'pagerduty',
      'schedule-PI7DH85.json',
      (v) => void Object.assign(at(v, 'schedule.schedule_layers.0.restrictions.0'), { start_time_of_day: '25:00:00' }),
      /^schedule-PI7DH85\.json:\d+:\d+: .*start_time_of_day must match .*; it is "25:00:00"/,
    ],
    [
      'a window longer than its period',
      'pagerduty',
      'schedule-PI7DH85.json',
      (v) => void Object.assign(at(v, 'schedule.schedule_layers.0.restrictions.0'), { duration_seconds: 90_000 }),
      /^schedule-PI7DH85\.json:\d+:\d+ in .*restrictions\[0\]: duration_seconds must be at most 86400 for a daily_restriction; it is 90000/,
    ],
    [
      'a weekly window without a day',
      'pagerduty',
      'schedule-PI7DH85.json',
      (v) => void Object.assign(at(v, 'schedule.schedule_layers.0.restrictions.0'), { type: 'weekly_restriction' }),
      /^schedule-PI7DH85\.json:\d+:\d+ in .*restrictions\[0\]: start_day_of_week must be from 1 to 7/,
    ],
    [
      'a date without a time',
      'pagerduty',
      'schedule-PI7DH85.json',
      (v) => void Object.assign(at(v, 'schedule.schedule_layers.0'), { start: '2026-01-05' }),
      /^schedule-PI7DH85\.json:\d+:\d+ in schedule\.schedule_layers\[0\]: start must be a date-time/,
    ],
    [
      'a day that does not exist',
      'grafana-oncall',
      'on_call_shifts-1.json',
      (v) => void Object.assign(at(v, 'results.0'), { by_day: ['MO', 'XX'] }),
      /^on_call_shifts-1\.json:\d+:\d+ in results\[0\]: by_day must have only MO, .*; it has "XX"/,
    ],
    [
      'a first group beyond the groups',
      'grafana-oncall',
      'on_call_shifts-1.json',
      (v) => void Object.assign(at(v, 'results.0'), { start_rotation_from_user_index: 7 }),
      /^on_call_shifts-1\.json:\d+:\d+ in results\[0\]: start_rotation_from_user_index must be less than 2, .*; it is 7/,
    ],
    [
      'a week that starts on no day',
      'grafana-oncall',
      'on_call_shifts-1.json',
      (v) => void Object.assign(at(v, 'results.0'), { week_start: 'X' }),
      /^on_call_shifts-1\.json:\d+:\d+ in results\[0\]: week_start must be one of MO, .*; it is "X"/,
    ],
    [
      'a level below zero',
      'grafana-oncall',
      'on_call_shifts-1.json',
      (v) => void Object.assign(at(v, 'results.0'), { level: -1 }),
      /^on_call_shifts-1\.json:\d+:\d+ in results\[0\]: level must be >= 0; it is -1/,
    ],
    [
      'a zone that does not exist',
      'grafana-oncall',
      'on_call_shifts-1.json',
      (v) => void Object.assign(at(v, 'results.0'), { time_zone: 'Europe' }),
      /^on_call_shifts-1\.json:\d+:\d+ in results\[0\]: time_zone must be the name of a time zone; it is "Europe"/,
    ],
  ];

  for (const [what, product, file, change, told] of CASES) {
    it(`[TRU-5] ${product}: ${what}`, async () => assert.match(await refusalOf(product, file, change), told));
  }

  it('[TRU-5] the line and the column are those of the value', async () => {
    const text =
      '{"data":\n  {"rotation": {"id": "r1", "name": "\\"}{",\n    "type": "daily", "shiftLength": 1, "start": "soon",\n    "activeUserIndex": 0, "users": [{"id": "u"}]}}}';
    await assert.rejects(
      importChanged(
        'goalert',
        'rotation-r1.json',
        text.replace('{"id": "u"}', '{"id": "u", "email": "u@example.com"}'),
      ),
      /rotation-r1\.json:3:49 in data\.rotation: start must be/,
    );
    await assert.rejects(importChanged('goalert', 'rotation-r1.json', text.replace('"daily"', '7')), /json:3:13 in/);
  });

  for (const product of PRODUCTS) {
    it(`[TRU-5] ${product}: a file that has no object or list`, async () => {
      const [name = ''] = good.get(product)?.keys() ?? [];
      for (const text of [
        '7',
        'null',
        '"x"',
        'true',
        '[7]',
        '[null]',
        '{"data": 7}',
        '{"data": "x"}',
        '{"results": 7}',
      ]) {
        const error = await importChanged(product, name, text).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        // What a product does not know is in the report; see below.
        if (text.startsWith('{') && error === undefined) continue;
        assert.ok(error instanceof SourceError, `${text}: ${error}`);
        assert.match(error.message, new RegExp(name.replaceAll('.', '\\.')), text);
      }
      const empty = join(folder.path, 'empty.json');
      writeFileSync(empty, '[]');
      await assert.rejects(
        importing(product, { from: empty }),
        /The source has no schedule|empty\.json:1:1: The file must be object; it is \[\]/,
      );
    });

    it(`[TRU-5] ${product}: any value anywhere is read, or refused in a sentence`, async () => {
      const wrong = fc.constantFrom<unknown>(7, -1, 1e300, 0.5, null, 'x', '', [], [7], [null], {}, true, '9999-99-99');
      const documents = [...(good.get(product) ?? [])];
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.nat(), wrong, async (which, where, value) => {
          const [name = '', text = '{}'] = documents[which % documents.length] ?? [];
          const changed = replaced(JSON.parse(text), where, value);
          const error = await importChanged(product, name, JSON.stringify(changed)).then(
            () => undefined,
            (reason: unknown) => reason,
          );
          if (error === undefined || error instanceof SourceError) return;
          throw error;
        }),
        { seed: 20261011, numRuns: inDepth(40, 120) },
      );
    });
  }

  it('[TRU-5] a time zone of a person that is not known is left out, and the report says so', async () => {
    const [name = '', text = ''] = [...(good.get('opsgenie') ?? [])].find(([one]) => one.startsWith('users')) ?? [];
    const { report } = await importChanged('opsgenie', name, text.replace('"Europe/Berlin"', '"Mars/Phobos"'));
    assert.match(report, /The time zone of \w+@example\.com is left out: "Mars\/Phobos" is not known\./);
  });
});

function at(value: unknown, path: string): object {
  const found = path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], value);
  assert.ok(typeof found === 'object' && found !== null, path);
  return found;
}

/** The value with one of its parts replaced. */
function replaced(value: unknown, where: number, by: unknown): unknown {
  const places: [owner: Record<string, unknown>, key: string][] = [];
  const visit = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return;
    for (const key of Object.keys(part)) {
      places.push([part as Record<string, unknown>, key]);
      visit((part as Record<string, unknown>)[key]);
    }
  };
  visit(value);
  const [owner, key] = places[where % places.length] ?? [];
  if (owner !== undefined && key !== undefined) owner[key] = by;
  return value;
}
