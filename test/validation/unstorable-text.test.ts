import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { exceededBy } from '../../src/validation/json-limits.ts';
import { unstorableIn, unstorableInJson } from '../../src/validation/unstorable-text.ts';
import { changeOfJson } from '../support/arbitraries/json-arbitraries.ts';
import { byChance } from '../support/chance.ts';

const untouchable = new Proxy(
  {},
  { ownKeys: () => assert.fail('the value was searched'), get: () => assert.fail('the value was searched') },
);

describe('text that cannot be stored', () => {
  it('is searched for only in a value whose JSON may have it', () => {
    for (const json of [
      '{}',
      '"Zoë 🛟"',
      '"\\u00eb\\n\\u2028\\ue000\\u0001"',
      '"u0000 \\\\d800"',
      `"${'x'.repeat(1e6)}"`,
    ]) {
      JSON.parse(json);
      assert.equal(unstorableInJson(json, untouchable), undefined, json);
    }
  });

  it('is not found in whole characters that are escaped', () => {
    for (const json of ['"\\ud83d\\udedf"', '"\\\\u0000"', '{"\\uD83D\\uDEDF": "\\\\ud800"}']) {
      assert.equal(unstorableInJson(json, JSON.parse(json)), undefined, json);
    }
  });

  for (const [json, message] of [
    ['"\\u0000"', 'The body'],
    ['{"name": "a\\u0000b"}', 'name'],
    ['{"a": [1, {"b": "x\\uD800"}]}', 'a[1].b'],
    ['{"a": "\\udedf\\ud83d"}', 'a'],
    ['{"a": {"\\u0000": 1}}', 'A field name'],
  ] as const) {
    it(`is found in ${json}`, () => {
      const found = `${message} must not hold the character NUL or half a character.`;
      assert.equal(unstorableInJson(json, JSON.parse(json)), found);
    });
  }

  it('is found in the JSON of any value that has it', () => {
    const property = fc.property(fc.jsonValue({ maxDepth: 3 }), changeOfJson, (value, change) => {
      const json = JSON.stringify(change(value)) ?? 'null';
      fc.pre(exceededBy(Buffer.from(json)) === undefined);
      const parsed = JSON.parse(json);
      assert.equal(unstorableInJson(json, parsed), unstorableIn(parsed));
    });
    fc.assert(property, byChance({ seed: 62, numRuns: 500 }));
  });

  it('does not make a message long', () => {
    const message = unstorableIn({ ['x'.repeat(100_000)]: '\0' }) ?? '';
    assert.match(message, /^x{59}… must not/);
  });
});
