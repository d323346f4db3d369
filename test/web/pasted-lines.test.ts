/** Parsing people from pasted text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linesOf, problemWith } from '../../web/people/several/pasted-lines.ts';

describe('pasted people', () => {
  for (const [what, text, expected] of [
    ['nothing', ' \n ', []],
    ['one in a line', 'ada@x.org\r\n\r\ngrace@x.org', [{ email: 'ada@x.org' }, { email: 'grace@x.org' }]],
    [
      'with anything between',
      'a@x.org, b@x.org;c@x.org d@x.org',
      ['a', 'b', 'c', 'd'].map((one) => ({ email: `${one}@x.org` })),
    ],
    [
      'as in a mail',
      '"Ada L" <ada@x.org>, Grace <grace@x.org>',
      [
        { email: 'ada@x.org', name: 'Ada L' },
        { email: 'grace@x.org', name: 'Grace' },
      ],
    ],
    ['what is none is kept, to be told of', 'hello\nada@x.org', [{ email: 'hello' }, { email: 'ada@x.org' }]],
    [
      'a table',
      'Name,E-mail,Time zone,Role\n"Lovelace, Ada",ada@x.org,Europe/London,Admin\n"The ""G""",g@x.org,,',
      [
        { email: 'ada@x.org', name: 'Lovelace, Ada', time_zone: 'Europe/London', role: 'admin' },
        { email: 'g@x.org', name: 'The "G"' },
      ],
    ],
    ['a table from a spreadsheet', 'email\tname\tage\nada@x.org\tAda\t36', [{ email: 'ada@x.org', name: 'Ada' }]],
    ['a table with a row without an address', 'name;email\nAda;', [{ email: '', name: 'Ada' }]],
  ] as const) {
    it(`${what}: each is a line`, () => assert.deepEqual(linesOf(text), expected));
  }

  it('are refused as a whole only if the server would refuse them', () => {
    assert.equal(problemWith(linesOf('email,role\na@x.org,admin')), undefined);
    assert.match(problemWith(linesOf('email,role\na@x.org,\nb@x.org,king')) ?? '', /^Line 2: the role/);
    assert.match(problemWith(Array.from({ length: 101 }, () => ({ email: 'a@x.org' }))) ?? '', /^These are 101 lines/);
    assert.match(problemWith([{ email: 'a'.repeat(255) }]) ?? '', /^Line 1: .* too long/);
  });
});
