/**
 * What a command prints cannot control the terminal that shows it, nor turn text around, whatever is in files, arguments, settings and answers. In JSON
 * and in an export such characters are escaped, so that nothing of the value is lost.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { succeeded } from '../support/drivers/api.ts';
import { applied, exported, runAsProcess, type Service, startService, withFile } from '../support/drivers/as-code.ts';
import { createFolder } from '../support/servers/child-processes.ts';
import type { CommandLine, Outcome } from '../support/servers/command-series.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';
import { runSeries, startCommand } from '../support/servers/server-process.ts';

/** Resets the terminal, sets its title, colours text by a C1 character, deletes, overwrites the line, and turns the rest around. */
const HOSTILE = '\u001bc\u001b]0;title\u0007\u009b31m\u007f\r\u202etxet\u2066\u200f\u061c\u2028';

const UNSAFE = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

const ADDRESS = { WATCHBILL_URL: 'http://127.0.0.1:9', WATCHBILL_API_KEY: newApiKey() };

const FILE = `%YAML 1.2
---
version: 1 # a comment
managed_by: &name 'northwind'
people:
  - { email: "ada@example.com", name: Ada, time_zone: Europe/Berlin }
  - email: !!str ben@example.com
    name: |
      Ben
    seat: *name
? [ a, b ]
: c
`;

const DOCUMENT = `{"data": [{"id": "s1", "name": "Primary", "enabled": true, "timezone": "Mars", "rotations": [{"id": 7}]}]}`;

function withHostileTextAt(content: string): string[] {
  return Array.from({ length: content.length + 1 }, (_, i) => content.slice(0, i) + HOSTILE + content.slice(i));
}

describe('a command that fails', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  before(async () => {
    folder = await createFolder('watchbill-terminal-');
  });
  after(() => folder.remove());

  async function outcomesOf(series: readonly CommandLine[]): Promise<Outcome[]> {
    const outcomes = await runSeries(series, { ...process.env, ...ADDRESS });
    for (const [i, { exitCode, stdout, stderr }] of outcomes.entries()) {
      assert.notEqual(exitCode, 0, JSON.stringify(series[i]));
      assert.ok(stderr.length > 0 && !UNSAFE.test(stdout + stderr), JSON.stringify([series[i], stdout, stderr]));
    }
    return outcomes;
  }

  async function written(name: string, content: string): Promise<string> {
    const path = join(folder.path, name);
    await writeFile(path, content);
    return path;
  }

  it('prints arguments without what controls a terminal', async () => {
    const outcomes = await outcomesOf([
      { words: [HOSTILE] },
      { words: [`--${HOSTILE}`] },
      { words: ['oncall', HOSTILE] },
      { words: ['oncall', `--${HOSTILE}`] },
      { words: ['serve', `--${HOSTILE}=1`] },
      { words: ['users', 'add', '--email', HOSTILE, '--name', HOSTILE] },
      { words: ['keys', 'create', '--email', 'a@b.c', '--expires', HOSTILE] },
      { words: ['apply', HOSTILE] },
      { words: ['import', 'opsgenie', '--from', HOSTILE] },
      { words: ['import', 'opsgenie', '--weeks', HOSTILE] },
      { words: ['verify', 'pagerduty', '--from', HOSTILE] },
      { words: ['backup', HOSTILE], environment: { DATABASE_URL: `sqlite:/dev/null/${HOSTILE}` } },
    ]);
    assert.match(
      outcomes[2]?.stderr ?? '',
      /^Unexpected argument '\ufffdc\ufffd\]0;title\ufffd\ufffd31m\ufffd\ufffd\ufffdtxet/,
    );
  });

  it('prints settings without it', async () => {
    await outcomesOf([
      { words: ['export'], environment: { WATCHBILL_URL: HOSTILE } },
      { words: ['export'], environment: { WATCHBILL_API_KEY: '', WATCHBILL_API_KEY_FILE: HOSTILE } },
      { words: ['migrate'], environment: { DATABASE_URL: HOSTILE } },
      { words: ['migrate'], environment: { DATABASE_URL: 'sqlite:/dev/null/none', PORT: HOSTILE } },
      { words: ['migrate'], environment: { DATABASE_URL: `sqlite:/dev/null/${HOSTILE}` } },
    ]);
  });

  it('prints mistakes of a YAML file without it, wherever it is in the file', async () => {
    const series = await Promise.all(
      withHostileTextAt(FILE).map(async (content, i) => ({ words: ['apply', await written(`${i}.yaml`, content)] })),
    );
    await outcomesOf(series);
  });

  it('prints mistakes of a JSON file without it, wherever it is in the file', async () => {
    const escaped = JSON.stringify(HOSTILE).slice(1, -1);
    const contents = [
      ...withHostileTextAt(DOCUMENT),
      ...withHostileTextAt(DOCUMENT).map((content) => content.replace(HOSTILE, escaped)),
      // A pair of surrogates would be cut here.
      JSON.stringify(`${HOSTILE}${'😀'.repeat(40)}`),
    ];
    const series = await Promise.all(
      contents.map(async (content, i) => ({
        words: ['import', 'opsgenie', '--from', await written(`${i}.json`, content), '--out', '/dev/null/none'],
      })),
    );
    const outcomes = await outcomesOf(series);
    for (const { stderr } of outcomes) assert.match(stderr, /^[^\n]+\n$/);
  });

  it('prints no key of a YAML file as the parser would', async () => {
    const path = await written('key.yaml', `? [ "${HOSTILE.replaceAll(/[\r\u2028]/g, '')}" ]\n: 1\n`);
    const { exitCode, stderr } = await runAsProcess(
      { address: { url: 'http://127.0.0.1:9', key: newApiKey() } },
      'apply',
      path,
    );
    assert.equal(exitCode, 1);
    assert.doesNotMatch(stderr, UNSAFE);
    assert.match(stderr, /^(\S+:1:1 [^\n]+\n){2}$/);
  });

  it('prints names of files without it, in one line', async () => {
    const hostile = join(folder.path, `${HOSTILE}\n::error::`);
    await mkdir(hostile);
    await writeFile(join(hostile, `${HOSTILE}.json`), '[1');
    const [ofFolder, ofFile] = await outcomesOf([
      { words: ['import', 'goalert', '--from', hostile] },
      { words: ['apply', join(hostile, 'none\n.yaml')] },
    ]);
    for (const { stderr } of [ofFolder, ofFile] as Outcome[]) assert.match(stderr, /^[^\n]+::error::[^\n]+\n$/);
  });

  it('prints errors and warnings that nobody expected without it, and exits with 1', async () => {
    const surprises = {
      error: `throw new Error(text)`,
      later: `setImmediate(() => { throw new Error(text) })`,
      rejection: `Promise.reject(new Error(text))`,
      warning: `process.emitWarning(text); process.exitCode = 1;`,
    };
    for (const [name, code] of Object.entries(surprises)) {
      const module = `const text = ${JSON.stringify(HOSTILE)};\nprocess.stdin.once('end', () => { ${code} }).resume();`;
      const flags = ['--import', `data:text/javascript,${encodeURIComponent(module)}`];
      const child = startCommand({ kind: 'sqlite', path: '/dev/null/none' }, ['--version'], {}, flags);
      assert.ok(child.stdout !== null && child.stderr !== null);
      const [[exitCode], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr), text(child.stdout)]);
      assert.equal(exitCode, 1, name);
      assert.ok(stderr.includes('\ufffdc\ufffd]0;title') && !UNSAFE.test(stderr), JSON.stringify([name, stderr]));
    }
  });

  it('prints answers of a service without it', async () => {
    const answers = createServer((_, response) => {
      response.writeHead(422, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'x', message: HOSTILE }, errors: [{ message: HOSTILE }] }));
    });
    answers.listen(0, '127.0.0.1');
    await once(answers, 'listening');
    const url = `http://127.0.0.1:${(answers.address() as AddressInfo).port}`;
    const environment = { WATCHBILL_URL: url, GOALERT_API_KEY: 'x', OPSGENIE_API_KEY: 'x' };
    await outcomesOf([
      { words: ['export'], environment },
      { words: ['oncall'], environment },
      { words: ['import', 'goalert', '--url', url], environment },
      { words: ['import', 'opsgenie', '--url', url], environment },
    ]);
    answers.close();
  });
});

describeOnSqlite('a command that succeeds', (create) => {
  let service: Service;
  /** What the API accepts in a description. */
  const MARKED = 'right\u200f\nand\tleft\u200e';

  before(async () => {
    service = await startService(create, '2026-11-18T12:00:00Z');
  });
  after(() => service.watchbill.stop());

  it('prints the plan as JSON in which they are escaped', async () => {
    const fileWith = (description: string) =>
      JSON.stringify({
        version: 1,
        managed_by: 'marks',
        teams: [{ external_id: 'planned', name: 'Planned', description }],
      });
    await applied(service, fileWith('None'));
    const plan = (...words: string[]) =>
      withFile(fileWith(MARKED), (path) => runAsProcess(service, 'apply', path, '--plan', ...words));
    const { exitCode, stdout } = await plan('--json');
    assert.equal(exitCode, 2);
    assert.doesNotMatch(stdout, UNSAFE);
    assert.equal(JSON.parse(stdout).changes[0].fields[0].after, MARKED);
    assert.match((await plan()).stdout, /~ description: "None" → "right\ufffd/);
  });

  it('exports them escaped, so that the file means the same', async () => {
    const { owner } = service.watchbill;
    const { team } = succeeded(await owner.post('/teams/', { name: 'Marked', description: MARKED }), 201);
    const { exitCode, stdout } = await runAsProcess(service, 'export');
    assert.equal(exitCode, 0);
    assert.doesNotMatch(stdout, UNSAFE);
    assert.ok(!stdout.includes('\ufffd'));
    assert.match(await applied(service, await exported(service)), /^Nothing to change/);
    assert.equal(succeeded(await owner.get(`/teams/${team.id}`)).team.description, MARKED);
  });
});

it('commands write in one file only, and the log in another', async () => {
  const found: string[] = [];
  for (const path of globSync('src/**/*.ts')) {
    if (/\bprocess\.std(out|err)\b|\bprocess\._rawDebug\b/.test(await readFile(path, 'utf8'))) found.push(path);
  }
  assert.deepEqual(found.sort(), ['src/process/output.ts', 'src/process/terminal.ts']);
});
