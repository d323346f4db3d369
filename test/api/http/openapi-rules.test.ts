/** Rules for the whole OpenAPI document, so that generators make working clients of it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, it } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import Format from 'typebox/format';
import { publicNames } from '../../../scripts/public-names.ts';
import { FORMAT_RULES } from '../../../src/schemas/fields.ts';
import { patternOf } from '../../../src/schemas/patterns.ts';
import { call, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

/** The contract has paths with a slash at the end. */
const EXCEPTED = ['no-path-trailing-slash', 'path-keys-no-trailing-slash'];

/** Formats that other programs know. */
const PUBLIC_FORMATS = ['date-time', 'email', 'int32', 'int64', 'double'];

// biome-ignore lint/suspicious/noExplicitAny: the tests read it in many ways
type Part = Record<string, any>;

describeOnSqlite('the OpenAPI document', (create) => {
  let watchbill: Watchbill;
  let document: Part;

  before(async () => {
    watchbill = await startWatchbill(create);
    document = succeeded(await call(watchbill.app, 'GET', '/openapi.json'));
  });
  after(() => watchbill.stop());

  it('passes the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    assertNone(problems.map(({ ruleId, message, location }) => [ruleId, `${location[0]?.pointer}: ${message}`]));
  });

  it('passes the rules of Spectral', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [rulesets.oas as never] });
    const problems = await linter.run(document);
    assertNone(problems.map(({ code, message, path }) => [String(code), `#/${path.join('/')}: ${message}`]));
  });

  function assertNone(problems: readonly [rule: string, text: string][]): void {
    assert.deepEqual(
      problems.filter(([rule]) => !EXCEPTED.includes(rule)),
      [],
    );
  }

  it('keeps every name that clients may have in their code', async () => {
    const stored = await readFile(new URL('../../../docs/api-names.txt', import.meta.url), 'utf8');
    const names = new Set(publicNames(document as Parameters<typeof publicNames>[0]));
    const gone = stored.split('\n').filter((name) => name !== '' && !names.has(name));
    assert.deepEqual(gone, [], 'These names of docs/api-names.txt are gone. Clients use them: give them back.');
    const known = new Set(stored.split('\n'));
    const added = [...names].filter((name) => !known.has(name));
    assert.deepEqual(added, [], 'These names are not in docs/api-names.txt: run "npm run fix".');
  });

  it('names each operation once', () => {
    const ids = operations().map(({ operationId }) => operationId);
    assert.ok(
      ids.every((id) => /^[a-z][A-Za-z0-9]+$/.test(id)),
      ids.join(', '),
    );
    assert.equal(new Set(ids).size, ids.length);
  });

  it('names every body, and every object in it', () => {
    const bodies = operations().flatMap(({ requestBody, responses }) =>
      [requestBody, ...Object.values(responses as Part)].map((holder) => holder?.content?.['application/json']),
    );
    const unnamed = bodies.filter((body) => body !== undefined && body.schema.$ref === undefined);
    assert.deepEqual(unnamed, []);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      for (const part of partsOf({ ...(schema as object), if: undefined, then: undefined }).slice(1)) {
        assert.equal(
          part.type === 'object' && part.properties !== undefined,
          false,
          `${name}: ${JSON.stringify(part)}`,
        );
        assert.ok(part.enum === undefined || part.enum.length === 1, `${name}: ${JSON.stringify(part)}`);
      }
    }
  });

  it('gives every number a format, and 64 bits unless its bounds allow less', () => {
    let count = 0;
    for (const part of partsOf({ ...document, components: { ...document.components, headers: {} } })) {
      const [type] = [part.type].flat();
      if (type === 'number') assert.equal(part.format, 'double', JSON.stringify(part));
      if (type !== 'integer') continue;
      count += 1;
      const bounds: number[] = part.enum ?? [part.minimum, part.maximum];
      const isSmall = bounds.every((bound) => Math.abs(bound) < 2 ** 31);
      assert.equal(part.format, isSmall ? 'int32' : 'int64', JSON.stringify(part));
    }
    assert.ok(count > 20);
    for (const { schema } of Object.values(document.components.headers) as { schema: Part }[]) {
      assert.equal(schema.format, schema.type === 'integer' ? 'int32' : undefined);
    }
    assert.equal(document.components.schemas.TimeOnCall.properties.total_ms.format, 'int64');
    assert.equal(document.components.schemas.ShiftLength.properties.amount.format, 'int64');
  });

  it('has a pattern beside each format of its own, which every language can read', () => {
    const formats = new Set<string>();
    for (const { type, format, pattern } of partsOf(document)) {
      if (typeof format !== 'string' || ![type].flat().includes('string')) continue;
      formats.add(format);
      assert.ok(PUBLIC_FORMATS.includes(format) || pattern !== undefined, format);
      assert.ok(PUBLIC_FORMATS.includes(format) || format in FORMAT_RULES, format);
    }
    assert.ok(formats.size > 8);
    for (const { pattern } of partsOf(document)) {
      if (typeof pattern !== 'string') continue;
      assert.doesNotThrow(() => new RegExp(pattern, 'u'), pattern);
      assert.doesNotMatch(pattern, /\(\?|\\[pPu]\{/, 'no lookaheads and no properties');
    }
  });

  it('has patterns that accept all that the service accepts, and refuse what they can say', () => {
    const accepted = {
      'date-time': [
        '1970-01-01T00:00:00Z',
        '1969-12-31T23:30:00-01:00',
        '2200-01-01T00:30:00+01:00',
        '2024-02-29t10:00:00.5z',
      ],
      'time-zone': ['Europe/Berlin', 'Etc/GMT+5', 'America/Port-au-Prince', 'UTC'],
      email: ['ada@example.com', "o'hara+x@a-b.example", 'jörg@müller.example', 'x@localhost'],
      'single-line': ['', 'Ada Lovelace', '当番', '🛟'],
      'harmless-text': ['two\nlines\t', 'a\u200fb'],
    };
    const refused = {
      'date-time': [
        '2026-01-05',
        '1969-12-30T00:00:00Z',
        '2200-01-02T00:00:00Z',
        '2026-01-05T24:00:00Z',
        '2026-01-05T09:00:00',
      ],
      'time-zone': ['', '+02:00', 'Europe Berlin'],
      email: ['ada', 'a@b@c', 'a b@c', 'a@b..c', '<a@b>', 'a@b c'],
      'single-line': ['a\nb', '\0', '\u202e', '\u200f'],
      'harmless-text': ['a\rb', '\u2028', '\u202e'],
    };
    for (const [format, texts] of Object.entries(accepted)) {
      const pattern = new RegExp(patternOf(format, undefined, true) ?? '', 'u');
      for (const text of texts) {
        assert.ok(Format.Test(format, text), `${format}: ${text}`);
        assert.match(text, pattern, format);
      }
      for (const text of refused[format as keyof typeof refused]) {
        assert.ok(!Format.Test(format, text), `${format}: ${text}`);
        assert.doesNotMatch(text, pattern, format);
      }
    }
    const name = new RegExp(patternOf('single-line', '\\S', true) ?? '', 'u');
    assert.deepEqual(
      ['x', ' x ', ' ', '', 'a\nb'].map((text) => name.test(text)),
      [true, true, false, false, false],
    );
  });

  it('has no literals and no choice between a text and null, which break generators', () => {
    for (const part of partsOf(document)) {
      assert.ok(!('const' in part), JSON.stringify(part));
      for (const { type } of part.anyOf ?? []) assert.ok(type === undefined || type === 'null', JSON.stringify(part));
    }
  });

  it('has no example of a header, nor of an instant in a query', () => {
    const parameters = operations().flatMap((operation) => operation.parameters as Part[]);
    for (const { name, in: place, schema } of parameters.filter((parameter) => parameter.schema !== undefined)) {
      const { format, examples } = schema as Part;
      if (place === 'header' || format === 'date-time') assert.equal(examples, undefined, String(name));
    }
  });

  function operations(): Part[] {
    return Object.values(document.paths).flatMap((path) => Object.values(path as object));
  }
});

/** The value itself, and every object in it. */
function partsOf(value: unknown): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}
