import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createIdSource, ID_PREFIXES, type IdKind, parseId } from '../src/ids.ts';

const kinds = Object.keys(ID_PREFIXES) as IdKind[];
const noon = Date.parse('2026-01-05T12:00:00Z');

/** A source whose clock shows these instants in turn, and then stays at the last. */
function sourceAt(...instants: readonly number[]) {
  const left = [...instants];
  return createIdSource({ now: () => (left.length > 1 ? left.shift() : left[0]) ?? assert.fail('no time was given') });
}

/** The time in an id: its first ten characters, in base 32. */
function timeOf(id: string): number {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  return [...id.slice(4, 14)].reduce((value, character) => value * 32 + alphabet.indexOf(character), 0);
}

function assertAscending(ids: readonly string[]): void {
  assert.deepEqual(ids, [...new Set(ids)].sort());
}

suite('shape', () => {
  test('each kind has its own prefix of three letters', () => {
    assert.deepEqual(ID_PREFIXES, {
      organization: 'org',
      user: 'usr',
      team: 'tea',
      schedule: 'sch',
      override: 'ovr',
      coverageRequest: 'cov',
      coverageAnswer: 'ans',
      apiKey: 'key',
      session: 'ses',
      auditEntry: 'aud',
      localChatGroup: 'grp',
      localChatMessage: 'msg',
      changeNotification: 'new',
      delivery: 'del',
      lease: 'lea',
      identity: 'idn',
      calendarFeed: 'cal',
      webhook: 'whk',
      timeOff: 'off',
    });
    assert.equal(new Set(Object.values(ID_PREFIXES)).size, kinds.length);
  });

  for (const kind of kinds) {
    test(`an id of a ${kind}: ${ID_PREFIXES[kind]}_ and 26 characters, none of them i, l, o or u`, () => {
      const id = sourceAt(noon)(kind);
      assert.match(id, new RegExp(`^${ID_PREFIXES[kind]}_[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$`));
      assert.equal(parseId(kind, id), id);
    });
  }

  test('it contains the time of its creation', () => {
    assert.equal(timeOf(sourceAt(noon)('user')), noon);
    assert.equal(timeOf(sourceAt(0)('user')), 0);
    assert.equal(timeOf(sourceAt(2 ** 48 - 1)('user')), 2 ** 48 - 1);
  });
});

suite('order', () => {
  test('ids ascend within one millisecond, whatever the kind', () => {
    const create = sourceAt(noon);
    const ids = Array.from({ length: 1000 }, () => create('override').slice(4));
    ids.push(...kinds.map((kind) => create(kind).slice(4)));
    assertAscending(ids);
  });

  test('they ascend with the clock', () => {
    const create = sourceAt(noon, noon + 1, noon + 2, noon + 3_600_000);
    assertAscending(Array.from({ length: 4 }, () => create('override')));
  });

  test('they ascend when the clock steps back, and catch up with it later', () => {
    const create = sourceAt(noon, noon - 3_600_000, noon - 1, noon, noon + 1);
    const ids = Array.from({ length: 5 }, () => create('override'));
    assertAscending(ids);
    assert.deepEqual(ids.map(timeOf), [noon, noon, noon, noon, noon + 1]);
  });

  test('they ascend after the largest random number: the next one is a millisecond ahead', (t) => {
    t.mock.method(crypto, 'getRandomValues', (bytes: Uint8Array) => bytes.fill(255));
    const create = sourceAt(noon);
    const ids = Array.from({ length: 3 }, () => create('override'));
    assertAscending(ids);
    assert.deepEqual(ids.map(timeOf), [noon, noon + 1, noon + 2]);
    assert.ok(ids.every((id) => parseId('override', id) === id));
  });

  test('they ascend over a carry through all digits', (t) => {
    // 0 and then fifteen times the largest digit: one more is 1 and fifteen zeroes.
    t.mock.method(crypto, 'getRandomValues', (bytes: Uint8Array) => bytes.fill(31).fill(0, 0, 1));
    const create = sourceAt(noon);
    const [before, after] = [create('override'), create('override')];
    assert.equal(before.slice(14), '0zzzzzzzzzzzzzzz');
    assert.equal(after.slice(14), '1000000000000000');
  });
});

suite('randomness', () => {
  test('10,000 ids are distinct', () => {
    const create = sourceAt(noon);
    assert.equal(new Set(Array.from({ length: 10_000 }, () => create('user'))).size, 10_000);
  });

  test('10,000 sources in the same millisecond do not collide', () => {
    assert.equal(new Set(Array.from({ length: 10_000 }, () => sourceAt(noon)('user'))).size, 10_000);
  });
});

suite('parseId', () => {
  const ulid = '01ke6wgt00abcdefghjkmnpqrs';

  test('returns an id of that kind unchanged', () => {
    for (const kind of kinds) {
      assert.equal(parseId(kind, `${ID_PREFIXES[kind]}_${ulid}`), `${ID_PREFIXES[kind]}_${ulid}`);
    }
    assert.equal(parseId('user', 'usr_7zzzzzzzzzzzzzzzzzzzzzzzzz'), 'usr_7zzzzzzzzzzzzzzzzzzzzzzzzz');
    assert.equal(parseId('user', 'usr_00000000000000000000000000'), 'usr_00000000000000000000000000');
  });

  test('refuses the id of every other kind', () => {
    for (const kind of kinds) {
      for (const other of kinds.filter((each) => each !== kind)) {
        assert.equal(parseId(kind, `${ID_PREFIXES[other]}_${ulid}`), undefined);
      }
    }
  });

  for (const [what, text] of Object.entries({
    nothing: '',
    'a prefix alone': 'usr_',
    'no prefix': ulid,
    'a prefix without its underscore': `usr${ulid}`,
    'a prefix with a hyphen': `usr-${ulid}`,
    'upper case in the prefix': `USR_${ulid}`,
    'upper case in the rest': `usr_${ulid.toUpperCase()}`,
    'one upper-case letter': `usr_${ulid.replace('k', 'K')}`,
    'one character too many': `usr_${ulid}0`,
    'one character too few': `usr_${ulid.slice(1)}`,
    'a first character that overflows 128 bits': `usr_8${ulid.slice(1)}`,
    'a first character that is a letter': `usr_z${ulid.slice(1)}`,
    'an i': `usr_${ulid.slice(0, -1)}i`,
    'an l': `usr_${ulid.slice(0, -1)}l`,
    'an o': `usr_${ulid.slice(0, -1)}o`,
    'a u': `usr_${ulid.slice(0, -1)}u`,
    'a line break at the end': `usr_${ulid}\n`,
    'space in front': ` usr_${ulid}`,
    'a prefix twice': `usr_usr_${ulid}`,
    'a NUL': `usr_${ulid.slice(0, -1)}\0`,
    'a million characters': `usr_${'0'.repeat(1_000_000)}`,
  })) {
    test(`refuses ${what}`, () => {
      assert.equal(parseId('user', text), undefined);
    });
  }
});
