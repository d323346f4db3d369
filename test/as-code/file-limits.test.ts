/** Files that are too large, too deep or expand without end are refused with a clear message, in time that grows with their size. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FileError } from '../../src/as-code/file/file-error.ts';
import { parseFile } from '../../src/as-code/file/yaml.ts';
import { readConfig } from '../../src/config/config.ts';
import { readDocuments } from '../../src/moving-in/documents.ts';
import { SourceError } from '../../src/moving-in/source.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { createFolder, run, startChild } from '../support/servers/child-processes.ts';
import { commandFlags } from '../support/servers/quick-start.ts';
import { runSeries } from '../support/servers/server-process.ts';

const ADDRESS = { WATCHBILL_URL: 'http://127.0.0.1:9', WATCHBILL_API_KEY: newApiKey() };
const MAIN = fileURLToPath(new URL('../../bin/watchbill.mjs', import.meta.url));
const HEAD = 'version: 1\nmanaged_by: test\n';
const MB = 1024 * 1024;

function problemsIn(text: string): string[] {
  try {
    parseFile(text, 'team.yaml');
  } catch (error) {
    assert.ok(error instanceof FileError, String(error));
    return error.message.split('\n');
  }
  return [];
}

describe('[CODE-1] a file with many mistakes', () => {
  // With a search for each field among all others, 100,000 take minutes.
  it('takes time in proportion to its fields', { timeout: 60_000 }, () => {
    const fields = Array.from({ length: 100_000 }, (_, i) => `field_${i}`);
    for (const text of [
      HEAD + fields.map((field) => `${field}: 1\n`).join(''),
      `${HEAD}people:\n- {${fields.map((field) => `${field}: 1`).join(', ')}}`,
      `${HEAD}people:\n${fields
        .slice(0, 10_000)
        .map((field) => `- {email: ${field}@example.com, name: A, x: 1}\n`)
        .join('')}`,
    ]) {
      const problems = problemsIn(text);
      assert.equal(problems.length, 21);
      assert.match(problems[0] ?? '', /^team\.yaml:3:\d+ |^team\.yaml:4:\d+ /);
      assert.match(problems[20] ?? '', /^and at least \d{3} more$/);
    }
  });

  // With a comparison of each repeated item with those before it, 100,000 take minutes.
  it('takes time in proportion to its items, also where they must differ', { timeout: 60_000 }, () => {
    const events = `[${Array(100_000).fill('oncall.changed').join()}]`;
    const webhook = `{external_id: a, url: 'https://hooks.example.com/', events: ${events}}`;
    assert.deepEqual(problemsIn(`${HEAD}webhooks:\n- ${webhook}\n- {}`), [
      'team.yaml:4:63 webhooks[0].events must not have more than 13 items; it is an array of 100000.',
      'team.yaml:5:3 webhooks[1].external_id, webhooks[1].url and webhooks[1].events are required.',
    ]);
  });

  it('lists the first ones, each once, and counts the others', () => {
    const unknown = Array.from({ length: 25 }, (_, i) => `x${i}: 1\n`).join('');
    const problems = problemsIn(HEAD + unknown);
    const KNOWN = 'Known: version, managed_by, people, teams, schedules, webhooks and calendar_rules.';
    assert.deepEqual(
      problems.slice(0, 20),
      Array.from({ length: 20 }, (_, i) => `team.yaml:${i + 3}:${i < 10 ? 5 : 6} x${i} is not a known field. ${KNOWN}`),
    );
    assert.deepEqual(problems.slice(20), ['and 5 more']);
  });

  it('names the second of two equal fields, in blocks and in braces', () => {
    assert.deepEqual(problemsIn(`${HEAD}version: 1`), ['team.yaml:3:1 is not YAML: Map keys must be unique']);
    assert.deepEqual(problemsIn('people: [{email: a, email: b}]'), [
      'team.yaml:1:21 is not YAML: Map keys must be unique',
    ]);
  });
});

describe('[CODE-1] a file that is larger than it looks', () => {
  const isDeep = ['team.yaml cannot be read: it is nested deeper than 50 levels.'];
  const isLarge = ['team.yaml cannot be read: it has more than 1,000,000 values.'];

  it('is refused if it is nested too deeply', () => {
    for (const text of [
      `people: ${'['.repeat(60)}${']'.repeat(60)}`,
      `people: ${'['.repeat(100_000)}`,
      `people: ${'{a: '.repeat(100_000)}`,
      '- '.repeat(100_000),
      '? '.repeat(100_000),
      Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
    ]) {
      assert.deepEqual(problemsIn(text), isDeep, text.slice(0, 20));
    }
  });

  it('is refused if it has too many values, before it fills the memory', () => {
    assert.deepEqual(problemsIn(`people: [${'1,'.repeat(1_000_001)}]`), isLarge);
  });

  it('is refused by the command before it is parsed, whatever it has too many of', async () => {
    const folder = await createFolder('watchbill-shapes-');
    const ofLines = ['\n', '\r\n', ' \n', '\t\n', '#\n', '-\n', '- []\n', 'a: 1\n', '"a":\n', '---\n', '%A\n', '@\n'];
    const inFlow = ['[],', '"",', "'',", ',', ':,', '!a ', ' #\n', '\n'];
    const shapes = [
      ...ofLines.map((piece) => HEAD + piece.repeat(1_000_001)),
      ...inFlow.map((piece) => `${HEAD}people: [${piece.repeat(2_000_001)}`),
      ...[']', '}', '? ', '- ', '!a '].map((piece) => HEAD + piece.repeat(1_000_001)),
      ...['x: "', "x: '", 'x: |\n', 'x: >\n', 'x: a'].map((start) => HEAD + start + '\n '.repeat(1_000_001)),
    ];
    const series = await Promise.all(
      shapes.map(async (text, i) => {
        const path = join(folder.path, `${i}.yaml`);
        await writeFile(path, text);
        return { words: ['apply', path] };
      }),
    );
    const outcomes = await runSeries(series, { ...process.env, ...ADDRESS });
    for (const [i, { exitCode, stdout, stderr }] of outcomes.entries()) {
      assert.deepEqual([exitCode, stdout], [1, '']);
      const what = shapes[i]?.includes('\n '.repeat(2)) || shapes[i]?.endsWith('\n') ? 'lines' : 'values';
      assert.equal(stderr, `${series[i]?.words[1]} cannot be read: it has more than 1,000,000 ${what}.\n`);
    }
    await folder.remove();
  });

  it('may have many blank lines, comments and mistakes', () => {
    assert.deepEqual(problemsIn(`${'\n'.repeat(50_000)}${HEAD}${'# a comment\n'.repeat(50_000)}`), []);
    for (const [text, first] of [
      [`${HEAD}${'a: 1\n'.repeat(200_000)}`, 'team.yaml:4:1 is not YAML: Map keys must be unique'],
      [`${HEAD}people: ${']'.repeat(130_000)}`, /^team\.yaml:3:9 is not YAML: Unexpected flow-seq-end token/],
    ] as const) {
      const problems = problemsIn(text);
      assert.equal(problems.length, 21);
      if (typeof first === 'string') assert.equal(problems[0], first);
      else assert.match(problems[0] ?? '', first);
      assert.match(problems[20] ?? '', /^and 1[29]9,?9\d\d more$/);
    }
  });

  it('is refused if its aliases expand to too many values', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [i, name] of [...'bcdefgh'].entries())
      bomb.push(`${name}: &${name} [${`*${'abcdefg'[i]}, `.repeat(9)}]`);
    assert.deepEqual(problemsIn(bomb.join('\n')), isLarge);
    const flat = `a: &a [${'x,'.repeat(2_000)}]\npeople: [${'*a,'.repeat(2_000)}]`;
    assert.deepEqual(problemsIn(flat), isLarge);
    assert.deepEqual(problemsIn('people: &a [*a]'), isDeep);
  });

  it('is refused if it has too many aliases', { timeout: 60_000 }, () => {
    const many = Array.from({ length: 100_000 }, (_, i) => `- &a${i} x\n- *a${i}\n`).join('');
    assert.deepEqual(problemsIn(`people:\n${many}`), [
      'team.yaml cannot be read: it has more than 10,000 anchors and aliases.',
    ]);
  });

  it('may have aliases', () => {
    const file = `${HEAD}people: [{email: ada@example.com, name: Ada}]\nteams:\n- {external_id: a, name: A, members: &m [ada@example.com]}\n- {external_id: b, name: B, members: *m}`;
    assert.deepEqual(parseFile(file, 'team.yaml').file.teams?.[1]?.members, ['ada@example.com']);
  });
});

describe('a file without end', () => {
  const isLarger = 'it is larger than 20 MB.\n';

  it('is read up to a limit by every command that reads files', async () => {
    const { path } = await createFolder('watchbill-limits-');
    const pipe = join(path, 'pipe');
    await run('mkfifo', [pipe]);
    const writer = startChild('sh', ['-c', 'cat /dev/zero > "$0"', pipe], { stdio: 'ignore' });
    const commands = [
      { words: ['apply', '/dev/zero'], exitCode: 1, stderr: `/dev/zero cannot be read: ${isLarger}` },
      { words: ['apply', pipe, '--plan'], exitCode: 1, stderr: `${pipe} cannot be read: ${isLarger}` },
      {
        words: ['import', 'opsgenie', '--from', '/dev/zero'],
        exitCode: 2,
        stderr: `/dev/zero cannot be used: ${isLarger}`,
      },
      {
        words: ['verify', 'pagerduty', '--from', '/dev/zero'],
        exitCode: 2,
        stderr: `/dev/zero cannot be used: ${isLarger}`,
      },
    ];
    const outcomes = await runSeries(commands, { ...process.env, ...ADDRESS });
    assert.deepEqual(
      outcomes,
      commands.map(({ exitCode, stderr }) => ({ exitCode, stdout: '', stderr })),
    );
    if (writer.exitCode === null) await once(writer, 'exit');
  });

  it('is read up to a limit from standard input', async () => {
    const outcome = await run(
      'bash',
      ['--norc', '-c', '"$0" "$@" apply - < /dev/zero', process.execPath, ...commandFlags(), MAIN],
      { env: { ...process.env, ...ADDRESS } },
    ).catch((error: { code: number; stderr: string }) => error);
    const { code, stderr } = outcome as { code?: number; stderr: string };
    assert.deepEqual({ code, stderr }, { code: 1, stderr: `standard input cannot be read: ${isLarger}` });
  });

  it('is refused as a secret', () => {
    assert.throws(
      () => readConfig({ WATCHBILL_SECRET_FILE: '/dev/zero' }),
      /WATCHBILL_SECRET_FILE is "\/dev\/zero"; it cannot be read: it is larger than 64 kB/,
    );
  });
});

describe('[IMP-1] exported files', () => {
  it('have limits for each file, all files together, and nesting', async () => {
    const { path } = await createFolder('watchbill-limits-');
    const deep = join(path, 'deep.txt');
    await writeFile(deep, `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    refused(deep, `${deep} cannot be used: it is nested deeper than 50 levels.`);
    const file = join(path, '0.json');
    await writeFile(file, `{"x":"${'x'.repeat(20 * MB - 8)}"}`);
    assert.equal(readDocuments(file).length, 1);
    for (const name of ['1', '2', '3', '4', '5']) await run('cp', [file, join(path, `${name}.json`)]);
    refused(path, `${path} cannot be used: its files together are larger than 100 MB.`);
    await appendFile(file, ' ');
    refused(file, `${file} cannot be used: it is larger than 20 MB.`);
  });

  function refused(path: string, message: string): void {
    assert.throws(() => readDocuments(path), new SourceError(message));
  }
});
