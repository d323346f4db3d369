import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Compile, Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { FileCalendarRules, FileTeam, FileWebhook } from '../../src/as-code/file/file.ts';
import { CoverageAcceptanceBody } from '../../src/schemas/coverage/coverage-requests.ts';
import { CalendarRulesUpdate } from '../../src/schemas/people/calendar-rules.ts';
import { UserSettingsUpdate } from '../../src/schemas/people/settings.ts';
import { UserBatch, UserUpdate } from '../../src/schemas/people/users.ts';
import { NewSchedule, ScheduleUpdate } from '../../src/schemas/schedules/schedules.ts';
import { NewWebhook, WebhookUpdate } from '../../src/schemas/webhooks.ts';
import { problemsOf } from '../../src/validation/problems.ts';
import { validatorOf } from '../../src/validation/validation.ts';
import { changeOfJson, fitting } from '../support/arbitraries/json-arbitraries.ts';
import { byChance } from '../support/chance.ts';

const SCHEMAS: Readonly<Record<string, TSchema>> = {
  NewSchedule,
  ScheduleUpdate,
  CoverageAcceptanceBody,
  UserBatch,
  UserUpdate,
  UserSettingsUpdate,
  CalendarRulesUpdate,
  NewWebhook,
  WebhookUpdate,
  FileTeam,
  FileWebhook,
  FileCalendarRules,
};

const LAYER = {
  name: 'Rotation',
  rotation_start: '2026-01-05T09:00:00Z',
  concurrent_oncall_users: 1,
  shift_length: { amount: 1, unit: 'weeks' },
  user_references: [{ type: 'email', value: 'ada@example.com' }],
};
const SCHEDULE = { name: 'Platform', time_zone: 'Europe/Berlin', layers: [LAYER], team_ids: [] };

describe('the problems of a value', () => {
  const { maxErrors } = Settings.Get();
  before(() => Settings.Set({ maxErrors: Number.POSITIVE_INFINITY }));
  after(() => Settings.Set({ maxErrors }));

  for (const [name, schema] of Object.entries(SCHEMAS)) {
    it(`are in the places where TypeBox finds them: ${name}`, () => {
      const compiled = Compile(schema);
      const change = fc.oneof(
        changeOfJson,
        fc.tuple(changeOfJson, changeOfJson).map(
          ([a, b]) =>
            (of: unknown) =>
              b(a(of)),
        ),
      );
      const changed = fc.tuple(fitting(schema), change).map(([value, apply]) => asJson(apply(value)));
      const property = fc.property(changed, (value) => {
        const places = new Set([...problemsOf(schema, value)].map(({ instancePath }) => instancePath));
        assert.equal(places.size === 0, compiled.Check(value));
        assert.deepEqual(places, placesByTypeBox(schema, value));
      });
      fc.assert(property, byChance({ seed: 62, numRuns: 200 }));
    });
  }
});

/** Without holes in lists and fields without a value. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}

/** An unknown field is also reported for its object, and a union for itself and for each of its schemas. */
function placesByTypeBox(schema: TSchema, value: unknown): Set<string> {
  const [, errors] = Errors(schema, value);
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ schemaPath }) => schemaPath);
  const single = errors.filter(
    ({ keyword, schemaPath }) =>
      !['additionalProperties', 'anyOf'].includes(keyword) && !unions.includes(schemaPath.replace(/\/anyOf\/1$/, '')),
  );
  return new Set(single.map(({ instancePath }) => instancePath));
}

describe('a refused body', () => {
  /** Fails when anything looks at it, or at what is in it. */
  const untouchable = new Proxy(
    {},
    {
      get: (_, property) => assert.fail(`looked at ${String(property)}`),
      has: (_, property) => assert.fail(`looked for ${String(property)}`),
      ownKeys: () => assert.fail('looked at its fields'),
      getOwnPropertyDescriptor: (_, property) => assert.fail(`looked at ${String(property)}`),
      getPrototypeOf: () => assert.fail('looked at its type'),
    },
  );

  function refusalOf(schema: TSchema, body: unknown): string | undefined {
    return validatorOf(schema)(body).error?.message;
  }

  it('with too many items is refused before any of them is looked at', () => {
    const many = Array(1_000).fill(untouchable);
    assert.equal(
      refusalOf(NewSchedule, { ...SCHEDULE, layers: many }),
      'layers must not have more than 1 items; it is an array of 1000.',
    );
    assert.equal(
      refusalOf(NewSchedule, { ...SCHEDULE, layers: [{ ...LAYER, user_references: many }] }),
      'layers[0].user_references must not have more than 50 items; it is an array of 1000.',
    );
    assert.equal(
      refusalOf(UserBatch, { users: many }),
      'users must not have more than 100 items; it is an array of 1000.',
    );
    assert.equal(
      refusalOf(CoverageAcceptanceBody, { shifts: many }),
      'shifts must not have more than 500 items; it is an array of 1000.',
    );
    assert.equal(
      refusalOf(WebhookUpdate, { team_ids: many }),
      'team_ids must not have more than 100 items; it is an array of 1000.',
    );
  });

  it('with more items than there are different ones is refused before any of them is looked at', () => {
    const webhook = { url: 'https://hooks.example.com/', events: Array(1_000).fill(untouchable) };
    assert.equal(refusalOf(NewWebhook, webhook), 'events must not have more than 13 items; it is an array of 1000.');
  });

  it('with an unknown field is refused before the others are looked at', () => {
    const fields = { name: untouchable, time_zone: untouchable, layers: untouchable, team_ids: untouchable };
    const KNOWN = 'Known: name, description, time_zone, layers, planned_layers, team_ids, external_id and managed_by.';
    assert.equal(refusalOf(NewSchedule, { ...fields, colour: untouchable }), `colour is not a known field. ${KNOWN}`);
  });

  it('without a field is refused before the others are looked at', () => {
    const fields = { time_zone: untouchable, layers: untouchable, colour: untouchable };
    assert.equal(refusalOf(NewSchedule, fields), 'name and team_ids are required.');
  });

  it('with another value than a text is refused before that is looked at', () => {
    assert.equal(
      refusalOf(NewSchedule, { ...SCHEDULE, name: Array(1_000).fill(untouchable) }),
      'name must be string; it is an array of 1000.',
    );
  });

  it('is looked at until the first problem is found', () => {
    const users = [{ email: 'ada@example.com' }, { email: 7 }, untouchable, untouchable];
    assert.equal(refusalOf(UserBatch, { users }), 'users[1].email must be string; it is 7.');
  });

  it('is refused in a short sentence, however long its field names are', () => {
    const message = refusalOf(NewSchedule, { ...SCHEDULE, ['x'.repeat(100_000)]: 1 }) ?? '';
    assert.match(message, /^x{59}… is not a known field\. Known: /);
    assert.ok(message.length < 250, String(message.length));
  });
});
