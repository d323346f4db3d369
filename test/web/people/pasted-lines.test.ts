/** Parsing people from pasted text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Line, peopleIn, problemWith } from '../../../web/people/several/pasted-lines.ts';

/** As if each was in a line of its own. */
function oneInALine(people: readonly Line[]) {
  return people.map((person, i) => ({ line: i + 1, person }));
}

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
    it(`${what}: each is found`, () =>
      assert.deepEqual(
        peopleIn(text).map(({ person }) => person),
        expected,
      ));
  }

  it('have the number of their line in the text, which counts empty lines and headings', () => {
    const numbers = (text: string) => peopleIn(text).map(({ line, person }) => `${line} ${person.email}`);
    assert.deepEqual(numbers('\r\na@x.org, b@x.org\r\n\r\nc@x.org'), ['2 a@x.org', '2 b@x.org', '4 c@x.org']);
    assert.deepEqual(numbers('name,email\nAda,a@x.org\n\nGrace,g@x.org'), ['2 a@x.org', '4 g@x.org']);
  });

  it('are refused as a whole only if the server would refuse them', () => {
    assert.equal(problemWith(peopleIn('email,role\na@x.org,admin')), undefined);
    assert.match(problemWith(peopleIn('email,role\na@x.org,\n\nb@x.org,king')) ?? '', /^Line 4: the role/);
    assert.match(
      problemWith(oneInALine(Array.from({ length: 101 }, () => ({ email: 'a@x.org' })))) ?? '',
      /^These are 101 people/,
    );
    assert.match(problemWith(oneInALine([{ email: 'a'.repeat(255) }])) ?? '', /^Line 1: .* too long/);
  });
});
