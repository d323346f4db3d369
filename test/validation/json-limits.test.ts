import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exceededBy, MAX_DEPTH, MAX_VALUES } from '../../src/validation/json-limits.ts';
import { documentedOperations, type Schema } from '../support/drivers/openapi.ts';

const TOO_MANY = 'The body must not have more than 10,000 values.';
const TOO_DEEP = 'The body must not be nested deeper than 50 levels.';

describe('the limits of a JSON text', () => {
  for (const [what, opening, closing] of [
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ] as const) {
    it(`allow ${MAX_DEPTH} levels of ${what}`, () => {
      const nested = (depth: number) => `${opening.repeat(depth)}1${closing.repeat(depth)}`;
      assert.equal(limitOf(nested(MAX_DEPTH)), undefined);
      assert.equal(limitOf(nested(MAX_DEPTH + 1)), TOO_DEEP);
      assert.equal(
        limitOf(
          `[${Array(100)
            .fill(nested(MAX_DEPTH - 1))
            .join()}]`,
        ),
        undefined,
      );
    });
  }

  for (const [what, textOf] of [
    ['in a list', (count: number) => JSON.stringify(Array(count - 1).fill(1))],
    [
      'in an object',
      (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count - 1 }, (_, i) => [i, 'x']))),
    ],
    ['in lists of lists', (count: number) => JSON.stringify(Array((count - 1) / 3).fill([1, 2]))],
  ] as const) {
    it(`allow ${MAX_VALUES} values ${what}`, () => {
      assert.equal(limitOf(textOf(MAX_VALUES)), undefined);
      assert.equal(limitOf(textOf(MAX_VALUES + 3)), TOO_MANY);
    });
  }

  it('do not count what stands in texts', () => {
    for (const text of ['[{,'.repeat(MAX_VALUES), '",'.repeat(MAX_VALUES), '\\"['.repeat(MAX_VALUES), '\\\\'])
      assert.equal(limitOf(JSON.stringify([text, { [text]: text }])), undefined);
    assert.equal(limitOf(`["\\\\"${',1'.repeat(MAX_VALUES)}]`), TOO_MANY);
    assert.equal(limitOf(`["\\\\\\"${',1'.repeat(MAX_VALUES)}"]`), undefined);
  });

  it('leave it to the parser to refuse what is not JSON', () => {
    for (const text of ['', ']]]]', '"', '"\\', '{"a', '}'.repeat(MAX_VALUES)]) assert.equal(limitOf(text), undefined);
  });

  it('end the search where they are exceeded', () => {
    let reads = 0;
    const counting = new Proxy(Buffer.from('['.repeat(100_000)), {
      get(bytes, property) {
        reads++;
        return Reflect.get(bytes, property, bytes);
      },
    });
    assert.equal(exceededBy(counting), TOO_DEEP);
    assert.ok(reads < 200, String(reads));
  });
});

describe('the largest body of every operation', () => {
  it('has fewer values than the limit', () => {
    let largest = 0;
    for (const { method, path, requestBody } of documentedOperations()) {
      const values = mostValues(requestBody?.content?.['application/json']?.schema ?? {});
      assert.ok(values <= MAX_VALUES, `${method} ${path}: ${values}`);
      largest = Math.max(largest, values);
    }
    assert.equal(largest, 6_319);
  });
});

function limitOf(text: string): string | undefined {
  return exceededBy(Buffer.from(text));
}

/** Every list must have a limit. One whose items differ has no more than there are values for them. */
function mostValues({ properties = {}, items, maxItems, anyOf = [], uniqueItems, ...schema }: Schema): number {
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const most = maxItems ?? (uniqueItems ? (items?.enum?.length ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY);
  const ofItems = items === undefined ? 0 : most * mostValues(items);
  const parts = [schema.allOf ?? [], anyOf].flat().map((part) => mostValues(part) - 1);
  return 1 + sum(Object.values(properties).map(mostValues)) + ofItems + Math.max(0, ...parts);
}
