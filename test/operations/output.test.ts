/** A log that cannot be written, or that nobody reads, with real processes and various standard outputs. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { open, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { limitFileSize } from '../chaos/full-disk.ts';
import { createFolder, run, startChild } from '../support/servers/child-processes.ts';
import { createSqlite, type TestDatabase } from '../support/servers/databases.ts';
import { freePort } from '../support/servers/ports.ts';
import { commandFlags } from '../support/servers/quick-start.ts';
import { environmentFor } from '../support/servers/server-process.ts';

const MAIN = fileURLToPath(new URL('../../bin/watchbill.mjs', import.meta.url));

const OUTPUT = new URL('../../src/process/output.ts', import.meta.url).href;

/** A module that makes the process crash on a signal. */
const FAULT_ON_SIGNAL = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { throw new Error('a fault') })")}`;

/** A module that writes to the console and emits a warning, as packages do. The signal comes when the service runs. */
const CARELESS_PACKAGE = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => { console.log('%d things', 42); process.emitWarning('Be careful.'); })",
)}`;

/** More lines than fit a pipe (64 kB) and the backlog (256 kB). */
const MANY_REQUESTS = 2_500;

/** For polling until a process responds or has written. */
const POLL_INTERVAL_MS = 20;

describe('the log', () => {
  let place: TestDatabase;
  let folder: string;
  const started: ChildProcess[] = [];
  const key = newApiKey();

  before(async () => {
    place = await createSqlite('migrated');
    folder = (await createFolder('watchbill-output-')).path;
  });
  after(async () => {
    for (const child of started) child.kill('SIGKILL');
    await place.remove();
  });

  /** Logs every request but probes. Resolves when it listens. */
  async function serveTo(
    stdout: number | 'pipe',
    flags: readonly string[] = [],
  ): Promise<{ child: ChildProcess; address: string }> {
    const { config, remove } = await createSqlite('migrated');
    after(remove);
    const port = await freePort();
    const env = {
      ...environmentFor(config),
      PORT: String(port),
      WATCHBILL_BOOTSTRAP_API_KEY: key,
      WATCHBILL_ACCESS_LOG: 'on',
      WATCHBILL_RATE_LIMIT: '0',
    };
    const child = startChild(process.execPath, [...commandFlags(), ...flags, MAIN, 'serve'], {
      env,
      stdio: ['ignore', stdout, 'pipe'],
    });
    started.push(child);
    const address = `http://127.0.0.1:${port}`;
    while (!(await answers(address))) {
      assert.equal(child.exitCode, null, 'it ended');
      await wait(POLL_INTERVAL_MS);
    }
    return { child, address };
  }

  async function answers(address: string): Promise<boolean> {
    return fetch(`${address}/session/`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async function stops(child: ChildProcess): Promise<void> {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  }

  /** Sends requests over one connection without waiting for responses. */
  async function requests(address: string, count: number): Promise<void> {
    // The key is stored right after the first start.
    while (!(await fetch(`${address}/user/`, { headers: { 'x-api-key': key } })).ok) await wait(POLL_INTERVAL_MS);
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    const head = `GET /user/ HTTP/1.1\r\nhost: watchbill\r\nx-api-key: ${key}\r\n`;
    socket.write(`${head}\r\n`.repeat(count - 1));
    socket.write(`${head}connection: close\r\n\r\n`);
    let answered = '';
    for await (const [part] of on(socket, 'data', { close: ['close'] })) answered += part;
    assert.equal(answered.split('HTTP/1.1 200 OK').length - 1, count);
  }

  it('on a full disk does not end the service, which says so once, and shuts down normally', async () => {
    const full = await open('/dev/full', 'w');
    const { child, address } = await serveTo(full.fd);
    assert.ok(child.stderr !== null);
    const said = text(child.stderr);
    await requests(address, 300);
    await stops(child);
    await full.close();
    assert.equal(
      await said,
      'standard output cannot be written, the service goes on: ENOSPC: no space left on device, write\n',
    );
  });

  it('in a file continues, with whole lines, when there is room again', async () => {
    const path = join(folder, 'log');
    const file = await open(path, 'w');
    const { child, address } = await serveTo(file.fd);
    const pid = child.pid as number;
    await logHolds(path, '"message":"listening"');
    await logHolds(path, '"message":"request"');
    const limit = (await stat(path)).size + 10;
    await limitFileSize(pid, limit);
    await requests(address, MANY_REQUESTS);
    while ((await stat(path)).size < limit) await wait(POLL_INTERVAL_MS);
    await limitFileSize(pid, 'unlimited');
    // It retries by itself.
    while ((await stat(path)).size < limit + 200_000) await wait(POLL_INTERVAL_MS);
    await requests(address, 100);
    await stops(child);
    await file.close();
    const lines = (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { message: string; lines?: number });
    const lost = lines.filter(({ message }) => message.startsWith('lines of the log were lost'));
    assert.equal(lost.length, 1, JSON.stringify(lost));
    assert.ok(Number(lost[0]?.lines) > 0);
    const kept = lines.filter(({ message }) => message === 'request').length;
    assert.ok(kept > 1_000 && kept + Number(lost[0]?.lines) >= MANY_REQUESTS);
  });

  async function logHolds(path: string, wanted: string): Promise<void> {
    while (!(await readFile(path, 'utf8')).includes(wanted)) await wait(POLL_INTERVAL_MS);
  }

  it('into a pipe that is closed does not end the service', async () => {
    const { child, address } = await serveTo('pipe');
    child.stdout?.destroy();
    await requests(address, 300);
    await stops(child);
  });

  it('into a pipe that nobody reads delays neither responses nor the shutdown', async () => {
    const { child, address } = await serveTo('pipe');
    child.stdout?.pause();
    await requests(address, MANY_REQUESTS);
    await stops(child);
  });

  it('has only JSON lines, also for agents and malformed requests', async () => {
    const { child, address } = await serveTo('pipe', ['--import', CARELESS_PACKAGE]);
    assert.ok(child.stdout !== null && child.stderr !== null);
    const [written, errors] = [text(child.stdout), text(child.stderr)];
    const headers = {
      'x-api-key': key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const call = (params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    for (const body of [
      call({ name: 'who_is_on_call', arguments: {} }),
      call({ name: 'nothing' }),
      call({}),
      '{"jsonrpc":"2.0","id":1,"method":"nothing"}',
      '{"jsonrpc":"2.0"}',
      '[]',
      '{}',
      'null',
      '{',
    ]) {
      await (await fetch(`${address}/mcp`, { method: 'POST', headers, body })).text();
    }
    await (await fetch(`${address}/%ff`)).text();
    await sendAndWait(address, 'NONSENSE\r\n\r\n');
    child.kill('SIGUSR2');
    await stops(child);
    assert.equal(await errors, '');
    const lines = (await written).trimEnd().split('\n');
    // The first start also prints a welcome.
    const first = lines.findIndex((line) => line.includes('"message":"request"'));
    const messages = lines.slice(first).map((line) => (JSON.parse(line) as { message: string }).message);
    assert.equal(messages.filter((message) => message === 'request').length, 11);
    assert.ok(messages.includes('a package said: 42 things'));
    assert.ok(messages.includes('a package warned'));
  });

  /** Sends the text and waits until the service closes the connection. */
  async function sendAndWait(address: string, sent: string): Promise<void> {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname).resume();
    socket.write(sent);
    await once(socket, 'close');
  }

  it('contains what was logged right before a crash, and the crash', async () => {
    const path = join(folder, 'crash');
    const file = await open(path, 'w');
    const { child, address } = await serveTo(file.fd, ['--import', FAULT_ON_SIGNAL]);
    await requests(address, 10);
    const exited = once(child, 'exit');
    child.kill('SIGUSR2');
    assert.deepEqual(await exited, [1, null]);
    await file.close();
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    assert.ok(lines.filter((line) => line.includes('"message":"request"')).length >= 10);
    assert.match(lines.at(-1) ?? '', /^\{.*Error: a fault.*"message":"an unexpected error ends the process"\}$/);
  });

  it('has all lines of a process that crashes, in order, also while every thread is busy', async () => {
    const path = join(folder, 'order');
    const file = await open(path, 'w');
    const code = `
      import { pbkdf2 } from 'node:crypto';
      import { standardOutput } from ${JSON.stringify(OUTPUT)};
      for (let i = 0; i < 4; i++) pbkdf2('', '', 1_000_000, 64, 'sha512', () => undefined);
      const output = standardOutput();
      let line = 0;
      function writeSome() {
        for (let i = 0; i < 50_000; i++) output.write(\`\${line++}\\n\`);
        if (line === 500_000) throw new Error('a fault');
        setImmediate(writeSome);
      }
      writeSome();`;
    const child = startChild(process.execPath, ['--input-type=module', '--eval', code], {
      stdio: ['ignore', file.fd, 'ignore'],
    });
    assert.deepEqual(await once(child, 'exit'), [1, null]);
    await file.close();
    const lines = (await readFile(path, 'utf8')).split('\n');
    assert.deepEqual([lines.pop(), lines.length], ['', 500_000]);
    assert.equal(
      lines.findIndex((line, i) => line !== String(i)),
      -1,
    );
  });

  it('never makes a command print a stack: one line and exit code 1; nothing for a reader that closed the pipe', async () => {
    const env = { ...process.env, ...environmentFor(place.config) };
    const shell = (line: string) =>
      run('bash', ['--norc', '-c', line, process.execPath, ...commandFlags(), MAIN], { env }).catch(
        (error: { code: number; stderr: string }) => error,
      );
    assert.deepEqual(pick(await shell('"$0" "$@" migrate > /dev/full')), [
      1,
      'standard output cannot be written: ENOSPC: no space left on device, write\n',
    ]);
    assert.deepEqual(pick(await shell('set -o pipefail; "$0" "$@" migrate | true')), [0, '']);
  });

  function pick(outcome: object): [code: number, stderr: string] {
    const { code = 0, stderr } = outcome as { code?: number; stderr: string };
    return [code, stderr];
  }
});
