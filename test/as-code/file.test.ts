import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import type { WatchbillFile } from '../../src/as-code/file/file.ts';
import { FileError } from '../../src/as-code/file/file-error.ts';
import { parseFile, writeFile } from '../../src/as-code/file/yaml.ts';
import { isHarmlessText, isSingleLine } from '../../src/text/harmless-text.ts';
import { byChance } from '../support/chance.ts';

const EXAMPLE = await readFile(new URL('../../docs/schedules-as-code.yaml', import.meta.url), 'utf8');

/** The problems of the example after replacing a part of it. */
function problemsWith(from: string | RegExp, to: string): string[] {
  const text = EXAMPLE.replace(from, to);
  assert.notEqual(text, EXAMPLE, `${from} is in the example`);
  return problemsIn(text);
}

function problemsIn(text: string): string[] {
  try {
    parseFile(text, 'team.yaml');
  } catch (error) {
    assert.ok(error instanceof FileError, String(error));
    return error.message.split('\n');
  }
  return [];
}

describe('[CODE-1] the file', () => {
  it('is read as it was written, whatever texts it contains', () => {
    const line = (maxLength: number) =>
      fc.string({ minLength: 1, maxLength, unit: 'grapheme' }).filter((text) => /\S/.test(text) && isSingleLine(text));
    const tricky = fc.constantFrom(
      'no',
      '~',
      '1e3',
      '12:30',
      '- a',
      'a: b',
      '#',
      ' lead',
      "it's",
      '"',
      '2026-01-05',
      '!x',
    );
    const description = fc.string({ maxLength: 80, unit: 'grapheme' }).filter(isHarmlessText);
    const file = fc.record({ name: fc.oneof(tricky, line(40)), description: fc.oneof(tricky, description) });
    fc.assert(
      fc.property(file, ({ name, description }) => {
        const given: WatchbillFile = {
          version: 1,
          managed_by: 'test',
          people: [{ email: 'ada@example.com', name }],
          teams: [{ external_id: 'no', name, description, members: ['ada@example.com'] }],
        };
        const text = writeFile(given, { schemaUrl: 'https://example.com/schema.json' });
        assert.deepEqual(parseFile(text, 'file').file, given);
        assert.deepEqual(parse(text, { version: '1.1' }), given, 'also for tools that read YAML 1.1');
      }),
      byChance({ seed: 20260105, numRuns: 50, weight: 10 }),
    );
  });

  it('begins with the address of its schema, for editors', () => {
    const { file } = parseFile(EXAMPLE, 'team.yaml');
    const [first] = writeFile(file, { schemaUrl: 'https://oncall.example.com/schema.json' }).split('\n');
    assert.equal(first, '# yaml-language-server: $schema=https://oncall.example.com/schema.json');
  });

  it('reports place, field and rule of every problem', () => {
    assert.deepEqual(problemsWith(/unit: weeks|name: Ada/g, 'x: 1'), [
      'team.yaml:4:5 people[0].name is required.',
      'team.yaml:5:8 people[0].x is not a known field. Known of people[0]: email, name, time_zone, role, seat, chat_id, holidays and overwrite.',
      'team.yaml:30:11 schedules[0].layers[0].shift_length.unit is required.',
      'team.yaml:31:14 schedules[0].layers[0].shift_length.x is not a known field. Known of schedules[0].layers[0].shift_length: amount and unit.',
    ]);
    assert.deepEqual(problemsWith('version: 1', 'version: 2'), ['team.yaml:1:10 version must be one of 1; it is 2.']);
    assert.match(
      problemsWith('09:00', '9')[0] ?? '',
      /^team\.yaml:\d+:\d+ \S+restriction_intervals\[0\]\.from must be/,
    );
  });

  it('reports a bad value once where null is allowed too', () => {
    assert.deepEqual(problemsWith('country: DE, region: BE', 'land: DE'), [
      'team.yaml:10:15 people[1].holidays.country is required.',
      'team.yaml:10:23 people[1].holidays.land is not a known field. Known of people[1].holidays: country and region.',
    ]);
    assert.deepEqual(problemsWith('{ country: DE, region: BE }', '3'), [
      'team.yaml:10:15 people[1].holidays must be object; it is 3.',
    ]);
    assert.deepEqual(problemsWith('{ country: DE, region: BE }', '~'), []);
  });

  it('enforces rules beyond its schema', () => {
    const refusals = {
      'people[1].email must occur once; people[0] has the same.': [/mina@/g, 'ADA@'],
      'schedules[0].layers[1].rotation_start must be after that of the layer before it, 2026-11-02T08:00:00Z.': [
        '2027-01-04',
        '2026-11-01',
      ],
      'schedules[0].overrides[0].end must be after start, 2026-12-24T08:00:00Z.': ['2026-12-25', '2026-12-24'],
      'schedules[0].layers[1].counted_days cannot be "open": shift_length.unit is "weeks"; it must be "days".': [
        'unit: days',
        'unit: weeks',
      ],
      'teams[0].members[0] must have a member seat; `people` gives this person a viewer seat.': [
        'name: Ada',
        'name: Ada\n    seat: viewer',
      ],
      'people[0].seat must be member with the role admin; it is viewer.': [
        'name: Ada',
        'name: Ada\n    seat: viewer\n    role: admin',
      ],
    } as const;
    for (const [refusal, [from, to]] of Object.entries(refusals)) {
      const problems = problemsWith(from, to).map((problem) => problem.replace(/^team\.yaml:\d+:\d+ /, ''));
      assert.ok(problems.includes(refusal), problems.join('\n'));
    }
  });

  it('[TRU-5] refuses tags and directives that it does not know', () => {
    assert.deepEqual(problemsWith('name: Ada', 'name: !secret Ada'), [
      'team.yaml:5:11 is not YAML: Unresolved tag: !secret',
    ]);
    assert.match(
      problemsWith('name: Ada', 'name: !!binary QWRh').join(),
      /^team\.yaml:5:\d+ people\[0\]\.name must be string/,
    );
    assert.match(
      problemsIn('%FOO bar\n---\nversion: 1\n').join(),
      /^team\.yaml:1:1 is not YAML: Unknown directive %FOO/,
    );
    assert.deepEqual(problemsWith('name: Ada', 'name: !!str Ada'), []);
  });

  it('refuses other text than YAML, and an empty file', () => {
    assert.match(problemsIn('a: [').join(), /^team\.yaml:1:\d+ is not YAML: /);
    assert.deepEqual(problemsIn('a: 1\na: 2'), ['team.yaml:2:1 is not YAML: Map keys must be unique']);
    assert.match(problemsIn('').join(), /^team\.yaml:1:1 The file must be object; it is null\.$/);
  });
});
