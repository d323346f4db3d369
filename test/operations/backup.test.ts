/** Runs the backup and restore commands of docs/operations.md in a shell, on a service that is being written to. */
import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { run, runLines, startChild } from '../support/servers/child-processes.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { killed, listening, type ServerProcess } from '../support/servers/server-process.ts';
import { WITHOUT_RIGHTS } from '../support/servers/unprivileged.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CLIENTS = 4;
const POLL_INTERVAL_MS = 10;

describe('the backup of an SQLite database', () => {
  let folder: string;
  let server: ServerProcess;
  const key = newApiKey();
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watchbill-backup-'));
    await copyFile(join(root, 'package.json'), join(folder, 'package.json'));
    for (const name of ['bin', 'dist', 'node_modules']) await symlink(join(root, name), join(folder, name));
    server = await start();
  });
  afterEach(() => rm(join(folder, 'copy.db'), { force: true }));
  after(() =>
    cleanUp(
      () => killed(server),
      () => rm(folder, { recursive: true }),
    ),
  );

  /** With default settings: its data is in data/ in that folder. */
  function start(): Promise<ServerProcess> {
    const env = { PORT: '0', WATCHBILL_RATE_LIMIT: '0', WATCHBILL_BOOTSTRAP_API_KEY: key };
    const words = ['bin/watchbill.mjs', 'serve'];
    return listening(startChild(process.execPath, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] }));
  }

  /** The shell lines between the marks of that name. */
  async function documented(name: string): Promise<string> {
    const text = await readFile(join(root, 'docs/operations.md'), 'utf8');
    const [, lines = ''] =
      new RegExp(`<!-- ${name} -->\n\`\`\`sh\n(.*?)\`\`\`\n<!-- /${name} -->`, 's').exec(text) ?? [];
    assert.notEqual(lines, '');
    return lines;
  }

  async function runDocumented(name: string): Promise<void> {
    const env = { ...process.env, DATABASE_URL: '' };
    await runLines(await documented(name), { cwd: folder, env });
  }

  async function createTeam(name: string): Promise<void> {
    const answer = await fetch(`${server.address}/teams/`, { method: 'POST', headers, body: JSON.stringify({ name }) });
    assert.equal(answer.status, 201, await answer.text());
  }

  async function teamNames(): Promise<Set<string>> {
    const names = new Set<string>();
    for (let page = 1; ; page++) {
      const answer = await fetch(`${server.address}/teams/?per_page=100&page=${page}`, { headers });
      const { teams } = (await answer.json()) as { teams: { name: string }[] };
      if (teams.length === 0) return names;
      for (const { name } of teams) names.add(name);
    }
  }

  /** Writes until told to stop, and records completed writes. */
  function keepWriting(): { readonly answered: readonly string[]; stop(): Promise<void> } {
    const answered: string[] = [];
    let isOver = false;
    async function write(_: unknown, client: number): Promise<void> {
      for (let turn = 0; !isOver; turn++) {
        const name = `Team ${client}/${turn}`;
        await createTeam(name);
        answered.push(name);
      }
    }
    const writing = Promise.all(Array.from({ length: CLIENTS }, write));
    return {
      answered,
      async stop() {
        isOver = true;
        await writing;
      },
    };
  }

  it('contains everything confirmed before it began, is readable only by its owner, and can be served', async () => {
    const writers = keepWriting();
    while (writers.answered.length < 100) await wait(POLL_INTERVAL_MS);
    const expected = [...writers.answered];
    await runDocumented('back up');
    assert.ok(writers.answered.length > expected.length, 'nobody wrote meanwhile');
    await writers.stop();
    assert.equal((await stat(join(folder, 'copy.db'))).mode & 0o777, 0o600);
    assert.deepEqual((await readdir(folder)).sort(), [
      'bin',
      'copy.db',
      'data',
      'dist',
      'node_modules',
      'package.json',
    ]);
    await createTeam('Too late');
    server.process.kill('SIGKILL');
    await server.exited;

    await runDocumented('restore');
    const restored = new DatabaseSync(join(folder, 'data/watchbill.db'), { readOnly: true });
    assert.deepEqual({ ...restored.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' });
    assert.deepEqual(restored.prepare('pragma foreign_key_check').all(), []);
    restored.close();

    server = await start();
    const names = await teamNames();
    assert.deepEqual(
      expected.filter((name) => !names.has(name)),
      [],
    );
    assert.ok(!names.has('Too late'), 'this is not the copy');
    await createTeam('On we go');
  });

  it('contains the last write, which is not yet in the main file', async () => {
    await createTeam('The last');
    const words = ['bin/watchbill.mjs', 'backup', 'copy.db'];
    await run(process.execPath, words, { cwd: folder, env: {} });
    const copy = new DatabaseSync(join(folder, 'copy.db'), { readOnly: true });
    assert.notEqual(copy.prepare("select id from teams where name = 'The last'").get(), undefined);
    copy.close();
  });

  it('does not overwrite an older one', async () => {
    await writeFile(join(folder, 'copy.db'), 'older');
    await assert.rejects(runDocumented('back up'), {
      code: 1,
      stderr: 'copy.db is there already: name a file that is not.\n',
    });
    assert.equal(await readFile(join(folder, 'copy.db'), 'utf8'), 'older');
  });

  it('says in one sentence why it cannot write there', async () => {
    const path = join(folder, 'locked');
    const { username } = userInfo();
    for (const [copy, reason, mode] of [
      ['package.json/copy.db', 'package.json is not a folder.'],
      ['nowhere/copy.db', 'there is no folder nowhere.'],
      ['locked/copy.db', `the user ${username} may not write in locked.`, 0o500],
      ['locked/copy.db', `the user ${username} may not write in locked.`, 0o000],
    ] as const) {
      if (mode !== undefined) await mkdir(path, { mode });
      const [program = '', ...words] = [...WITHOUT_RIGHTS, process.execPath, 'bin/watchbill.mjs', 'backup', copy];
      const refused = run(program, words, { cwd: folder, env: { PATH: process.env.PATH } });
      await assert.rejects(refused, { code: 1, stdout: '', stderr: `There is no backup in ${copy}: ${reason}\n` });
      // Removed as a whole only by one who may read it.
      if (mode !== undefined) await rmdir(path);
    }
  });
});
